#pragma once
// Written by cmake/write_options.py from boardai/search/solvers/options.py, where options are changed and checked.
// clang-format off

#include "boardai/search/plain/options.hpp"

namespace boardai {

enum class SolverQuestion : int {
    outcome,  ///< what the game comes to
    win,      ///< whether it can win
    draw,     ///< whether it can at least draw
};

/// How AND/OR search searches.
struct AndOrOptions {
    MoveOrdering ordering = MoveOrdering::evaluation;  ///< which moves first, the right one being what makes a proof
                                                       ///< short
};

/// How proof-number search works. It ends where the memory is not enough, swept or not.
struct PnsOptions {
    SolverQuestion question = SolverQuestion::outcome;  ///< about the player to move
    int megabytes = 64;     ///< for the tree or table; a full one is swept of what is needed least
    bool mobility = false;  ///< an open leaf starts with the number of its moves, where all of them are needed, instead
                            ///< of 1
    int unit = 0;           ///< with an evaluator, the evaluation that halves the number an open leaf starts with; 0:
                            ///< what the evaluator itself takes for a clear advantage, else 600
};

/// How df-pn works.
struct DfPnOptions {
    SolverQuestion question = SolverQuestion::outcome;  ///< about the player to move
    int megabytes = 64;        ///< for the tree or table; a full one is swept of what is needed least
    bool mobility = false;     ///< an open leaf starts with the number of its moves, where all of them are needed,
                               ///< instead of 1
    int unit = 0;              ///< with an evaluator, the evaluation that halves the number an open leaf starts with;
                               ///< 0: what the evaluator itself takes for a clear advantage, else 600
    double epsilon = 0.25;     ///< how much further than needed a child is searched before another has its turn; 0:
                               ///< plain df-pn
    bool knowledge = true;     ///< asks what the game knows beyond its rules (Hex: virtual connections, cells that need
                               ///< not be played); not with a depth or `checks_only`
    double widening = 0;       ///< of the open moves so large a share and one more are tried, in the order of the
                               ///< game's knowledge, until they are refuted; 1: all; 0: the share that the game's
                               ///< knowledge names, else all
    bool quiet_order = false;  ///< moves of equal promise are tried in the game's own order of quiet moves, where it
                               ///< has one
    bool checks_only = false;  ///< the attacker plays checks only, in games that tell checks (chess): quick on mates by
                               ///< checks, but no answer where it finds none
    int threads = 1;           ///< that search together; 1 visits the same positions every time; Python-written games
                               ///< are searched by one
};

}  // namespace boardai
