#pragma once
// A Reversi board: its cells, the discs at the start, and the player who moves first.
//
// Boards are immutable and interned: equal board texts give the same object, which lives as long as the process.
// So a state has a plain pointer to its board, states are trivially copied (a reference count would cost an atomic
// increment per copy, about as much as a move), and boards are compared by their pointers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "games/reversi/board/regions.hpp"
#include "games/reversi/evaluation/analysis.hpp"
#include "games/reversi/evaluation/larion_scale.hpp"

namespace boardai::reversi {

/// Characters of board files and position texts.
inline constexpr char empty_character = '-';
inline constexpr char dark_character = 'X';
inline constexpr char light_character = 'O';
inline constexpr char hole_character = '#';

/// The contents of a board file, before it is laid out on words.
struct BoardDescription {
    std::string name;
    int first_player = 0;           ///< 0 dark, 1 light
    std::vector<std::string> rows;  ///< equally long, of the four characters above
    std::size_t grid_line = 0;      ///< line of the file on which the grid starts, from 1
};

/// Reads a board file. Throws std::invalid_argument with line, column and reason.
BoardDescription parse_board(const std::string& text);
/// A byte for error messages: 'x', or its number if it is not printable.
std::string shown(char c);

class Board {
  public:
    static constexpr int max_side = 16;
    using CellTable = std::array<std::uint8_t, 256>;
    using Mask = Regions::Mask;

    /// The board that a file's text describes. Throws std::invalid_argument with line, column and reason.
    static const Board& from_text(const std::string& text);

    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    const std::string& name() const { return name_; }
    /// The board file in its normal form: without comments, with all header lines.
    const std::string& text() const { return text_; }
    int width() const { return width_; }
    int height() const { return height_; }
    /// The number of words of a state on this board: 1 within 8x8, 2 within 11x11, else 4.
    int words() const { return words_; }
    /// The number of cells.
    int cell_count() const { return cell_count_; }
    /// A key of the board's shape, regardless of its start position; the same on every machine.
    std::uint64_t shape_key() const { return shape_key_; }

    // Actions are row * width + column; bits of a state's words follow their own stride.
    int pass_action() const { return width_ * height_; }
    int cell_of_action(int action) const { return cell_of_action_[static_cast<std::size_t>(action)]; }
    int action_of_cell(int cell) const { return action_of_cell_[static_cast<std::size_t>(cell)]; }
    bool has_cell(int action) const {
        const int cell = cell_of_action(action);
        return (shape_[static_cast<std::size_t>(cell) / 64] >> (cell % 64)) & 1;
    }

    /// The same for any place, including those outside the grid.
    bool has_cell(int row, int column) const {
        return row >= 0 && row < height_ && column >= 0 && column < width_ && has_cell(row * width_ + column);
    }

    const Mask& shape() const { return shape_; }
    /// Corners, edges and the cells next to them, for evaluations.
    const Regions& regions() const { return regions_; }
    /// Classes of cells and sides, for learned evaluations.
    const Analysis& analysis() const { return analysis_; }
    const larion::Scale& larion_scale() const { return larion_scale_; }
    const Mask& start_dark() const { return start_dark_; }
    const Mask& start_light() const { return start_light_; }
    int first_player() const { return first_player_; }

    /// The number of symmetries of the shape, the identity first. The start position need not be symmetric.
    int symmetry_count() const { return static_cast<int>(symmetries_.size()); }
    int transform_action(int action, int symmetry) const {
        return action == pass_action()
                   ? action
                   : symmetries_[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(action)];
    }

  private:
    explicit Board(const BoardDescription& description);
    void find_symmetries();

    std::string name_;
    std::string text_;
    int width_;
    int height_;
    int words_;
    int cell_count_ = 0;
    int first_player_;
    std::uint64_t shape_key_ = 0;
    CellTable cell_of_action_{};
    CellTable action_of_cell_{};
    Mask shape_{};
    Regions regions_;
    Analysis analysis_;
    larion::Scale larion_scale_;
    Mask start_dark_{};
    Mask start_light_{};
    std::vector<CellTable> symmetries_;  ///< maps of actions
};

}  // namespace boardai::reversi
