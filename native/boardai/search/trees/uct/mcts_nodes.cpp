#include "boardai/search/trees/uct/mcts_nodes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace boardai {

namespace {

/// The place of the largest number, the first of equals; 0 where all are NaN. `count` > 0.
template <class Number>
std::size_t index_of_highest(const Number* numbers, std::size_t count) {
    // Two passes, the first without branches and in eight lanes: the compiler vectorises it.
    constexpr std::size_t lane_count = 8;
    constexpr Number lowest = -std::numeric_limits<Number>::infinity();
    Number lanes[lane_count];
    std::fill_n(lanes, lane_count, lowest);
    std::size_t i = 0;
    for (; i + lane_count <= count; i += lane_count) {
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            lanes[lane] = numbers[i + lane] > lanes[lane] ? numbers[i + lane] : lanes[lane];
        }
    }
    for (; i < count; ++i) lanes[0] = numbers[i] > lanes[0] ? numbers[i] : lanes[0];
    const Number highest = *std::max_element(lanes, lanes + lane_count);
    const auto found = static_cast<std::size_t>(std::find(numbers, numbers + count, highest) - numbers);
    return found < count ? found : 0;
}

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

MctsNodes::Children::Children(const TreeStore& store, Place block, std::size_t capacity, bool is_shared) {
    mean = store.at<double>(block);
    spread = mean + capacity;
    value_sum = spread + capacity;
    visits = reinterpret_cast<std::int64_t*>(value_sum + capacity);
    node = reinterpret_cast<Place*>(visits + capacity);
    waiting = is_shared ? reinterpret_cast<std::uint16_t*>(node + capacity) : nullptr;
    proof = is_shared ? reinterpret_cast<Proof*>(waiting + capacity) : reinterpret_cast<Proof*>(node + capacity);
}

void MctsNodes::Children::copy_slot(std::size_t to, const Children& from, std::size_t index) {
    mean[to] = from.mean[index];
    spread[to] = from.spread[index];
    value_sum[to] = from.value_sum[index];
    visits[to] = from.visits[index];
    node[to] = from.node[index];
    proof[to] = from.proof[index];
    if (waiting) waiting[to] = from.waiting[index];
}

MctsNodes::MctsNodes(const MctsOptions& options, std::size_t bytes, bool is_shared)
    : options_(options),
      is_shared_(is_shared),
      exploration_((options.rave ? options.rave_c : options.c) * 2 / (options.highest - options.lowest)),
      alone_exploration_(std::max(options.c, options.rave_c) * 2 / (options.highest - options.lowest)),
      own_credits_(options.evaluator_share >= 1 ? 1 : options.rollouts),
      store_(bytes, is_shared ? TreeStore::Users::several_threads : TreeStore::Users::one_thread) {}

void MctsNodes::clear() {
    root_ = nowhere;
    root_proof_ = Proof::unknown;
    root_known_lost_ = false;
    full_ = false;
    store_.clear();
}

void MctsNodes::add_root(int player, Walk& walk) {
    root_ = add(player, 0, walk);
    if (root_ == nowhere) throw std::length_error("MCTS: the root does not fit the memory");
}

