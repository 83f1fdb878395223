#pragma once
// PUCT: Monte-Carlo tree search guided by a policy and value network (the search of AlphaZero). One tree.
//
// Idea: follow the action that maximises Q + U from the root down, evaluate the first position not yet in the tree with
// the network, and add its value to every edge on the path. Visits concentrate where both value and prior are high.
//
//   U(s, a) = c_scale * (log((N(s) + c_base + 1) / c_base) + c_init) * sqrt(N(s)) * P(s, a) / (1 + n(s, a))
//   Q(s, a) = W(s, a) / n(s, a)   for the player to move in s
//   Q(s, a) = V(s) - fpu_reduction * sqrt(sum of P(s, b) over visited b)   where n(s, a) = 0
//
// N(s) counts every evaluation at or below s, its own included, so N(s) = 1 + sum of n(s, a); V(s) is their mean.
// Evaluating the root is not a simulation: after k simulations the visits of the root's actions add up to k.
// Values change sign between plies only where the player changes, so a player may move twice in a row. A finished game
// has its exact outcome as value and needs no evaluation.
//
//   1. Select: from the root on, take the action with the highest Q + U until it leads out of the tree.
//   2. Expand and evaluate: the new position gets its legal actions, their priors and a value.
//   3. Back up: add the value to every edge and position on the path.
//
// Variants, each an option (options.hpp):
// - q_transform: what is added to U is Q itself ("none"); Q rescaled from [-1, 1] to [0, 1], with unvisited actions as
//   losses ("min_max", AlphaZero's pseudocode); or Q rescaled from the lowest to the highest of V(s) and the visited
//   actions' Q, with unvisited ones at the lowest ("parent_and_siblings", MuZero and mctx's default).
// - leaves_per_tree: several leaves wait for the network at once. Their paths count as visited and lost (virtual
//   loss), or with virtual_loss = 0 as visited without a value (WU-UCT, Liu et al. 2020, arXiv:1810.11755). A
//   simulation that ends at a leaf which is already waiting (a collision) counts likewise until the batch is answered,
//   so that the next one goes elsewhere. After as many collisions as a batch may have leaves, no more leaves are sought
//   for it.
// - solver: proven outcomes are backed up: a position is won if one action wins; if all actions are proven, it has the
//   best of their outcomes (after Winands, Bjornsson, Saito 2008, Monte-Carlo Tree Search Solver). A proven root ends
//   the search, and the policy follows the proofs.
// - graph: a position reached in several ways is one node. Edges keep their own visits, values are shared: after each
//   simulation V(s) = (own evaluation + sum of n(s, a) Q(s, a)) / N(s), Q(s, a) being V of the node below (Czech,
//   Korus, Kersting 2021, arXiv:2012.11045; KataGo's notes on graph search). Positions share a node only if the rules
//   cannot tell them apart: they have the same hash(), and the same history_key() in games whose rules depend on
//   history. In chess the history is the positions since the last irreversible move and the move count. The graph then
//   has no cycle, and a draw by repetition or the 50-move rule never affects a position with another history. In games
//   whose positions can recur without a rule about it, a simulation that returns to a position of its own path ends
//   there: the action counts as visited, with the present value of that position. A cycle gains nothing, and no proof
//   rests on one.
// - repetition_draws: a position that occurred before, in the game or on the line, counts as a draw and is searched no
//   further, even if the rules allow another repetition: the side that is ahead has to do something else, and few
//   simulations suffice to find that out. For games that are Repeating; the root itself is always searched.
// - endings: a position so near the end that the game can prove its outcome, at the cost of a few evaluations at most,
//   counts as a finished game (SolvesEndings, core/knowledge.hpp). The root itself is always searched.
// - quiet_plies: a leaf takes the value of the position after its winning exchanges, played by both sides for at most
//   this many plies, because a network is most accurate where nothing hangs. The network evaluates both positions, in
//   two rows, the quiet one first; the leaf keeps its own priors. For games whose exchanges are known (chess).
// - knowledge: the game's knowledge (core/knowledge.hpp) analyses a position with this many visits, and the root at
//   once. If the winner is known, the position is proven. Otherwise actions that lose or are dominated are pruned, and
//   their priors go to the others. What was found at a position helps the analysis of those below. For games that have
//   such knowledge (Hex); a root restricted to some of its actions is not analysed.
// - draw_score (d): the network also predicts the probability D of a draw, which is backed up with the value. A draw
//   has the value d for the player to move at the root and -d for the other: Q is W/n + d * mean of D (W/n - d * mean
//   of D), and V likewise. The search still reports the expected outcome (Lc0's DrawScore).
// - moves_left_effect (e): the network also predicts how many plies are left. M(s, a) is the mean of this prediction
// after
//   an action, M(s) that of the position, both counted from s. Where |V(s)| > t, a visited action's Q + U gets, in the
//   unit of Q,
//     -sign(Q) * clip(k * (M(s, a) - M(s)), -e, e) * (1.6521 x - 0.6521 x^2),   x = max(0, |Q| - t) / (1 - t)
//   with k = moves_left_slope and t = moves_left_threshold: of two wins the shorter is preferred, of two losses the
//   longer. The formula and its numbers are those of Lc0's options MovesLeftMaxEffect (0.0345), MovesLeftThreshold,
//   MovesLeftSlope, MovesLeftScaledFactor and MovesLeftQuadraticFactor, as it describes them; Lc0 counts M(s, a) from
//   the position after the action, a ply less.
// - forced_playouts (k): at the root, an action that was visited is visited again until it has sqrt(k P(a) N) visits, N
//   being the sum of the root's visits, so that actions raised by noise are evaluated properly. The policy target then
//   excludes the visits that its score alone would not have earned (KataGo, Wu 2019, section 3.2: policy target
//   pruning).
// - gumbel: another selection of actions, at the root and inside the tree (gumbel.hpp).
//
// Positions are evaluated by an external network, by ask and tell; by a function of the state, likewise; or
// immediately, by random games or a static evaluation (leaf.hpp) with uniform priors.
//
// The tree is in a store of tree_mb (tree_store.hpp). When it is full, the search continues within the positions it
// has: visits still count, and full() returns true. advance() keeps the subtree of a move and frees the rest. No
// simulation is longer than longest_walk plies.
//
// Papers: Silver et al. 2018, A general reinforcement learning algorithm that masters chess, shogi, and Go
// through self-play (Science 362), and its pseudocode; unvisited actions start from the parent's value (first play
// urgency, FPU) as in Leela Chess Zero and KataGo (Wu 2019, arXiv:1902.10565), while AlphaZero's pseudocode counts them
// as losses.
//
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions on the path.
// Memory: 48 bytes per position (64 with graph), 8 per legal action (4 with uniform priors), 37 to 74 per visited
// action (41 to 82 with leaves_per_tree > 1); with draw_score or moves_left_effect 16 more per position and per visited
// action. States are not stored but replayed from the root. Not handled: several threads in one tree (forests run side
// by side); bounds of values other than proven outcomes.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/search/trees/puct/puct_nodes.hpp"

