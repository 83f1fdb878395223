#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/core/legality.hpp"
#include "boardai/search/mcts_tree.hpp"

namespace boardai {

inline std::size_t index_of_highest(const double* numbers, std::size_t count) {
    // Two passes, the first without branches and in four lanes: the compiler vectorises it.
    double lanes[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            lanes[lane] = numbers[i + lane] > lanes[lane] ? numbers[i + lane] : lanes[lane];
        }
    }
    for (; i < count; ++i) lanes[0] = numbers[i] > lanes[0] ? numbers[i] : lanes[0];
    const double highest = std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
    const auto found = static_cast<std::size_t>(std::find(numbers, numbers + count, highest) - numbers);
    return found < count ? found : 0;
}

/// A node's lock; nothing where one thread walks the tree.
template <GameState S>
template <bool shared>
class MctsTree<S>::Lock {
  public:
    explicit Lock(Node& node) : node_(node) {
        if constexpr (shared) {
            std::atomic_ref<std::uint8_t> flag(node_.locked);
            for (int tries = 0; flag.exchange(1, std::memory_order_acquire) != 0; ++tries) {
                if (tries > 64) std::this_thread::yield();
            }
        }
    }
    ~Lock() {
        if constexpr (shared) std::atomic_ref<std::uint8_t>(node_.locked).store(0, std::memory_order_release);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    Node& node_;
};

template <GameState S>
MctsTree<S>::Children::Children(TreeArena& arena, Ref block, std::size_t capacity) {
    mean = arena.at<double>(block);
    spread = mean + capacity;
    value_sum = spread + capacity;
    visits = reinterpret_cast<std::int32_t*>(value_sum + capacity);
    waiting = visits + capacity;
    node = reinterpret_cast<Ref*>(waiting + capacity);
    proof = reinterpret_cast<Proof*>(node + capacity);
}

template <GameState S>
void MctsTree<S>::Children::copy_slot(std::size_t to, const Children& from, std::size_t index) {
    mean[to] = from.mean[index];
    spread[to] = from.spread[index];
    value_sum[to] = from.value_sum[index];
    visits[to] = from.visits[index];
    waiting[to] = from.waiting[index];
    node[to] = from.node[index];
    proof[to] = from.proof[index];
}

template <GameState S>
MctsTree<S>::MctsTree(const MctsOptions& options, std::size_t bytes)
    : options_(options),
      exploration_((options.rave ? options.rave_c : options.c) * 2 / (options.highest - options.lowest)),
      arena_(bytes) {}

template <GameState S>
void MctsTree<S>::set_root(const S& state) {
    S root = state;  // made before anything is forgotten: a copy may throw
    root_ = std::move(root);
    root_node_ = TreeArena::none;
    root_proof_ = Proof::unknown;
    full_ = false;
    arena_.clear();
}

template <GameState S>
template <class Speculate>
void MctsTree<S>::expand_root(Walk& walk, const Speculate& speculate) {
    if (root_node_ != TreeArena::none) return;
    fill_with_actions(*root_, walk.legal);
    root_node_ = expand(*root_, 0, walk, speculate);
    if (root_node_ == TreeArena::none) throw std::logic_error("MCTS: the root does not fit the memory");
}

/// A node for `state` with the actions in walk.legal; `none` when the memory is full.
template <GameState S>
template <class Speculate>
typename MctsTree<S>::Ref MctsTree<S>::expand(const S& state, std::int32_t visits, Walk& walk,
                                              const Speculate& speculate) {
    ActionList& legal = walk.legal;
    const std::size_t count = legal.size();
    const std::size_t amaf = options_.rave ? 2 * sizeof(float) : 0;
    const Ref ref = arena_.allocate(sizeof(Node) + count * (sizeof(Action) + amaf));
    if (ref == TreeArena::none) {
        full_.store(true, std::memory_order_relaxed);
        return ref;
    }
    if (!options_.shuffle) {
        std::sort(legal.begin(), legal.end());
    } else if (options_.rave) {  // else each one is drawn when it is needed
        for (std::size_t i = count; i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    Node& node = at(ref);
    node = {};
    node.visits = visits;
    node.action_count = static_cast<std::uint16_t>(count);
    node.player = static_cast<std::uint8_t>(state.current_player());
    std::copy(legal.begin(), legal.end(), actions_of(node));
    if (options_.rave) std::fill_n(amaf_visits_of(node), 2 * count, 0.0f);
    ChildValues found;
    if (speculate(state, legal, found)) fill_speculative(node, found);
    return ref;
}

/// Stores the values of all children; without the memory for it they are lost, and found again by simulation.
template <GameState S>
bool MctsTree<S>::fill_speculative(Node& node, const ChildValues& found) {
    if (!grow(node, node.action_count)) return false;
    node.speculative = 1;
    const Children children = children_of(node);
    for (std::size_t i = 0; i < node.action_count; ++i) {
        children.mean[i] = found.values[i];
        children.proof[i] = found.proofs[i];
    }
    return true;
}

/// Moves the slots of a node to a block for `capacity` of them.
template <GameState S>
bool MctsTree<S>::grow(Node& node, std::uint32_t capacity) {
    const Ref block = arena_.allocate(Children::bytes(capacity));
    if (block == TreeArena::none) {
        full_.store(true, std::memory_order_relaxed);
        return false;
    }
    Children moved(arena_, block, capacity);
    if (node.child_capacity > 0) {
        const Children old = children_of(node);
        for (std::size_t i = 0; i < node.child_count; ++i) moved.copy_slot(i, old, i);
        arena_.release(node.children);
    }
    node.children = block;
    node.child_capacity = static_cast<std::uint16_t>(capacity);
    return true;
}

/// Makes an unvisited action the node's next child; false without the memory for it.
template <GameState S>
bool MctsTree<S>::open_slot(Node& node, std::uint32_t action_index) {
    const std::uint32_t slot = node.child_count;
    if (slot == node.child_capacity) {
        const std::uint32_t doubled = std::max<std::uint32_t>(4, 2 * slot);
        if (!grow(node, std::min<std::uint32_t>(node.action_count, doubled))) return false;
    }
    const auto exchange = [&](auto* numbers) { std::swap(numbers[slot], numbers[action_index]); };
    exchange(actions_of(node));
    if (options_.rave) {
        exchange(amaf_visits_of(node));
        exchange(amaf_sums_of(node));
    }
    const Children children = children_of(node);
    if (node.speculative) {
        exchange(children.mean);
        exchange(children.proof);
    } else {
        children.mean[slot] = INFINITY;
        children.proof[slot] = Proof::unknown;
    }
    children.spread[slot] = 0;
    children.value_sum[slot] = 0;
    children.visits[slot] = children.waiting[slot] = 0;
    children.node[slot] = TreeArena::none;
    ++node.child_count;
    return true;
}

/// Brings what selection reads up to date with the counts.
template <GameState S>
void MctsTree<S>::refresh(const Children& children, std::size_t slot) const {
    const std::int32_t visits = children.visits[slot];
    const std::int32_t waiting = children.waiting[slot];
    const double all = visits + waiting;
    double mean = INFINITY;  // nobody has come back from here: again the first to be tried
    if (options_.solver && children.proof[slot] != Proof::unknown) {
        mean = children.proof[slot] == Proof::loss ? -INFINITY : outcome_of(children.proof[slot]);
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

/// The child slot to go on with; -1: none is there and none can be stored.
template <GameState S>
std::int32_t MctsTree<S>::choose(Node& node, Walk& walk) {
    if (options_.rave) return choose_by_rave(node, walk);
    const std::uint32_t count = node.child_count;
    if (count < node.action_count) {
        const std::uint32_t left = node.action_count - count;
        // A child that nobody came back from goes first.
        const bool abandoned = count > 0 && children_of(node).mean[count - 1] == INFINITY;
        if (!abandoned && open_slot(node, options_.shuffle ? count + walk.rng.below(left) : count)) {
            walk.positions.add_one();
            return static_cast<std::int32_t>(count);
        }
        if (count == 0) return -1;
    }
    const Children children = children_of(node);
    const double exploration = exploration_ * std::sqrt(std::log(static_cast<double>(node.visits)));
    double* scores = walk.scores.data();
    for (std::uint32_t i = 0; i < count; ++i) scores[i] = children.mean[i] + exploration * children.spread[i];
    return static_cast<std::int32_t>(index_of_highest(scores, count));
}

template <GameState S>
std::int32_t MctsTree<S>::choose_by_rave(Node& node, Walk& walk) {
    const std::size_t count = node.child_count;
    const std::size_t all = node.action_count;
    const float* amaf_visits = amaf_visits_of(node);
    const float* amaf_sums = amaf_sums_of(node);
    const double exploration =
        exploration_ > 0 ? exploration_ * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.visits)))) : 0.0;
    double* scores = walk.scores.data();
    if (count > 0) {
        const Children children = children_of(node);
        const double shared_weight = std::sqrt(options_.rave_k / (3.0 * node.visits + options_.rave_k));
        const double square_bias = 4 * options_.rave_bias * options_.rave_bias;
        for (std::size_t i = 0; i < count; ++i) {
            const double m = static_cast<double>(amaf_visits[i]);
            double weight = shared_weight;
            if (square_bias > 0) {
                const double n = children.visits[i] + children.waiting[i];
                weight = m / (n + m + square_bias * n * m);
            }
            weight = m > 0 ? weight : 0.0;
            const double amaf = static_cast<double>(amaf_sums[i]) / std::max(m, 1.0);
            scores[i] = (1 - weight) * children.mean[i] + weight * amaf + exploration * children.spread[i];
        }
    }
    // An unvisited action is worth its AMAF mean, and explored as if it had one visit; without a mean it goes first.
    for (std::size_t i = count; i < all; ++i) {
        const double m = static_cast<double>(amaf_visits[i]);
        scores[i] = m > 0 ? static_cast<double>(amaf_sums[i]) / m + exploration : INFINITY;
    }
    const std::size_t best = index_of_highest(scores, all);
    if (best < count) return static_cast<std::int32_t>(best);
    if (open_slot(node, static_cast<std::uint32_t>(best))) {
        walk.positions.add_one();
        return static_cast<std::int32_t>(count);
    }
    return count == 0 ? -1 : static_cast<std::int32_t>(index_of_highest(scores, count));
}

template <GameState S>
template <bool shared, class Speculate>
typename MctsTree<S>::Reached MctsTree<S>::descend(Walk& walk, const Speculate& speculate) {
    walk.path.clear();
    walk.state = *root_;
    walk.proof = Proof::unknown;
    for (Ref ref = root_node_;;) {
        Node& node = at(ref);
        Ref next = TreeArena::none;
        Action action = -1;
        std::uint32_t slot = 0;
        bool first_visit = false;
        bool speculative = false;
        {
            // 1. Select.
            const Lock<shared> lock(node);
            const std::int32_t chosen = choose(node, walk);
            if (chosen < 0) return Reached::leaf;
            slot = static_cast<std::uint32_t>(chosen);
            const Children children = children_of(node);
            action = actions_of(node)[slot];
            next = children.node[slot];
            first_visit = children.visits[slot] + children.waiting[slot] == 0;
            walk.proof = children.proof[slot];
            speculative = first_visit && node.speculative;
            if (speculative) walk.value = children.mean[slot];
            walk.path.push_back({ref, slot});
            if constexpr (shared) {
                ++node.visits;
                ++children.waiting[slot];
                refresh(children, slot);
            }
        }
        if (walk.proof != Proof::unknown) {
            walk.value = outcome_of(walk.proof);
            return Reached::exact;
        }
        if (speculative) return Reached::cached;
        walk.state->apply(action);
        if (next == TreeArena::none) {
            if (walk.state->is_terminal()) {
                walk.value = walk.state->outcome(node.player);
                walk.proof = proof_of(static_cast<int>(walk.value));
                return Reached::exact;
            }
            if (first_visit) return Reached::leaf;
            // 2. Expand: a second visit.
            fill_with_actions(*walk.state, walk.legal);
            const Lock<shared> lock(node);
            const Children children = children_of(node);
            if (children.node[slot] == TreeArena::none) {
                const std::int32_t visits = children.visits[slot] + children.waiting[slot] - (shared ? 1 : 0);
                const Ref expanded = expand(*walk.state, visits, walk, speculate);
                children.node[slot] = expanded;
            }
            next = children.node[slot];
            if (next == TreeArena::none) return Reached::leaf;
        }
        ref = next;
    }
}

template <GameState S>
template <bool shared>
void MctsTree<S>::credit(const Walk& walk, PlayedActions& played, double value, int player) {
    for (auto step = walk.path.rbegin(); step != walk.path.rend(); ++step) {
        Node& node = at(step->node);
        const Lock<shared> lock(node);
        const Action* actions = actions_of(node);
        played.add(node.player, actions[step->child]);
        const float own = static_cast<float>(node.player == player ? value : -value);
        float* visits = amaf_visits_of(node);
        float* sums = amaf_sums_of(node);
        for (std::size_t i = 0; i < node.action_count; ++i) {
            const float taken = played.contains(node.player, actions[i]) ? 1.0f : 0.0f;
            visits[i] += taken;
            sums[i] += taken * own;
        }
    }
}

template <GameState S>
template <bool shared>
void MctsTree<S>::backup(const Walk& walk, double value, int player) {
    Proof proof = walk.proof;  // of the action of the step, for the node's player
    for (std::size_t i = walk.path.size(); i-- > 0;) {
        const Step step = walk.path[i];
        Node& node = at(step.node);
        Proof decided = Proof::unknown;
        {
            const Lock<shared> lock(node);
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
            if (proof != Proof::unknown &&
                (children.proof[step.child] == Proof::unknown || children.visits[step.child] == 1)) {
                children.proof[step.child] = proof;
                ++node.proven_count;
                node.best_proof = std::max(node.best_proof, proof);
            }
            refresh(children, step.child);
            if (options_.solver && (node.best_proof == Proof::win || node.proven_count == node.action_count)) {
                decided = node.best_proof;
            }
        }
        if (i == 0) {
            if (decided != Proof::unknown) root_proof_.store(decided, std::memory_order_relaxed);
        } else {
            proof = seen_by(decided, at(walk.path[i - 1].node).player == node.player);
        }
    }
}

template <GameState S>
template <bool shared>
void MctsTree<S>::abandon(const Walk& walk) {
    if constexpr (shared) {
        for (const Step& step : walk.path) {
            Node& node = at(step.node);
            const Lock<shared> lock(node);
            const Children children = children_of(node);
            --node.visits;
            --children.waiting[step.child];
            refresh(children, step.child);
        }
    }
}

/// Visits every expanded position below and including `root`, parents first.
template <GameState S>
template <class Visit>
void MctsTree<S>::for_each_node(Ref root, const Visit& visit) const {
    std::vector<Ref> open;
    if (root != TreeArena::none) open.push_back(root);
    while (!open.empty()) {
        Node& node = at(open.back());
        const Ref ref = open.back();
        open.pop_back();
        const Children children(const_cast<TreeArena&>(arena_), node.children, node.child_capacity);
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (children.node[i] != TreeArena::none) open.push_back(children.node[i]);
        }
        visit(ref, node, children);
    }
}