/// A node with the actions in walk.legal, which are put in the order of the node's; `nowhere` when the memory is full.
MctsNodes::Place MctsNodes::add(int player, std::int64_t visits, Walk& walk) {
    ActionList& legal = walk.legal;
    const std::size_t count = legal.size();
    const Place place = store_.allocate(node_words(count));
    if (place == nowhere) {
        full_.store(true, std::memory_order_relaxed);
        return nowhere;
    }
    const bool with_priors = options_.prior > 0;
    if (with_priors) {
        // In this order already, as the priors are.
    } else if (!options_.shuffle) {
        std::sort(legal.begin(), legal.end());
    } else if (options_.rave) {  // else each one is drawn when it is needed
        for (std::size_t i = count; i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    Node& node = at(place);
    node = {};
    node.visits = visits;
    node.action_count = static_cast<std::uint16_t>(count);
    node.player = static_cast<std::uint8_t>(player);
    std::copy(legal.begin(), legal.end(), actions_of(node));
    if (options_.rave) {
        amaf_of(node) = {*std::max_element(legal.begin(), legal.end()), 0};
        std::fill_n(amaf_visits_of(node), count, amaf_no_visits);
        std::fill_n(amaf_sums_of(node), count, amaf_no_sum);
    }
    if (with_priors) {
        for (std::size_t i = 0; i < count; ++i) {
            priors_of(node)[i] = static_cast<float>(options_.prior) * walk.priors[i];
        }
    }
    return place;
}

std::size_t MctsNodes::node_words(std::size_t action_count) const {
    std::size_t bytes = sizeof(Node) + action_count * sizeof(Action);
    if (options_.rave) bytes += sizeof(Amaf) + action_count * 2 * sizeof(float);
    if (options_.prior > 0) bytes += action_count * sizeof(float);
    return TreeStore::words_for(bytes);
}

void MctsNodes::set_child_values(Place place, const ChildValues& found) {
    if (!grow(place, at(place).action_count)) return;
    Node& node = at(place);
    node.marks |= speculative;
    const Children children = children_of(node);
    for (std::size_t i = 0; i < node.action_count; ++i) {
        children.mean[i] = found.values[i];
        children.proof[i] = found.proofs[i];
    }
}

/// Moves the slots of a node to a block for `capacity` of them. Capacities are powers of two but for the last, which
/// no node outgrows.
bool MctsNodes::grow(Place place, std::uint32_t capacity) {
    Place block = nowhere;
    if (std::has_single_bit(capacity)) block = store_.take_outgrown(std::countr_zero(capacity));
    if (block == nowhere) block = store_.allocate(slot_words(capacity));
    if (block == nowhere) {
        full_.store(true, std::memory_order_relaxed);
        return false;
    }
    Node& node = at(place);
    Children moved(store_, block, capacity, is_shared_);
    if (node.child_capacity > 0) {
        const Children old = children_of(node);
        for (std::size_t i = 0; i < node.child_count; ++i) moved.copy_slot(i, old, i);
        store_.give_outgrown(std::countr_zero(node.child_capacity), node.children);
    }
    node.children = block;
    node.child_capacity = static_cast<std::uint16_t>(capacity);
    return true;
}

/// Makes an unvisited action the node's next child; false without the memory for it.
bool MctsNodes::open_slot(Place place, std::uint32_t action_index, Walk& walk) {
    const std::uint32_t slot = at(place).child_count;
    if (slot == at(place).child_capacity) {
        const std::uint32_t doubled = std::max<std::uint32_t>(4, 2 * slot);
        if (!grow(place, std::min<std::uint32_t>(at(place).action_count, doubled))) return false;
    }
    Node& node = at(place);
    const auto exchange = [&](auto* numbers) { std::swap(numbers[slot], numbers[action_index]); };
    exchange(actions_of(node));
    if (options_.rave) {
        exchange(amaf_visits_of(node));
        exchange(amaf_sums_of(node));
    }
    if (options_.prior > 0) exchange(priors_of(node));
    const Children children = children_of(node);
    if ((node.marks & speculative) != 0) {
        exchange(children.mean);
        exchange(children.proof);
    } else {
        children.mean[slot] = INFINITY;
        children.proof[slot] = Proof::unknown;
    }
    children.spread[slot] = 0;
    children.value_sum[slot] = 0;
    children.visits[slot] = 0;
    if (children.waiting) children.waiting[slot] = 0;
    children.node[slot] = nowhere;
    ++node.child_count;
    walk.positions.add_one();
    return true;
}

/// Brings what selection reads up to date with the counts.
template <bool shared>
void MctsNodes::refresh(const Children& children, std::size_t slot) const {
    const auto visits = static_cast<double>(children.visits[slot]);
    const double waiting = shared ? children.waiting[slot] : 0;
    const double all = visits + waiting;
    double mean = INFINITY;  // nobody has come back from here: again the first to be tried
    if (options_.solver && children.proof[slot] != Proof::unknown) {
        mean = -INFINITY;  // nothing more to find out there
    } else if (options_.virtual_loss > 0 && waiting > 0) {
        mean = (children.value_sum[slot] - options_.virtual_loss * waiting) / all;
    } else if (visits > 0) {
        mean = children.value_sum[slot] / visits;
    } else if (waiting > 0) {
        // Under way for the first time: as good as the action tried before it.
        mean = slot > 0 && std::isfinite(children.mean[slot - 1]) ? children.mean[slot - 1] : 0.0;
    }
    children.mean[slot] = mean;
    children.spread[slot] = all > 0 ? 1 / std::sqrt(all) : 0.0;
}
template void MctsNodes::refresh<false>(const Children&, std::size_t) const;
template void MctsNodes::refresh<true>(const Children&, std::size_t) const;

/// The child slot to go on with; -1: none is there and none can be stored.
std::int32_t MctsNodes::choose(Place place, Walk& walk) {
    if (options_.rave) return choose_by_rave(place, walk);
    const Node& node = at(place);
    const std::uint32_t count = node.child_count;
    if (count < node.action_count) {
        const std::uint32_t left = node.action_count - count;
        // A child that nobody came back from goes first.
        const bool abandoned = count > 0 && children_of(node).mean[count - 1] == INFINITY;
        std::uint32_t next = count;
        if (options_.prior > 0) {
            next += static_cast<std::uint32_t>(index_of_highest(priors_of(at(place)) + count, left));
        } else if (options_.shuffle) {
            next += walk.rng.below(left);
        }
        if (!abandoned && open_slot(place, next, walk)) {
            return static_cast<std::int32_t>(count);
        }
        if (count == 0) return -1;
    }
    const Children children = children_of(node);
    const double exploration = exploration_ * std::sqrt(std::log(static_cast<double>(node.visits)));
    double* scores = walk.scores.data();
    for (std::uint32_t i = 0; i < count; ++i) scores[i] = children.mean[i] + exploration * children.spread[i];
    if (options_.prior > 0) {
        const float* priors = priors_of(at(place));
        for (std::uint32_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * children.spread[i];
    }
    return static_cast<std::int32_t>(index_of_highest(scores, count));
}

std::int32_t MctsNodes::choose_by_rave(Place place, Walk& walk) {
    Node& node = at(place);
    const std::size_t count = node.child_count;
    const std::size_t all = node.action_count;
    const float* amaf_visits = amaf_visits_of(node);
    float* means = walk.amaf.data();
    amaf_means(means, amaf_visits, amaf_sums_of(node), all);
    const auto visits = static_cast<double>(node.visits);
    const double exploration = exploration_ > 0 ? exploration_ * std::sqrt(std::log(std::max(1.0, visits))) : 0.0;
    double* scores = walk.scores.data();
    if (count > 0) {
        const Children children = children_of(node);
        const double shared_weight = std::sqrt(options_.rave_k / (3 * visits + options_.rave_k));
        const double square_bias = 4 * options_.rave_bias * options_.rave_bias;
        for (std::size_t i = 0; i < count; ++i) {
            const double m = static_cast<double>(amaf_visits[i]);
            double weight = shared_weight;
            if (square_bias > 0) {
                const auto n = static_cast<double>(children.started(i));
                weight = m / (n + m + square_bias * n * m);
            }
            const double mixed = (1 - weight) * children.mean[i] + weight * static_cast<double>(means[i]);
            scores[i] = (amaf_visits[i] > amaf_seen ? mixed : children.mean[i]) + exploration * children.spread[i];
        }
    }
    if (options_.prior > 0) {
        // What is added fades as the action's own visits come in.
        const float* priors = priors_of(node);
        const Children children = children_of(node);
        for (std::size_t i = 0; i < count; ++i) scores[i] += static_cast<double>(priors[i]) * children.spread[i];
        for (std::size_t i = count; i < all; ++i) {
            means[i] = (amaf_visits[i] > amaf_seen ? means[i] : unseen_mean) + priors[i];
        }
    }
    // An unvisited action is worth its AMAF mean, and explored as if it had one visit; without a mean it is first.
    const std::size_t best = count > 0 ? index_of_highest(scores, count) : 0;
    const std::size_t first = count < all ? count + index_of_highest(means + count, all - count) : all;
    const double first_score = first < all ? static_cast<double>(means[first]) + exploration : -INFINITY;
    const bool opens = first < all && (count == 0 || first_score >= scores[best]);
    if (count > 0 && node.visits % challenge_every == 0) {
        const std::size_t challenger = challenger_of(node, opens ? all : best, opens ? first_score : scores[best]);
        if (challenger < count) return static_cast<std::int32_t>(challenger);
    }
    if (opens && open_slot(place, static_cast<std::uint32_t>(first), walk)) return static_cast<std::int32_t>(count);
    return count == 0 ? -1 : static_cast<std::int32_t>(best);
}

/// With RAVE: of the visited actions that no game but their own has tried (m <= n * credits), which nothing but visits
/// tells more of, the best by UCB, where its bound is above that of the action RAVE prefers; else the number of
/// actions. `best` is no slot where that is an unvisited action.
std::size_t MctsNodes::challenger_of(Node& node, std::size_t best, double score) const {
    const Children children = children_of(node);
    const float* amaf_visits = amaf_visits_of(node);
    const double exploration =
        alone_exploration_ * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.visits))));
    double highest = score + exploration * (best < node.child_count ? children.spread[best] : 1.0);
    const double own_credits = own_credits_ * (1 + 1e-9);  // the product below is rounded
    std::size_t found = node.action_count;
    for (std::size_t i = 0; i < node.child_count; ++i) {
        const double spread = children.spread[i];
        if (static_cast<double>(amaf_visits[i]) * spread * spread > own_credits || i == best) continue;
        if (const double bound = children.mean[i] + exploration * spread; bound > highest) {
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
    const Children children = children_of(node);
    taken.action = actions_of(node)[slot];
    taken.next = children.node[slot];
    taken.first_visit = children.started(slot) == 0;
    taken.cached = taken.first_visit && (node.marks & speculative) != 0;
    walk.proof = children.proof[slot] == needless ? Proof::loss : children.proof[slot];
    if (taken.cached) walk.value = children.mean[slot];
    if (walk.proof != Proof::unknown) walk.value = outcome_of(walk.proof);
    walk.path.push_back({place, slot});
    walk.last = taken.action;
    if constexpr (shared) {
        ++node.visits;
        ++children.waiting[slot];
        refresh<shared>(children, slot);
    }
    return true;
}
template bool MctsNodes::take<false>(Place, Walk&, Taken&);
template bool MctsNodes::take<true>(Place, Walk&, Taken&);

template <bool shared>
MctsNodes::Place MctsNodes::expand(int player, Walk& walk) {
    const Step step = walk.path.back();
    const SpinLock lock(at(step.node).locked, shared);
    const Children before = children_of(at(step.node));
    if (before.node[step.child] != nowhere) return before.node[step.child];  // another thread was faster
    const Place added = add(player, before.started(step.child) - (shared ? 1 : 0), walk);
    children_of(at(step.node)).node[step.child] = added;
    return added;
}
template MctsNodes::Place MctsNodes::expand<false>(int, Walk&);
template MctsNodes::Place MctsNodes::expand<true>(int, Walk&);

/// So that one more visit, or a value between -1 and 1, always makes a difference.
void MctsNodes::keep_amaf_small(Node& node) {
    float* const visits = amaf_visits_of(node);
    float* const sums = amaf_sums_of(node);
    for (std::size_t i = 0; i < node.action_count; ++i) {
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
        played.add(node.player, actions[step->child]);
        const float own = static_cast<float>(node.player == player ? value : -value);
        const float* yes = played.of(node.player, static_cast<std::size_t>(amaf_of(node).highest_action) + 1);
        for (std::size_t i = 0; i < node.action_count; ++i) walk.amaf[i] = yes[actions[i]];
        add_amaf(amaf_visits_of(node), amaf_sums_of(node), walk.amaf.data(), node.action_count, own);
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
            const Children children = children_of(node);
            children.value_sum[step.child] += node.player == player ? value : -value;
            ++children.visits[step.child];
            if constexpr (shared) {
                --children.waiting[step.child];
            } else {
                ++node.visits;
            }
            // A speculative slot knows its proof before its first visit.
            if (proof != Proof::unknown && (children.proof[step.child] == Proof::unknown ||
                                            ((node.marks & speculative) != 0 && children.visits[step.child] == 1))) {
                children.proof[step.child] = proof;
                ++node.proven_count;
                node.best_proof = std::max(node.best_proof, proof);
            }
            refresh<shared>(children, step.child);
            if (is_decided(node)) decided = node.best_proof;
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
            const Children children = children_of(node);
            --node.visits;
            --children.waiting[step.child];
            refresh<shared>(children, step.child);
        }
    }
}
template void MctsNodes::abandon<false>(const Walk&);
template void MctsNodes::abandon<true>(const Walk&);

