#pragma once
// UCT: Monte-Carlo tree search by upper confidence bounds. The tree.
//
// Idea: repeat from the root: 1. select: go down by the action with the highest upper confidence bound; 2. expand: a
// position visited for the second time gets its actions, and the first is taken; 3. simulate: value the position
// reached, by random games for example; 4. back up: count the visit and add the value on the way to the root.
//
//   UCB_i = V_i + c * sqrt(ln N / n_i)          an unvisited action: infinite
//
// V_i is the mean utility of action i for the player who moves at the node, n_i its visits, N the node's. Utilities
// are `lowest` for a loss to `highest` for a win. Values change sign only where the player changes, so a player may
// move twice in a row. The tree keeps outcomes (-1 to 1) and counts c in their unit, which is the same choice.
//
// With RAVE an action's value is mixed with AMAF_i, the mean of all simulations in which its player took it anywhere
// below the node, and there is a value before the first visit:
//
//   (1 - b_i) V_i + b_i AMAF_i + rave_c * sqrt(ln N / n_i)
//   b = sqrt(k / (3 N + k)),   or with a bias B   b_i = m_i / (n_i + m_i + 4 B^2 n_i m_i), m_i the AMAF visits
//
// Solver: an action that wins decides its node, and a node all of whose actions are decided is worth the best of
// them. Decided actions are not simulated again; lost ones are not chosen.
//
// Papers: Kocsis & Szepesvari 2006 (UCT); Winands, Bjornsson & Saito 2008 (MCTS-Solver); Gelly & Silver 2011, Monte-
// Carlo tree search and rapid action value estimation in computer Go (RAVE: both schedules); Liu et al. 2020, Watch
// the unobserved (WU-UCT: in V_i only finished simulations count, in N and n_i running ones too); Chaslot, Winands &
// van den Herik 2008, Parallel Monte-Carlo tree search (virtual loss; a lock for each node).
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions of d nodes.
// Memory: 37 bytes a visited action, and for each position visited twice 32 and 4 a legal action (12 with RAVE).
// Not handled: transpositions (the same position by another way is another node), priors (puct.hpp has them).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/search/mcts_options.hpp"
#include "boardai/search/tree_arena.hpp"
#include "boardai/search/tree_record.hpp"

namespace boardai {

/// What is proven about an action, for the player who takes it. Ordered by preference.
enum class Proof : std::int8_t { unknown = 0, loss = 1, draw = 2, win = 3 };

inline Proof proof_of(int outcome) { return static_cast<Proof>(outcome + 2); }
inline int outcome_of(Proof proof) { return static_cast<int>(proof) - 2; }
/// The same for another player, where the players differ.
inline Proof seen_by(Proof proof, bool same_player) {
    return same_player || proof == Proof::unknown ? proof : static_cast<Proof>(4 - static_cast<int>(proof));
}

/// One action at the root, as the search left it.
struct MctsAction {
    Action action = -1;
    std::int64_t visits = 0;
    double value_sum = 0;  ///< for the player to move at the root
    Proof proof = Proof::unknown;
    double ucb = 0;  ///< the bound that selection compares, in the unit of the utilities; infinite where unvisited

    /// The proven outcome, else the mean; 0 where unvisited.
    double value() const {
        if (proof != Proof::unknown) return outcome_of(proof);
        return visits > 0 ? value_sum / static_cast<double>(visits) : 0.0;
    }
};

/// A number that one thread changes and others read.
class Counter {
  public:
    void set(std::int64_t value) { value_.store(value, std::memory_order_relaxed); }
    void add_one() { set(get() + 1); }
    std::int64_t get() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::int64_t> value_{0};
};

template <GameState S>
class MctsTree {
  public:
    using Ref = TreeArena::Ref;
    struct Step {
        Ref node;
        std::uint32_t child;
    };
    /// Where a simulation's way down ended.
    enum class Reached {
        leaf,    ///< at a position to be valued: Walk::state
        cached,  ///< at one that was valued when its parent was expanded: Walk::value
        exact    ///< at a finished or decided game: Walk::value
    };
    /// What one thread takes along on its simulations.
    struct Walk {
        explicit Walk(const Rng& random) : rng(random), scores(ActionList::capacity) {}
        Rng rng;
        std::optional<S> state;  ///< at the end of the path
        std::vector<Step> path;
        Proof proof = Proof::unknown;  ///< of the path's last action
        double value = 0;              ///< for the player who took it
        Counter positions;             ///< added to the tree
        std::vector<double> scores;
        ActionList legal;
    };
    /// The values of all children of a position, made when it is expanded, for the player to move there.
    struct ChildValues {
        std::vector<double> values;
        std::vector<Proof> proofs;
    };
    struct NoChildValues {
        bool operator()(const S&, const ActionList&, ChildValues&) const { return false; }
    };

    /// `options` have been checked.
    MctsTree(const MctsOptions& options, std::size_t bytes);

