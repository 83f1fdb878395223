// Chess under sanitizers: perft, the three move generators against each other, random games, keys, encodings.

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/quiet_line.hpp"
#include "boardai/core/search_hooks.hpp"
#include "games/chess/board/count.hpp"
#include "games/chess/evaluators.hpp"
#include "games/chess/state.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;
using namespace boardai::chess;

static_assert(LegalityTest<State> && Tactical<State> && QuietGenerating<State> && Playout<State> && Encodable<State> &&
              Packable<State> && OwnPerft<State> && EvaluatesPositions<Material, State>);

namespace {

std::uint64_t perft_by_lists(const Position& position, int depth) {
    ActionList actions;
    position.legal_actions(actions);
    if (depth == 1) return actions.size();
    std::uint64_t total = 0;
    for (Action action : actions) {
        Position next = position;
        next.play(action);
        total += perft_by_lists(next, depth - 1);
    }
    return total;
}

void test_perft() {
    struct Case {
        const char* fen;
        std::vector<std::uint64_t> counts;
    };
    // Chess Programming Wiki, Perft Results; the last two from the Chess960 set fischer.epd.
    const Case cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {20, 400, 8902, 197281}},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {48, 2039, 97862}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", {46, 2079, 89890}},
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", {21, 528, 12189}},
        {"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", {22, 593, 13440}},
    };
    for (const Case& example : cases) {
        const Position position = parse_fen(example.fen, true);
        CHECK(position.perft(0) == 1);
        for (std::size_t i = 0; i < example.counts.size(); ++i) {
            const int depth = static_cast<int>(i) + 1;
            CHECK(position.perft(depth) == example.counts[i]);
            if (depth <= 3) CHECK(perft_by_lists(position, depth) == example.counts[i]);
        }
    }
}

template <int us>
std::vector<Action> picked_moves(const Position& position) {
    const MoveSets<us> sets(position);
    std::vector<Action> actions;
    for (int n = 0; n < sets.size(position); ++n) {
        const Move move = pick_move<us>(sets, position, n);
        actions.push_back(make_action(move.from, move.to, move.promotion));
    }
    return actions;
}

/// Enumerated, picked by number and tested one by one, the legal moves are the same.
void compare_generators(const Position& position) {
    ActionList list;
    position.legal_actions(list);
    std::vector<Action> listed(list.begin(), list.end());
    std::vector<Action> noisy, quiet;
    for (Action action : listed) {
        (position.is_capture(action) || promotion_of(action) ? noisy : quiet).push_back(action);
    }
    position.noisy_actions(position.restraints(), list);
    CHECK(std::equal(list.begin(), list.end(), noisy.begin(), noisy.end()));
    position.quiet_actions(position.restraints(), list);
    CHECK(std::equal(list.begin(), list.end(), quiet.begin(), quiet.end()));
    std::vector<Action> picked = position.side == white ? picked_moves<white>(position) : picked_moves<black>(position);
    std::sort(listed.begin(), listed.end());
    std::sort(picked.begin(), picked.end());
    CHECK(listed == picked);
    CHECK(position.has_legal_move() == !listed.empty());
    std::size_t legal = 0;
    for (int promotion = 0; promotion < 8; ++promotion) {
        for (int squares = 0; squares < 4096; ++squares) {
            const Action action = squares | promotion << 12;
            if (position.is_legal(action)) {
                ++legal;
                CHECK(std::binary_search(listed.begin(), listed.end(), action));
            }
        }
    }
    CHECK(legal == listed.size());
    CHECK(!position.is_legal(-1));
}

/// What a state keeps alongside its position agrees with it.
void check_kept(const State& state) {
    const Position& position = state.position();
    for (int square = 0; square < 64; ++square) CHECK(state.type_at(square) == position.piece_at(square));
    CHECK(state.is_check() == position.in_check());
    ActionList kept, fresh;
    state.legal_actions(kept);
    position.legal_actions(fresh);
    CHECK(kept.empty() || std::equal(kept.begin(), kept.end(), fresh.begin(), fresh.end()));
}

void check_exchanges(const State& state) {
    ActionList actions;
    state.legal_actions(actions);
    for (Action action : actions) {
        const int value = state.exchange_value(action);
        for (int threshold : {-900, -500, -100, value - 1, value, value + 1, 0, 1, 100, 400}) {
            CHECK(state.see_ge(action, threshold) == (value >= threshold));
        }
        State next = state;
        next.apply(action);
        CHECK(state.gives_check(action) == next.position().in_check());
    }
}

/// The exchange that a quiet line begins with is the first of those that win most.
void check_winning_exchange(const State& state) {
    ActionList noisy, scratch;
    state.noisy_actions(noisy);
    Action best = -1;
    int most = 0;
    for (Action action : noisy) {
        if (state.exchange_value(action) <= most) continue;
        most = state.exchange_value(action);
        best = action;
    }
    CHECK(most_winning_exchange(state, scratch) == best);
    State quiet = state;
    const int plies = play_winning_exchanges(quiet, 40);
    CHECK(plies < 40 && (plies == 0) == (best < 0 || state.is_check()));
    CHECK(quiet.is_terminal() || quiet.is_check() || most_winning_exchange(quiet, scratch) < 0);
}

