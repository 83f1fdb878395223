// PUCT and Gumbel trees: what a root is given.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/search/trees/puct/dirichlet.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

/// What a root has more than other positions: noise, and with gumbel the order of sequential halving. `actions`: all of
/// the position's, some of which the node may have lost to what a guide knows.
void PuctNodes::prepare_root(const Action* actions, std::size_t action_count) {
    const std::vector<double> given = std::exchange(given_noise_, {});
    if (!given.empty() && given.size() != action_count) {
        forget();
        throw std::invalid_argument("PUCT: root noise must have " + std::to_string(action_count) + " numbers, got " +
                                    std::to_string(given.size()));
    }
    if (root_fates_) leave_out(root_, root_fates_);
    const std::size_t count = at(root_).edge_count;
    std::int32_t likeliest = 0;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i) {
        if (prior_of(at(root_), i) > prior_of(at(root_), likeliest)) likeliest = i;
    }
    likeliest_ = actions_of(at(root_))[likeliest];
    priors_before_noise_.clear();
    std::vector<double> noise;
    if (!given.empty()) {
        const Action* kept = actions_of(at(root_));
        noise.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto rank =
                std::count_if(actions, actions + action_count, [&](Action action) { return action < kept[i]; });
            noise[i] = given[static_cast<std::size_t>(rank)];
        }
    }
    if (options_.gumbel.considered == 0) {
        if (options_.dirichlet_fraction > 0 && exploring_) add_root_noise(std::move(noise));
    } else {
        add_root_gumbel(noise);
    }
}

/// Mixes Dirichlet noise into the root's priors; `noise` empty: drawn.
void PuctNodes::add_root_noise(std::vector<double> noise) {
    const std::size_t count = at(root_).edge_count;
    if (noise.empty()) noise = dirichlet(rng_, options_.dirichlet_alpha, count);
    if ((at(root_).flags & with_priors) == 0) {
        // Priors of its own, as they differ now.
        const Node& node = at(root_);
        const std::vector<Action> actions(actions_of(node), actions_of(node) + count);
        const std::vector<double> priors(count, prior_of(node, 0));
        if (!give_actions(root_, actions.data(), count, priors.data())) return;
    }
    Node& node = at(root_);
    node.flags &= static_cast<std::uint8_t>(~in_order);
    float* prior = priors_of(node);
    for (std::size_t i = 0; i < count; ++i) {
        priors_before_noise_.emplace_back(actions_of(node)[i], prior[i]);
        prior[i] = static_cast<float>((1 - options_.dirichlet_fraction) * static_cast<double>(prior[i]) +
                                      options_.dirichlet_fraction * noise[i]);
    }
    for (std::int32_t slot = 0; slot < node.slot_count; ++slot) refresh(node, slot);
    bring_likeliest_forward(node);
}

}  // namespace boardai
