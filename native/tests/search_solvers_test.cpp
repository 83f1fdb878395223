// Solvers and MTD(f) on small games: known results, players who move twice in a row, bounded memory, limits, reuse.

#include <string>

#include "boardai/search/plain/mtdf-inl.hpp"
#include "boardai/search/solvers/dfpn-inl.hpp"
#include "boardai/search/solvers/pns-inl.hpp"
#include "games/chess/state.hpp"
#include "games/hex/state-inl.hpp"
#include "native/tests/check.hpp"
#include "native/tests/double_move.hpp"
#include "native/tests/tictactoe.hpp"

using namespace boardai;

namespace {

using TicTacToe = tictactoe::State;
using DoubleMove = doublemove::State;
using Hex = hex::State<1>;
using PlainHexPns = Pns<Hex, EvaluatorChoice<Hex, EvaluatorList<NoEvaluation, HashEvaluation>>>;
using PlainHexDfPn = DfPn<Hex, EvaluatorChoice<Hex, EvaluatorList<NoEvaluation, HashEvaluation>>>;
using PlainChessDfPn = DfPn<chess::State, EvaluatorChoice<chess::State, EvaluatorList<NoEvaluation, HashEvaluation>>>;

/// +1, 0, -1; 9 where it is open.
int value_of(const SolverResult& result) {
    return result.can_win == 1 ? 1 : result.can_draw == 0 ? -1 : result.can_win == 0 && result.can_draw == 1 ? 0 : 9;
}

void known_results() {
    for (const char* evaluator : {"none", "hash"}) {
        Pns<TicTacToe> pns(TicTacToe{}, PnsOptions{}, evaluator, 100);
        pns.run({});
        CHECK(value_of(pns.result()) == 0);
        CHECK(pns.tree().size() == 100 && !pns.tree().complete());
        DfPn<TicTacToe> dfpn(TicTacToe{}, DfPnOptions{}, evaluator);
        dfpn.run({});
        CHECK(value_of(dfpn.result()) == 0);
    }
    Mtdf<TicTacToe> mtdf(MtdfOptions{}, "");
    mtdf.run(TicTacToe{}, {});
    CHECK(mtdf.result().value == 0 && mtdf.result().proven && mtdf.result().line_length == 9);
}

/// Player 0 moves twice in a row: signs change with the player, not with the ply.
void two_moves_in_a_row() {
    for (const char* position : {"", "1", "0", "11", "01"}) {
        const DoubleMove state = DoubleMove{}.from_string(position);
        const std::string text = position;
        const bool first_wins = text.find('0') == std::string::npos;
        const int expected = first_wins == (state.current_player() == 0) ? 1 : -1;
        Pns<DoubleMove> pns(state, PnsOptions{}, "none", 0);
        pns.run({});
        CHECK(value_of(pns.result()) == expected);
        DfPn<DoubleMove> dfpn(state, DfPnOptions{}, "none");
        dfpn.run({});
        CHECK(value_of(dfpn.result()) == expected);
        Mtdf<DoubleMove> mtdf(MtdfOptions{}, "");
        mtdf.run(state, {});
        CHECK((mtdf.result().value > 0 ? 1 : -1) == expected);
        std::int32_t line[8], actions[4], kinds[4];
        double values[4];
        std::int64_t nodes[4];
        mtdf.columns(line, actions, values, kinds, nodes);
        CHECK(actions[0] == line[0] && values[0] == mtdf.result().value);
    }
}

/// Memory too small is swept, or ends the search; either way what is said is true.
void bounded_memory() {
    PnsOptions small;
    small.megabytes = 1;
    Hex state(4, 4);
    for (const Action action : {0, 5}) state.apply(action);
    PlainHexPns large(state, PnsOptions{}, "none", 0);
    large.run({});
    CHECK(large.result().can_win >= 0);
    PlainHexPns pns(state, small, "none", 0);
    pns.run({});
    CHECK(pns.result().collections > 0);
    CHECK(pns.result().can_win == large.result().can_win || pns.result().memory_full);

    DfPnOptions table;
    table.megabytes = 1;
    PlainHexDfPn dfpn(Hex(4, 4), table, "none");
    dfpn.run({});
    CHECK(dfpn.result().can_win == 1 && dfpn.result().collections > 0);
}

void limits_and_reuse() {
    SearchLimits limits;
    limits.nodes = 50;
    PlainHexPns pns(Hex(5, 5), PnsOptions{}, "none", 0);
    PlainHexDfPn dfpn(Hex(5, 5), DfPnOptions{}, "none");
    for (int round = 0; round < 2; ++round) {
        pns.run(limits);
        CHECK(pns.result().nodes == 50 && value_of(pns.result()) == 9 && pns.result().action >= 0);
        dfpn.run(limits);
        CHECK(dfpn.result().nodes == 50 && value_of(dfpn.result()) == 9 && dfpn.result().action >= 0);
    }
    CHECK(throws_with<std::invalid_argument>(
        [] {
            TicTacToe over = TicTacToe::from_string("xxxoo....");
            Pns<TicTacToe>(over, PnsOptions{}, "none", 0);
        },
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
        PlainChessDfPn dfpn(position(fen), options, "none");
        dfpn.run(limits);
        CHECK(dfpn.result().can_win == can_win);
    }
}

}  // namespace

int main() {
    known_results();
    two_moves_in_a_row();
    bounded_memory();
    limits_and_reuse();
    repetitions_and_the_move_count();
    return test_result();
}
