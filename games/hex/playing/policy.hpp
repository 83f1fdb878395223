#pragma once
// How Hex is played without a search: priors by patterns, and random games that are less foolish than uniform ones.
// boardai/core/policy.hpp says what is asked.

#include "boardai/core/action.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/core/policy.hpp"
#include "boardai/search/trees/options.hpp"
#include "games/hex/patterns/prior.hpp"
#include "games/hex/playing/playouts.hpp"

namespace boardai {

template <int Words>
struct Policy<hex::State<Words>> {
    void priors(const hex::State<Words>& state, Action last, const ActionList& actions, float* out) {
        prior_.weigh(state, last, actions, out);
    }
    int playout(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in, Action last, MctsPlayouts style,
                Rng& rng, PlayedActions* played);

  private:
    hex::Prior<Words> prior_;
    hex::Playouts<Words> playouts_;
};

extern template struct Policy<hex::State<1>>;
extern template struct Policy<hex::State<2>>;
extern template struct Policy<hex::State<3>>;
extern template struct Policy<hex::State<6>>;

}  // namespace boardai
