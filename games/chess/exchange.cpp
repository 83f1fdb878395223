// What captures win: at once, and when the exchange on the square is played out.

#include <algorithm>

#include "games/chess/attacks.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

constexpr int worth[7] = {100, 320, 330, 500, 950, 0, 0};  ///< by PieceType

/// Men of both sides that attack a square when `occupied` are the squares in the way.
Bitboard all_attackers(const Position& position, int square, Bitboard occupied) {
    return (knight_attacks(square) & position.knights) | (king_attacks(square) & position.kings) |
           (pawn_attacks(white, square) & position.pawns & position.colours[black]) |
           (pawn_attacks(black, square) & position.pawns & position.colours[white]) |
           (rook_attacks(square, occupied) & position.straights) |
           (bishop_attacks(square, occupied) & position.diagonals);
}

/// The least valuable kind of man in a set that is not empty; `set` becomes the men of that kind.
int least_valuable(const Position& position, Bitboard& set) {
    const Bitboard kinds[6] = {position.pawns,   position.knights,  position.bishops(),
                               position.rooks(), position.queens(), position.kings};
    int type = pawn;
    while (!(kinds[type] & set)) ++type;
    set &= kinds[type];
    return type;
}

}  // namespace

int State::gain(Action action) const {
    int sum = 0;
    if (const int promotion = promotion_of(action)) sum = worth[promotion] - worth[pawn];
    if (position_.is_capture(action)) {
        const int type = position_.piece_at(to_square(action));
        sum += worth[type == no_piece ? pawn : type];  // an empty square: en passant
    }
    return sum;
}

int State::exchange_value(Action action) const {
    if (position_.is_castling(action)) return 0;
    const int from = from_square(action);
    const int to = to_square(action);
    const int moved = position_.piece_at(from);
    Bitboard occupied = (position_.occupied() ^ bit(from)) | bit(to);
    if (moved == pawn && position_.en_passant && to == position_.en_passant) {
        occupied ^= bit(to + (position_.side == white ? -8 : 8));
    }
    // gains[d]: what the side that takes in step d is to the good if the exchange ends there.
    int gains[32];
    gains[0] = gain(action);
    int at_risk = worth[promotion_of(action) ? promotion_of(action) : moved];
    int side = position_.side ^ 1;
    int last = 0;
    Bitboard attackers = all_attackers(position_, to, occupied) & occupied;
    while (last < 31) {
        Bitboard takers = attackers & position_.colours[side];
        if (!takers) break;
        const int type = least_valuable(position_, takers);
        if (type == king && (attackers & position_.colours[side ^ 1])) break;  // it would be taken
        ++last;
        gains[last] = at_risk - gains[last - 1];
        at_risk = worth[type];
        occupied ^= takers & -takers;
        // Sliders behind the man that left come into play.
        if (type != knight && type != king) {
            attackers |= (rook_attacks(to, occupied) & position_.straights) |
                         (bishop_attacks(to, occupied) & position_.diagonals);
        }
        attackers &= occupied;
        side ^= 1;
    }
    // Nobody has to take: each takes only if that is better for him than to stop.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

bool State::exchange_at_least(Action action, int threshold) const {
    const int left = gain(action) - threshold;
    if (left < 0) return false;  // the best that can come of it
    const int promotion = promotion_of(action);
    const int type = promotion ? promotion : position_.piece_at(from_square(action));
    if (left >= worth[type] && type != king) return true;  // even if the man is lost
    return exchange_value(action) >= threshold;
}

}  // namespace boardai::chess
