// Boards laid out on words, their symmetries, and the registry that keeps one object per board.

#include "games/reversi/board/board.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "boardai/core/rng.hpp"
#include "games/reversi/board/moves-inl.hpp"

namespace boardai::reversi {
namespace {

int words_for(int width, int height) {
    if (width <= stride<1> && height <= stride<1>) return 1;
    if (width <= stride<2> && height <= stride<2>) return 2;
    return 4;
}

int stride_for(int words) { return words == 1 ? stride<1> : words == 2 ? stride<2> : stride<4>; }

template <int Words>
bool somebody_can_move(const Board& board) {
    Bits<Words> dark, light, shape;
    for (int i = 0; i < Words; ++i) {
        const auto index = static_cast<std::size_t>(i);
        dark.word[i] = board.start_dark()[index];
        light.word[i] = board.start_light()[index];
        shape.word[i] = board.shape()[index];
    }
    return ((reached(dark, light) | reached(light, dark)) & shape & ~(dark | light)).any();
}

bool somebody_can_move(const Board& board) {
    switch (board.words()) {
        case 1:
            return somebody_can_move<1>(board);
        case 2:
            return somebody_can_move<2>(board);
        default:
            return somebody_can_move<4>(board);
    }
}

/// The eight maps of a square onto itself: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 then swaps the two.
int image(int action, int width, int height, int number) {
    int row = action / width;
    int column = action % width;
    if (number & 1) column = width - 1 - column;
    if (number & 2) row = height - 1 - row;
    return number & 4 ? column * width + row : row * width + column;
}

}  // namespace

Board::Board(const BoardDescription& description)
    : name_(description.name),
      width_(static_cast<int>(description.rows.front().size())),
      height_(static_cast<int>(description.rows.size())),
      words_(words_for(width_, height_)),
      first_player_(description.first_player) {
    text_ = "name: " + name_ + "\nto move: " + (first_player_ == 0 ? "dark" : "light") + "\n\n";
    for (const std::string& row : description.rows) text_ += row + "\n";
    for (int action = 0; action < width_ * height_; ++action) {
        const auto row = static_cast<std::size_t>(action / width_);
        const auto column = static_cast<std::size_t>(action % width_);
        const int cell = static_cast<int>(row) * stride_for(words_) + static_cast<int>(column);
        cell_of_action_[static_cast<std::size_t>(action)] = static_cast<std::uint8_t>(cell);
        action_of_cell_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(action);
        const char character = description.rows[row][column];
        if (character == hole_character) continue;
        ++cell_count_;
        insert(shape_, cell);
        if (character == dark_character) insert(start_dark_, cell);
        if (character == light_character) insert(start_light_, cell);
    }
    shape_key_ = mix64(static_cast<std::uint64_t>(width_ * 64 + height_));
    for (std::uint64_t word : shape_) shape_key_ = mix64(shape_key_ ^ word);
    find_symmetries();
    regions_ = find_regions(*this);
    analysis_ = analyse(*this);
    larion_scale_ = larion::find_scale(*this);
}

void Board::find_symmetries() {
    const int cells = width_ * height_;
    for (int number = 0; number < (width_ == height_ ? 8 : 4); ++number) {
        CellTable table{};
        bool keeps_shape = true;
        for (int action = 0; action < cells; ++action) {
            const int target = image(action, width_, height_, number);
            table[static_cast<std::size_t>(action)] = static_cast<std::uint8_t>(target);
            keeps_shape = keeps_shape && has_cell(action) == has_cell(target);
        }
        if (keeps_shape) symmetries_.push_back(table);
    }
}

const Board& Board::from_text(const std::string& text) {
    // Grows by about 5 KB for each different board that a process loads; never shrinks.
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const Board>> boards;
    {
        const std::lock_guard lock(mutex);
        const auto known = boards.find(text);
        if (known != boards.end()) return *known->second;
    }
    const BoardDescription description = parse_board(text);
    std::unique_ptr<const Board> board(new Board(description));
    if (!somebody_can_move(*board)) {
        throw std::invalid_argument("board file, line " + std::to_string(description.grid_line) +
                                    ", column 1: neither side has a move in this start position");
    }
    const std::lock_guard lock(mutex);
    const auto [place, inserted] = boards.try_emplace(board->text());
    if (inserted) place->second = std::move(board);
    return *place->second;
}

}  // namespace boardai::reversi
