#pragma once

#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/play/greedy.hpp"

namespace boardai {

template <GameState S>
GreedyChoice Greedy<S>::choose(const EvaluationSpec& evaluator, const S& state, std::uint64_t seed) {
    ActionList actions;
    state.legal_actions(actions);
    if (actions.empty()) throw std::invalid_argument("greedy: the game is over, there is no move to choose");
    const auto evaluation = Evaluations<S>::find_or_count(evaluator);
    const auto line = evaluation->open_line();
    const int mover = state.current_player();
    Rng rng(seed);
    GreedyChoice best{actions[0], -GreedyChoice::win - 1};
    std::uint32_t ties = 0;
    for (Action action : actions) {
        // 1. Play the move; 2. value it for the mover, who may be to move again.
        S child = state;
        child.apply(action);
        int value = 0;
        if (child.is_terminal()) {
            value = GreedyChoice::win * child.outcome(mover);
        } else {
            line->reset(child);
            const int own = line->evaluate(child);
            value = child.current_player() == mover ? own : -own;
        }
        // 3. Keep the best; the k-th equal one replaces it with probability 1/k, which is uniform over ties.
        if (value > best.value) {
            best = {action, value};
            ties = 1;
        } else if (value == best.value && rng.below(++ties) == 0) {
            best.action = action;
        }
    }
    return best;
}

}  // namespace boardai
