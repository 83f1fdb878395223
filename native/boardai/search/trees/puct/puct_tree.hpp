#pragma once
// PUCT: Monte-Carlo tree search guided by a policy and value network (the search of AlphaZero). One tree.
//
// Idea: walk down from the root by the action that maximises Q + U, ask the network about the first position not
// yet in the tree, and add its value to every edge walked. Visits gather where value and prior agree.
//
//   U(s, a) = c_scale * (log((N(s) + c_base + 1) / c_base) + c_init) * sqrt(N(s)) * P(s, a) / (1 + n(s, a))
//   Q(s, a) = W(s, a) / n(s, a)   for the player to move in s
//   Q(s, a) = V(s) - fpu_reduction * sqrt(sum of P(s, b) over visited b)   where n(s, a) = 0
//
// N(s) counts every evaluation at or below s, its own included, so N(s) = 1 + sum of n(s, a); V(s) is their mean.
// Evaluating the root is not a simulation: after k simulations the root's visits add up to k.
// Values change sign between plies only where the player changes, so a player may move twice in a row. A finished
// game is worth its exact outcome and costs no evaluation.
//
//   1. Select: from the root on, take the action with the highest Q + U until it leads out of the tree.
//   2. Expand and evaluate: the new position gets its legal actions, their priors and a value.
//   3. Back up: add the value to every edge and position on the way.
//
// Variants, each an option (options.hpp):
// - q_transform: what is added to U is Q itself ("none"); Q stretched from [-1, 1] to [0, 1], unvisited actions a loss
//   ("min_max", AlphaZero's pseudocode); or Q stretched from the lowest to the highest of V(s) and the visited
//   actions' Q, unvisited ones the lowest ("parent_and_siblings", MuZero and mctx's default).
// - leaves_per_tree: several leaves wait for the network at once. Their paths count as visited and lost (virtual
//   loss), or with virtual_loss = 0 as visited without a value (WU-UCT, Liu et al. 2020, arXiv:1810.11755). A
//   simulation that ends at a leaf which waits already counts likewise until the batch is answered, so that the next
//   one goes elsewhere; a batch is given up after as many of these as it may have leaves.
// - solver: an outcome that is proven goes up the tree: a win where one action wins; where all actions are proven, the
//   best of them (after Winands, Bjornsson, Saito 2008, Monte-Carlo Tree Search Solver). A proven root ends the search,
//   and the policy follows what is proven.
// - graph: a position reached by several ways is one node. Edges keep their own visits, values are shared: after each
//   simulation V(s) = (own evaluation + sum of n(s, a) Q(s, a)) / N(s), Q(s, a) being V of the node below (Czech,
//   Korus, Kersting 2021, arXiv:2012.11045; KataGo's notes on graph search). Positions are one only if the rules see
//   no difference: hash(), and history_key() in games that look back. In chess that is the positions since the last
//   irreversible move and the move count; so the graph has no cycle, and a draw by repetition or by the 50 moves is
//   never mixed into a position that came about otherwise. In games whose positions come back and whose rules say
//   nothing about it, a simulation that comes to a position of its own path ends there: the action counts as visited
//   and is worth what that position is worth otherwise. Going round earns nothing, and proofs never rest on it.
// - repetition_draws: a position that stood on the board before, in the game or on the line, is worth a draw and is
//   searched no further, though the rules would let it come back once more: the side that is ahead has to do something
//   else, and few simulations suffice to see it. In games that are Repeating; the root itself is searched in any case.
// - endings: a position so near its end that the game itself proves who wins, at the price of a few evaluations at
//   most, counts as a finished game (SolvesEndings, core/knowledge.hpp). The root itself is searched in any case.
// - quiet_plies: a leaf is worth what the position is worth to which its winning exchanges lead, played by both sides
//   for at most this many plies: a network judges best where nothing hangs. It is asked about both, in two rows, the
//   quiet position first: the leaf's priors are its own. In games whose exchanges are known (chess).
// - knowledge: a position with this many visits is analysed by the game's knowledge (core/knowledge.hpp), and the root
//   at once. Who wins there may be known, and is then proven; else actions that lose or are dominated are left out, and
//   their priors are the others'. What has been found at a position helps to look at those below. In games that have a
//   such knowledge (Hex); where the root has some of its actions alone, it is not looked at.
// - draw_score (d): the network also predicts the probability D of a draw, which is backed up with the value. A draw is
//   worth d to the player to move at the root and -d to the other: Q is W/n + d * mean of D (W/n - d * mean of D), and
//   V likewise. What the search reports stays the expected outcome (Lc0's DrawScore).
// - moves_left_effect (e): the network also predicts how many plies are left. M(s, a) is the mean of that after an
// action,
//   M(s) of the position, both counted from s. Where |V(s)| > t, a visited action's Q + U gets, in the unit of Q,
//     -sign(Q) * clip(k * (M(s, a) - M(s)), -e, e) * (1.6521 x - 0.6521 x^2),   x = max(0, |Q| - t) / (1 - t)
//   with k = moves_left_slope and t = moves_left_threshold: of two wins the shorter is taken, of two losses the longer.
//   The formula and its numbers are those of Lc0's options MovesLeftMaxEffect (0.0345), MovesLeftThreshold,
//   MovesLeftSlope, MovesLeftScaledFactor and MovesLeftQuadraticFactor, as it describes them; Lc0 counts M(s, a) from
//   the position after the action, a ply less.
// - forced_playouts (k): at the root, an action once tried is tried again until it has sqrt(k P(a) N) visits, N being
//   the sum of the root's visits, so that noise shows what it is worth; what to train on then leaves out the visits
//   that its score alone would not have earned (KataGo, Wu 2019, section 3.2: policy target pruning).
// - gumbel: another choice of actions at the root and inside (gumbel.hpp).
//
// What evaluates is a network outside, by ask and tell; a function of the state, likewise; or here at once random games
// or a static evaluation (leaf.hpp), with priors all alike: the same step, answered at once.
//
// The tree lives in a store of tree_mb (tree_store.hpp). When it is full the search continues among the positions it
// has: visits still count, and full() says so. advance() keeps the part below a move and frees the rest. No simulation
// is longer than longest_walk plies.
//
// Papers: Silver et al. 2018, A general reinforcement learning algorithm that masters chess, shogi, and Go
// through self-play (Science 362), and its pseudocode; unvisited actions start from the parent's value as in
// Leela Chess Zero and KataGo (Wu 2019, arXiv:1902.10565), where AlphaZero's pseudocode takes a loss.
//
// Complexity: a simulation of depth d copies one state, plays d plies and scores the visited actions on the way.
// Memory: 48 bytes per position (64 with graph), 8 a legal action (4 where all are as likely), 37 to 74 a visited one
// (41 to 82 with leaves_per_tree > 1; with draw_score or moves_left_effect 16 more of both); states are not stored but
// played again from the root. Not handled: several threads in one tree (forests run side by side); bounds of values
// other than proven outcomes.

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

