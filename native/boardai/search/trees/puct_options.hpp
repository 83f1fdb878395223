#pragma once
// How the PUCT and Gumbel trees search; the same fields and defaults as the dataclasses in
// boardai/search/trees/puct.py.

#include <string>

namespace boardai {

/// The root and interior selection of Danihelka et al. 2022; the formulas are in gumbel.hpp.
struct GumbelOptions {
    int considered = 0;          ///< root actions sampled without replacement; 0: no Gumbel search but PUCT
    double scale = 1;            ///< of the Gumbel noise; 0: none, and nothing is drawn
    double value_scale = 0.1;    ///< how much values weigh against logits
    double maxvisit_init = 50;   ///< visits that the weight of values starts from
    bool rescale_values = true;  ///< values of a position are stretched to [0, 1]
    bool mixed_value = true;     ///< unvisited actions get the mixed value; else the position's own evaluation
};

struct PuctOptions {
    int simulations = 16;              ///< per search; 0 evaluates the root alone
    double c_base = 19652;             ///< how slowly exploration grows with visits
    double c_init = 1.25;              ///< exploration at few visits
    double c_scale = 1;                ///< multiplies both
    double fpu_reduction = 0;          ///< how far below its parent's value an unvisited action starts
    std::string q_transform = "none";  ///< "none", "min_max" or "parent_and_siblings"; see puct_tree.hpp
    double dirichlet_alpha = 0.3;      ///< concentration of the root noise; smaller is spikier
    double dirichlet_fraction = 0;     ///< share of noise in the root's priors; 0: none, and nothing is drawn
    double forced_playouts = 0;        ///< root visits each tried action is owed: sqrt(this * prior * visits); 0: none
    int leaves_per_tree = 1;           ///< positions one tree may have waiting for the network
    double virtual_loss = 1;           ///< value taken from each edge per waiting leaf; with leaves_per_tree > 1
    bool unobserved_counts = false;    ///< waiting leaves count as visits without a value, instead of as losses
    int tree_mb = 1024;                ///< memory of one tree
    int cache_mb = 0;                  ///< memory of the evaluation cache, shared by all trees of a forest; 0: none
    bool graph = false;                ///< positions reached by several ways are one node
    bool solver = false;               ///< proven wins, losses and draws are not searched again
    bool repetition_draws = false;  ///< a position that was on the board before, in the game or on the line, is a draw
    bool early_stop = false;        ///< ends when the most visited action cannot change any more
    GumbelOptions gumbel{};         ///< gumbel.considered > 0 replaces the PUCT formula
};

/// Throws std::invalid_argument naming the option that is out of range.
void check_options(const PuctOptions& options);

}  // namespace boardai