    /// Forgets everything.
    void set_root(const S& state);
    bool has_root() const { return root_.has_value(); }
    const S& root() const { return *root_; }
    /// Gives the root its actions, as nothing else in a simulation does. Before the first descend().
    template <class Speculate>
    void expand_root(Walk& walk, const Speculate& speculate);
    /// Makes the position after a legal action the root; keeps what is known below it and frees the rest.
    void advance(Action action);
    /// Makes an equal position at most two plies below the root the root; false, and nothing is changed, if there is
    /// none that the tree has expanded.
    bool advance_to(const S& state);

    // One simulation: descend; value the leaf; credit (RAVE) any number of times; backup. `shared`: other threads walk
    // the same tree.

    /// Steps 1 and 2. `speculate` may give the values of a new node's children at once.
    template <bool shared, class Speculate>
    Reached descend(Walk& walk, const Speculate& speculate);
    /// RAVE: all actions taken in one random game from the leaf, and its value for `player`. Adds the path's own.
    template <bool shared>
    void credit(const Walk& walk, PlayedActions& played, double value, int player);
    /// Step 4: `value` is for `player`.
    template <bool shared>
    void backup(const Walk& walk, double value, int player);
    /// Instead of backup(), after an exception: as if the simulation had not begun.
    template <bool shared>
    void abandon(const Walk& walk);

    /// Who took the path's last action.
    int player_at_end(const Walk& walk) const { return at(walk.path.back().node).player; }

    /// Of the root, for the player to move there.
    Proof proof() const { return root_proof_.load(std::memory_order_relaxed); }
    /// A position or a child could not be stored for want of memory.
    bool full() const { return full_.load(std::memory_order_relaxed); }
    std::size_t used_bytes() { return arena_.used_bytes(); }
    /// Positions in the tree that simulations have reached; counts anew, slowly.
    std::int64_t count_positions() const;

    /// The root's actions: the visited in the order of their first visit, then the others.
    std::vector<MctsAction> root_actions();
    /// The line that begins with a root action and goes on by the most visited ones.
    std::vector<Action> line(Action first);
    /// The most visited part of the tree.
    TreeRecord record(std::size_t rows);

  private:
    /// A position that has been expanded; its legal actions follow it in memory, the visited ones first, and then
    /// their AMAF statistics.
    struct Node {
        Ref children;         ///< block of child slots, `none` at first
        std::int32_t visits;  ///< simulations that reached the position, running ones included
        std::uint16_t action_count;
        std::uint16_t child_count;  ///< slots in use: visited actions
        std::uint16_t child_capacity;
        std::uint16_t proven_count;
        Proof best_proof;
        std::uint8_t player;
        std::uint8_t speculative;  ///< all slots exist and hold the values found at expansion
        std::uint8_t locked;
        std::uint32_t unused;
    };
    static_assert(sizeof(Node) == 24);
    /// The slots of a node's visited actions, array after array: selection reads the first two and nothing else.
    struct Children {
        double* mean;    ///< infinite: not visited yet, or decided as lost (negative)
        double* spread;  ///< 1 / sqrt(n)
        double* value_sum;
        std::int32_t* visits;
        std::int32_t* waiting;  ///< running simulations
        Ref* node;              ///< where the action leads; `none`: not expanded
        Proof* proof;
        static std::size_t bytes(std::size_t capacity) {
            return capacity * (3 * sizeof(double) + 2 * sizeof(std::int32_t) + sizeof(Ref) + sizeof(Proof));
        }
        Children(TreeArena& arena, Ref block, std::size_t capacity);
        void copy_slot(std::size_t to, const Children& from, std::size_t index);
    };
    template <bool shared>
    class Lock;

    Node& at(Ref ref) const { return *arena_.at<Node>(ref); }
    Children children_of(const Node& node) { return Children(arena_, node.children, node.child_capacity); }
    static Action* actions_of(Node& node) { return reinterpret_cast<Action*>(&node + 1); }
    static float* amaf_visits_of(Node& node) { return reinterpret_cast<float*>(actions_of(node) + node.action_count); }
    static float* amaf_sums_of(Node& node) { return amaf_visits_of(node) + node.action_count; }

    template <class Speculate>
    Ref expand(const S& state, std::int32_t visits, Walk& walk, const Speculate& speculate);
    bool fill_speculative(Node& node, const ChildValues& found);
    std::int32_t choose(Node& node, Walk& walk);
    std::int32_t choose_by_rave(Node& node, Walk& walk);
    bool open_slot(Node& node, std::uint32_t action_index);
    bool grow(Node& node, std::uint32_t capacity);
    void refresh(const Children& children, std::size_t slot) const;
    double ucb(const Node& node, const Children& children, std::size_t slot) const;
    std::size_t preferred(Node& node);
    void pack_below(Ref root);
    template <class Visit>
    void for_each_node(Ref root, const Visit& visit) const;

    MctsOptions options_;
    double exploration_;  ///< c, or rave_c, for outcomes instead of utilities
    TreeArena arena_;
    std::optional<S> root_;
    Ref root_node_ = TreeArena::none;
    std::atomic<Proof> root_proof_{Proof::unknown};
    std::atomic<bool> full_{false};
};

/// The place of the largest number, the first of equals; 0 where all are NaN. `count` > 0.
std::size_t index_of_highest(const double* numbers, std::size_t count);

}  // namespace boardai
