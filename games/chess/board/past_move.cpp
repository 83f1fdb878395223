#include "games/chess/board/past_move.hpp"

#include "games/chess/board/generate.hpp"

namespace boardai::chess {

namespace {

/// Removes a piece; false if it is not on that square.
bool remove(Position& position, int colour, int type, int square) {
    if (!(position.pieces(colour, type) & bit(square))) return false;
    const Bitboard kept = ~bit(square);
    position.pawns &= kept;
    position.knights &= kept;
    position.diagonals &= kept;
    position.straights &= kept;
    position.kings &= kept;
    position.colours[colour] &= kept;
    return true;
}

/// Places a piece; false if the square is occupied.
bool restore(Position& position, int colour, int type, int square) {
    if (position.occupied() & bit(square)) return false;
    position.put(colour, type, square);
    return true;
}

bool in_range(const PastMove& past) {
    return past.from < 64 && past.to < 64 && past.en_passant_before < 64 && past.type <= king &&
           past.captured <= no_piece && past.captured != king && past.promotion <= queen &&
           past.kind <= static_cast<int>(Kind::castling) && past.repeated_before <= 1;
}

}  // namespace

bool take_back(Position& position, const PastMove& past) {
    if (!in_range(past)) return false;
    const int us = opposite(position.side);
    const int them = position.side;
    const int from = past.from;
    const int to = past.to;
    position.side = static_cast<std::uint8_t>(us);
    position.en_passant = past.en_passant_before;
    if (past.kind == static_cast<int>(Kind::castling)) {
        const int base = us == white ? 0 : 56;
        return remove(position, us, king, base + (to > from ? 6 : 2)) &&
               remove(position, us, rook, base + (to > from ? 5 : 3)) && restore(position, us, king, from) &&
               restore(position, us, rook, to);
    }
    if (!remove(position, us, past.promotion ? past.promotion : past.type, to)) return false;
    if (!restore(position, us, past.type, from)) return false;
    if (past.captured == no_piece) return true;
    const int captured_square = past.kind == static_cast<int>(Kind::en_passant) ? to - forward(us) : to;
    return captured_square >= 0 && captured_square < 64 && restore(position, them, past.captured, captured_square);
}

}  // namespace boardai::chess
