#pragma once

#include "boardai/search/network_rows.hpp"
#include "boardai/search/puct.hpp"
#include "boardai/search/puct_tree-inl.hpp"

namespace boardai {

template <Encodable S>
Puct<S>::Puct(int trees, const PuctOptions& options, std::uint64_t seed) {
    check_options(options);
    if (trees < 1) throw std::invalid_argument("PUCT: trees must be at least 1, got " + std::to_string(trees));
    trees_.reserve(static_cast<std::size_t>(trees));
    for (int tree = 0; tree < trees; ++tree) trees_.emplace_back(options, Rng(seed, static_cast<std::uint64_t>(tree)));
}

template <Encodable S>
const PuctTree<S>& Puct<S>::at(int tree) const {
    if (tree < 0 || tree >= trees()) {
        throw std::out_of_range("PUCT: tree " + std::to_string(tree) + " of " + std::to_string(trees()));
    }
    return trees_[static_cast<std::size_t>(tree)];
}

template <Encodable S>
PuctTree<S>& Puct<S>::at(int tree) {
    return const_cast<PuctTree<S>&>(static_cast<const Puct&>(*this).at(tree));
}

template <Encodable S>
void Puct<S>::set_root(int tree, const S& state) {
    PuctTree<S>& chosen = at(tree);
    if (encoding_) {
        encoding_->check_same(state, "PUCT.set_root");
    } else {
        encoding_.emplace(state);
    }
    abandon_rows(trees_, row_trees_);
    chosen.set_root(state);
}

template <Encodable S>
int Puct<S>::select(float* planes, std::size_t size) {
    abandon_rows(trees_, row_trees_);
    if (!encoding_) return 0;
    const std::size_t capacity = row_capacity("PUCT.select", size, encoding_->row_size());
    // One row per tree before any tree gets a second.
    for (bool any = true; any && row_trees_.size() < capacity;) {
        any = false;
        for (std::size_t tree = 0; tree < trees_.size() && row_trees_.size() < capacity; ++tree) {
            row_trees_.reserve(row_trees_.size() + 1);
            if (!trees_[tree].select(*encoding_, planes + row_trees_.size() * encoding_->row_size())) continue;
            row_trees_.push_back(static_cast<std::int32_t>(tree));
            any = true;
        }
    }
    return static_cast<int>(row_trees_.size());
}

template <Encodable S>
void Puct<S>::backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size) {
    backup_rows("PUCT.backup", trees_, row_trees_, encoding_ ? encoding_->policy_size() : 0, logits, logits_size,
                values, values_size);
    evaluations_ += static_cast<std::int64_t>(values_size);
}

template <Encodable S>
void Puct<S>::search_by_rollouts(int rollouts) {
    if (rollouts < 0) {
        throw std::invalid_argument("PUCT: rollouts must be at least 0, got " + std::to_string(rollouts));
    }
    abandon_rows(trees_, row_trees_);
    for (PuctTree<S>& tree : trees_) tree.search_by_rollouts(rollouts);
}

template <Encodable S>
bool Puct<S>::all_finished() const {
    return std::all_of(trees_.begin(), trees_.end(), [](const PuctTree<S>& tree) { return tree.finished(); });
}

template <Encodable S>
std::size_t Puct<S>::visits(int tree, std::int32_t* actions, std::int32_t* visit_counts, float* priors, double* values,
                            std::size_t size) const {
    const PuctTree<S>& chosen = at(tree);
    const std::size_t count = chosen.root_action_count();
    check_array_size("PUCT.visits", "each array", size, count);
    for (std::size_t i = 0; i < count; ++i) {
        const RootAction root_action = chosen.root_action(i);
        actions[i] = root_action.action;
        visit_counts[i] = root_action.visits;
        priors[i] = root_action.prior;
        values[i] = root_action.value;
    }
    return count;
}

template <Encodable S>
std::size_t Puct<S>::principal_variation(int tree, std::int32_t* actions, std::size_t size) const {
    const std::vector<Action> line = at(tree).principal_variation();
    const std::size_t count = std::min(size, line.size());
    std::copy_n(line.begin(), count, actions);
    return count;
}

}  // namespace boardai
