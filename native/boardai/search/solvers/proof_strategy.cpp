#include "boardai/search/solvers/proof_strategy.hpp"

#include <algorithm>

namespace boardai {

void ProofStrategy::columns(std::int32_t* plies, std::int32_t* actions) const {
    for (const Step& step : steps) {
        *plies++ = step.ply;
        *actions++ = step.action;
    }
}

std::vector<Action> ProofStrategy::longest_line() const {
    const auto deeper = [](const Step& left, const Step& right) { return left.ply < right.ply; };
    const auto last = std::max_element(steps.begin(), steps.end(), deeper);
    if (last == steps.end()) return {};
    // The line that leads to a step: for each earlier ply, the nearest preceding step.
    std::vector<Action> line(static_cast<std::size_t>(last->ply));
    std::int32_t ply = last->ply;
    for (auto step = last; ply > 0; --step) {
        if (step->ply == ply) line[static_cast<std::size_t>(--ply)] = step->action;
        if (step == steps.begin()) break;
    }
    return line;
}

}  // namespace boardai
