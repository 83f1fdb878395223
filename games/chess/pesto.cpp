// PeSTO's accumulator: from scratch, and what a move changes in it.

#include <array>
#include <cstddef>

#include "games/chess/evaluators.hpp"
#include "games/chess/pesto_tables.hpp"
#include "games/chess/zobrist.hpp"

namespace boardai::chess {

namespace {

/// What each piece adds to the accumulator on each square: [colour][piece_code][square].
constexpr auto words = [] {
    std::array<std::array<std::array<std::int64_t, 64>, 8>, 2> table{};
    for (std::size_t type = 0; type < 6; ++type) {
        for (std::size_t square = 0; square < 64; ++square) {
            const std::size_t seen_by[2] = {square ^ 56, square};
            for (std::size_t colour = 0; colour < 2; ++colour) {
                const std::size_t place = seen_by[colour];
                const int sign = colour == white ? 1 : -1;
                const int middle = sign * (pesto::middle_value[type] + pesto::middle_table[type][place]);
                const int end = sign * (pesto::end_value[type] + pesto::end_table[type][place]);
                table[colour][code_of_type[type]][square] = PestoSum::of(middle, end, pesto::phase_weight[type]).packed;
            }
        }
    }
    return table;
}();

std::int64_t word(int colour, std::size_t code, int square) {
    return words[static_cast<std::size_t>(colour)][code][static_cast<std::size_t>(square)];
}

}  // namespace

PestoSum Pesto::from_scratch(const Position& position) {
    PestoSum sum;
    for (int colour : {white, black}) {
        for (Bitboard pieces = position.colours[colour]; pieces;) {
            const int square = take_lowest(pieces);
            sum.packed += word(colour, piece_code(position, square), square);
        }
    }
    return sum;
}

void Pesto::push(const State& before, Action action) {
    const Position& position = before.position();
    const int us = position.side;
    const int them = us ^ 1;
    const int from = from_square(action);
    const int to = to_square(action);
    const std::size_t code = code_of_type[before.type_at(from)];

    std::int64_t packed = sums_.back().packed - word(us, code, from);
    if (position.colours[us] >> to & 1) {  // castling: the king takes its own rook
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
