#pragma once

#include <algorithm>
#include <stdexcept>

#include "boardai/core/game_state.hpp"
#include "boardai/core/search_hooks.hpp"
#include "boardai/search/plain/move_ordering.hpp"
#include "boardai/search/quiet_order.hpp"
#include "boardai/search/score.hpp"

namespace boardai {

template <class S>
void MoveSorter::use(MoveOrdering ordering, double point) {
    if (ordering == MoveOrdering::captures && !Tactical<S>) {
        throw std::invalid_argument("ordering: this game has no captures, its states have no capture_order(action)");
    }
    if (ordering == MoveOrdering::quiet && !QuietOrdered<S>) throw std::invalid_argument(no_quiet_order);
    ordering_ = ordering;
    point_ = point;
}

template <class S>
void MoveSorter::check(const S& root) const {
    if (ordering_ == MoveOrdering::quiet && !orders_quiet_moves(root)) throw std::invalid_argument(no_quiet_order);
}

template <class Line>
void MoveSorter::sort(Line& line, std::vector<Action>& moves, std::size_t begin) {
    const std::size_t count = moves.size() - begin;
    const int player = line.state().current_player();
    // Sorted by (key, place in the game's order): no two are equal, so the order is the same everywhere.
    keys_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Action action = moves[begin + i];
        std::int64_t key = 0;  // smallest first
        if (ordering_ == MoveOrdering::number) {
            key = action;
        } else if (ordering_ == MoveOrdering::captures) {
            if constexpr (requires { line.state().capture_order(action); }) key = -line.state().capture_order(action);
        } else if (ordering_ == MoveOrdering::quiet) {
            if constexpr (requires { line.state().quiet_order(action); }) key = -line.state().quiet_order(action);
        } else if (ordering_ == MoveOrdering::evaluation) {
            line.push(action);
            const auto& state = line.state();
            const int value = state.is_terminal() ? terminal_score(state, line.ply(), point_) : line.evaluate();
            key = state.current_player() == player ? -value : value;
            line.pop();
        }
        keys_[i] = key * static_cast<std::int64_t>(ActionList::capacity) + static_cast<std::int64_t>(i);
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::int64_t key : keys_) {
        // The place is the key's remainder, also of a negative one.
        const auto place = static_cast<std::uint64_t>(key) % ActionList::capacity;
        moves.push_back(moves[begin + place]);
    }
    std::copy(moves.end() - static_cast<std::ptrdiff_t>(count), moves.end(),
              moves.begin() + static_cast<std::ptrdiff_t>(begin));
    moves.resize(begin + count);
}

}  // namespace boardai
