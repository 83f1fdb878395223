#pragma once
// C6 of Kála 2015: the search of an engine for graphics cards, here on one processor and for one position at a time.
//
// Board, moves, their order and the evaluation are those of games/chess/device/mailbox.py, which describes them.
// Fail-hard alpha-beta, with White maximising. A node stores only the number of its next move and generates its move
// list again whenever the search returns to it (D1).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace boardai::chess::mailbox {

using Board = std::array<std::int8_t, 64>;  ///< a8 first, row by row; codes as in the thesis

struct Move {
    std::int32_t word = 0;  ///< from, to << 6, code after the move << 12
    std::int32_t priority = 0;
};

struct Found {
    float value = 0;             ///< White's material minus Black's
    std::int32_t move = -1;      ///< the best move; -1: none was inside the window
    std::int64_t positions = 0;  ///< positions visited, including the root
};

/// The board of 64 codes. Throws std::invalid_argument if their number is wrong or a code is unknown.
Board board_of(const std::string& codes);
/// All moves in the order of the search.
std::vector<Move> moves(const Board& board, bool white);
/// White's material minus Black's.
int evaluate(const Board& board);
/// PeSTO's numbers for each square of each code: middlegame value, endgame value and phase; Black's values are
/// negative.
std::vector<std::int32_t> pesto_table();
/// White's material minus Black's, or PeSTO's sum times 24, of `count` boards one after the other. Throws
/// std::invalid_argument for an unknown code.
void evaluate_all(const std::uint8_t* codes, std::int64_t count, bool pesto, std::int32_t* values);
/// Throws std::invalid_argument unless 1 <= depth <= 32 and alpha < beta.
Found search(const std::string& codes, bool white, int depth, float alpha, float beta);

}  // namespace boardai::chess::mailbox
