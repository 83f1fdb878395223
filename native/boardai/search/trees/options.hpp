#pragma once
// Written by cmake/write_options.py from boardai/search/trees/options.py, where options are changed and checked.
// clang-format off

#include "boardai/search/trees/puct/puct_rule.hpp"

namespace boardai {

enum class QTransform : int {
    none,                 ///< Q itself
    min_max,              ///< rescaled from [-1, 1] to [0, 1], unvisited actions a loss
    parent_and_siblings,  ///< rescaled from the lowest to the highest value of parent and siblings
};

enum class PuctFormula : int {
    puct,     ///< the one with the highest Q + c(N) * P * sqrt(N) / (1 + n)
    written,  ///< the one that the user's rule scores highest
};

enum class PuctChoice : int {
    visits,   ///< the most visited
    written,  ///< the one that the user's rule scores highest
};

enum class MctsParallel : int {
    tree,      ///< one tree
    root,      ///< nothing: one tree per thread, whose root visits are added up
    children,  ///< one tree, in which all children of a new position are simulated at once
};

enum class MctsSelection : int {
    ucb,        ///< the highest upper confidence bound
    ucb_tuned,  ///< the same with UCB1-tuned, which explores an action less where its results hardly vary
    ments,      ///< drawn by a soft maximum of the values, which is backed up in place of their mean (maximum entropy
                ///< search)
    written,    ///< the user's rules
};

enum class MctsChoice : int {
    visits,      ///< the most visited, robust child
    value,       ///< the one with the highest value, max child
    robust_max,  ///< the move that is both; the last fifth of the limits is used to find it
    lcb,         ///< the one with the highest lower confidence bound of its value
    written,     ///< the one that the user's rule scores highest
};

enum class MctsPlayouts : int {
    random,    ///< uniformly random moves
    saving,    ///< random moves, but threats of the last move are answered (Hex: bridges are saved)
    patterns,  ///< the same, and moves with good patterns are played more often
};

/// How a Gumbel search plans; the rounds of sequential halving are planned for `simulations`.
struct GumbelOptions {
    int considered = 0;          ///< number of root actions, sampled without replacement, among which the simulations
                                 ///< are divided; 0: no such search
    double scale = 1;            ///< scale of the Gumbel noise; 0: none, for the strongest play
    double value_scale = 0.1;    ///< weight of values relative to logits
    double maxvisit_init = 50;   ///< visits added to the maximum visit count in the weight of values
    bool rescale_values = true;  ///< rescales the values of a position to [0, 1]
    bool mixed_value = true;     ///< unvisited actions get the mixed value; off: the position's own evaluation
};

/// How PUCT searches.
struct PuctOptions {
    int simulations = 16;               ///< per search; 0 only evaluates the root
    int leaves_per_tree = 1;            ///< leaves of a tree that are evaluated in one batch
    int tree_mb = 1024;                 ///< memory of the tree; when it is full the search continues without new nodes,
                                        ///< and `notes` reports it
    int cache_mb = 0;                   ///< memory for cached network outputs; 0: none
    bool graph = false;                 ///< positions reached in several ways share a node
    bool solver = false;                ///< proven wins, losses and draws are not searched again; a proven root ends
                                        ///< the search
    bool repetition_draws = false;      ///< a position that occurred before, in the game or on the searched line, is a
                                        ///< draw (games in which positions recur: chess)
    bool endings = true;                ///< positions near the end have the value that the game's own solver proves, if
                                        ///< it has one (Reversi)
    int quiet_plies = 0;                ///< a leaf has the value of the position after its winning exchanges, played by
                                        ///< both sides for at most this many plies; 0: its own value (games with known
                                        ///< exchanges: chess)
    int knowledge = 0;                  ///< visits after which the game's knowledge analyses a position (the root at
                                        ///< once): who wins, which actions are dominated (Hex); needs solver; 0: never
    double c_base = 19'652;             ///< how slowly exploration grows with visits
    double c_init = 1.25;               ///< exploration at few visits
    double c_scale = 1;                 ///< multiplies both
    double fpu_reduction = 0;           ///< how far below its parent's value an unvisited action starts
    QTransform q_transform = QTransform::none;  ///< what the value contributes to an action's score
    double dirichlet_alpha = 0.3;       ///< concentration of the root noise; smaller is spikier
    double dirichlet_fraction = 0;      ///< share of noise in the root's priors; 0: none
    double forced_playouts = 0;         ///< k of KataGo's forced playouts: a visited action of the root gets at least
                                        ///< sqrt(k * prior * visits) visits; the policy excludes the additional ones;
                                        ///< 0: none
    PuctFormula selection = PuctFormula::puct;  ///< which action a simulation follows, and which value it backs up (or
                                                ///< a file of rules in C++)
    PuctChoice choice = PuctChoice::visits;  ///< the action played (or a file with a rule in C++)
    double virtual_loss = 1;            ///< with several leaves_per_tree: losses that a waiting leaf counts as for the
                                        ///< others; 0: a visit without a value
    bool early_stop = false;            ///< ends the search when the most visited action cannot change any more
    double draw_score = 0;              ///< value of a draw for the root's player, its negative for the opponent;
                                        ///< unless 0, the network must predict draws
    double moves_left_effect = 0;       ///< maximum change of an action's value for a shorter win or a longer loss; the
                                        ///< network must predict the remaining plies (Lc0: 0.0345); 0: none
    double moves_left_slope = 0.0027;   ///< change per ply
    double moves_left_threshold = 0.8;  ///< applies only if the position's absolute value is above this
    GumbelOptions gumbel{};             ///< how a Gumbel search plans; the rounds of sequential halving are planned for
                                        ///< `simulations`; where considered is not 0
    PuctRule rule{};                    ///< of `selection` and `choice`, if they are written
};

/// How UCT searches.
struct MctsOptions {
    double c = 1;                ///< exploration constant of UCB, in the unit of the utilities
    double lowest = -1;          ///< utility of a loss
    double highest = 1;          ///< utility of a win, above that of a loss; a draw is in the middle; with 0, 10 and 10
                                 ///< rollouts it counts games won
    int rollouts = 1;            ///< random games from a leaf
    int rollout_plies = 0;       ///< plies after which a random game stops with the evaluator's value; 0: at its end
    double evaluator_share = 0;  ///< share of the evaluator in a leaf's value: 0 only random games, 1 only the
                                 ///< evaluator
    double evaluator_scale = 0;  ///< the score that counts as tanh(1) = 0.76 of a win; 0: the evaluator's own scale
    bool shuffle = true;         ///< unvisited actions are tried in random order, not in ascending order
    bool solver = true;          ///< proven outcomes are backed up as such, and a proven position ends the search
    bool rave = false;           ///< all-moves-as-first statistics, for games in which an action has the same effect at
                                 ///< any time (Hex)
    double rave_k = 30'000;      ///< visits of a position at which RAVE weighs as much as the actions' own results
    double rave_bias = 0;        ///< above 0: the weight of RAVE by least mean squared error instead, for this bias in
                                 ///< winning probability
    double rave_c = 0;           ///< with `rave`, the exploration constant in place of `c`
    MctsPlayouts playouts = MctsPlayouts::random;  ///< how random games are played; all but `random` need a game with
                                                   ///< its own playouts (Hex)
    double prior = 0;            ///< weight of the game's own prior for an action, which fades with visits (Hex); 0:
                                 ///< none
    int knowledge = 0;           ///< visits after which the game's knowledge analyses a position (the root at once):
                                 ///< who wins, which actions are dominated (Hex); 0: never
    bool prune = true;           ///< with `knowledge`, dominated actions are not searched; otherwise it only determines
                                 ///< the winner
    MctsSelection selection = MctsSelection::ucb;  ///< which action a simulation follows, and which value it backs up
                                                   ///< (or a file of rules in C++)
    double temperature = 0.1;    ///< with `selection` ments: temperature of the soft maximum, in outcomes
    double epsilon = 0.1;        ///< with `selection` ments: exploration; a random action is taken with probability
                                 ///< epsilon * actions / ln(visits)
    MctsChoice choice = MctsChoice::visits;  ///< the action played (or a file with a rule in C++)
    double lcb_deviations = 2;   ///< with `choice` lcb: the bound is this many standard deviations below the value
    double megabytes = 256;      ///< memory of the tree for all threads together, at least 1 each; when it is full the
                                 ///< search continues without new nodes
    int threads = 1;             ///< number of threads; 1 gives the same result for the same seed
    MctsParallel parallel = MctsParallel::tree;  ///< what threads share
    double virtual_loss = 0;     ///< losses that a running simulation counts as for the other threads; 0: a visit
                                 ///< without a value
};

}  // namespace boardai
