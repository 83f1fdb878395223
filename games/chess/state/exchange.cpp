// Static exchange evaluation: what captures win at once, and after the whole exchange on the square.

#include <algorithm>

#include "games/chess/board/attacks.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

/// Pieces of both sides that attack a square when `occupied` are the squares in the way.
Bitboard all_attackers(const Position& position, int square, Bitboard occupied) {
    return (knight_attacks(square) & position.knights) | (king_attacks(square) & position.kings) |
           (pawn_attacks(white, square) & position.pawns & position.colours[black]) |
           (pawn_attacks(black, square) & position.pawns & position.colours[white]) |
           (rook_attacks(square, occupied) & position.straights) |
           (bishop_attacks(square, occupied) & position.diagonals);
}

/// The least valuable piece type in a non-empty set; `set` becomes the pieces of that type.
int least_valuable(const Position& position, Bitboard& set) {
    const Bitboard kinds[6] = {position.pawns,   position.knights,  position.bishops(),
                               position.rooks(), position.queens(), position.kings};
    int type = pawn;
    while (!(kinds[type] & set)) ++type;
    set &= kinds[type];
    return type;
}

/// The pieces that capture in turn on a square, the least valuable of each side first.
class Takers {
  public:
    Takers(const Position& position, Action action)
        : position_(position),
          to_(to_square(action)),
          side_(position.side ^ 1),
          occupied_((position.occupied() ^ bit(from_square(action))) | bit(to_)) {
        if (position.is_en_passant(action)) occupied_ ^= bit(to_ + (position.side == white ? -8 : 8));
        attackers_ = all_attackers(position, to_, occupied_) & occupied_;
    }
    int side() const { return side_; }
    /// The type of the piece that captures next; no_piece if the side has none. Then it is the other side's turn.
    int next() {
        Bitboard takers = attackers_ & position_.colours[side_];
        if (!takers) return no_piece;
        const int type = least_valuable(position_, takers);
        if (type == king && (attackers_ & position_.colours[side_ ^ 1])) return no_piece;  // the king would be captured
        occupied_ ^= takers & -takers;
        // A slider behind the piece that captured can now capture as well.
        if (type == pawn || type == bishop || type == queen) {
            attackers_ |= bishop_attacks(to_, occupied_) & position_.diagonals;
        }
        if (type == rook || type == queen) attackers_ |= rook_attacks(to_, occupied_) & position_.straights;
        attackers_ &= occupied_;
        side_ ^= 1;
        return type;
    }

  private:
    const Position& position_;
    int to_;
    int side_;
    Bitboard occupied_;
    Bitboard attackers_;
};

}  // namespace

int State::exchange_value(Action action) const {
    if (position_.is_castling(action)) return 0;
    // gains[d]: the material balance of the side that captures in step d, if the exchange ends there.
    int gains[33];
    gains[0] = captured_value(action);
    const int promotion = promotion_of(action);
    int at_risk = exchange_worth[promotion ? promotion : type_at(from_square(action))];
    int last = 0;
    Takers takers(position_, action);
    for (int type = takers.next(); type != no_piece; type = takers.next()) {
        ++last;
        gains[last] = at_risk - gains[last - 1];
        at_risk = exchange_worth[type];
    }
    // Capturing is not forced: each side captures only if that is better for it than stopping.
    for (; last > 0; --last) gains[last - 1] = std::min(gains[last - 1], -gains[last]);
    return gains[0];
}

bool State::see_ge(Action action, int threshold) const {
    int above = captured_value(action) - threshold;
    if (above < 0) return false;  // even the best case is below the threshold
    const int promotion = promotion_of(action);
    const int type = promotion ? promotion : type_at(from_square(action));
    if (type == king) return true;  // a king cannot be captured
    // Below, `above` is how far the player exceeds the threshold if the piece that captured last is lost as well. A
    // side that reaches its goal even then is sure of it, so the other side must capture.
    above -= exchange_worth[type];
    if (above >= 0) return true;
    Takers takers(position_, action);
    for (;;) {
        const bool own_turn = takers.side() == position_.side;
        const int taker = takers.next();
        if (taker == no_piece) return !own_turn;
        above += own_turn ? -exchange_worth[taker] : exchange_worth[taker];
        if (own_turn == (above >= 0)) return own_turn;
    }
}

}  // namespace boardai::chess
