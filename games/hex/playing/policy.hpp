#pragma once
// A policy for Hex (the interface is in boardai/core/policy.hpp): priors by patterns, and random games that are better
// than uniform ones. They save bridges: if the opponent's last move intrudes into a bridge, the other cell is played.
// Otherwise a cell is drawn, uniformly or by its pattern.
//
// By its pattern means: a few cells are drawn uniformly, and one of them in proportion to its weight. This only
// approximates a draw among all cells in proportion to their weights, at a fraction of the cost.

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
    static constexpr std::uint32_t drawn = 3;  ///< cells from which one is chosen by its pattern

    hex::Bits<Words> fill(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in, Action last,
                          bool by_patterns, Rng& rng);

    hex::Prior<Words> prior_;
    hex::PatternBoard board_;
    std::array<std::int16_t, 64 * Words + 8> empty_{};              ///< places, in any order
    std::array<std::int16_t, hex::PatternBoard::size> index_{};     ///< by place: its index in empty_; -1: not empty
    std::array<std::array<float, hex::pattern_count>, 2> weights_;  ///< by colour and code
};

extern template struct Policy<hex::State<1>>;
extern template struct Policy<hex::State<2>>;
extern template struct Policy<hex::State<3>>;
extern template struct Policy<hex::State<6>>;

}  // namespace boardai
