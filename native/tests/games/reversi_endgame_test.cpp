// The endgame solver against plain negamax, which shares nothing with it but the rules: late positions of random games
// on boards of every layout, with holes, in several parts, and small ones solved from far off.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/report.hpp"
#include "games/reversi/endgame/root.hpp"
#include "games/reversi/endgame/solver.hpp"
#include "games/reversi/state-inl.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;
using namespace boardai::reversi;

namespace {

/// The final margin for the player to move, by the rules alone.
template <int Words>
int margin(const State<Words>& state, int alpha, int beta) {
    if (state.is_terminal()) return state.score(state.current_player());
    ActionList actions;
    state.legal_actions(actions);
    int best = -1'000;
    for (const Action action : actions) {
        State<Words> next = state;
        next.apply(action);
        best = std::max(best, -margin(next, -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

template <int Words>
int empty_count(const State<Words>& state) {
    return state.board().cell_count() - state.own_discs().count() - state.opponent_discs().count();
}

/// A random game from the start, up to this many empty cells; false: it ended before.
template <int Words>
bool play_to(State<Words>& state, int empty, Rng& rng) {
    ActionList actions;
    while (!state.is_terminal() && empty_count(state) > empty) {
        state.legal_actions(actions);
        state.apply(actions[static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(actions.size())))]);
    }
    return !state.is_terminal();
}

/// Plays a line and compares what it leads to.
template <int Words>
bool leads_to(const State<Words>& start, const std::vector<Action>& line, int margin) {
    State<Words> state = start;
    for (const Action action : line) {
        if (!state.is_legal(action)) return false;
        state.apply(action);
    }
    return state.is_terminal() && state.score(start.current_player()) == margin;
}

template <int Words>
void compare(const std::string& board, int games, int most_empty) {
    const State<Words> start(board);
    Rng rng(7);
    SearchControl control;
    control.start({});
    endgame::Root<Words> root(0.1, 1);  // a table so small that entries are replaced
    int compared = 0;
    for (int game = 0; game < games; ++game) {
        State<Words> state = start;
        if (!play_to(state, 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most_empty))), rng)) continue;
        ++compared;
        const int truth = margin(state, -1'000, 1'000);
        root.set(state, control);
        root.solve(1);
        CHECK(root.lower() == truth && root.upper() == truth);
        CHECK(leads_to(state, root.line(), truth));
        CHECK(root.line().front() == root.moves().front().action);
        for (const EndingMove& move : root.moves()) {
            State<Words> next = state;
            next.apply(move.action);
            const int of_move = -margin(next, -1'000, 1'000);
            CHECK(move.lower <= of_move && of_move <= move.upper);
        }
        root.set(state, control);
        root.solve_outcome();
        CHECK(root.lower() <= truth && truth <= root.upper());
        CHECK(truth > 0 ? root.lower() > 0 : truth < 0 ? root.upper() < 0 : root.lower() == 0 && root.upper() == 0);
    }
    CHECK(compared > games / 4);
}

/// Every move's exact margin.
void compare_all_moves(const std::string& board) {
    State<1> state(board);
    Rng rng(3);
    SearchControl control;
    control.start({});
    endgame::Root<1> root(1, 1);
    CHECK(play_to(state, 8, rng));
    root.set(state, control);
    root.solve(100);
    ActionList actions;
    state.legal_actions(actions);
    CHECK(actions.size() > 1 && root.moves().size() == actions.size());
    for (const EndingMove& move : root.moves()) {
        State<1> next = state;
        next.apply(move.action);
        CHECK(move.lower == move.upper && move.lower == -margin(next, -1'000, 1'000));
    }
}

/// What a limit leaves unfinished is reported as valid bounds; several threads find the same.
void limits_and_threads(const std::string& board, int empty) {
    State<1> state(board);
    Rng rng(11);
    CHECK(play_to(state, empty, rng));
    EndgameOptions options;
    options.table_megabytes = 4;
    EndgameSolver<1> solver(options);
    solver.run(state, {});
    const int truth = static_cast<int>(solver.report()->value.value());
    CHECK(solver.report()->kind == RowKind::exact && leads_to(state, solver.report()->line, truth));
    const std::int64_t all_nodes = solver.report()->nodes;
    const auto note = [](const SearchReport& report, std::size_t number) {
        return static_cast<int>(std::get<std::int64_t>(report.notes[number].second));
    };
    bool open = false;
    for (std::int64_t nodes = 1; nodes < 2 * all_nodes; nodes *= 3) {
        EndgameSolver<1> limited(options);
        SearchLimits limits;
        limits.nodes = nodes;
        limited.run(state, limits);
        const SearchReport& report = *limited.report();
        CHECK(note(report, 0) <= truth && truth <= note(report, 1));
        CHECK(state.is_legal(report.action));
        open = open || note(report, 0) < note(report, 1);
    }
    CHECK(open);
    options.threads = 3;
    EndgameSolver<1> pool(options);
    pool.run(state, {});
    CHECK(pool.report()->value == truth && leads_to(state, pool.report()->line, truth));

    while (!state.is_terminal()) {
        ActionList actions;
        state.legal_actions(actions);
        state.apply(actions[0]);
    }
    CHECK(throws_with<std::invalid_argument>([&] { solver.run(state, {}); }, "the game is over"));
}

/// A full square with the start in its middle.
std::string square(int side) {
    std::string text = "name: square\n\n";
    for (int row = 0; row < side; ++row) {
        std::string cells(static_cast<std::size_t>(side), '-');
        const int middle = side / 2;
        if (row == middle - 1) cells.replace(static_cast<std::size_t>(middle - 1), 2, "OX");
        if (row == middle) cells.replace(static_cast<std::size_t>(middle - 1), 2, "XO");
        text += cells + "\n";
    }
    return text;
}

const std::string holed =
    "name: holed\n\n"
    "##----#\n"
    "---#---\n"
    "--OX---\n"
    "#-XO-#-\n"
    "-------\n"
    "-#---##\n";
const std::string parts =
    "name: parts\n\n"
    "----#####\n"
    "-OX-#####\n"
    "-XO-#####\n"
    "----#####\n"
    "#########\n"
    "#####----\n"
    "#####-OX-\n"
    "#####-XO-\n"
    "#####----\n";

}  // namespace

int main() {
    compare<1>(square(8), 400, 8);
    compare<1>(square(6), 400, 8);
    compare<1>(holed, 400, 8);
    compare<1>(square(4), 60, 10);  // with the table, cuts ahead and a short search for the order
    compare<1>(square(5), 30, 9);
    compare<2>(parts, 150, 7);
    compare<2>(square(10), 150, 6);
    compare<4>(square(14), 60, 5);
    compare_all_moves(square(6));
    limits_and_threads(square(6), 15);
    return test_result();
}
