#pragma once
// Alpha-beta of a few plies on a linear evaluation, for games that are played by the million: no table, no limits, no
// record, nothing allocated after the first search. Its value is that of AlphaBeta at the same depth, unrounded.
//
// Moves are ordered by the static value of the position after them where that position is searched further, and by
// their history (how often a move has cut; Schaeffer 1983) before the leaves.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "boardai/core/features/features.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/legality.hpp"

namespace boardai {

template <GameState S>
class ShallowSearch {
  public:
    static constexpr int deepest = 16;
    /// What a decided game is worth where outcomes count: beyond every sum of weights.
    static constexpr float decided = 1e6f;

    struct Found {
        Action action;
        float value;  ///< for the player to move
    };

    /// Both must outlive it. `margin_unit` as in LearningGamesOptions.
    ShallowSearch(const FeatureSet<S>& features, const float* weights, double margin_unit)
        : features_(features), weights_(weights), margin_unit_(static_cast<float>(margin_unit)) {}

    /// `leaf`, if not null, becomes the position that the value comes from. Precondition: the game is not over.
    Found run(const S& root, int depth, S* leaf) {
        best_ = -1;
        const float found = value(root, depth, -infinite, infinite, leaf, true);
        return {best_, found};
    }

    /// Before each game, so that it does not depend on which games the same thread played before.
    void forget() { history_ = {}; }

    /// What a finished game came to for a player, as learners see it: the margin, or 1, 0, -1.
    float end_value(const S& state, int player) const {
        if constexpr (Scored<S>) {
            if (margin_unit_ > 0) return margin_unit_ * static_cast<float>(state.score(player));
        }
        return static_cast<float>(state.outcome(player));
    }

    /// Positions whose static value was asked for.
    std::int64_t evaluations() const { return evaluations_; }

  private:
    static constexpr float infinite = std::numeric_limits<float>::infinity();
    static constexpr std::size_t history_size = 4096;

    struct Child {
        float key;
        Action action;
        std::size_t state;  ///< in the ply's states
    };
    struct Ply {
        ActionList actions;
        std::vector<Child> children;
        std::vector<S> states;
    };

    float evaluate(const S& state) {
        ++evaluations_;
        return features_.value(state, weights_);
    }
    /// Of a finished game, for the player to move; in the search a win outweighs every hope.
    float end(const S& state) const {
        const float worth = end_value(state, state.current_player());
        return margin_unit_ > 0 ? worth : decided * worth;
    }
    /// Stable insertion: lists are short, and nothing is allocated.
    static void sort(std::vector<Child>& children) {
        for (std::size_t i = 1; i < children.size(); ++i) {
            const Child moved = children[i];
            std::size_t at = i;
            for (; at > 0 && children[at - 1].key < moved.key; --at) children[at] = children[at - 1];
            children[at] = moved;
        }
    }
    std::uint32_t& history(const S& state, Action action) {
        return history_[static_cast<std::size_t>(state.current_player())]
                       [static_cast<std::size_t>(action) % history_size];
    }

    float value(const S& state, int depth, float alpha, float beta, S* leaf, bool is_root = false) {
        if (state.is_terminal() || depth == 0) {
            if (leaf != nullptr) *leaf = state;
            return state.is_terminal() ? end(state) : evaluate(state);
        }
        // 1. The children, the promising ones first. (Plies are few: their storage is kept.)
        const auto remaining = static_cast<std::size_t>(depth);
        if (plies_.size() <= remaining) plies_.resize(remaining + 1);
        if (!plies_[remaining]) plies_[remaining] = std::make_unique<Ply>();
        Ply& ply = *plies_[remaining];
        fill_with_actions(state, ply.actions);
        ply.children.clear();
        ply.states.clear();
        for (Action action : ply.actions) {
            float key = static_cast<float>(history(state, action));
            if (depth > 1) {
                ply.states.push_back(state);
                S& child = ply.states.back();
                child.apply(action);
                const float worth = child.is_terminal() ? end(child) : evaluate(child);
                key = child.current_player() == state.current_player() ? worth : -worth;
            }
            ply.children.push_back({key, action, ply.children.size()});
        }
        sort(ply.children);
        // 2. Alpha-beta, fail-soft.
        float best = -infinite;
        std::optional<S> below;
        if (leaf != nullptr) below = state;
        for (const Child& child : ply.children) {
            S copy = depth > 1 ? ply.states[child.state] : state;
            if (depth == 1) copy.apply(child.action);
            S* const found_leaf = below ? &*below : nullptr;
            const bool same = copy.current_player() == state.current_player();
            const float worth = same ? value(copy, depth - 1, alpha, beta, found_leaf)
                                     : -value(copy, depth - 1, -beta, -alpha, found_leaf);
            if (worth > best) {
                best = worth;
                if (is_root) best_ = child.action;
                if (leaf != nullptr) *leaf = *below;
            }
            alpha = std::max(alpha, worth);
            if (worth >= beta) {
                ++history(state, child.action);
                break;
            }
        }
        return best;
    }

    const FeatureSet<S>& features_;
    const float* weights_;
    float margin_unit_;
    std::array<std::array<std::uint32_t, history_size>, 2> history_{};
    std::vector<std::unique_ptr<Ply>> plies_;  ///< by remaining depth
    Action best_ = -1;
    std::int64_t evaluations_ = 0;
};

}  // namespace boardai
