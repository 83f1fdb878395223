#pragma once
// Hex: function bodies that searches inline.

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "boardai/core/played_actions.hpp"
#include "games/hex/board/geometry.hpp"
#include "games/hex/board/sampling.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

template <int Words>
State<Words>::State(int rows, int columns, bool swap_rule, bool absolute_view, bool edge_planes)
    : swap_rule_(swap_rule), absolute_view_(absolute_view), edge_planes_(edge_planes) {
    if (rows < 1 || rows > max_side) {
        throw std::invalid_argument("rows: expected 1 to " + std::to_string(max_side) + ", got " +
                                    std::to_string(rows));
    }
    if (columns < 1 || columns > max_side) {
        throw std::invalid_argument("columns: expected 1 to " + std::to_string(max_side) + ", got " +
                                    std::to_string(columns));
    }
    if (rows * columns > 64 * Words) {
        throw std::invalid_argument("a board of " + std::to_string(rows * columns) + " cells does not fit " +
                                    std::to_string(64 * Words) + " bits");
    }
    geometry_ = &geometries<Words>[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns)];
}

template <int Words>
int State<Words>::rows() const {
    return geometry_->rows;
}

template <int Words>
int State<Words>::columns() const {
    return geometry_->columns;
}

template <int Words>
int State<Words>::stone_at(int row, int column) const {
    assert(row >= 0 && row < rows() && column >= 0 && column < columns());
    const int cell = row * columns() + column;
    if (stones_[black].test(cell)) return black;
    return stones_[white].test(cell) ? white : -1;
}

template <int Words>
int State<Words>::swap_action() const {
    return geometry_->cells;
}

template <int Words>
void State<Words>::legal_actions(ActionList& out) const {
    out.clear();
    if (winner_ >= 0) return;
    const Bits<Words> empty = geometry_->board - (stones_[black] | stones_[white]);
    out.grow(static_cast<std::size_t>(empty.list(out.end()) - out.end()));
    if (swap_available()) out.push_back(swap_action());
}

template <int Words>
bool State<Words>::is_legal(Action action) const {
    if (winner_ >= 0 || action < 0) return false;
    if (action < geometry_->cells) return !stones_[black].test(action) && !stones_[white].test(action);
    return action == swap_action() && swap_available();
}

template <int Words>
bool State<Words>::completes_connection(int colour, int cell) const {
    const Geometry<Words>& board = *geometry_;
    const Bits<Words>& own = stones_[colour];
    const Bits<Words>& first = colour == black ? board.top : board.left;
    const Bits<Words>& second = colour == black ? board.bottom : board.right;
    if (!(own & first).any() || !(own & second).any()) return false;
    // A stone that completes a connection touches own stones or edges on two sides. Most stones fail this test.
    Bits<Words> group = board.neighbours(Bits<Words>::of(cell)) & own;
    if (group.count() + static_cast<int>(first.test(cell)) + static_cast<int>(second.test(cell)) < 2) return false;
    // A flood fill instead of the Y-reduction, because groups are small before the board is full, and the fill ends
    // after a few steps.
    group.set(cell);
    for (;;) {
        const Bits<Words> grown = group | (board.neighbours(group) & own);
        if (grown == group) return (group & first).any() && (group & second).any();
        group = grown;
    }
}

template <int Words>
void State<Words>::apply(Action action) {
    assert(is_legal(action));
    if (action == swap_action()) {
        swapped_ = true;
        return;
    }
    const int colour = colour_to_move();
    stones_[colour].set(action);
    ++stones_played_;
    const int length = colour == black ? geometry_->rows : geometry_->columns;
    if (stones_played_ >= 2 * length - 1 && completes_connection(colour, action)) {
        winner_ = static_cast<std::int8_t>(colour);
    }
}

template <int Words>
typename State<Words>::Undo State<Words>::apply_undoable(Action action) {
    apply(action);
    return {};
}

template <int Words>
void State<Words>::undo(Action action, const Undo&) {
    if (action == swap_action()) {
        swapped_ = false;
        return;
    }
    --stones_played_;
    stones_[colour_to_move()].clear(action);
    winner_ = -1;
}

template <int Words>
std::uint64_t State<Words>::stones_key() const {
    std::uint64_t key = static_cast<std::uint64_t>(geometry_->rows * (max_side + 1) + geometry_->columns);
    for (int colour : {black, white}) {
        for (std::uint64_t word : stones_[colour].word) key = mix64(key ^ word);
    }
    return key;
}

template <int Words>
std::uint64_t State<Words>::hash() const {
    // The number of stones determines who moves.
    return stones_key() + static_cast<std::uint64_t>(2 * static_cast<int>(swap_rule_) + static_cast<int>(swapped_)) *
                              0xd1342543de82ef95ULL;
}

