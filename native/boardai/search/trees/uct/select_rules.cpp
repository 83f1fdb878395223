// UCT: selection and backup by rules other than UCB's (mcts_rules.hpp): UCB1-tuned, MENTS, and users' rules.
//
// UCB1-tuned explores an action less if its results vary little:
//
//   V_i + c * sqrt(ln N / n_i * min(1, var_i + 4 sqrt(2 ln N / n_i)))     var_i: variance of the values of action i
//
// This is the paper's formula for results in [0, 1], rewritten for [-1, 1].
//
// MENTS (maximum entropy tree search) samples the action, by a softmax of the values mixed with a uniform choice:
//
//   (1 - l) exp(V_i / t) / sum_j exp(V_j / t) + l / k,     l = min(1, e k / ln(N + 1))     k: the position's actions
//
// It backs up not the mean of results but the soft maximum of the visited actions, t ln sum_j exp(V_j / t), clipped to
// [-1, 1]; t is `temperature`, e `epsilon`. The paper counts an untried action as V = 0 in both sums, which would make
// a lost position look even for a long time. Here only visited actions count, and the others are chosen by the uniform
// part alone.
//
// Papers: Auer, Cesa-Bianchi & Fischer 2002, Finite-time analysis of the multiarmed bandit problem (UCB1-tuned);
// Xiao, Huang, Mei, Schuurmans & Müller 2019, Maximum entropy Monte-Carlo planning (MENTS).

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

namespace {

struct Tuned {
    static constexpr int numbers = 1;  // the sum of the squares of the values
    static double score(const RulePosition& position, std::size_t action) {
        const auto visits = static_cast<double>(position.visits(action));
        const double mean = position.mean(action);
        const double rate = position.log_visits() / visits;
        const double variance = std::max(0.0, position.number(action) / visits - mean * mean);
        return mean + position.exploration() * std::sqrt(rate * std::min(1.0, variance + 4 * std::sqrt(2 * rate)));
    }
    static double backup(RulePosition& position, std::size_t action, double value) {
        position.number(action) += value * value;
        return position.average(action, value);
    }
};

struct Ments {
    /// V of the best visited action: with `decided` of all, otherwise of the undecided ones; -INFINITY if there are
    /// none.
    static double best(const RulePosition& position, bool decided) {
        double highest = -INFINITY;
        for (std::size_t i = 0; i < position.visited(); ++i) {
            if (decided || !position.is_decided(i)) highest = std::max(highest, position.mean(i));
        }
        return highest;
    }
    static std::size_t select(const RulePosition& position, Rng& rng) {
        const auto count = static_cast<double>(position.actions());
        const double visits = static_cast<double>(position.visits());
        const double highest = best(position, false);
        const bool is_untried = position.visited() < position.actions();
        const double any = std::min(1.0, position.options().epsilon * count / std::log(visits + 1));
        if (highest == -INFINITY && !is_untried) return 0;  // all are decided
        if (highest == -INFINITY || rng.uniform() < any) {
            const auto drawn = rng.below(static_cast<std::uint32_t>(position.actions()));
            if (drawn >= position.visited() || !position.is_decided(drawn)) return drawn;
            if (is_untried) return position.visited();
        }
        const double temperature = position.options().temperature;
        double* const weights = position.scratch();
        double sum = 0;
        for (std::size_t i = 0; i < position.visited(); ++i) {
            weights[i] = position.is_decided(i) ? 0.0 : std::exp((position.mean(i) - highest) / temperature);
            sum += weights[i];
        }
        double left = rng.uniform() * sum;
        std::size_t last = 0;
        for (std::size_t i = 0; i < position.visited(); ++i) {
            if (weights[i] <= 0) continue;
            last = i;
            left -= weights[i];
            if (left < 0) break;
        }
        return last;
    }
    static double backup(RulePosition& position, std::size_t action, double value) {
        position.set_mean(action, value);
        const double temperature = position.options().temperature;
        const double highest = best(position, true);
        double sum = 0;
        for (std::size_t i = 0; i < position.visited(); ++i) {
            sum += std::exp((position.mean(i) - highest) / temperature);
        }
        return std::clamp(highest + temperature * std::log(sum), -1.0, 1.0);
    }
};

}  // namespace

MctsRules rules_for(const MctsOptions& options, const MctsRules& written) {
    MctsRules rules;
    if (options.selection == MctsSelection::ucb_tuned) rules = rules_of<Tuned>();
    if (options.selection == MctsSelection::ments) rules = rules_of<Ments>();
    if (options.selection == MctsSelection::written) rules = written;
    rules.root_score = options.choice == MctsChoice::written ? written.root_score : nullptr;
    return rules;
}

RulePosition MctsNodes::seen_by_rules(const Node& node, bool untried) const {
    const Slots slots = slots_of(node);
    RulePosition seen;
    seen.visited_ = node.slot_count;
    seen.actions_ = untried ? node.edge_count : node.slot_count;
    seen.all_visits_ = node.started();
    seen.log_visits_ = std::log(std::max(1.0, static_cast<double>(node.started())));
    seen.q_ = slots.q;
    seen.w_ = slots.w;
    seen.n_ = slots.n;
    seen.pending_ = slots.pending;
    seen.proof_ = slots.proof;
    seen.priors_ = options_.prior > 0 ? priors_of(node) : nullptr;
    seen.numbers_ = numbers_of(node);
    seen.stride_ = layout_.numbers;
    seen.options_ = &options_;
    seen.exploration_ = exploration_;
    seen.is_solver_ = options_.solver;
    return seen;
}

std::int32_t MctsNodes::select_by_rule(Place place, Walk& walk) {
    if (rule_failed_.load(std::memory_order_relaxed)) refuse_backup();
    const std::uint32_t count = at(place).slot_count;
    if (count > 0 && slots_of(at(place)).q[count - 1] == INFINITY) {
        return static_cast<std::int32_t>(count - 1);  // no simulation has returned from there
    }
    bool untried = rules_.selects_untried && count < at(place).edge_count;
    if (!rules_.selects_untried && count < at(place).edge_count) {
        if (open(place, untried_edge(at(place), walk), walk)) return static_cast<std::int32_t>(count);
        if (count == 0) return -1;
    }
    for (;;) {
        RulePosition seen = seen_by_rules(at(place), untried);
        seen.scratch_ = walk.scores.data();
        const std::size_t chosen = rules_.select(seen, walk.rng);
        if (chosen < count) return static_cast<std::int32_t>(chosen);
        if (chosen >= seen.actions()) {
            throw std::invalid_argument(rules_.selects_untried
                                            ? "MCTS selection: select() chose action number " + std::to_string(chosen) +
                                                  " of " + std::to_string(seen.actions())
                                            : std::string("MCTS selection: score() gave no number"));
        }
        if (open(place, chosen, walk)) return static_cast<std::int32_t>(count);
        if (count == 0) return -1;
        untried = false;  // the memory is full: choose among the stored actions
    }
}

/// The value that a position backs up, by the user's rule or a built-in one. The visit has been counted.
double MctsNodes::back_up_by_rule(Node& node, std::size_t slot, double value) {
    RulePosition seen = seen_by_rules(node, false);
    try {
        const double handed = rules_.backup(seen, slot, value);
        if (handed >= -1 && handed <= 1) return handed;
    } catch (...) {  // the backup must be completed
    }
    rule_failed_.store(true, std::memory_order_relaxed);
    return value;
}

void MctsNodes::refuse_backup() const {
    throw std::invalid_argument("MCTS selection: backup() gave no number from -1 to 1");
}

}  // namespace boardai