template <GameState S>
void MctsTree<S>::pack_below(Ref root) {
    for_each_node(root, [&](Ref ref, Node& node, const Children&) {
        arena_.mark(ref);
        if (node.children != TreeArena::none) arena_.mark(node.children);
    });
    arena_.plan();
    for_each_node(root, [&](Ref, Node& node, const Children& children) {
        for (std::size_t i = 0; i < node.child_count; ++i) children.node[i] = arena_.planned(children.node[i]);
        node.children = arena_.planned(node.children);
    });
    root_node_ = arena_.planned(root);
    arena_.pack();
    full_ = false;
}

template <GameState S>
void MctsTree<S>::advance(Action action) {
    if (!is_legal_action(*root_, action)) {
        throw std::invalid_argument("MCTS: " + std::to_string(action) + " is not a legal action in position " +
                                    std::string(root_->to_string()));
    }
    S next = *root_;
    next.apply(action);
    Ref found = TreeArena::none;
    if (root_node_ != TreeArena::none) {
        Node& node = at(root_node_);
        const Children children = children_of(node);
        const Action* actions = actions_of(node);
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (actions[i] == action) found = children.node[i];
        }
    }
    if (found == TreeArena::none) {
        set_root(next);
        return;
    }
    root_ = std::move(next);
    const Node& node = at(found);
    const bool decided = node.best_proof == Proof::win || node.proven_count == node.action_count;
    root_proof_ = options_.solver && decided ? node.best_proof : Proof::unknown;
    pack_below(found);
}

