#pragma once
// Data of a board's shape for the endgame solver, computed once per board.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/reversi/board/board.hpp"
#include "games/reversi/state-inl.hpp"

namespace boardai::reversi::endgame {

/// For boards on one word: the line through a cell along each axis, that is, the cells in both directions up to the
/// first gap. The discs of one player on it are packed into a number below 256. With this number, `flips` looks up how
/// many discs a disc on the cell flips if all other cells of the line are full: the flips of that player are in the low
/// byte, those of the other player in the high byte.
struct LastCell {
    std::uint64_t line[4];
    const std::uint16_t* flips[4];
};

template <int Words>
class Layout {
  public:
    /// `counts_empty`: State::counts_empty(), of the games that are solved.
    Layout(const Board& board, bool counts_empty);
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;

    const Board& board() const { return *board_; }
    bool counts_empty() const { return counts_empty_; }
    /// The score of a finished game.
    int final_score(const Bits<Words>& own, const Bits<Words>& opponent) const {
        const int mine = own.count();
        const int others = opponent.count();
        return counts_empty_ ? final_margin(mine, others, cell_count_) : mine - others;
    }
    /// The cells of the board, and their number.
    const Bits<Words>& cells() const { return cells_; }
    int cell_count() const { return cell_count_; }
    // The kinds of cells of board/regions.hpp.
    const Bits<Words>& corners() const { return corners_; }
    const Bits<Words>& edges() const { return edges_; }
    const Bits<Words>& steep() const { return steep_; }
    const Bits<Words>& flank() const { return flank_; }
    /// By axis, the cells at an end of their line.
    const Bits<Words>& safe(std::size_t axis) const { return safe_[axis]; }
    /// The neighbours of a cell.
    const Bits<Words>& neighbours(int cell) const { return neighbours_[static_cast<std::size_t>(cell)]; }
    /// The value of a move to a cell by its place only, for move ordering.
    int place_value(int cell) const { return place_values_[static_cast<std::size_t>(cell)]; }
    /// Only for boards on one word.
    const LastCell& last_cell(int cell) const { return last_cells_[static_cast<std::size_t>(cell)]; }

  private:
    void find_lines();

    const Board* board_;
    bool counts_empty_;
    Bits<Words> cells_;
    int cell_count_;
    Bits<Words> corners_;
    Bits<Words> edges_;
    Bits<Words> steep_;
    Bits<Words> flank_;
    Bits<Words> safe_[4];
    std::vector<Bits<Words>> neighbours_;
    std::vector<int> place_values_;
    std::vector<std::uint16_t> flips_;
    std::vector<LastCell> last_cells_;
};

}  // namespace boardai::reversi::endgame
