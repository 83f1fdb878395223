#pragma once
// Random games that save bridges: where the opponent's last move intrudes into one, the other cell is taken; else a
// cell is drawn, uniformly or by its pattern.
//
// By its pattern: a few cells are drawn uniformly, and one of these in proportion to its weight. That is less than a
// draw among all cells in proportion to their weights would be, and costs a fraction of it.

#include <array>
#include <cstdint>

#include "boardai/core/rng.hpp"
#include "games/hex/patterns/pattern_board.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

template <int Words>
class Playouts {
  public:
    static constexpr std::uint32_t drawn = 3;  ///< cells of which one is taken by its pattern

    Playouts();
    /// Fills the board but for the dead cells; black's. `last`: the action before, or -1.
    Bits<Words> play(const State<Words>& state, const FilledIn<Words>& filled, Action last, bool by_patterns, Rng& rng);

  private:
    PatternBoard board_;
    std::array<std::int16_t, 64 * Words + 8> empty_{};         ///< places, in any order
    std::array<std::int16_t, PatternBoard::size> index_{};     ///< of a place among these; -1: not there
    std::array<std::array<float, pattern_count>, 2> weights_;  ///< by colour and code
};

extern template class Playouts<1>;
extern template class Playouts<2>;
extern template class Playouts<3>;
extern template class Playouts<6>;

}  // namespace boardai::hex