template <GameState S>
bool MctsTree<S>::advance_to(const S& state) {
    if (!root_ || root_node_ == TreeArena::none) return false;
    if (*root_ == state) return true;
    std::vector<Action> way;
    const auto look = [&](const auto& self, Ref ref, const S& from, int plies) -> bool {
        Node& node = at(ref);
        const Children children = children_of(node);
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (children.node[i] == TreeArena::none) continue;
            S next = from;
            way.push_back(actions_of(node)[i]);
            next.apply(way.back());
            if (next == state || (plies > 1 && self(self, children.node[i], next, plies - 1))) return true;
            way.pop_back();
        }
        return false;
    };
    if (!look(look, root_node_, *root_, 2)) return false;
    for (Action action : way) advance(action);
    return true;
}

template <GameState S>
std::int64_t MctsTree<S>::count_positions() const {
    std::int64_t count = 1;
    for_each_node(root_node_, [&](Ref, const Node& node, const Children&) { count += node.child_count; });
    return count;
}

template <GameState S>
double MctsTree<S>::ucb(const Node& node, const Children& children, std::size_t slot) const {
    if (children.visits[slot] == 0) return INFINITY;
    const double half = (options_.highest - options_.lowest) / 2;
    const double mean = children.value_sum[slot] / children.visits[slot];
    return options_.lowest + half * (mean + 1) +
           options_.c * std::sqrt(std::log(std::max(1.0, static_cast<double>(node.visits)))) * children.spread[slot];
}

