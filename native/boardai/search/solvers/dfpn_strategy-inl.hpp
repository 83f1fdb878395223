#pragma once
// df-pn: the strategy that shows an answer, move by move.
//
// The strategy belongs to the side that is proven right: the attacker if it can win, else the defender. At its turn the
// strategy has one move: one that the game knows to win, or one to a position that the table has solved in its favour;
// dropped entries are searched again. At the other side's turn it has all moves. Its size doubles with each ply or
// worse, so it is for small boards and endings only.

#include "boardai/core/legality.hpp"
#include "boardai/search/solvers/dfpn.hpp"

namespace boardai {

template <GameState S>
void DfPn<S>::write_strategy(const S& root, std::size_t most, const solver_detail::Answer& answer) {
    const int side = answer.proved == 1 ? 0 : 1;
    strategy_.player = side == 0 ? attacker_ : 1 - attacker_;
    strategy_.goal = answer.drawn ? 0 : 1;
    line_->reset(root);
    if constexpr (Knowing<S>) {
        if (knowledge_) knowledge_->reset(root);
    }
    children_.clear();
    ancestors_.assign(1, 0);
    try {
        if (!write_replies(most, strategy_.player, side)) strategy_.steps.clear();
    } catch (...) {
        strategy_.steps.clear();  // a part of a strategy is of no use
        throw;
    }
}

/// The strategy from the line's last position on; false where it is too large, or the search has been stopped.
template <GameState S>
bool DfPn<S>::write_replies(std::size_t most, int player, int side) {
    const S& state = line_->state();
    if (state.is_terminal()) return true;
    std::vector<Action> actions;
    if (state.current_player() == player) {
        actions.push_back(proving_action(player, side));
    } else {
        ActionList all;
        fill_with_actions(state, all);
        actions.assign(all.begin(), all.end());
    }
    push_ancestor();
    for (const Action action : actions) {
        if (this->control().poll() || strategy_.size() == most) return false;
        push(action);
        strategy_.steps.push_back({line_->ply(), action});
        const bool whole = write_replies(most, player, side);
        pop();
        if (!whole) return false;
    }
    ancestors_.pop_back();
    return true;
}

/// A move that keeps the proven result of `player`, who is to move. Precondition: the result is proven.
template <GameState S>
Action DfPn<S>::proving_action(int player, int side) {
    Known known;
    const Decided decided = analyse(known);
    if (decided.winner == player && decided.winning_move >= 0) return decided.winning_move;
    ActionList actions;
    fill_with_actions(line_->state(), actions);
    // What the table knows comes first, then what a search shows.
    for (const bool search_again : {false, true}) {
        for (const Action action : actions) {
            if (this->control().stopped()) break;
            push_ancestor();
            push(action);
            const solver_detail::Leaf leaf = solver_detail::judge(line_->state(), line_->ply(), attacker_);
            const auto wanted = side == 0 ? solver_detail::Verdict::proved : solver_detail::Verdict::disproved;
            bool proves = leaf.verdict == wanted, drawn = leaf.drawn;
            if (leaf.verdict == solver_detail::Verdict::open) {
                Numbers numbers;
                Known child;
                if (search_again) {
                    numbers = search(infinite_number, infinite_number, 0, child);
                } else if (!recall(0, numbers, child)) {
                    numbers = Numbers();
                }
                proves = numbers.number[side] == 0;
                drawn = numbers.drawn;
            }
            if (drawn && strategy_.goal > 0) proves = false;
            pop();
            ancestors_.pop_back();
            if (proves) return action;
        }
    }
    return actions[0];
}

}  // namespace boardai
