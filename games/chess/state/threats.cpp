// Attacks of a move: checks, and Kála's priority.

#include "games/chess/board/attacks.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

bool State::gives_check(Action action) const {
    const int from = from_square(action);
    const int to = to_square(action);
    const int side = position_.side;
    const int type = promotion_of(action) ? promotion_of(action) : type_at(from);
    if ((type == king && position_.is_castling(action)) || (type == pawn && position_.is_en_passant(action))) {
        Position after = position_;
        after.play(action);
        return after.in_check();
    }
    const int their_king = position_.king_square(side ^ 1);
    const Bitboard occupied = (position_.occupied() ^ bit(from)) | bit(to);
    const auto reaching = [&](int kind) {
        return attack_tables.reaching[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)]
                                     [static_cast<std::size_t>(their_king)];
    };
    if ((reaching(type) & bit(to)) && !(between(to, their_king) & occupied)) return true;
    // Discovered checks by a slider behind the moving piece.
    if (!(reaching(queen) & bit(from))) return false;
    const Bitboard others = position_.colours[side] & ~bit(from);
    const Bitboard straights = reaching(rook) & position_.straights & others;
    const Bitboard diagonals = reaching(bishop) & position_.diagonals & others;
    return reaching(rook) & bit(from) ? straights && (rook_attacks(their_king, occupied) & straights)
                                      : diagonals && (bishop_attacks(their_king, occupied) & diagonals);
}

int State::threat_order(Action action) const {
    constexpr int worth[7] = {1, 3, 3, 5, 9, 200, 0};
    const int to = to_square(action);
    if (position_.is_castling(action)) return 0;
    const int taken = worth[captured(action)];
    const int promotion = promotion_of(action);
    const int type = promotion ? promotion : type_at(from_square(action));
    const Bitboard occupied = (position_.occupied() ^ bit(from_square(action))) | bit(to);
    Bitboard attacked = piece_attacks(position_.side, type, to, occupied) & position_.colours[position_.side ^ 1];
    int threats = 0;
    while (attacked) threats += worth[type_at(take_lowest(attacked))];
    return 2 * taken + threats + (promotion ? worth[promotion] : 0);
}

}  // namespace boardai::chess
