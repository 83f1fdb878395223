#pragma once
// Written by cmake/write_options.py from boardai/search/solvers/options.py, where options are changed and checked.
// clang-format off

#include "boardai/search/plain/options.hpp"

namespace boardai {

enum class SolverQuestion : int {
    outcome,  ///< the game's outcome
    win,      ///< whether it can win
    draw,     ///< whether it can at least draw
};

/// How AND/OR search searches.
struct AndOrOptions {
    MoveOrdering ordering = MoveOrdering::evaluation;  ///< which moves first; the right one makes a proof short
};

/// How proof-number search works. It ends if its memory is full, with or without sweeps.
struct PnsOptions {
    SolverQuestion question = SolverQuestion::outcome;  ///< the question about the player to move
    int megabytes = 64;     ///< memory of the tree or table; when it is full, the least useful nodes are removed
    bool mobility = false;  ///< an open leaf starts with the number of its moves instead of 1, if all of them are
                            ///< needed
    int unit = 0;           ///< with an evaluator, the score that halves the initial number of an open leaf; 0: the
                            ///< evaluator's own clear advantage, else 600
};

/// How df-pn works.
struct DfPnOptions {
    SolverQuestion question = SolverQuestion::outcome;  ///< the question about the player to move
    int megabytes = 64;        ///< memory of the tree or table; when it is full, the least useful nodes are removed
    bool mobility = false;     ///< an open leaf starts with the number of its moves instead of 1, if all of them are
                               ///< needed
    int unit = 0;              ///< with an evaluator, the score that halves the initial number of an open leaf; 0: the
                               ///< evaluator's own clear advantage, else 600
    double epsilon = 0.25;     ///< how much longer than necessary a child is searched before the next one; 0: plain df-
                               ///< pn
    bool knowledge = true;     ///< uses the game's knowledge beyond its rules (Hex: virtual connections, dominated
                               ///< cells); not with a depth or `checks_only`
    double widening = 0;       ///< share of the open moves (plus one) that are tried, in the order of the game's
                               ///< knowledge, until they are refuted; 1: all; 0: the share named by the game's
                               ///< knowledge, else all
    bool quiet_order = false;  ///< equally promising moves are tried in the game's own order of quiet moves, if it has
                               ///< one
    bool checks_only = false;  ///< the attacker only plays checks, in games with checks (chess): quick for mates by
                               ///< checks, but no answer if there is none
    int threads = 1;           ///< number of threads; 1 visits the same positions every time; games in Python always
                               ///< use one
};

}  // namespace boardai
