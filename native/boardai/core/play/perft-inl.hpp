#pragma once

#include <stdexcept>
#include <string>

#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/play/perft.hpp"

namespace boardai {
namespace perft_detail {

/// depth >= 1. `state` is left as it was found where the game can undo, and is never written otherwise.
template <GameState S>
std::uint64_t count_below(S& state, int depth, InterruptPoll& poll) {
    poll();
    ActionList actions;
    state.legal_actions(actions);
    // 1. A finished game counts once; the last ply is counted without playing it.
    if (actions.empty()) return 1;
    if (depth == 1) return actions.size();
    // 2. Otherwise the sum over the children.
    std::uint64_t total = 0;
    for (Action action : actions) {
        if constexpr (Undoable<S>) {
            const typename S::Undo record = state.apply_undoable(action);
            total += count_below(state, depth - 1, poll);
            state.undo(action, record);
        } else {
            S child = state;
            child.apply(action);
            total += count_below(child, depth - 1, poll);
        }
    }
    return total;
}

}  // namespace perft_detail

template <GameState S>
std::uint64_t Perft<S>::count(const S& state, int depth) {
    if (depth < 0) throw std::invalid_argument("perft: depth must be at least 0, got " + std::to_string(depth));
    if (depth == 0) return 1;
    if constexpr (OwnPerft<S>) {
        return state.perft(depth);
    } else {
        S root = state;
        InterruptPoll poll;
        return perft_detail::count_below(root, depth, poll);
    }
}

template <GameState S>
void Perft<S>::divide(const S& state, int depth, ActionList& actions, std::vector<std::uint64_t>& counts) {
    if (depth < 1) {
        throw std::invalid_argument("perft divide: depth must be at least 1, got " + std::to_string(depth));
    }
    state.legal_actions(actions);
    counts.clear();
    counts.reserve(actions.size());
    for (Action action : actions) {
        S child = state;
        child.apply(action);
        counts.push_back(count(child, depth - 1));
    }
}

}  // namespace boardai
