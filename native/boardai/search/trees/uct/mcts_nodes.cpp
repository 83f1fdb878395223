#include "boardai/search/trees/uct/mcts_nodes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/search/trees/highest.hpp"

namespace boardai {

namespace {

// The loops over AMAF statistics stand alone and have no branches, so that the compiler vectorises them. An action that
// nobody has taken has next to no visits, worth much: its mean is higher than any other's, and the first real visit
// drowns both.
constexpr float amaf_no_visits = 1e-20f;
constexpr float amaf_no_sum = 1e-10f;
constexpr float amaf_seen = 0.5f;  ///< more visits than an action has that nobody has taken
// A float counts to 2^24. Long before, visits and sum of an action are halved: the mean stays, and what comes later
// weighs more.
constexpr float amaf_most = 1 << 20;
constexpr std::uint32_t amaf_look_every = 1 << 20;
/// With priors, of an action that no game has taken yet: they decide which of these is tried first.
constexpr float unseen_mean = 1.0f;
/// Every so many visits of a position, what only its own games tell of challenges what RAVE prefers.
constexpr std::int64_t challenge_every = 16;

void add_amaf(float* __restrict visits, float* __restrict sums, const float* __restrict taken, std::size_t count,
              float value) {
    for (std::size_t i = 0; i < count; ++i) {
        visits[i] += taken[i];
        sums[i] += taken[i] * value;
    }
}

void amaf_means(float* __restrict means, const float* __restrict visits, const float* __restrict sums,
                std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) means[i] = sums[i] / visits[i];
}

}  // namespace

MctsNodes::MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared)
    : Tree({bytes, is_shared ? TreeStore::Users::several_threads : TreeStore::Users::one_thread, options.solver,
            is_shared, options.rave, false}),
      options_(options),
      is_shared_(is_shared),
      exploration_((options.rave ? options.rave_c : options.c) * 2 / (options.highest - options.lowest)),
      alone_exploration_(std::max(options.c, options.rave_c) * 2 / (options.highest - options.lowest)),
      own_credits_(options.evaluator_share >= 1 ? 1 : options.rollouts) {}

void MctsNodes::clear() {
    Tree::clear();
    root_proof_ = Proof::unknown;
    root_known_lost_ = false;
}

void MctsNodes::add_root(int player, Walk& walk) {
    root_ = add(player, 0, walk);
    if (root_ == nowhere) throw std::length_error("MCTS: the root does not fit the memory");
}

