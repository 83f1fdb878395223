#pragma once
// Games on a grid of cells, from the view of the side to move: the input of features that do not depend on the rules.

#include <concepts>
#include <cstdint>

#include "boardai/core/canvas.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// - grid(): rows, columns, and the number of different contents of a cell (as `channels`).
/// - grid_has(cell): whether the cell row * columns + column exists.
/// - write_grid(codes): the contents of each cell from the mover's view, rows * columns bytes: 0 for empty, otherwise
///   the game's own numbers. Cells that do not exist may have any value.
/// - grid_key(): equal for grids with the same cells, which can share features.
/// - grid_symmetries(), grid_image(cell, symmetry): the board's symmetries from the mover's view; 0 is the identity.
template <class S>
concept Gridded = GameState<S> && requires(const S& constant, std::uint8_t* codes) {
    { constant.grid() } -> std::same_as<Shape>;
    { constant.grid_has(0) } -> std::same_as<bool>;
    { constant.write_grid(codes) } -> std::same_as<void>;
    { constant.grid_key() } -> std::same_as<std::uint64_t>;
    { constant.grid_symmetries() } -> std::same_as<int>;
    { constant.grid_image(0, 0) } -> std::same_as<int>;
};

/// - grid_words, grid_bits(code): the cells with contents 1 or 2 (the only ones) as bit sets of this many words.
/// - grid_bit(cell): the number of a cell's bit, counted through all words.
template <class S>
concept BitGridded = Gridded<S> && requires(const S& constant) {
    { S::grid_words } -> std::convertible_to<int>;
    { constant.grid_bits(1) } -> std::same_as<const std::uint64_t*>;
    { constant.grid_bit(0) } -> std::same_as<int>;
};

}  // namespace boardai
