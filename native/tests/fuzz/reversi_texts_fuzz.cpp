// Reversi: board files; positions' texts with moves after them, line by line; and states from bytes.

#include <string>

#include "games/reversi/state-inl.hpp"
#include "native/tests/fuzz/fuzz.hpp"

using namespace boardai;
using namespace boardai::reversi;

namespace {

template <int Words>
void read(const std::string& text, const State<Words>& start) {
    State<Words> state = start;
    const std::size_t end = text.find('\n');
    if (is_refused([&] { state = start.from_string(text.substr(0, end)); })) return;
    HOLDS(start.from_string(state.to_string()) == state);
    for (std::size_t from = end; from != std::string::npos && !state.is_terminal();) {
        const std::size_t begin = from + 1;
        from = text.find('\n', begin);
        Action action = 0;
        const std::string move = text.substr(begin, from == std::string::npos ? from : from - begin);
        if (is_refused([&] { action = state.action_from_string(move); })) continue;
        HOLDS(state.action_from_string(state.action_to_string(action)) == action);
        if (!state.is_legal(action)) continue;
        state.apply(action);
        HOLDS(start.from_string(state.to_string()) == state);
    }
}

State<1> square(int side) {
    std::string text = "name: square\nto move: dark\n\n";
    for (int row = 0; row < side; ++row) {
        std::string cells(static_cast<std::size_t>(side), '-');
        if (row == side / 2 - 1 || row == side / 2) {
            const bool upper = row == side / 2 - 1;
            cells[static_cast<std::size_t>(side / 2 - 1)] = upper ? 'O' : 'X';
            cells[static_cast<std::size_t>(side / 2)] = upper ? 'X' : 'O';
        }
        text += cells + "\n";
    }
    return State<1>(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const State<1> small = square(4), usual = square(8);
    const std::string text(reinterpret_cast<const char*>(data), size);
    read(text, small);
    read(text, usual);
    BoardDescription found;
    // Boards that are made are kept as long as the process: here a text is read, and no board made of it.
    if (!is_refused([&] { found = parse_board(text); })) {
        std::string written =
            "name: " + found.name + "\nto move: " + (found.first_player == 0 ? "dark" : "light") + "\n\n";
        for (const std::string& row : found.rows) written += row + "\n";
        const BoardDescription again = parse_board(written);
        HOLDS(again.name == found.name && again.rows == found.rows && again.first_player == found.first_player);
    }
    return 0;
}

std::vector<std::string> seeds() {
    return {
        "name: 4x4\nto move: dark\n\n----\n-OX-\n-XO-\n----\n",
        "name: cross\nto move: light\n\n##--##\n#----#\n--OX--\n--XO--\n#----#\n##--##\n",
        "-----OX--XO----- X\na2\na1",
        "---------------------------OX------XO--------------------------- X\nf5\nd6\nc3\npass",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O",
    };
}

std::vector<std::string> tokens() {
    return {"X",     "O",        "-",  "#",  " X", " O",   "\n", "\r\n", "name: ",   "to move: ",       "dark",
            "light", "--------", "# ", "a1", "h8", "pass", "16", "\t",   "\xc3\xa9", "----------------"};
}
