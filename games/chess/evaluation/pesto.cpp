// PeSTO's tables, converted to the sum that each piece adds on each square.

#include <array>
#include <cstddef>

#include "games/chess/board/zobrist.hpp"
#include "games/chess/evaluation/pesto_tables.hpp"
#include "games/chess/evaluators.hpp"

namespace boardai::chess {

namespace {

/// `turn`: the mask that maps White's squares to places in the tables; Black's squares use the opposite orientation.
constexpr PieceSquares made(std::size_t turn) {
    PieceSquares table{};
    for (std::size_t type = 0; type < 6; ++type) {
        for (std::size_t square = 0; square < 64; ++square) {
            const std::size_t seen_by[2] = {square ^ turn, square ^ turn ^ 56};
            for (std::size_t colour = 0; colour < 2; ++colour) {
                const std::size_t place = seen_by[colour];
                const int sign = colour == white ? 1 : -1;
                const int middle = sign * (pesto::middle_value[type] + pesto::middle_table[type][place]);
                const int end = sign * (pesto::end_value[type] + pesto::end_table[type][place]);
                table[colour][code_of_type[type]][square] = TaperedSum::of(middle, end, phase_weight[type]).packed;
            }
        }
    }
    return table;
}

constexpr PieceSquares upright = made(56);
constexpr PieceSquares upside_down = made(0);

}  // namespace

const PieceSquares Pesto::piece_squares = upright;
const PieceSquares PestoUpsideDown::piece_squares = upside_down;

}  // namespace boardai::chess
