// Evaluations of Reversi and Hex under sanitizers: random games on boards of every number of words; limits, and the
// same value twice.

#include "games/hex/evaluators.hpp"

#include <cstdlib>
#include <string>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "games/hex/state-inl.hpp"
#include "games/reversi/evaluation/evaluators-inl.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

template <class S>
void walk(const S& start, int games) {
    Rng rng(5);
    const std::string names = Evaluations<S>::names() + ", ";
    for (int game = 0; game < games; ++game) {
        S state = start;
        while (!state.is_terminal()) {
            for (std::size_t begin = 0; begin < names.size();) {
                const std::size_t end = names.find(", ", begin);
                const std::string name = names.substr(begin, end - begin);
                begin = end + 2;
                // Dear ones now and then.
                if (name == "rollouts" && rng.below(10) > 0) continue;
                if (name == "resistance" && rng.below(8) > 0) continue;
                if (name.starts_with("connected_") && rng.below(100) > 0) continue;
                const auto evaluation = Evaluations<S>::find(name);
                const auto line = evaluation->open_line();
                line->reset(state);
                const int value = line->evaluate(state);
                CHECK(std::abs(value) < 25'000);
                CHECK(value == line->evaluate(state));
            }
            ActionList actions;
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
    }
}

std::string rectangle(int height, int width) {
    std::string text = "name: drawn\nto move: dark\n\n";
    for (int row = 0; row < height; ++row) {
        std::string line(static_cast<std::size_t>(width), '-');
        const int middle = height / 2;
        if (row == middle || row == middle - 1) {
            line[static_cast<std::size_t>(width / 2 - 1)] = row == middle ? 'X' : 'O';
            line[static_cast<std::size_t>(width / 2)] = row == middle ? 'O' : 'X';
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace

int main() {
    walk(reversi::State<1>(rectangle(8, 8)), 3);
    walk(reversi::State<1>(rectangle(4, 7)), 3);
    walk(reversi::State<2>(rectangle(11, 11)), 2);
    walk(reversi::State<4>(rectangle(16, 16)), 1);
    walk(hex::State<1>(1, 1), 1);
    walk(hex::State<1>(8, 8), 2);
    walk(hex::State<2>(11, 11), 1);
    walk(hex::State<3>(13, 13), 1);
    walk(hex::State<6>(1, 19), 1);
    walk(hex::State<6>(19, 17), 1);
    return test_result();
}