/// A node with the actions in walk.legal, which are put in the order of the node's; `nowhere` when the memory is full.
MctsNodes::Place MctsNodes::add(int player, std::int64_t visits, Walk& walk) {
    ActionList& legal = walk.legal;
    const std::size_t count = legal.size();
    const bool has_priors = options_.prior > 0;
    const Place place = new_node(player, count, has_priors);
    if (place == nowhere) return nowhere;
    if (has_priors) {
        // In this order already, as the priors are.
    } else if (!options_.shuffle) {
        std::sort(legal.begin(), legal.end());
    } else if (options_.rave) {  // else each one is drawn when it is needed
        for (std::size_t i = count; i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    Node& node = at(place);
    node.visits = visits;
    std::copy(legal.begin(), legal.end(), actions_of(node));
    if (options_.rave) {
        amaf_of(node) = {*std::max_element(legal.begin(), legal.end()), 0};
        std::fill_n(amaf_visits_of(node), count, amaf_no_visits);
        std::fill_n(amaf_sums_of(node), count, amaf_no_sum);
    }
    if (has_priors) {
        for (std::size_t i = 0; i < count; ++i) {
            priors_of(node)[i] = static_cast<float>(options_.prior) * walk.priors[i];
        }
    }
    return place;
}

void MctsNodes::set_child_values(Place place, const ChildValues& found) {
    if (!make_slot(place, at(place).edge_count)) return;
    Node& node = at(place);
    node.flags |= speculative;
    const Slots slots = slots_of(node);
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        slots.q[i] = found.values[i];
        slots.proof[i] = found.proofs[i];
    }
}

/// Makes an unvisited action the node's next child; false without the memory for it.
bool MctsNodes::open(Place place, std::size_t edge, Walk& walk) {
    if (!make_slot(place)) return false;
    const Node& node = at(place);
    const std::size_t next = node.slot_count;
    const Slots slots = slots_of(node);
    swap_edges(node, next, edge);
    const bool is_speculative = (node.flags & speculative) != 0;
    if (is_speculative) {
        std::swap(slots.q[next], slots.q[edge]);
        std::swap(slots.proof[next], slots.proof[edge]);
    }
    open_slot(place, nowhere, Proof::unknown);
    if (!is_speculative) slots.q[next] = INFINITY;
    walk.positions.add_one();
    return true;
}

/// Brings what selection reads up to date with the counts.
template <bool shared>
void MctsNodes::refresh(const Slots& slots, std::size_t slot) const {
    const auto visits = static_cast<double>(slots.n[slot]);
    const double waiting = shared ? slots.pending[slot] : 0;
    const double all = visits + waiting;
    double mean = INFINITY;  // nobody has come back from here: again the first to be tried
    if (options_.solver && slots.proof[slot] != Proof::unknown) {
        mean = -INFINITY;  // nothing more to find out there
    } else if (options_.virtual_loss > 0 && waiting > 0) {
        mean = (slots.w[slot] - options_.virtual_loss * waiting) / all;
    } else if (visits > 0) {
        mean = slots.w[slot] / visits;
    } else if (waiting > 0) {
        // Under way for the first time: as good as the action tried before it.
        mean = slot > 0 && std::isfinite(slots.q[slot - 1]) ? slots.q[slot - 1] : 0.0;
    }
    slots.q[slot] = mean;
    slots.u[slot] = all > 0 ? 1 / std::sqrt(all) : 0.0;
}
template void MctsNodes::refresh<false>(const Slots&, std::size_t) const;
template void MctsNodes::refresh<true>(const Slots&, std::size_t) const;

/// The child slot to go on with; -1: none is there and none can be stored.
std::int32_t MctsNodes::choose(Place place, Walk& walk) {
    if (options_.rave) return choose_by_rave(place, walk);
    const Node& node = at(place);
    const std::uint32_t count = node.slot_count;
    if (count < node.edge_count) {
        const std::uint32_t left = node.edge_count - count;
        // A child that nobody came back from goes first.
        const bool abandoned = count > 0 && slots_of(node).q[count - 1] == INFINITY;
        std::uint32_t next = count;
        if (options_.prior > 0) {
            next += static_cast<std::uint32_t>(index_of_highest(priors_of(at(place)) + count, left));
        } else if (options_.shuffle) {
            next += walk.rng.below(left);
        }
        if (!abandoned && open(place, next, walk)) {
            return static_cast<std::int32_t>(count);
        }
        if (count == 0) return -1;
    }
    const Slots slots = slots_of(node);
    const double exploration = exploration_ * std::sqrt(std::log(static_cast<double>(node.started())));
    if (options_.prior == 0) {
        const std::size_t best = highest_score(slots.q, slots.u, 1, exploration, count).place;
        return best < count ? static_cast<std::int32_t>(best) : 0;  // all are decided
    }
    double* scores = walk.scores.data();
    const float* priors = priors_of(node);
    for (std::uint32_t i = 0; i < count; ++i) scores[i] = slots.q[i] + exploration * slots.u[i];
    for (std::uint32_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * slots.u[i];
    return static_cast<std::int32_t>(index_of_highest(scores, count));
}

std::int32_t MctsNodes::choose_by_rave(Place place, Walk& walk) {
    Node& node = at(place);
    const std::size_t count = node.slot_count;
    const std::size_t all = node.edge_count;
    const float* amaf_visits = amaf_visits_of(node);
    float* means = walk.amaf.data();
    amaf_means(means, amaf_visits, amaf_sums_of(node), all);
    const auto visits = static_cast<double>(node.started());
    const double exploration = exploration_ > 0 ? exploration_ * std::sqrt(std::log(std::max(1.0, visits))) : 0.0;
    double* scores = walk.scores.data();
    if (count > 0) {
        const Slots slots = slots_of(node);
        const double shared_weight = std::sqrt(options_.rave_k / (3 * visits + options_.rave_k));
        const double square_bias = 4 * options_.rave_bias * options_.rave_bias;
        for (std::size_t i = 0; i < count; ++i) {
            const double m = static_cast<double>(amaf_visits[i]);
            double weight = shared_weight;
            if (square_bias > 0) {
                const auto n = static_cast<double>(slots.started(i));
                weight = m / (n + m + square_bias * n * m);
            }
            const double mixed = (1 - weight) * slots.q[i] + weight * static_cast<double>(means[i]);
            scores[i] = (amaf_visits[i] > amaf_seen ? mixed : slots.q[i]) + exploration * slots.u[i];
        }
    }
    if (options_.prior > 0) {
        // What is added fades as the action's own visits come in.
        const float* priors = priors_of(node);
        const Slots slots = slots_of(node);
        for (std::size_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * slots.u[i];
        for (std::size_t i = count; i < all; ++i) {
            means[i] = (amaf_visits[i] > amaf_seen ? means[i] : unseen_mean) + priors[i];
        }
    }
    // An unvisited action is worth its AMAF mean, and explored as if it had one visit; without a mean it is first.
    const std::size_t best = count > 0 ? index_of_highest(scores, count) : 0;
    const std::size_t first = count < all ? count + index_of_highest(means + count, all - count) : all;
    const double first_score = first < all ? static_cast<double>(means[first]) + exploration : -INFINITY;
    const bool opens = first < all && (count == 0 || first_score >= scores[best]);
    if (count > 0 && node.started() % challenge_every == 0) {
        const std::size_t challenger = challenger_of(node, opens ? all : best, opens ? first_score : scores[best]);
        if (challenger < count) return static_cast<std::int32_t>(challenger);
    }
    if (opens && open(place, first, walk)) return static_cast<std::int32_t>(count);
    return count == 0 ? -1 : static_cast<std::int32_t>(best);
}

/// With RAVE: of the visited actions that no game but their own has tried (m <= n * credits), which nothing but visits
/// tells more of, the best by UCB, where its bound is above that of the action RAVE prefers; else the number of
/// actions. `best` is no slot where that is an unvisited action.
std::size_t MctsNodes::challenger_of(const Node& node, std::size_t best, double score) const {
    const Slots slots = slots_of(node);
    const float* amaf_visits = amaf_visits_of(node);
    const double exploration =
        alone_exploration_ * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.started()))));
    double highest = score + exploration * (best < node.slot_count ? slots.u[best] : 1.0);
    const double own_credits = own_credits_ * (1 + 1e-9);  // the product below is rounded
    std::size_t found = node.edge_count;
    for (std::size_t i = 0; i < node.slot_count; ++i) {
        const double spread = slots.u[i];
        if (static_cast<double>(amaf_visits[i]) * spread * spread > own_credits || i == best) continue;
        if (const double bound = slots.q[i] + exploration * spread; bound > highest) {
            highest = bound;
            found = i;
        }
    }
    return found;
}