namespace boardai {

class SearchControl;

/// A game whose rules depend on history: history_key() is a hash of what the rules use in addition to hash() (earlier
/// positions, counters). A game without it has no such rules.
template <class S>
concept RemembersHistory = GameState<S> && requires(const S& constant) {
    { constant.history_key() } -> std::same_as<std::uint64_t>;
};

/// The nodes together with a game, whose moves are applied here. Results and all else that does not depend on the game
/// are in PuctNodes.
template <GameState S>
class PuctTree : public PuctNodes {
  public:
    /// Options for searches whose results are training targets: proven endings are to be targets as well.
    static PuctOptions for_learning(PuctOptions options);

    /// Maximum plies of a simulation, since a game may be endless. One less than a multiple of 64.
    static constexpr std::size_t longest_walk = 6'015;

    /// `options` have been checked. With knowledge, trees of one thread may share what `knowledge` keeps; null: the
    /// tree has its own. Throws std::invalid_argument if the game cannot follow the options.
    PuctTree(const PuctOptions& options, const Rng& rng, const Knowledge<S>* knowledge = nullptr);

    /// Begins a search from `state`; everything known before is forgotten, the random stream continues. The root has
    /// only `actions`; empty: all legal ones.
    void set_root(const S& state, std::vector<Action> actions = {});
    /// Begins a search from the position after `action`, which is legal at the root, and keeps its subtree; the rest is
    /// freed. The options' `simulations` are added to those kept. Returns whether anything was kept.
    bool advance(Action action);
    /// The same for a position that equals `state`: the root itself, or one at most two plies below it. Returns false
    /// and changes nothing if the tree has no such position with all its actions. Noise that was set is for the new
    /// root.
    bool advance_to(const S& state);
    const S& root() const { return *root_; }

    /// Runs simulations until one needs the network: writes the planes to be evaluated to `rows`, which have room for
    /// rows_per_leaf() of them, and returns their number. Returns 0 when the search is finished, must wait for
    /// backup(), is stopped by `control`, which counts simulations, or is_undecided(). Positions in the cache need no
    /// row.
    int select(const Encoding_t<S>& encoding, float* rows, EvaluationCache* cache = nullptr,
               SearchControl* control = nullptr);
    /// As select(), for evaluations of states instead of planes: the leaf is the position after leaf_path(), and
    /// backup() takes one logit for each of its leaf_actions(). Throws std::invalid_argument with quiet_plies.
    bool select_state(SearchControl* control = nullptr);
    /// Runs without a network until the search is finished or `control` stops it: priors are uniform, and `evaluation`,
    /// a LeafEvaluation of the game, evaluates leaves. A position gets its actions at its second visit, which most
    /// never have.
    template <class Evaluation>
    void search(Evaluation& evaluation, SearchControl& control);

  private:
    enum class Reached { new_position, finished_game, waiting_leaf, no_more, stopped, undecided };
    /// How a new position is evaluated: by a pending answer of the network; by the known own.logits and
    /// leaf.value; or by leaf.value alone, with a uniform prior.
    enum class Answer { later, logits, uniform };

    template <class Evaluate>
    bool select_leaf(const Evaluate& evaluate, SearchControl* control);
    Reached descend(S& state, Leaf& leaf, SearchControl* control);
    void list_actions(const S& state, Leaf& leaf);
    void ask(const S& state, const Action* actions, std::size_t count, std::uint64_t key, LeafEvaluation& evaluation,
             const Encoding_t<S>& encoding, float* row, const EvaluationCache* cache);
    bool find_quiet(const S& state, Leaf& leaf, std::optional<S>& quiet) const;
    std::uint64_t key_here(std::uint64_t key) const;
    std::optional<int> outcome_here(const S& state, int player);
    std::uint64_t graph_key(const S& state) const;
    void analyse_root(const S& state);
    bool analyse(const S& state, Leaf& leaf);

    std::shared_ptr<Knowledge<S>> endings_;  ///< made at the first ending
    std::optional<S> root_;
    std::optional<S> walked_;           ///< the position of a walk that is undecided
    std::vector<Action> root_actions_;  ///< the root's only actions; empty: all legal ones
    struct Known;
    std::shared_ptr<Known> known_;  ///< null without knowledge
};

}  // namespace boardai
