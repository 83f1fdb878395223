#pragma once
// Small self-play, and a network in place for it.

#include <vector>

#include "boardai/search/self_play/self_play-inl.hpp"
#include "native/tests/support/fake_network.hpp"

namespace boardai {

inline SelfPlayOptions small_options() {
    SelfPlayOptions options;
    options.games = 5;
    options.puct.simulations = 20;
    options.puct.dirichlet_fraction = 0.25;
    options.temperature.plies = 4;
    options.starts.random_plies = 2;
    options.seed = 42;
    return options;
}

/// `rounds` of select, network and backup.
template <class S, class Network = FakeNetwork>
void advance(SelfPlay<S>& play, const S& start, int rounds) {
    const Encoding<S> encoding(start);
    const auto width = static_cast<std::size_t>(encoding.policy_size());
    const std::size_t batch = 16;
    const Network fake{encoding.row_size(), width};
    std::vector<float> planes(batch * encoding.row_size()), logits(batch * width), values(batch);
    for (int round = 0; round < rounds; ++round) {
        const auto rows = static_cast<std::size_t>(play.select(planes.data(), planes.size()));
        fake(planes.data(), rows, logits.data(), values.data());
        play.backup(logits.data(), rows * width, values.data(), rows);
    }
}

}  // namespace boardai
