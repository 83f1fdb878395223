// Solvers and MTD(f) on small games: known results, players who move twice in a row, bounded memory, limits, reuse.

#include <string>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/plain/mtdf-inl.hpp"
#include "boardai/search/solvers/dfpn-inl.hpp"
#include "boardai/search/solvers/pns-inl.hpp"
#include "games/chess/state.hpp"
#include "games/hex/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/endless_checks.hpp"
#include "native/tests/support/report.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using TicTacToe = tictactoe::State;
using DoubleMove = doublemove::State;
using Hex = hex::State<1>;

/// +1, 0, -1; 9 where it is open.
int value_of(const SearchSession& search) { return search.report()->outcome.value_or(9); }

void known_results() {
    for (const char* evaluator : {"none", "hash"}) {
        Pns<TicTacToe> pns(PnsOptions{}, evaluator);
        pns.run(TicTacToe{}, {}, 100);
        CHECK(value_of(pns) == 0);
        CHECK(pns.tree().size() == 100 && !pns.tree().complete());
        DfPn<TicTacToe> dfpn(DfPnOptions{}, evaluator);
        dfpn.run(TicTacToe{}, {});
        CHECK(value_of(dfpn) == 0);
    }
    Mtdf<TicTacToe> mtdf(MtdfOptions{}, "");
    mtdf.run(TicTacToe{}, {});
    CHECK(mtdf.report()->value == 0 && mtdf.report()->outcome == 0 && mtdf.report()->line.size() == 9);
}

/// Player 0 moves twice in a row: signs change with the player, not with the ply.
void two_moves_in_a_row() {
    for (const char* position : {"", "1", "0", "11", "01"}) {
        const DoubleMove state = DoubleMove{}.from_string(position);
        const std::string text = position;
        const bool first_wins = text.find('0') == std::string::npos;
        const int expected = first_wins == (state.current_player() == 0) ? 1 : -1;
        Pns<DoubleMove> pns(PnsOptions{}, "none");
        pns.run(state, {}, 0);
        CHECK(value_of(pns) == expected);
        DfPn<DoubleMove> dfpn(DfPnOptions{}, "none");
        dfpn.run(state, {});
        CHECK(value_of(dfpn) == expected);
        Mtdf<DoubleMove> mtdf(MtdfOptions{}, "");
        mtdf.run(state, {});
        const SearchReport& found = *mtdf.report();
        CHECK((*found.value > 0 ? 1 : -1) == expected);
        CHECK(found.rows[0].action == found.line[0] && found.rows[0].value == found.value);
    }
}

/// Memory too small is swept, or ends the search; either way the result is correct.
void bounded_memory() {
    PnsOptions small;
    small.megabytes = 1;
    Hex state(4, 4);
    for (const Action action : {0, 5}) state.apply(action);
    Pns<Hex> large(PnsOptions{}, "none");
    large.run(state, {}, 0);
    CHECK(large.report()->outcome);
    Pns<Hex> pns(small, "none");
    pns.run(state, {}, 0);
    CHECK(note_of<std::int64_t>(pns, "memory swept") > 0);
    CHECK(pns.report()->outcome == large.report()->outcome || note_of<bool>(pns, "memory full"));

    DfPnOptions table;
    table.megabytes = 1;
    DfPn<Hex> dfpn(table, "none");
    dfpn.run(Hex(4, 4), {});
    CHECK(value_of(dfpn) == 1 && note_of<std::int64_t>(dfpn, "memory swept") > 0);
}

/// Threads that share a table, a large one and one that is swept all the time; ended by a limit, and run again.
void several_threads() {
    for (const int megabytes : {16, 1}) {
        DfPnOptions options;
        options.megabytes = megabytes;
        options.threads = 4;
        DfPn<Hex> dfpn(options, "none");
        for (const auto& [first, expected] : {std::pair{3, -1}, std::pair{0, 1}, std::pair{5, 1}}) {
            Hex state(4, 4);
            state.apply(first);
            SearchLimits few;
            few.nodes = 400;
            dfpn.run(state, few);
            CHECK(dfpn.report()->nodes <= 400);
            dfpn.run(state, {}, 0, 1000);
            CHECK(value_of(dfpn) == expected);
            CHECK(dfpn.positions_solved() == 1000);
        }
    }
    DfPnOptions options;
    options.threads = 3;
    DfPn<chess::State> mates(options, "none");
    SearchLimits limits;
    limits.depth = 5;
    mates.run(chess::State::from_fen("3k4/8/3K4/8/8/8/8/R7 w - - 0 80", false, true), limits);
    CHECK(value_of(mates) == 1);
}

/// Whichever thread meets it, the reason why the search ended is reported.
void lines_that_are_too_long() {
    for (const int threads : {1, 2, 4}) {
        DfPnOptions options;
        options.threads = threads;
        DfPn<endlesschecks::State> dfpn(options, "none");
        for (int round = 0; round < 10; ++round) {
            dfpn.run(endlesschecks::State(true), {});
            CHECK(value_of(dfpn) == 9);
            CHECK(note_of<std::int64_t>(dfpn, "ended at a line of plies") == longest_solver_line);
        }
    }
}

void limits_and_reuse() {
    SearchLimits limits;
    limits.nodes = 50;
    Pns<Hex> pns(PnsOptions{}, "none");
    DfPn<Hex> dfpn(DfPnOptions{}, "none");
    for (int round = 0; round < 2; ++round) {
        pns.run(Hex(5, 5), limits, 0);
        CHECK(pns.report()->nodes == 50 && value_of(pns) == 9 && pns.report()->action >= 0);
        dfpn.run(Hex(5, 5), limits);
        CHECK(dfpn.report()->nodes == 50 && value_of(dfpn) == 9 && dfpn.report()->action >= 0);
    }
    CHECK(throws_with<std::invalid_argument>(
        [] { Pns<TicTacToe>(PnsOptions{}, "none").run(TicTacToe::from_string("xxxoo...."), {}, 0); },
        "the game is over"));
}

/// A rook mates in the end, whatever repetitions lie on the way; with the move count nearly run out it does not.
void repetitions_and_the_move_count() {
    const auto position = [](const std::string& fen) { return chess::State::from_fen(fen, false, true); };
    SearchLimits limits;
    limits.nodes = 400'000;
    for (const auto& [fen, can_win] : {std::pair{"k7/8/1K6/8/8/8/8/7R w - - 99 80", 1},   // mate on the last ply
                                       std::pair{"3k4/8/2K5/8/8/8/8/7R w - - 97 80", 1},  // Re1, Kc8, Re8 mate
                                       std::pair{"3k4/8/2K5/8/8/8/8/7R w - - 98 80", 0},  // the same, one ply late
                                       std::pair{"3k4/8/3K4/8/8/8/8/R7 w - - 97 80", 1}}) {
        DfPnOptions options;
        options.question = SolverQuestion::win;
        DfPn<chess::State> dfpn(options, "none");
        dfpn.run(position(fen), limits);
        CHECK(note_of<bool>(dfpn, "can win") == (can_win == 1));
    }
}

}  // namespace

int main() {
    known_results();
    two_moves_in_a_row();
    bounded_memory();
    several_threads();
    lines_that_are_too_long();
    limits_and_reuse();
    repetitions_and_the_move_count();
    return test_result();
}
