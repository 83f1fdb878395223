// What Hex knows for solvers, against trying every move: fill-in, moves that need not be tried, proof sets, and df-pn's
// answers with all of it.

#include <cstdint>
#include <string>
#include <utility>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/solvers/dfpn-inl.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/solving/inferior_cells.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/hex_exhaustive.hpp"

using namespace boardai;
using namespace boardai::hex;

namespace {

/// Dead and captured cells change no winner, for either side to move; one of the cells to be tried wins if any does.
void check_inferior_cells(Exhaustive& exhaustive, const Bits<1>& black_stones, const Bits<1>& white_stones) {
    InferiorCells<1> cells(exhaustive.board(), black_stones, white_stones);
    cells.fill_in();
    for (int mover : {black, white}) {
        const int winner = exhaustive.winner(black_stones, white_stones, mover);
        CHECK(exhaustive.winner(cells.owned(black) | cells.dead(), cells.owned(white), mover) == winner);
        CHECK(exhaustive.winner(cells.owned(black), cells.owned(white) | cells.dead(), mover) == winner);
        const Bits<1> tried = cells.empty() - cells.not_to_be_tried(mover, cells.empty());
        bool wins = false;
        tried.for_each([&](int cell) {
            Bits<1> stones[2] = {black_stones, white_stones};
            stones[mover].set(cell);
            wins |= exhaustive.winner(stones[black], stones[white], 1 - mover) == mover;
        });
        // A won board is full of what need not be played.
        const bool decided = exhaustive.board().joins_top_and_bottom(cells.owned(black)) ||
                             exhaustive.board().joins_left_and_right(cells.owned(white));
        if (!decided) CHECK(wins == (winner == mover));
    }
}

/// The position, the same with colours exchanged on the transposed board, and turned round. What is filled in may hang
/// on which cell is looked at first, so that the images are not always filled in alike; each has to be right.
void check_fill_in(Exhaustive& exhaustive, const State<1>& state) {
    const int side = state.rows();
    const auto image = [](const Bits<1>& cells, const auto& place) {
        Bits<1> result;
        cells.for_each([&](int cell) { result.set(place(cell)); });
        return result;
    };
    const auto mirrored = [&](int cell) { return cell % side * side + cell / side; };
    const auto round = [&](int cell) { return side * side - 1 - cell; };
    const Bits<1> blacks = state.stones(black), whites = state.stones(white);
    check_inferior_cells(exhaustive, blacks, whites);
    check_inferior_cells(exhaustive, image(whites, mirrored), image(blacks, mirrored));
    check_inferior_cells(exhaustive, image(blacks, round), image(whites, round));
}

/// Follows a line, and checks what is known at each of its positions.
void check_line(Exhaustive& exhaustive, State<1> state, Rng& rng) {
    Knowledge<State<1>> knowledge({.thorough = true});
    knowledge.reset(state);
    ActionList actions;
    while (!state.is_terminal()) {
        const HexFacts<1> facts = knowledge.analyse(state);
        const int winner = exhaustive.winner(state);
        const int mover = state.colour_to_move();
        if (facts.decided()) {
            CHECK(facts.winner == winner);
            const int loser = 1 - facts.winner;
            Bits<1> stones[2] = {state.stones(black), state.stones(white)};
            stones[loser] |= exhaustive.board().board - stones[facts.winner] - facts.proof_set;
            CHECK(exhaustive.winner(stones[black], stones[white], mover) == winner);
        } else {
            bool other_wins = false, tried_wins = false;
            state.legal_actions(actions);
            for (const Action action : actions) {
                State<1> next = state;
                next.apply(action);
                if (exhaustive.winner(next) != mover) continue;
                (facts.fate(action) == Fate::open ? tried_wins : other_wins) = true;
            }
            CHECK(!other_wins || tried_wins);
        }
        state.legal_actions(actions);
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        knowledge.push(state, action);
        state.apply(action);
    }
}

void check_solver(Exhaustive& exhaustive, DfPn<State<1>>& solver, const State<1>& state) {
    solver.run(state, {});
    const int mover = state.colour_to_move();
    const int winner = exhaustive.winner(state);
    CHECK(solver.report()->outcome == (winner == mover ? 1 : -1));
    // The loser may have all outside of the proof set.
    CHECK(!solver.report()->proof_set.empty());
    Bits<1> stones[2] = {state.stones(black), state.stones(white)}, proof_set;
    for (const Action place : solver.report()->proof_set) proof_set.set(place);
    stones[1 - winner] |= exhaustive.board().board - stones[winner] - proof_set;
    CHECK(exhaustive.winner(stones[black], stones[white], mover) == winner);
    if (exhaustive.winner(state) != mover) return;
    State<1> next = state;
    next.apply(solver.report()->action);
    CHECK(exhaustive.winner(next) == mover);
}

void all_positions(Exhaustive& exhaustive, DfPn<State<1>>& solver, const State<1>& state, int stones, int from[2]) {
    check_fill_in(exhaustive, state);
    check_solver(exhaustive, solver, state);
    if (stones == 0) return;
    const int colour = state.colour_to_move();
    const int cells = state.rows() * state.columns();
    for (int cell = from[colour]; cell < cells; ++cell) {  // each set of stones once
        if (!state.is_legal(cell)) continue;
        State<1> next = state;
        next.apply(cell);
        int later[2] = {from[0], from[1]};
        later[colour] = cell + 1;
        if (!next.is_terminal()) all_positions(exhaustive, solver, next, stones - 1, later);
    }
}

/// What is sampled else: `hex_solver_test thorough`, without sanitizers a matter of minutes.
void thorough(DfPn<State<1>>& solver, Rng& rng) {
    Exhaustive four(4), five(5), six(6);
    int from[2] = {0, 0};
    all_positions(four, solver, State<1>(4, 4), 3, from);
    for (int i = 0; i < 2'000; ++i) {
        const State<1> middle = random_position(5, 11 + i % 8, rng), late = random_position(6, 21 + i % 9, rng);
        for (const auto& [exhaustive, state] : {std::pair{&five, &middle}, {&six, &late}}) {
            check_fill_in(*exhaustive, *state);
            check_solver(*exhaustive, solver, *state);
            check_line(*exhaustive, *state, rng);
            exhaustive->forget();
        }
    }
}

}  // namespace

int main(int count, char** words) {
    DfPnOptions options;
    options.megabytes = 1;
    EvaluationSpec none;
    none.name = "none";
    DfPn<State<1>> solver(options, none);
    Rng rng(7);
    if (count > 1 && std::string(words[1]) == "thorough") {
        thorough(solver, rng);
        return test_result();
    }
    for (const auto& [side, stones] : {std::pair{2, 4}, {3, 9}}) {
        Exhaustive exhaustive(side);
        int from[2] = {0, 0};
        all_positions(exhaustive, solver, State<1>(side, side), stones, from);
    }
    Exhaustive small(4), large(5), larger(6);
    for (int i = 0; i < 40; ++i) {
        check_line(small, random_position(4, 5 + i % 4, rng), rng);
        const State<1> state = random_position(5, 14 + i % 5, rng);
        check_fill_in(large, state);
        check_solver(large, solver, state);
        check_line(large, state, rng);
        const State<1> late = random_position(6, 25 + i % 5, rng);
        check_fill_in(larger, late);
        check_solver(larger, solver, late);
        larger.forget();
    }
    return test_result();
}
