// Chess texts under sanitizers: what is refused and why. Whatever else comes, native/tests/fuzz tries.

#include <stdexcept>
#include <string>
#include <vector>

#include "games/chess/state.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;
using namespace boardai::chess;

namespace {

constexpr const char* start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

void test_fen_errors() {
    const struct {
        const char* fen;
        const char* part;
    } cases[] = {
        {"", "expected 6 fields"},
        {"8/8/8/8/8/8/8/8 w - - 0", "got 5"},
        {"8/8/8/8/8/8/8 w - - 0 1", "field 1 (piece placement): expected 8 ranks, got 7"},
        {"8/8/8/8/8/8/8/8/8 w - - 0 1", "more than 8 ranks"},
        {"9/8/8/8/8/8/8/8 w - - 0 1", "rank 8 has '9'"},
        {"44k/8/8/8/8/8/8/4K3 w - - 0 1", "two digits in a row"},
        {"ppppppppp/8/8/8/8/8/8/8 w - - 0 1", "rank 8 has more than 8 squares"},
        {"7/8/8/8/8/8/8/8 w - - 0 1", "rank 8 has 7 squares"},
        {"8/8/8/8/8/8/8/7 w - - 0 1", "rank 1 has 7 squares"},
        {"4k2x/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 'x'"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "pawn stands on rank 1 or 8"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "more than 8 pawns"},
        {"4k3/8/8/8/8/8/QQQQQQQQ/RNBQKBNQ b - - 0 1", nullptr},
        {"3k4/8/8/8/8/Q7/QQQQQQQQ/RNBQKBNQ w - - 0 1", "more than 16 pieces"},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "side not to move is in check"},
        {"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "side not to move is in check"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "field 2 (side to move): expected 'w' or 'b', got 'x'"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "field 3 (castling): 'K', but White has no rook"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "king is not on its first rank"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "second right of White"},
        {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", "expected '-', KQkq or rook files"},
        {"4k3/8/8/8/8/8/8/4K2R w A - 0 1", "no rook on a1"},
        {"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "Chess960"},
        {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "Chess960"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "field 4 (en passant): expected '-' or a square"},
        {"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "with White to move it is on rank 6"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn that could have just moved"},
        {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "is not free"},
        {"4k3/8/8/4p3/8/8/8/4K3 w - e6 3 1", "half-move clock is not 0"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "field 5 (half-move clock)"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 151 1", "field 5 (half-move clock)"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "field 6 (full-move number)"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "got '1x'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "field 6 (full-move number)"},
    };
    for (const auto& example : cases) {
        if (example.part) {
            CHECK(throws_with<std::invalid_argument>([&] { parse_fen(example.fen, false); }, example.part));
        } else {
            parse_fen(example.fen, false);
        }
    }
}

void test_fen_forms() {
    CHECK(throws_with<std::invalid_argument>([] { parse_fen("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", true); },
                                             "'H' is a second right of White"));
    // EPD's four fields; an en passant square without a capture is dropped; castling letters in every style.
    CHECK(to_fen(parse_fen("4k3/8/8/8/8/8/8/4K3 w - -", false)) == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const Position opened = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false);
    CHECK(to_fen(opened) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", false) == parse_fen(start_fen, false));
    const Position inner = parse_fen("4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1", true);
    CHECK(to_fen(inner) == "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1");
    CHECK(to_fen(parse_fen("4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1", true)) == "4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1");
    CHECK(to_fen(parse_fen("4k3/8/8/8/8/8/8/1R1RK3 w Q - 0 1", true), CastlingStyle::shredder) ==
          "4k3/8/8/8/8/8/8/1R1RK3 w B - 0 1");
}

void test_san() {
    const State state = State::from_fen("r3k2r/8/8/8/N6N/8/8/R3K2R w KQkq - 0 1", false, true);
    CHECK(state.action_from_san("O-O") == make_action(4, 7));
    CHECK(state.action_from_san("0-0-0+!?") == make_action(4, 0));
    CHECK(state.action_to_string(make_action(4, 7)) == "e1g1");
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_san("Nz9"); }, "expected a move such as"));
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_san(""); }, "expected a move such as"));
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_san("Ke3"); }, "not legal"));
    CHECK(throws_with<std::invalid_argument>([&] { state.san(make_action(4, 20)); }, "not legal"));
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_string("e1h1"); }, "not legal"));
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_string("e1"); }, "expected UCI text"));
    CHECK(throws_with<std::invalid_argument>([&] { state.action_from_string("e1e2x"); }, "expected n, b, r or q"));

    const State knights = State::from_fen("4k3/8/8/8/1N3N2/8/8/1N2KN2 w - - 0 1", false, true);
    CHECK(throws_with<std::invalid_argument>([&] { knights.action_from_san("Nd3"); }, "ambiguous"));
    CHECK(knights.action_from_san("Nbd3+") == make_action(25, 19));
    CHECK(knights.san(make_action(25, 19)) == "Nbd3");
    CHECK(knights.san(make_action(1, 11)) == "Nbd2");
    const State queens = State::from_fen("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", false, true);
    CHECK(throws_with<std::invalid_argument>([&] { queens.action_from_san("Qhe1"); }, "ambiguous"));
    CHECK(queens.san(make_action(31, 4)) == "Qh4e1");
    CHECK(queens.san(make_action(28, 4)) == "Qee1");
    CHECK(queens.san(make_action(7, 4)) == "Q1e1");

    const State promotion = State::from_fen("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", false, true);
    CHECK(promotion.san(promotion.action_from_san("exd8=Q")) == "exd8=Q");
    CHECK(promotion.action_from_san("exd8N") == make_action(52, 59, knight));
    CHECK(promotion.action_from_san("e8=b") == make_action(52, 60, bishop));
    CHECK(throws_with<std::invalid_argument>([&] { promotion.action_from_san("e8"); }, "not legal"));
    CHECK(throws_with<std::invalid_argument>([&] { promotion.action_from_san("e8=K"); }, "promotes to"));
}

}  // namespace

int main() {
    test_fen_errors();
    test_fen_forms();
    test_san();
    return test_result();
}
