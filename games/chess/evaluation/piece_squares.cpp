// Piece-square sums: computed from scratch, and updated by moves.

#include "games/chess/evaluation/piece_squares.hpp"

#include "games/chess/board/zobrist.hpp"

namespace boardai::chess {

TaperedSum PieceSquareSums::from_scratch(const Position& position) const {
    TaperedSum sum;
    for (int colour : {white, black}) {
        for (Bitboard pieces = position.colours[colour]; pieces;) {
            const int square = take_lowest(pieces);
            sum.packed += word(colour, piece_code(position, square), square);
        }
    }
    return sum;
}

void PieceSquareSums::push(const State& before, Action action) {
    const Position& position = before.position();
    const int us = position.side;
    const int them = us ^ 1;
    const int from = from_square(action);
    const int to = to_square(action);
    const std::size_t code = code_of_type[before.type_at(from)];

    std::int64_t packed = sums_.back().packed - word(us, code, from);
    if (position.colours[us] >> to & 1) {  // castling is encoded as the king capturing its own rook
        const int home = from & 56;
        packed += word(us, code, home + (to > from ? 6 : 2));
        packed += word(us, code_of_type[rook], home + (to > from ? 5 : 3)) - word(us, code_of_type[rook], to);
    } else {
        const int promotion = promotion_of(action);
        packed += word(us, promotion ? code_of_type[promotion] : code, to);
        if (position.colours[them] >> to & 1) {
            packed -= word(them, code_of_type[before.type_at(to)], to);
        } else if (code == code_of_type[pawn] && position.en_passant && to == position.en_passant) {
            packed -= word(them, code_of_type[pawn], us == white ? to - 8 : to + 8);
        }
    }
    sums_.push_back({packed});
}

}  // namespace boardai::chess
