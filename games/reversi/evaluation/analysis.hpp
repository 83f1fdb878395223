#pragma once
// The class of each cell of a board for learned evaluations (nine classes), and the sides of the board.
//
// After Larion's board analysis (Kiss Miklos, program description). Details that it does not specify are our own:
//
//   corners   cells whose disc can never be flipped: board/regions.hpp.
//   A, B      a corner is A where it attacks at least three in ten of the board's other cells along its lines: those
//             of 8x8 (21 of 63) are, those of large boards and of boards in several parts are B.
//   W to Z    cells that give a corner away (board/regions.hpp: `flank` and `steep`); Z steep next to an A corner, Y
//   steep
//             next to a B corner, X flank next to an A, W flank next to a B. Of several kinds the last in the alphabet.
//   E         other edge cells (safe along three axes).
//   C         central: for every pair of corners take the vertical and the horizontal line half-way between them, if
//             there is a between; where lines cross is a centre. Around each centre a rhombus with a diagonal of 7
//             cells is marked; around each cell that does not exist, the frame of the board included, a rhombus with a
//             diagonal of 5 is unmarked.
//   P         plain: the rest.

#include <array>
#include <cstdint>
#include <vector>

namespace boardai::reversi {

class Board;

enum class CellClass { A, B, W, X, Y, Z, E, C, P };
inline constexpr int cell_classes = 9;
inline constexpr char cell_class_names[] = "ABWXYZECP";

/// A straight side of the board: at least four cells in a row that are all safe along the other three axes. A disc on
/// it can only be flipped along the side.
struct Side {
    using Mask = std::array<std::uint64_t, 4>;

    std::vector<int> actions;  ///< its cells, in ascending order
    Mask outer{};              ///< the first two cells and the last two
    Mask middle{};             ///< the others
};

struct Analysis {
    using Mask = std::array<std::uint64_t, 4>;

    std::array<Mask, cell_classes> cells{};    ///< by class
    std::array<int, cell_classes> count{};     ///< of cells, by class
    std::array<std::uint8_t, 256> class_of{};  ///< by action; of cells that do not exist: cell_classes
    std::vector<Side> sides;
};

/// Precondition: the board's regions have been computed.
Analysis analyse(const Board& board);

}  // namespace boardai::reversi
