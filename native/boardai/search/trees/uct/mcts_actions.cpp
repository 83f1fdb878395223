#include "boardai/search/trees/uct/mcts_actions.hpp"

#include <algorithm>
#include <cmath>

namespace boardai {

namespace {

/// Proven wins come first, actions without visits last. A proven draw is not searched further, so its visits say
/// little: it comes before actions whose value is below a draw and after the others.
int rank(const RootAction& action, bool draw_looks_best) {
    if (action.visits == 0) return 0;
    if (action.proof == Proof::loss) return 1;
    if (action.proof == Proof::win) return 4;
    return (action.proof == Proof::draw) == draw_looks_best ? 3 : 2;
}

bool is_better(const RootAction& one, const RootAction& other, bool by_value) {
    if (!by_value && one.visits != other.visits) return one.visits > other.visits;
    if (one.value() != other.value()) return one.value() > other.value();
    if (by_value && one.visits != other.visits) return one.visits > other.visits;
    return one.action < other.action;
}

}  // namespace

double lower_bound(const RootAction& action, double deviations) {
    const auto visits = static_cast<double>(action.visits);
    const double share = (action.value() + 1) / 2, square = deviations * deviations;
    const double spread = deviations * std::sqrt(share * (1 - share) / visits + square / (4 * visits * visits));
    return 2 * (share + square / (2 * visits) - spread) / (1 + square / visits) - 1;
}

RootAction best_of(const std::vector<RootAction>& actions, const RootRule& rule) {
    std::int64_t visits = 0;
    for (const RootAction& action : actions) visits += action.visits;
    const bool by_score = rule.root_score || rule.choice == MctsChoice::lcb;
    const auto score = [&](const RootAction& action) {
        if (!rule.root_score) return lower_bound(action, rule.deviations);
        return checked_root_score(rule.root_score, action, visits);
    };
    const auto is_preferred = [&](const RootAction& one, const RootAction& other) {
        if (by_score && other.visits > 0) {
            const double left = score(one), right = score(other);
            if (left != right) return left > right;
        }
        return is_better(one, other, rule.choice == MctsChoice::value);
    };
    const auto best = [&](bool draw_looks_best) {
        RootAction found;
        for (const RootAction& action : actions) {
            const int more = rank(action, draw_looks_best) - rank(found, draw_looks_best);
            if (more > 0 || (more == 0 && action.visits > 0 && is_preferred(action, found))) found = action;
        }
        return found;
    };
    const RootAction found = best(false);
    return found.proof == Proof::unknown && found.value() < 0 ? best(true) : found;
}

std::vector<double> policy_of(const std::vector<RootAction>& actions) {
    Proof best = Proof::unknown;
    bool only_losses = true;
    for (const RootAction& action : actions) {
        best = std::max(best, action.proof);
        only_losses = only_losses && (action.visits == 0 || action.proof == Proof::loss);
    }
    std::vector<double> shares;
    double total = 0;
    for (const RootAction& action : actions) {
        const bool stands = best == Proof::win ? action.proof == best : only_losses || action.proof != Proof::loss;
        shares.push_back(stands ? static_cast<double>(action.visits) : 0.0);
        total += shares.back();
    }
    for (double& share : shares) share /= std::max(total, 1.0);
    return shares;
}

void merge(std::vector<RootAction>& into, const std::vector<RootAction>& from) {
    for (const RootAction& one : from) {
        const auto same = [&](const RootAction& other) { return other.action == one.action; };
        const auto found = std::find_if(into.begin(), into.end(), same);
        if (found == into.end()) {
            into.push_back(one);
            continue;
        }
        found->visits += one.visits;
        found->value_sum += one.value_sum;
        found->proof = std::max(found->proof, one.proof);  // the two are equal, or one is unknown
        found->ucb = std::max(found->ucb, one.ucb);
    }
}

}  // namespace boardai
