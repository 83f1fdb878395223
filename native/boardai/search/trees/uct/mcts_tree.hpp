#pragma once
// UCT: Monte-Carlo tree search by upper confidence bounds. The tree.
//
// Idea: a simulation starts at the root.
//
//   1. Select: follow the action with the highest upper confidence bound.
//   2. Expand: a position that is visited for the second time gets its actions, and the first one is taken.
//   3. Simulate: evaluate the position reached, for example by random games.
//   4. Back up: add the visit and the value to every position on the path.
//
//   UCB_i = V_i + c * sqrt(ln N / n_i)          an unvisited action: infinite
//
// V_i is the mean utility of action i for the player to move at the node, n_i the action's visits, N the node's.
// Utilities range from `lowest` for a loss to `highest` for a win. Values change sign only where the player changes, so
// a player may move twice in a row. The tree stores outcomes (-1 to 1) and converts c to their unit, which selects the
// same actions.
//
// With RAVE, an action's value is mixed with AMAF_i, the mean of all simulations in which its player took it anywhere
// below the node. So an action has a value before its first visit:
//
//   (1 - b_i) V_i + b_i AMAF_i + rave_c * sqrt(ln N / n_i)
//   b = sqrt(k / (3 N + k)),   or with a bias B   b_i = m_i / (n_i + m_i + 4 B^2 n_i m_i), m_i the AMAF visits
//
// With rave_c = 0, an action that no game takes later (m_i = n_i) would never be visited again. It is therefore
// compared with the best by UCB from time to time.
//
// Solver: an action that wins decides its node; a node all of whose actions are decided has the value of the best.
// Decided actions are not simulated again. A player with a proven draw backs up no value below a draw.
//
// Papers: Kocsis & Szepesvari 2006 (UCT); Winands, Bjornsson & Saito 2008 (MCTS-Solver); Gelly & Silver 2011, Monte-
// Carlo tree search and rapid action value estimation in computer Go (RAVE: both schedules); Liu et al. 2020, Watch
// the unobserved (WU-UCT: in V_i only finished simulations count, in N and n_i running ones too); Chaslot, Winands &
// van den Herik 2008, Parallel Monte-Carlo tree search (virtual loss; a lock for each node).
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions of d nodes.
// Memory: 37 bytes per visited action (41 if threads share the tree); per position visited twice 48 bytes, and 4 per
// legal action (56 and 12 with RAVE).
// Not handled: transpositions (a position reached by another path is another node), a network's priors (puct.hpp).

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/core/policy.hpp"
#include "boardai/core/search_hooks.hpp"
#include "boardai/search/trees/advised.hpp"
#include "boardai/search/trees/uct/mcts_nodes.hpp"

namespace boardai {

/// Games that have priors: from a policy, or else from their order of quiet moves.
template <class S>
constexpr bool has_priors = HasPolicy<S> || QuietOrdered<S>;

template <GameState S>
class MctsTree {
  public:
    using Place = MctsNodes::Place;
    /// Where a walk down the tree ended.
    enum class Reached {
        leaf,  ///< at a position to be evaluated: Walk::state
        /// At a finished or decided game, or at a position that was evaluated when its parent was expanded: Walk::value
        known,
    };
    /// One thread's data for its simulations.
    struct Walk : MctsNodes::Walk {
        using MctsNodes::Walk::Walk;
        std::optional<S> state;  ///< at the end of the path
        [[no_unique_address]] std::conditional_t<Guided<S>, Advised<S>, Unadvised> advised{};
    };
    /// Evaluates no children in advance.
    struct NoChildValues {
        bool operator()(const S&, const ActionList&, ChildValues&) const { return false; }
    };

    /// `options` have been checked.
    MctsTree(const MctsOptions& options, std::size_t bytes, bool is_shared, const MctsRules& rules)
        : options_(options), nodes_(options, bytes, is_shared, rules), notes_(is_shared) {}

    /// Forgets everything. The root gets only `actions`; empty: all legal ones.
    void set_root(const S& state, std::vector<Action> actions);
    bool has_root() const { return root_.has_value(); }
    /// Called before the first descend(): analyses a new root, and gives it its actions if it has none yet.
    template <class Speculate>
    void expand_root(Walk& walk, const Speculate& speculate);
    /// Makes the position after a legal action the root; keeps its subtree and frees the rest.
    void advance(Action action);
    /// Makes an equal position, at most two plies below the root, the root. Returns false and changes nothing if the
    /// tree has no such position that is expanded with all its actions.
    bool advance_to(const S& state);

    /// Steps 1 and 2 of a simulation. The leaf's evaluation, MctsNodes::credit (RAVE) and MctsNodes::backup follow. If
    /// `shared` is false, `speculate(state, actions, found)` may evaluate a new node's children at once.
    template <bool shared, class Speculate>
    Reached descend(Walk& walk, const Speculate& speculate);

    MctsNodes& nodes() { return nodes_; }
    const MctsNodes& nodes() const { return nodes_; }

  private:
    void analyse_root(Walk& walk);
    bool analyse(Place place, Walk& walk);
    template <class IsNeedless>
    void sift(const IsNeedless& is_needless, Walk& walk) const;
    void weigh(Action last, Walk& walk) const;

    MctsOptions options_;
    MctsNodes nodes_;
    Notes<S> notes_;
    std::optional<S> root_;
    std::vector<Action> root_actions_;  ///< the root's only actions; empty: all legal ones
    /// The game's knowledge about the root, once it has been analysed.
    struct KnownRoot {
        FactsOf<S> facts{};
        Action winning = -1;
        bool looked = false;
    };
    KnownRoot known_root_;
};

}  // namespace boardai