/// The nodes and a game: what applies moves. Results and everything else without the game are those of PuctNodes.
template <GameState S>
class PuctTree : public PuctNodes {
  public:
    /// Options of searches that are learned from: what is proven of the endings is to be learned as well.
    static PuctOptions for_learning(PuctOptions options);

    /// Plies of a way down at most: in games without an end it would continue for ever. One less than a multiple of 64.
    static constexpr std::size_t longest_walk = 6'015;

    /// `options` have been checked. With knowledge, trees of one thread may share what `knowledge` keeps; null: the
    /// tree has its own. Throws std::invalid_argument if the game cannot follow the options.
    PuctTree(const PuctOptions& options, const Rng& rng, const Knowledge<S>* knowledge = nullptr);

    /// Begins a search from `state`; everything known before is forgotten, the random stream continues.
    /// Its root has `actions` alone, none: all.
    void set_root(const S& state, std::vector<Action> actions = {});
    /// Begins a search from the position after `action`, which is legal at the root, and keeps what is known of it;
    /// the rest is freed. `simulations` of the options come on top. Returns whether anything was kept.
    bool advance(Action action);
    /// The same of an equal position at most two plies below the root, or the root itself; false, and nothing is
    /// changed, if the tree holds no such position with all its actions. Given noise is for the last of these roots.
    bool advance_to(const S& state);
    const S& root() const { return *root_; }

    /// Runs simulations until one needs the network: writes what it is to judge to `rows`, which have room for
    /// rows_per_leaf(), and returns how many these are. Returns 0 when the search is finished, must wait for backup(),
    /// or is stopped by `control`, which counts simulations. What the cache knows needs no row.
    int select(const Encoding_t<S>& encoding, float* rows, EvaluationCache* cache = nullptr,
               SearchControl* control = nullptr);
    /// As select(), for evaluations of states instead of planes: the leaf is the position after leaf_path(), and
    /// backup() takes one logit for each of its leaf_actions(). Throws std::invalid_argument with quiet_plies.
    bool select_state(SearchControl* control = nullptr);
    /// Continues until the search is finished or `control` stops it, without asking anybody: priors are all alike, and
    /// a leaf is worth what `evaluation`, a LeafEvaluation of the game, says. A position gets its actions when it is
    /// visited again, which most never are.
    template <class Evaluation>
    void search(Evaluation& evaluation, SearchControl& control);

  private:
    enum class Reached { new_position, finished_game, waiting_leaf, no_more, stopped };
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

    std::shared_ptr<Knowledge<S>> endings_;  ///< from the first ending on
    std::optional<S> root_;
    std::vector<Action> root_actions_;  ///< all it has; empty: what is legal
    struct Known;
    std::shared_ptr<Known> known_;  ///< by the game; null without knowledge
};

}  // namespace boardai
