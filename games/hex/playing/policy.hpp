#pragma once
// How Hex is played without a search (boardai/core/policy.hpp says what is asked): priors by patterns, and random games
// that are less foolish than uniform ones. They save bridges: where the opponent's last move intrudes into one, the
// other cell is taken; else a cell is drawn, uniformly or by its pattern.
//
// By its pattern: a few cells are drawn uniformly, and one of these in proportion to its weight. That is less than a
// draw among all cells in proportion to their weights would be, and costs a fraction of it.

#include <array>
#include <cstdint>

#include "boardai/core/played_actions.hpp"
#include "boardai/core/policy.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/trees/options.hpp"
#include "games/hex/patterns/pattern_board.hpp"
#include "games/hex/patterns/prior.hpp"
#include "games/hex/solving/knowledge.hpp"

namespace boardai {

template <int Words>
struct Policy<hex::State<Words>> {
    Policy();
    void priors(const hex::State<Words>& state, Action last, const ActionList& actions, float* out) {
        prior_.weigh(state, last, actions, out);
    }
    int playout(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in, Action last, MctsPlayouts style,
                Rng& rng, PlayedActions* played);

  private:
    static constexpr std::uint32_t drawn = 3;  ///< cells of which one is taken by its pattern

    hex::Bits<Words> fill(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in, Action last,
                          bool by_patterns, Rng& rng);

    hex::Prior<Words> prior_;
    hex::PatternBoard board_;
    std::array<std::int16_t, 64 * Words + 8> empty_{};              ///< places, in any order
    std::array<std::int16_t, hex::PatternBoard::size> index_{};     ///< of a place among these; -1: not there
    std::array<std::array<float, hex::pattern_count>, 2> weights_;  ///< by colour and code
};

extern template struct Policy<hex::State<1>>;
extern template struct Policy<hex::State<2>>;
extern template struct Policy<hex::State<3>>;
extern template struct Policy<hex::State<6>>;

}  // namespace boardai
