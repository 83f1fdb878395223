#pragma once
// Games on a grid of cells, seen from the side to move: what features that know no rules look at.

#include <concepts>
#include <cstdint>

#include "boardai/core/canvas.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// - grid(): rows, columns, and how many contents a cell can have (as `channels`).
/// - grid_has(cell): does cell row * columns + column exist?
/// - write_grid(codes): what lies on each cell, from the mover's view: 0 nothing, then the game's own numbers; of cells
///   that do not exist anything. rows * columns bytes.
/// - grid_key(): equal where grids have the same cells, so that features of one fit the other.
/// - grid_symmetries(), grid_image(cell, symmetry): the board's symmetries as the mover sees it, number 0 the identity.
template <class S>
concept Gridded = GameState<S> && requires(const S& constant, std::uint8_t* codes) {
    { constant.grid() } -> std::same_as<Shape>;
    { constant.grid_has(0) } -> std::same_as<bool>;
    { constant.write_grid(codes) } -> std::same_as<void>;
    { constant.grid_key() } -> std::same_as<std::uint64_t>;
    { constant.grid_symmetries() } -> std::same_as<int>;
    { constant.grid_image(0, 0) } -> std::same_as<int>;
};

/// - grid_words, grid_bits(code): the cells with contents 1 and 2, which are all there are, as bits of this many words.
/// - grid_bit(cell): a cell's bit, counted on from word to word.
template <class S>
concept BitGridded = Gridded<S> && requires(const S& constant) {
    { S::grid_words } -> std::convertible_to<int>;
    { constant.grid_bits(1) } -> std::same_as<const std::uint64_t*>;
    { constant.grid_bit(0) } -> std::same_as<int>;
};

}  // namespace boardai