/// Whether the best proof among the actions is the node's.
bool MctsNodes::is_decided(const Node& node) const {
    return options_.solver && (node.best_proof == Proof::win || node.proven_count == node.action_count);
}

bool MctsNodes::advance(Action action, const std::function<void(Place, Place)>& moved) {
    Place found = nowhere;
    for (const Expanded& child : expanded_children(root_)) {
        if (child.action == action) found = child.node;
    }
    if (found == nowhere) return false;
    std::vector<Place> open;
    store_.begin_packing();
    for_each_node(found, open, [&](Place place, const Node& node, const Children&) {
        store_.mark(place, node_words(node.action_count));
        if (node.children != nowhere) store_.mark(node.children, slot_words(node.child_capacity));
    });
    store_.plan();  // nothing throws from here on
    for_each_node(found, open, [&](Place place, Node& node, const Children& children) {
        if ((node.marks & noted) != 0) moved(place, store_.planned(place));
        for (std::size_t i = 0; i < node.child_count; ++i) children.node[i] = store_.planned(children.node[i]);
        node.children = store_.planned(node.children);
    });
    root_ = store_.planned(found);
    store_.pack();
    full_ = false;
    if (Node& node = at(root_); (node.marks & told) != 0) {
        // The search is to find a move that keeps the win, or that resists longest.
        node.marks &= static_cast<std::uint8_t>(~(told | asked));
        count_proofs(node);
    }
    root_known_lost_ = false;
    root_proof_ = is_decided(at(root_)) ? at(root_).best_proof : Proof::unknown;
    return true;
}

std::vector<MctsNodes::Expanded> MctsNodes::expanded_children(Place place) const {
    std::vector<Expanded> found;
    if (place == nowhere) return found;
    Node& node = at(place);
    const Children children = children_of(node);
    for (std::size_t i = 0; i < node.child_count; ++i) {
        if (children.node[i] != nowhere) found.push_back({actions_of(node)[i], children.node[i]});
    }
    return found;
}

std::int64_t MctsNodes::count_positions() const {
    std::int64_t count = 1;
    std::vector<Place> open;
    for_each_node(root_, open, [&](Place, const Node& node, const Children&) { count += node.child_count; });
    return count;
}

}  // namespace boardai
