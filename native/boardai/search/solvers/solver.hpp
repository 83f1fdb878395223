#pragma once
// What the solvers (proof-number search, df-pn) share: the question they ask, how a position at the end of a line
// answers it, and the result.
//
// A solver asks a question with two answers: can `attacker` force a win? Positions where the attacker moves are OR
// nodes (one winning move is enough), the others AND nodes (every reply must lose). `outcome` takes at most two such
// searches: can the player to move win, and if not, can the opponent?
//
// A draw is not a win for the attacker, whichever side that is. Nor is a position that occurred earlier on the same
// line (Repeating): any existing win can be forced without repetition, because the shortest one does not repeat.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/session.hpp"
#include "boardai/search/solvers/options.hpp"

namespace boardai {

/// Proof and disproof numbers from here on mean "never".
constexpr std::uint32_t infinite_number = 0x3fff'ffff;

/// Sum of two numbers; a sum of finite ones stays finite.
constexpr std::uint32_t add_numbers(std::uint32_t left, std::uint32_t right) {
    if (left >= infinite_number || right >= infinite_number) return infinite_number;
    return left + right < infinite_number ? left + right : infinite_number - 1;
}

/// The result of a solver. With a limit of plies or with checks only, a `no` to "can win" means: not in that way.
struct SolverResult {
    std::int32_t can_win = -1;   ///< the player to move: 1 yes, 0 no, -1 unknown
    std::int32_t can_draw = -1;  ///< draw at least
    Action action = -1;          ///< best known; any legal one if nothing is known
    std::int32_t length =
        -1;  ///< plies of the proof found, an upper bound of the shortest; -1: nothing proven, or forgotten
    std::int32_t deepest = 0;  ///< longest line searched
    std::uint32_t proof = 1;   ///< of the root, for the question asked last
    std::uint32_t disproof = 1;
    std::int64_t nodes = 0;         ///< of all questions
    double memory_use = 0;          ///< share of the memory in use, 0 to 1
    std::int64_t collections = 0;   ///< number of times that memory was swept of the least useful entries
    bool memory_full = false;       ///< the search ended for lack of memory
    bool line_too_long = false;     ///< the search ended at a line of `longest_solver_line` plies
    std::vector<Action> line;       ///< principal variation
    std::vector<Action> proof_set;  ///< of the answer, by ascending number, if the game gives it (MoveFacts)
};

/// The report of a solver; `found` as it stands.
SearchReport solver_report(const SolverResult& found);

/// Lines are not searched deeper: games are expected to end earlier.
constexpr int longest_solver_line = 4096;

/// is_check(): the player to move is under a threat that must be answered.
template <class S>
concept HasChecks = requires(const S& constant) {
    { constant.is_check() } -> std::same_as<bool>;
};

namespace solver_detail {

constexpr int independent = std::numeric_limits<int>::max();

enum class Verdict { open, proved, disproved };

/// The answer at one position. `reach` is the ply of the earliest position of the line that the answer depends on:
/// a repetition of the position at ply 3 is valid only on lines through that position. -1: it depends on the whole
/// line.
struct Leaf {
    Verdict verdict = Verdict::open;
    int reach = independent;
    bool drawn = false;  ///< disproved by a draw, not by a loss
};

/// Judges a position `ply` plies below the root.
template <GameState S>
Leaf judge(const S& state, int ply, int attacker) {
    if constexpr (Repeating<S>) {
        if (ply > 0 && state.repeats_within(ply)) {
            int back = 1;
            while (!state.repeats_within(back)) ++back;
            return {Verdict::disproved, ply - back, true};
        }
    }
    if (!state.is_terminal()) return {};
    const int outcome = state.outcome(attacker);
    if (outcome > 0) return {Verdict::proved, independent};
    if constexpr (Repeating<S>) {
        // Drawn by a move counter: a shorter way to the same position would leave moves to play.
        if (outcome == 0 && state.plies_until_draw() <= 0) return {Verdict::disproved, -1, true};
    }
    return {Verdict::disproved, independent, outcome == 0};
}

/// Throws std::invalid_argument where there is nothing to solve.
template <GameState S>
void check_root(const S& root) {
    if (!root.is_terminal()) return;
    throw std::invalid_argument("the game is over, there is nothing to solve, in position " +
                                std::string(root.to_string()));
}

/// The legal action with the smallest number, which is played if nothing is known.
template <GameState S>
Action any_action(const S& state) {
    ActionList actions;
    fill_with_actions(state, actions);
    Action least = actions[0];
    for (const Action action : actions) least = action < least ? action : least;
    return least;
}

/// Proof number (side 0) or disproof number (side 1) that an open leaf starts with, from its evaluation for the
/// attacker: about 2^10 where it is even, and half as much for each `unit` that the side is ahead, between 1 and 2^20.
/// Powers of two with straight lines between them, so that it is the same on every machine.
inline std::uint32_t initial_number(int evaluation, int side, int unit) {
    const std::int64_t step = unit;
    std::int64_t level = 10 * step + (side == 0 ? -evaluation : evaluation);
    level = level < 0 ? 0 : level > 20 * step ? 20 * step : level;
    const std::int64_t power = std::int64_t{1} << (level / step);
    return static_cast<std::uint32_t>(power + power * (level % step) / step);
}

/// The unit if the options name none; `own`: the evaluator's, 0 for none.
inline int usual_unit(int own) { return own > 0 ? own : 600; }

/// Answer of one two-valued search: 1 proved, 0 disproved, -1 open. Disproved and not `drawn`: the defender wins,
/// so no further search is needed.
struct Answer {
    int proved = -1;
    bool drawn = false;
};

/// Runs the searches that the question needs: ask(attacker) is one search. `restricted`: a disproof says nothing about
/// other ways to win.
template <class Ask>
void ask_questions(SolverResult& result, SolverQuestion question, int player, bool restricted, const Ask& ask) {
    if (question != SolverQuestion::draw) {
        const Answer answer = ask(player);
        result.can_win = answer.proved;
        if (answer.proved == 1) result.can_draw = 1;
        if (answer.proved == 0 && !answer.drawn && !restricted) result.can_draw = 0;
        if (question == SolverQuestion::win || answer.proved != 0 || result.can_draw == 0 || restricted) return;
    }
    const Answer answer = ask(1 - player);
    result.can_draw = answer.proved < 0 ? -1 : 1 - answer.proved;
    if (answer.proved == 1) result.can_win = 0;
    if (answer.proved == 0 && !answer.drawn && !restricted) result.can_win = 1;
}

}  // namespace solver_detail

}  // namespace boardai
