// Hex: a position's text, after it moves line by line, on boards of 1, 2, 3 and 6 words; and states from bytes.

#include <string>

#include "games/hex/state-inl.hpp"
#include "native/tests/fuzz/fuzz.hpp"

using namespace boardai;
using namespace boardai::hex;

namespace {

template <int Words>
void read(const std::string& text, const State<Words>& empty) {
    State<Words> unpacked = empty;
    if (!is_refused([&] { unpacked = State<Words>::unpack(text); })) {
        HOLDS(unpacked.pack() == text);
    }
    const std::size_t end = text.find('\n');
    State<Words> state = empty;
    if (is_refused([&] { state = empty.from_string(text.substr(0, end)); })) return;
    HOLDS(state.to_string() == text.substr(0, end));
    for (std::size_t from = end; from != std::string::npos && !state.is_terminal();) {
        const std::size_t begin = from + 1;
        from = text.find('\n', begin);
        Action action = 0;
        const std::string move = text.substr(begin, from == std::string::npos ? from : from - begin);
        if (is_refused([&] { action = state.action_from_string(move); })) continue;
        HOLDS(state.is_legal(action) && state.action_to_string(action) == move);
        state.apply(action);
        HOLDS(empty.from_string(state.to_string()) == state);
        HOLDS(State<Words>::unpack(state.pack()) == state);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read(text, State<1>(3, 3, true));
    read(text, State<1>(4, 5));
    read(text, State<2>(11, 11, true));
    read(text, State<3>(13, 13));
    read(text, State<6>(19, 19, true));
    return 0;
}

std::vector<std::string> seeds() {
    return {
        "3/1b1/3 w swap\nswap\na1\nb1\na2",
        "3/3/3 b swap\nb2\nc1",
        "3/1b1/3 b swapped",
        "5/2b2/5/w4 b no-swap\na1\ne4",
        "11/11/11/11/11/5b5/11/11/11/11/11 w swap\nk11",
        "13/13/13/13/13/13/13/13/13/13/13/13/bw11 b no-swap\nm13",
        "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/bw17 b swap\ns19",
        State<1>(3, 3, true).pack(),
    };
}

std::vector<std::string> tokens() {
    return {"b",     "w",   "/",  " ",  "swap", "no-swap", "swapped", "1",    "3", "11",           "13", "19",
            "3/3/3", "bbb", "bw", "\n", "a1",   "k11",     "s19",     "pass", "0", "999999999999", "-",  "\xff"};
}