template <GameState S>
std::vector<MctsAction> MctsTree<S>::root_actions() {
    std::vector<MctsAction> rows;
    if (root_node_ == TreeArena::none) return rows;
    Node& node = at(root_node_);
    const Lock<true> lock(node);
    rows.resize(node.action_count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].action = actions_of(node)[i];
        rows[i].ucb = INFINITY;
    }
    if (node.child_count == 0) return rows;
    const Children children = children_of(node);
    for (std::size_t i = 0; i < node.child_count; ++i) {
        if (children.visits[i] == 0) continue;
        rows[i].visits = children.visits[i];
        rows[i].value_sum = children.value_sum[i];
        rows[i].proof = children.proof[i];
        rows[i].ucb = ucb(node, children, i);
    }
    return rows;
}

/// The child that a line goes on with: a win, else the most visited; child_count if there is none. Hold the lock.
template <GameState S>
std::size_t MctsTree<S>::preferred(Node& node) {
    if (node.child_count == 0) return 0;
    const Children children = children_of(node);
    std::size_t best = node.child_count;
    for (std::size_t i = 0; i < node.child_count; ++i) {
        if (children.proof[i] == Proof::win && children.visits[i] > 0) return i;
        if (children.visits[i] > (best < node.child_count ? children.visits[best] : 0)) best = i;
    }
    return best;
}

