// A chess state from bytes, as game files of self-play have it.

#include <string>
#include <vector>

#include "games/chess/state.hpp"
#include "native/tests/fuzz/fuzz.hpp"

using namespace boardai;
using namespace boardai::chess;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    State state;
    if (is_refused([&] { state = State::unpack(bytes); })) return 0;
    HOLDS(State::unpack(state.pack()) == state);
    std::vector<float> planes(state.observation_shape().size());
    state.encode(Canvas{planes.data(), state.observation_shape()});
    ActionList actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
        State next = state;
        next.apply(action);
        HOLDS(next.hash() == next.position().compute_key());
    }
    return 0;
}

std::vector<std::string> seeds() {
    std::vector<std::string> found;
    for (const bool chess960 : {false, true}) {
        State state = State::start(518, chess960, true);
        ActionList actions;
        for (int ply = 0; ply < 40 && !state.is_terminal(); ++ply) {
            if (ply % 10 == 0) found.push_back(state.pack());
            state.legal_actions(actions);
            state.apply(actions[static_cast<int>(actions.size()) * (ply % 7) / 7]);
        }
    }
    return found;
}

std::vector<std::string> tokens() {
    return {std::string(1, '\0'), "\1", "\2", "\7", "\x10", "\x80", "\xff", std::string(8, '\0'), "\xff\xff\xff\xff"};
}