template <bool shared>
bool MctsNodes::take(Place place, Walk& walk, Taken& taken) {
    const SpinLock lock(at(place).locked, shared);
    const std::int32_t chosen = choose(place, walk);
    if (chosen < 0) return false;
    Node& node = at(place);
    const auto slot = static_cast<std::uint32_t>(chosen);
    const Slots slots = slots_of(node);
    taken.action = actions_of(node)[slot];
    taken.next = slots.node[slot];
    taken.first_visit = slots.started(slot) == 0;
    taken.cached = taken.first_visit && (node.flags & speculative) != 0;
    walk.proof = slots.proof[slot] == needless ? Proof::loss : slots.proof[slot];
    if (taken.cached) walk.value = slots.q[slot];
    if (walk.proof != Proof::unknown) walk.value = outcome_of(walk.proof);
    walk.path.push_back({place, slot});
    walk.last = taken.action;
    if constexpr (shared) {
        ++node.pending;
        ++slots.pending[slot];
        refresh<shared>(slots, slot);
    }
    return true;
}
template bool MctsNodes::take<false>(Place, Walk&, Taken&);
template bool MctsNodes::take<true>(Place, Walk&, Taken&);

template <bool shared>
MctsNodes::Place MctsNodes::expand(int player, Walk& walk) {
    const Step step = walk.path.back();
    const SpinLock lock(at(step.node).locked, shared);
    const Slots before = slots_of(at(step.node));
    if (before.node[step.slot] != nowhere) return before.node[step.slot];  // another thread was faster
    const Place added = add(player, before.started(step.slot) - (shared ? 1 : 0), walk);
    slots_of(at(step.node)).node[step.slot] = added;
    return added;
}
template MctsNodes::Place MctsNodes::expand<false>(int, Walk&);
template MctsNodes::Place MctsNodes::expand<true>(int, Walk&);

/// So that one more visit, or a value between -1 and 1, always makes a difference.
void MctsNodes::keep_amaf_small(const Node& node) const {
    float* const visits = amaf_visits_of(node);
    float* const sums = amaf_sums_of(node);
    for (std::size_t i = 0; i < node.edge_count; ++i) {
        for (; visits[i] >= amaf_most; visits[i] /= 2) sums[i] /= 2;
    }
    amaf_of(node).credits = 0;
}

