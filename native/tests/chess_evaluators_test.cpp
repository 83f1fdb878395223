// PeSTO's accumulator under sanitizers: equal to from-scratch sums through random games, castling, en passant,
// promotions and Chess960 included, and after taking moves back.

#include <string>
#include <vector>

#include "boardai/search/line.hpp"
#include "check.hpp"
#include "games/chess/evaluators.hpp"

using namespace boardai;
using namespace boardai::chess;

static_assert(IncrementalEvaluator<Pesto, State> && !IncrementalEvaluator<Material, State>);

namespace {

struct Seen {
    int castlings = 0;
    int en_passants = 0;
    int promotions = 0;
    int capturing_promotions = 0;
};

void walk(const State& start, Rng& rng, int plies, Seen& seen) {
    using Evaluation = SearchEvaluator<State>::type;
    SearchLine<State, Evaluation> line(start, Evaluation("pesto"));
    ActionList actions;
    std::vector<int> values{line.evaluate()};
    for (int ply = 0; ply < plies; ++ply) {
        line.state().legal_actions(actions);
        if (actions.empty()) break;
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        const Position& position = line.state().position();
        const bool capture = position.is_capture(action);
        seen.castlings += position.is_castling(action);
        seen.en_passants += capture && position.piece_at(to_square(action)) == no_piece;
        seen.promotions += promotion_of(action) != 0;
        seen.capturing_promotions += promotion_of(action) != 0 && capture;
        line.push(action);
        values.push_back(line.evaluate());
        CHECK(values.back() == Pesto().evaluate(line.state()));
        CHECK(values.back() > -17'500 && values.back() < 17'500);
    }
    for (; line.ply() > 0; line.pop()) {
        CHECK(line.evaluate() == values[static_cast<std::size_t>(line.ply())]);
    }
    CHECK(line.evaluate() == values[0]);
}

void test_accumulator() {
    Rng rng(7);
    Seen seen;
    for (int game = 0; game < 40; ++game) walk(State(), rng, 300, seen);
    for (int number : {0, 100, 518, 959}) {
        for (int game = 0; game < 10; ++game) walk(State::start(number, true, true), rng, 300, seen);
    }
    for (int game = 0; game < 60; ++game) {
        walk(State::from_fen("bqrk1r1n/8/8/8/8/8/8/BQRK1R1N w CFcf - 0 1", true, true), rng, 12, seen);
    }
    for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/PPP1k3/8/8/8/8/3Kppp1/8 w - - 0 1",
                            "1n2k1n1/P1P4P/8/8/8/8/p1p4p/1N2K1N1 w - - 0 1",
                            "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1"}) {
        for (int game = 0; game < 60; ++game) walk(State::from_fen(fen, false, true), rng, 60, seen);
    }
    CHECK(seen.castlings > 20);
    CHECK(seen.en_passants > 20);
    CHECK(seen.promotions > 50);
    CHECK(seen.capturing_promotions > 5);
}

void test_sums() {
    // Each part keeps its own sign, whatever its neighbours are.
    for (int middle : {-17'000, -1, 0, 1, 17'000}) {
        for (int end : {-17'000, -1, 0, 1, 17'000}) {
            for (int phase : {0, 24, 120}) {
                const PestoSum sum = PestoSum::of(middle, end, phase);
                CHECK(sum.middle() == middle && sum.end() == end && sum.phase() == phase);
            }
        }
    }
}

void test_most_pieces() {
    const State queens = State::from_fen("QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K6k b - - 0 1", false, true);
    const int value = Pesto().evaluate(queens);
    CHECK(value < -15'000 && value > -17'500);
}

}  // namespace

int main() {
    test_accumulator();
    test_sums();
    test_most_pieces();
    return test_result();
}
