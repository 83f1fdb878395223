#pragma once
// C6 of Kála 2015: the search of the engine for graphics cards, for one processor and one position at a time.
//
// The same board, moves, order and evaluation as games/chess/device/mailbox.py, which says what they are; fail-hard
// minimax with alpha and beta, White maximising. A node keeps the number of its next move alone, and makes its list
// again whenever the search comes back to it (D1).

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
    float value = 0;             ///< White's material less Black's
    std::int32_t move = -1;      ///< the best; -1: none was better than the window
    std::int64_t positions = 0;  ///< entered, the root among them
};

/// The board of 64 codes. Throws std::invalid_argument where there are more, fewer or others.
Board board_of(const std::string& codes);
/// All moves in the order of the search.
std::vector<Move> moves(const Board& board, bool white);
/// White's material less Black's.
int evaluate(const Board& board);
/// PeSTO's numbers: middlegame and endgame value and phase, three for each square of each code; White's less Black's.
std::vector<std::int32_t> pesto_table();
/// White's material less Black's, or PeSTO's sum times 24, of `count` boards one after the other.
/// Throws std::invalid_argument where a code is none.
void evaluate_all(const std::uint8_t* codes, std::int64_t count, bool pesto, std::int32_t* values);
/// Throws std::invalid_argument unless 1 <= depth <= 32 and alpha < beta.
Found search(const std::string& codes, bool white, int depth, float alpha, float beta);

}  // namespace boardai::chess::mailbox
