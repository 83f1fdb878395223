// What a move attacks: checks, and Kála's priority.

#include "games/chess/attacks.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

Bitboard attacks_of(int colour, int type, int square, Bitboard occupied) {
    switch (type) {
        case pawn:
            return pawn_attacks(colour, square);
        case knight:
            return knight_attacks(square);
        case bishop:
            return bishop_attacks(square, occupied);
        case rook:
            return rook_attacks(square, occupied);
        case queen:
            return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
        default:
            return king_attacks(square);
    }
}

}  // namespace

bool State::gives_check(Action action) const {
    const int from = from_square(action);
    const int to = to_square(action);
    const int side = position_.side;
    const int their_king = position_.king_square(side ^ 1);
    const auto k = static_cast<std::size_t>(their_king);
    if (position_.is_en_passant(action) || position_.is_castling(action)) {
        Position after = position_;
        after.play(action);
        return after.in_check();
    }
    const Bitboard occupied = (position_.occupied() ^ bit(from)) | bit(to);
    if (const int promotion = promotion_of(action)) {
        if (attacks_of(side, promotion, to, occupied) & bit(their_king)) return true;
    } else {
        // Seen from the king, and without a branch on what kind of man it is.
        const auto if_in = [from](Bitboard set) { return -(set >> from & 1); };
        const Bitboard leaps = (if_in(position_.knights) & knight_attacks(their_king)) |
                               (if_in(position_.pawns) & pawn_attacks(side ^ 1, their_king));
        const Bitboard lines = (if_in(position_.straights) & attack_tables.straight[k]) |
                               (if_in(position_.diagonals) & attack_tables.diagonal[k]);
        if ((leaps | lines) & bit(to)) {
            if ((leaps & bit(to)) || !(between(their_king, to) & occupied)) return true;
        }
    }
    // A slider behind the man that leaves.
    const Bitboard others = position_.colours[side] & ~bit(from);
    if (attack_tables.straight[k] & bit(from)) {
        return (attack_tables.straight[k] & position_.straights & others) &&
               (rook_attacks(their_king, occupied) & position_.straights & others);
    }
    return (attack_tables.diagonal[k] & bit(from)) && (attack_tables.diagonal[k] & position_.diagonals & others) &&
           (bishop_attacks(their_king, occupied) & position_.diagonals & others);
}

int State::threat_order(Action action) const {
    constexpr int worth[7] = {1, 3, 3, 5, 9, 200, 0};
    const int to = to_square(action);
    if (position_.is_castling(action)) return 0;
    int taken = 0;
    if (position_.is_capture(action)) {
        const int type = position_.piece_at(to);
        taken = worth[type == no_piece ? pawn : type];
    }
    const int promotion = promotion_of(action);
    const int type = promotion ? promotion : position_.piece_at(from_square(action));
    const Bitboard occupied = (position_.occupied() ^ bit(from_square(action))) | bit(to);
    Bitboard attacked = attacks_of(position_.side, type, to, occupied) & position_.colours[position_.side ^ 1];
    int threats = 0;
    while (attacked) threats += worth[position_.piece_at(take_lowest(attacked))];
    return 2 * taken + threats + (promotion ? worth[promotion] : 0);
}

}  // namespace boardai::chess
