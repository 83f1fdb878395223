// FEN, and after it, line by line, moves as SAN or in coordinates, which are played where they are legal.

#include <string>

#include "games/chess/state.hpp"
#include "native/tests/fuzz/fuzz.hpp"

using namespace boardai;
using namespace boardai::chess;

namespace {

void read(const std::string& text, bool chess960) {
    const std::size_t end = text.find('\n');
    State state;
    if (is_refused([&] { state = State::from_fen(text.substr(0, end), chess960, true); })) return;
    HOLDS(state.from_string(state.to_string()) == state);
    for (std::size_t from = end; from != std::string::npos;) {
        const std::size_t begin = from + 1;
        from = text.find('\n', begin);
        const std::string move = text.substr(begin, from == std::string::npos ? from : from - begin);
        Action action = 0;
        if (is_refused([&] { action = state.action_from_san(move); }) &&
            is_refused([&] { action = state.action_from_string(move); })) {
            continue;
        }
        ActionList actions;
        state.legal_actions(actions);
        HOLDS(actions.contains(action));
        HOLDS(state.action_from_string(state.action_to_string(action)) == action);
        HOLDS(state.action_from_san(state.san(action)) == action);
        state.apply(action);
        HOLDS(state.hash() == state.position().compute_key());
        HOLDS(State::unpack(state.pack()) == state);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read(text, false);
    read(text, true);
    return 0;
}

std::vector<std::string> seeds() {
    return {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne4\ne7e5\nNf3\nBc5\nBc4\nNf6\nO-O\ng8h6",
        "r3k2r/8/8/8/N6N/8/8/R3K2R w KQkq - 0 1\n0-0-0+!?\nKf7\nNb6\nR8a7",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\ndxe3\nfxe3\nd8d2",
        "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1\nexd8=Q\ne7e8n",
        "nrk2bbr/pppppppp/8/8/8/8/PPPPPPPP/NRK2BBR w KQkq - 0 1\nc1b1\nO-O-O",
        "4k3/8/8/8/8/8/8/1R1RK3 w D - 12 34\ne1d1",
        "8/8/8/8/8/8/8/4K2k w - -",
    };
}

std::vector<std::string> tokens() {
    return {"w",    "b",   " ",        "/",        "-",    "KQkq", "HAha",       "K",       "q",    "8",    "1",
            "e3",   "e6",  "rnbqkbnr", "pppppppp", "P",    "k",    "0",          "99",      "150",  "\n",   "e4",
            "e2e4", "O-O", "O-O-O",    "x",        "=Q",   "=",    "+",          "#",       "e1g1", "e8c8", "N",
            "B",    "R",   "a7a8q",    "bxa8=N",   "exd6", "d5",   "4294967296", "\xc3\xa9"};
}
