#pragma once
// What the endgame solver knows of a board's shape: found once, when it meets the board.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/reversi/board/board.hpp"
#include "games/reversi/state-inl.hpp"

namespace boardai::reversi::endgame {

/// On one word, the line through a cell along each axis: the cells that exist, without a gap, in both directions. The
/// discs on it are gathered into a number below 256, by which `flips` looks up what a disc on the cell flips when every
/// other cell of the line is full: the flips of the player whose discs were gathered in the low byte, those of the
/// other player in the high byte.
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
    /// The cells that exist, and how many.
    const Bits<Words>& cells() const { return cells_; }
    int cell_count() const { return cell_count_; }
    // Kinds of cells, as board/regions.hpp has them.
    const Bits<Words>& corners() const { return corners_; }
    const Bits<Words>& edges() const { return edges_; }
    const Bits<Words>& steep() const { return steep_; }
    const Bits<Words>& flank() const { return flank_; }
    /// By axis, the cells off whose line's end nothing exists.
    const Bits<Words>& safe(std::size_t axis) const { return safe_[axis]; }
    /// The cells next to one.
    const Bits<Words>& neighbours(int cell) const { return neighbours_[static_cast<std::size_t>(cell)]; }
    /// What a move to a cell is worth by its place alone, for the order of moves.
    int place_value(int cell) const { return place_values_[static_cast<std::size_t>(cell)]; }
    /// Of boards on one word.
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