template <bool shared>
void MctsNodes::credit(Walk& walk, PlayedActions& played, double value, int player) {
    for (auto step = walk.path.rbegin(); step != walk.path.rend(); ++step) {
        Node& node = at(step->node);
        const SpinLock lock(node.locked, shared);
        const Action* actions = actions_of(node);
        played.add(node.player, actions[step->slot]);
        const float own = static_cast<float>(node.player == player ? value : -value);
        const float* yes = played.of(node.player, static_cast<std::size_t>(amaf_of(node).highest_action) + 1);
        for (std::size_t i = 0; i < node.edge_count; ++i) walk.amaf[i] = yes[actions[i]];
        add_amaf(amaf_visits_of(node), amaf_sums_of(node), walk.amaf.data(), node.edge_count, own);
        if (++amaf_of(node).credits >= amaf_look_every) keep_amaf_small(node);
    }
}
template void MctsNodes::credit<false>(Walk&, PlayedActions&, double, int);
template void MctsNodes::credit<true>(Walk&, PlayedActions&, double, int);

template <bool shared>
void MctsNodes::backup(const Walk& walk, double value, int player) {
    Proof proof = walk.proof;  // of the action of the step, for the node's player
    for (std::size_t i = walk.path.size(); i-- > 0;) {
        const Step step = walk.path[i];
        Node& node = at(step.node);
        Proof decided = Proof::unknown;
        {
            const SpinLock lock(node.locked, shared);
            if (proof != Proof::unknown) {  // a decided outcome counts, not the simulation that decided it
                value = outcome_of(proof);
                player = node.player;
            }
            const Slots slots = slots_of(node);
            slots.w[step.slot] += node.player == player ? value : -value;
            ++slots.n[step.slot];
            ++node.visits;
            if constexpr (shared) {
                --node.pending;
                --slots.pending[step.slot];
            }
            // A speculative slot knows its proof before its first visit.
            if (proof != Proof::unknown && (slots.proof[step.slot] == Proof::unknown ||
                                            ((node.flags & speculative) != 0 && slots.n[step.slot] == 1))) {
                slots.proof[step.slot] = Proof::unknown;
                prove(node, slots, step.slot, proof);
            }
            refresh<shared>(slots, step.slot);
            decided = proven(node);
            // Who has a draw in hand does not take less.
            if (options_.solver && node.best_proof == Proof::draw && (value < 0) == (node.player == player)) value = 0;
        }
        if (i == 0) {
            if (decided != Proof::unknown) root_proof_.store(decided, std::memory_order_relaxed);
        } else {
            proof = seen_by(decided, at(walk.path[i - 1].node).player == node.player);
        }
    }
}
template void MctsNodes::backup<false>(const Walk&, double, int);
template void MctsNodes::backup<true>(const Walk&, double, int);

template <bool shared>
void MctsNodes::abandon(const Walk& walk) {
    if constexpr (shared) {
        for (const Step& step : walk.path) {
            Node& node = at(step.node);
            const SpinLock lock(node.locked, shared);
            const Slots slots = slots_of(node);
            --node.pending;
            --slots.pending[step.slot];
            refresh<shared>(slots, step.slot);
        }
    }
}
template void MctsNodes::abandon<false>(const Walk&);
template void MctsNodes::abandon<true>(const Walk&);

bool MctsNodes::advance(Action action, const Moved& moved) {
    const Place found = below_root(action);
    if (found == nowhere) return false;
    keep(found, moved);
    Node& root = at(root_);
    // A root that the guide has decided is searched for a move that keeps the win, or that resists longest.
    if ((root.flags & noted) == 0) root.flags &= static_cast<std::uint8_t>(~asked);
    count_proofs(root);
    root_known_lost_ = false;
    root_proof_ = proven(root);
    return true;
}

std::int64_t MctsNodes::count_positions() const {
    std::int64_t count = 1;
    std::vector<Place> open;
    if (root_ != nowhere) open.push_back(root_);
    while (!open.empty()) {
        const Node& node = at(open.back());
        open.pop_back();
        count += node.slot_count;
        for (std::size_t i = 0; i < node.slot_count; ++i) {
            if (const Place below = slots_of(node).node[i]; below != nowhere) open.push_back(below);
        }
    }
    return count;
}

}  // namespace boardai