/// The moves read off the keys lead from the position before them to here.
void check_reversible_moves(const State& state) {
    ActionList moves;
    State start;
    state.reversible_moves(moves, start);
    CHECK(static_cast<int>(moves.size()) <= state.halfmove_clock());
    for (Action action : moves) {
        CHECK(start.is_legal(action));
        start.apply(action);
    }
    State bare = state;
    bare.show_history(0);
    start.show_history(0);
    CHECK(start == bare);
}

void check_state(const State& state) {
    check_reversible_moves(state);
    const Position& position = state.position();
    CHECK(position.key == position.compute_key());
    CHECK(position.defect().empty());
    CHECK(State::unpack(state.pack()) == state);
    const State again = state.from_string(state.to_string());
    CHECK(again.to_string() == state.to_string());
    CHECK(again.hash() == state.hash());
    CHECK(state.from_string(state.shredder_fen()).hash() == state.hash() || !state.is_chess960());
    ActionList actions;
    state.legal_actions(actions);
    std::set<int> indices;
    for (Action action : actions) {
        const int index = state.policy_index(action);
        CHECK(index >= 0 && index < policy_size(state));
        CHECK(indices.insert(index).second);
        CHECK(state.action_from_policy(index) == action);
        CHECK(state.action_from_string(state.action_to_string(action)) == action);
        CHECK(state.action_from_san(state.san(action)) == action);
    }
    state.noisy_actions(actions);
    for (Action action : actions) CHECK(state.capture_order(action) > -16);
}

void test_random_games() {
    for (std::uint64_t number = 0; number < 40; ++number) {
        Rng rng(17, number);
        const bool chess960 = number % 2 == 1;
        State state = State::start(chess960 ? static_cast<int>(rng.below(960)) : 518, chess960, number % 4 < 2);
        std::vector<float> planes(state.observation_shape().size());
        ActionList actions;
        for (int ply = 0;; ++ply) {
            check_kept(state);
            if (ply % 8 == 0) {
                compare_generators(state.position());
                check_state(state);
                check_exchanges(state);
                check_winning_exchange(state);
                std::fill(planes.begin(), planes.end(), 0.0f);
                state.encode(Canvas{planes.data(), state.observation_shape()});
                const auto pieces = static_cast<long>(count(state.position().occupied()));
                long marked = 0;
                for (std::size_t cell = 0; cell < 64; ++cell) {
                    marked += std::count(planes.begin() + static_cast<long>(cell * 119),
                                         planes.begin() + static_cast<long>(cell * 119 + 12), 1.0f);
                }
                CHECK(marked == pieces);
            }
            state.legal_actions(actions);
            CHECK(actions.empty() == state.is_terminal());
            if (actions.empty()) break;
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
        CHECK(state.outcome(0) + state.outcome(1) == 0);
    }
    const State start;
    for (std::uint64_t number = 0; number < 50; ++number) {
        Rng rng(5, number);
        const int result = start.random_playout(rng);
        CHECK(result >= -1 && result <= 1);
    }
}

/// What an en passant square, a pin or a castling right hides is where generators go wrong.
void test_special_positions() {
    const char* fens[] = {
        "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1",    // both pawns leave the rank: en passant would expose the king
        "4k3/8/8/1K1pPN1r/8/8/8/8 w - d6 0 1",  // a knight shields the king: en passant is legal
        "8/8/8/3k4/3Pp3/8/8/4K3 b - d3 0 1",    // en passant takes the checking pawn
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",   // in check: no castling
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",      // the castling rook is pinned
        "4k3/8/8/8/8/8/8/1r1RK3 w D - 0 1",     // not pinned for the king
        "1k6/8/8/8/8/8/8/5KR1 w G - 0 1",       // king lands where the rook stood
        "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",    // promotions
        "3rkr2/P3P3/8/8/8/8/8/4K3 w - - 0 1",   // promotions by capture
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  // 218 moves
    };
    ActionList actions;
    for (const char* fen : fens) {
        const State state = State::from_fen(fen, true, true);
        compare_generators(state.position());
        check_state(state);
        check_exchanges(state);
        state.legal_actions(actions);
        for (Action action : actions) {
            State next = state;
            next.apply(action);
            check_kept(next);
        }
        if (!state.null_move_allowed()) continue;
        State skipped = state;
        skipped.make_null_move();
        check_kept(skipped);
    }
    CHECK(parse_fen(fens[0], true).en_passant == 0);
    CHECK(parse_fen(fens[1], true).en_passant != 0);
    CHECK(parse_fen(fens[2], true).en_passant != 0);
    parse_fen(fens[9], true).legal_actions(actions);
    CHECK(actions.size() == 218);
    parse_fen(fens[3], true).legal_actions(actions);
    for (Action action : actions) CHECK(!parse_fen(fens[3], true).is_castling(action));
    CHECK(!parse_fen(fens[4], true).is_legal(make_action(3, 1)));
    CHECK(parse_fen(fens[6], true).is_legal(make_action(5, 6)));
}

void test_start_positions() {
    CHECK(to_fen(start_position()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(to_fen(start_position(0)).starts_with("bbqnnrkr/"));
    CHECK(to_fen(start_position(959)).starts_with("rkrnnqbb/"));
    std::set<std::string> all;
    for (int number = 0; number < 960; ++number) all.insert(to_fen(start_position(number)));
    CHECK(all.size() == 960);
    CHECK(throws_with<std::invalid_argument>([] { start_position(960); }, "0 to 959"));
}

}  // namespace

int main() {
    test_perft();
    test_special_positions();
    test_start_positions();
    test_random_games();
    return test_result();
}
