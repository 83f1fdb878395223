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
// An action that no game takes later (m_i = n_i) would starve where rave_c is 0: now and then it is compared with the
// best by UCB.
//
// Solver: an action that wins decides its node, and a node all of whose actions are decided is worth the best of
// them. Decided actions are not simulated again; who has a proven draw in hand counts no result below it.
//
// Papers: Kocsis & Szepesvari 2006 (UCT); Winands, Bjornsson & Saito 2008 (MCTS-Solver); Gelly & Silver 2011, Monte-
// Carlo tree search and rapid action value estimation in computer Go (RAVE: both schedules); Liu et al. 2020, Watch
// the unobserved (WU-UCT: in V_i only finished simulations count, in N and n_i running ones too); Chaslot, Winands &
// van den Herik 2008, Parallel Monte-Carlo tree search (virtual loss; a lock for each node).
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions of d nodes.
// Memory: 37 bytes a visited action (41 where threads share the tree), and for each position visited twice 48 and 4 a
// legal action (56 and 12 with RAVE).
// Not handled: transpositions (the same position by another way is another node), priors (puct.hpp has them).

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

/// Games that give trees a first estimate of actions: by a policy, or else by their order of quiet moves.
template <class S>
constexpr bool has_priors = HasPolicy<S> || QuietOrdered<S>;

template <GameState S>
class MctsTree {
  public:
    using Place = MctsNodes::Place;
    /// Where a simulation's way down ended.
    enum class Reached {
        leaf,   ///< at a position to be valued: Walk::state
        known,  ///< at a finished or decided game, or one that was valued when its parent was expanded: Walk::value
    };
    /// What one thread takes along on its simulations.
    struct Walk : MctsNodes::Walk {
        using MctsNodes::Walk::Walk;
        std::optional<S> state;  ///< at the end of the path
        [[no_unique_address]] std::conditional_t<Guided<S>, Advised<S>, Unadvised> advised{};
    };
    /// Where no children are valued in advance.
    struct NoChildValues {
        bool operator()(const S&, const ActionList&, ChildValues&) const { return false; }
    };

    /// `options` have been checked.
    MctsTree(const MctsOptions& options, std::size_t bytes, bool is_shared, const MctsRules& rules)
        : options_(options), nodes_(options, bytes, is_shared, rules), notes_(is_shared) {}

    /// Forgets everything. The root gets `actions` alone, none: all.
    void set_root(const S& state, std::vector<Action> actions);
    bool has_root() const { return root_.has_value(); }
    /// Before the first descend(): looks closely at a root that is new, and gives it its actions, if it has none yet.
    template <class Speculate>
    void expand_root(Walk& walk, const Speculate& speculate);
    /// Makes the position after a legal action the root; keeps what is known below it and frees the rest.
    void advance(Action action);
    /// Makes an equal position at most two plies below the root the root; false, and nothing is changed, if the
    /// tree has expanded no such position with all its actions.
    bool advance_to(const S& state);

    /// Steps 1 and 2 of a simulation; then come the leaf's value, MctsNodes::credit (RAVE) and MctsNodes::backup.
    /// `speculate(state, actions, found)` may value a new node's children at once, where `shared` is false.
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
    std::vector<Action> root_actions_;  ///< all it has; empty: what is legal
    /// What the game knows of the root, once that has been looked at.
    struct KnownRoot {
        FactsOf<S> facts{};
        Action winning = -1;
        bool looked = false;
    };
    KnownRoot known_root_;
};

}  // namespace boardai
