// What evaluations keep up to date, under sanitizers: equal to what is made from scratch through random games,
// castling, en passant, promotions and Chess960 included, and after taking moves back.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/line.hpp"
#include "games/chess/evaluation/drawish.hpp"
#include "games/chess/evaluation/features.hpp"
#include "games/chess/evaluation/positional/weights.hpp"
#include "games/chess/evaluators.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;
using namespace boardai::chess;

static_assert(EvaluatesLines<Pesto, State> && EvaluatesLines<Positional, State>);
static_assert(!EvaluatesLines<Material, State>);

namespace {

struct Seen {
    int castlings = 0;
    int en_passants = 0;
    int promotions = 0;
    int capturing_promotions = 0;
};

/// A game by E, whose values lie within +-limit.
template <class E>
void walk(const State& start, Rng& rng, int plies, int limit, Seen& seen) {
    SearchLine<State> line(start, Evaluations<State>::find(E::name));
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
        CHECK(values.back() == E().evaluate(line.state()));
        CHECK(values.back() == E().evaluate(line.state().mirrored()));
        CHECK(values.back() > -limit && values.back() < limit);
    }
    for (; line.ply() > 0; line.pop()) {
        CHECK(line.evaluate() == values[static_cast<std::size_t>(line.ply())]);
    }
    CHECK(line.evaluate() == values[0]);
}

template <class E>
void test_line(int limit) {
    Rng rng(7);
    Seen seen;
    const auto play = [&](const State& start, int games, int plies) {
        for (int game = 0; game < games; ++game) walk<E>(start, rng, plies, limit, seen);
    };
    play(State(), 40, 300);
    for (int number : {0, 100, 518, 959}) play(State::start(number, true, true), 10, 300);
    play(State::from_fen("bqrk1r1n/8/8/8/8/8/8/BQRK1R1N w CFcf - 0 1", true, true), 60, 12);
    for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/PPP1k3/8/8/8/8/3Kppp1/8 w - - 0 1",
                            "1n2k1n1/P1P4P/8/8/8/8/p1p4p/1N2K1N1 w - - 0 1",
                            "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1"}) {
        play(State::from_fen(fen, false, true), 60, 60);
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
                const TaperedSum sum = TaperedSum::of(middle, end, phase);
                CHECK(sum.middle() == middle && sum.end() == end && sum.phase() == std::min(phase, 24));
            }
        }
    }
}

void test_most_pieces() {
    const State queens = State::from_fen("QQQQQQQQ/QQQQQQQ1/8/8/8/7p/8/K6k b - - 0 1", false, true);
    const int by_tables = Pesto().evaluate(queens);
    CHECK(by_tables < -15'000 && by_tables > -17'500);
    const int by_all = Positional().evaluate(queens);
    CHECK(by_all < -12'000 && by_all > -Positional::limit);
}

/// The features are what the evaluation counts: with its weights they add up to its value, but for rounding and for
/// won endings, of which nothing is learned.
void test_features_are_the_terms() {
    const auto features = GameFeatures<State>::make(FeatureSpec("positional"), State());
    std::vector<float> weights;
    for (const positional::Weight& weight : positional::weights) weights.push_back(static_cast<float>(weight.middle));
    for (const positional::Weight& weight : positional::weights) weights.push_back(static_cast<float>(weight.end));
    CHECK(static_cast<int>(weights.size()) == features->size());
    Rng rng(3);
    ActionList actions;
    const char* starts[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "8/2k2b2/4p3/3pP3/3P4/2B5/2K5/8 w - - 0 1", "8/5k2/8/3r4/8/2K1B3/3R4/8 w - - 0 1"};
    int drawish = 0;
    int won = 0;
    for (const char* start : starts) {
        for (int game = 0; game < 15; ++game) {
            State state = State::from_fen(start, false, true);
            for (int ply = 0; ply < 200 && !state.is_terminal(); ++ply) {
                if (won_ending(state.position())) {
                    ++won;
                } else {
                    drawish += drawish_scale(state.position()) < whole_advantage;
                    const int terms = Positional().evaluate(state);
                    CHECK(std::abs(features->value(state, weights.data()) - terms) < 1.01f);
                }
                state.legal_actions(actions);
                state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
            }
        }
    }
    CHECK(drawish > 100);
    CHECK(won > 100);
}

/// Random endings without pawns: small next to a piece, the same for both colours, and none where neither side wins.
void test_won_endings() {
    Rng rng(11);
    ActionList actions;
    int seen = 0;
    for (const char* start :
         {"8/8/2k5/8/3BNK2/8/8/8 w - - 0 1", "8/8/2k5/8/3BBK2/8/8/8 b - - 0 1", "8/8/2kr4/8/5K2/8/8/6Q1 w - - 0 1",
          "8/8/2k5/8/5K2/8/8/7r b - - 0 1", "qqqqqqqk/8/8/8/8/8/8/K7 w - - 0 1", "8/8/2kb4/8/5K2/8/8/6RR w - - 0 1"}) {
        for (int game = 0; game < 20; ++game) {
            State state = State::from_fen(start, false, true);
            for (int ply = 0; ply < 60 && !state.is_terminal(); ++ply) {
                if (const std::optional<int> value = won_ending(state.position())) {
                    CHECK(won_ending(state.mirrored().position()) == -*value);
                    CHECK(std::abs(*value) >= 400 && std::abs(*value) <= 7'000);
                    ++seen;
                }
                state.legal_actions(actions);
                state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
            }
        }
    }
    CHECK(seen > 1000);
    for (const char* drawn :
         {"8/2k5/8/8/3NNK2/8/8/8 w - - 0 1", "8/8/2kb4/8/5K2/8/8/7R w - - 0 1", "8/8/2kq4/8/5K2/8/8/6Q1 w - - 0 1",
          "8/8/2k5/7p/3BNK2/8/8/8 w - - 0 1", "8/2k5/8/8/3NK3/8/8/8 w - - 0 1"}) {
        CHECK(!won_ending(parse_fen(drawn, false)));
    }
}

}  // namespace

int main() {
    test_line<Pesto>(17'500);
    test_line<Positional>(Positional::limit);
    test_sums();
    test_most_pieces();
    test_features_are_the_terms();
    test_won_endings();
    return test_result();
}