template <GameState S>
std::vector<Action> MctsTree<S>::line(Action first) {
    std::vector<Action> actions{first};
    Ref ref = root_node_;
    for (std::size_t ply = 0; ref != TreeArena::none; ++ply) {
        Node& node = at(ref);
        const Lock<true> lock(node);
        std::size_t slot = 0;
        if (ply == 0) {
            while (slot < node.child_count && actions_of(node)[slot] != first) ++slot;
        } else {
            slot = preferred(node);
        }
        if (slot >= node.child_count) break;
        if (ply > 0) actions.push_back(actions_of(node)[slot]);
        ref = children_of(node).node[slot];
    }
    return actions;
}

template <GameState S>
TreeRecord MctsTree<S>::record(std::size_t rows) {
    TreeRecord record(rows);
    if (root_node_ == TreeArena::none) return record;
    struct Open {
        std::int32_t visits;
        std::int64_t number;  ///< of equals, the one found first
        std::int32_t parent;
        Action action;
        double value;
        Proof proof;
        Ref node;
        bool operator<(const Open& other) const {
            return visits != other.visits ? visits < other.visits : number > other.number;
        }
    };
    const int player = root_->current_player();
    std::priority_queue<Open> queue;
    std::int64_t number = 0;
    double sum = 0;
    std::int32_t visits = 0;
    for (const MctsAction& row : root_actions()) {
        sum += row.value_sum;
        visits += static_cast<std::int32_t>(row.visits);
    }
    queue.push({visits, number++, -1, -1, visits > 0 ? sum / visits : 0.0, proof(), root_node_});
    while (!queue.empty()) {
        const Open open = queue.top();
        queue.pop();
        const std::int32_t row = record.add(open.parent, open.action);
        if (row < 0) break;
        const bool proven = open.proof != Proof::unknown;
        record.set(row, proven ? outcome_of(open.proof) : open.value, open.visits,
                   proven ? RowKind::proven : RowKind::exact);
        if (open.node == TreeArena::none) continue;
        Node& node = at(open.node);
        const Lock<true> lock(node);
        if (node.child_count == 0) continue;
        const Children children = children_of(node);
        const bool same = node.player == player;
        for (std::size_t i = 0; i < node.child_count; ++i) {
            if (children.visits[i] == 0) continue;
            const double mean = children.value_sum[i] / children.visits[i];
            queue.push({children.visits[i], number++, row, actions_of(node)[i], same ? mean : -mean,
                        seen_by(children.proof[i], same), children.node[i]});
        }
    }
    return record;
}

}  // namespace boardai
