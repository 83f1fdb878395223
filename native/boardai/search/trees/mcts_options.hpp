#pragma once
// How UCT searches. Light: Cling reads it.

namespace boardai {

/// What several threads share.
enum class MctsParallel {
    tree,     ///< one tree
    root,     ///< nothing: a tree each, whose root visits are added up
    children  ///< one thread walks the tree; the others help to simulate all children of a position at once
};

/// Which action is played.
enum class MctsChoice {
    visits,     ///< the most visited (robust child)
    value,      ///< the one with the highest value (max child)
    robust_max  ///< the one that is both; the last fifth of the limits waits for it
};

struct MctsOptions {
    double c = 1;                ///< exploration constant of UCB, in the unit of the utilities
    double lowest = -1;          ///< utility of a loss
    double highest = 1;          ///< utility of a win; a draw is half way
    int rollouts = 1;            ///< random games from a leaf
    int rollout_plies = 0;       ///< a random game stops after so many, at the evaluator's value; 0: at its end
    double evaluator_share = 0;  ///< of the evaluator in a leaf's value: 0 random games alone, 1 the evaluator alone
    double evaluator_scale = 0;  ///< the score that is worth tanh(1) = 0.76 of a win; 0: the evaluator's own
    bool shuffle = true;         ///< unvisited actions are tried in random order, not in ascending order
    bool solver = true;          ///< proven outcomes are backed up as such
    bool rave = false;           ///< all-moves-as-first statistics
    double rave_k = 30000;       ///< visits of a position at which they weigh as much as the action's own
    double rave_bias = 0;        ///< above 0: their weight by least mean squared error, for this bias
    double rave_c = 0;           ///< exploration constant in place of `c`
    MctsChoice choice = MctsChoice::visits;
    double megabytes = 256;  ///< for the tree, all threads together
    int threads = 1;
    MctsParallel parallel = MctsParallel::tree;
    double virtual_loss = 0;  ///< losses that a running simulation counts as; 0: a visit without a result
};

/// Throws std::invalid_argument naming the option that is out of range.
void check_options(const MctsOptions& options);

}  // namespace boardai