template <int Words>
Bits<Words> State<Words>::fill_at_random(Rng& rng, bool& exchanged) const {
    const Geometry<Words>& board = *geometry_;
    exchanged = swapped_;
    if (swap_rule_ && !swapped_ && stones_played_ <= 1) {
        // With `swap` instead of the occupied cell, there are as many actions as cells, unless the first stone ends the
        // game.
        const bool offered = stones_played_ == 1 || board.rows > 1;
        exchanged = offered && rng.below(static_cast<std::uint32_t>(board.cells)) == 0;
    }
    const Bits<Words> empty = board.board - (stones_[black] | stones_[white]);
    const int empty_count = board.cells - stones_played_;
    const int black_count = (empty_count + 1 - colour_to_move()) / 2;
    return stones_[black] | random_subset(empty, empty_count, black_count, rng);
}

template <int Words>
int State<Words>::random_playout(Rng& rng) const {
    if (winner_ >= 0) return outcome(0);
    bool exchanged = false;
    const Bits<Words> filled = fill_at_random(rng, exchanged);
    const int winner = geometry_->joins_top_and_bottom(filled) ? black : white;
    return winner == static_cast<int>(exchanged) ? 1 : -1;
}

template <int Words>
int State<Words>::random_playout(Rng& rng, PlayedActions& played) const {
    if (winner_ >= 0) return outcome(0);
    bool exchanged = false;
    const Bits<Words> filled = fill_at_random(rng, exchanged);
    const int winner = geometry_->joins_top_and_bottom(filled) ? black : white;
    played.add(static_cast<int>(exchanged), filled.word, Words);
    played.add(1 - static_cast<int>(exchanged), (geometry_->board - filled).word, Words);
    if (exchanged && !swapped_) played.add(1, swap_action());
    return winner == static_cast<int>(exchanged) ? 1 : -1;
}

template <int Words>
Shape State<Words>::observation_shape() const {
    const int side = std::max(geometry_->rows, geometry_->columns);
    return {side, side,
            3 + static_cast<int>(swap_rule_) + 4 * static_cast<int>(edge_planes_) + static_cast<int>(absolute_view_)};
}

template <int Words>
void State<Words>::encode(const Canvas& canvas) const {
    const bool transposed = seen_transposed();
    const int first = absolute_view_ ? black : colour_to_move();
    for (int plane : {0, 1}) {
        stones_[first ^ plane].for_each([&](int cell) {
            const int row = geometry_->row_of(cell);
            const int column = geometry_->column_of(cell);
            (transposed ? canvas.at(column, row, plane) : canvas.at(row, column, plane)) = 1.0f;
        });
    }
    const int height = transposed ? geometry_->columns : geometry_->rows;
    const int width = transposed ? geometry_->rows : geometry_->columns;
    canvas.fill(height, width, 2, 1.0f);
    if (swap_available()) canvas.fill(height, width, 3, 1.0f);
    int next = 3 + static_cast<int>(swap_rule_);
    if (edge_planes_) {
        encode_edges(canvas, next);
        next += 4;
    }
    if (absolute_view_ && colour_to_move() == white) canvas.fill(height, width, next, 1.0f);
}

template <int Words>
void State<Words>::write_grid(std::uint8_t* codes) const {
    const int side = std::max(rows(), columns());
    const bool transposed = colour_to_move() == white;
    const auto place = [&](int cell) -> std::uint8_t& {
        const int row = geometry_->row_of(cell);
        const int column = geometry_->column_of(cell);
        return codes[transposed ? column * side + row : row * side + column];
    };
    std::fill_n(codes, side * side, static_cast<std::uint8_t>(rows() == columns() ? 0 : 3));
    if (rows() != columns()) geometry_->board.for_each([&](int cell) { place(cell) = 0; });
    stones_[colour_to_move()].for_each([&](int cell) { place(cell) = 1; });
    stones_[1 - colour_to_move()].for_each([&](int cell) { place(cell) = 2; });
}

template <int Words>
int State<Words>::policy_index(Action action) const {
    const int side = std::max(geometry_->rows, geometry_->columns);
    if (action == swap_action()) return side * side;
    const int row = geometry_->row_of(action);
    const int column = geometry_->column_of(action);
    return seen_transposed() ? column * side + row : row * side + column;
}

template <int Words>
Action State<Words>::action_from_policy(int index) const {
    const int rows = geometry_->rows;
    const int columns = geometry_->columns;
    const int side = std::max(rows, columns);
    if (swap_rule_ && index == side * side) return swap_action();
    if (index < 0 || index >= side * side) return -1;
    const bool transposed = seen_transposed();
    const int row = transposed ? index % side : index / side;
    const int column = transposed ? index / side : index % side;
    return row < rows && column < columns ? row * columns + column : -1;
}

template <int Words>
std::uint64_t State<Words>::observation_key() const {
    return stones_key() + (swap_rule_ ? (swap_available() ? 0x9e6c63d0876a9a63ULL : 0xa0761d6478bd642fULL) : 0ULL);
}

}  // namespace boardai::hex
