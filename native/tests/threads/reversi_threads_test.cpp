// Reversi in every search that takes threads, endings included, and in self-play and batches.

#include "games/reversi/state-inl.hpp"
#include "games/reversi/states.hpp"
#include "native/tests/threads/parallel_searches.hpp"

using namespace boardai;
using Reversi = reversi::State<1>;

namespace {

/// A position of a game of first moves.
Reversi after(Reversi state, int plies) {
    for (ActionList actions; plies > 0; --plies) {
        state.legal_actions(actions);
        state.apply(actions[0]);
    }
    return state;
}

}  // namespace

int main() {
    const Reversi start(
        "name: square\n\n--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n");
    const Reversi ending = after(start, 46);
    race_pvs(start, "positional", 3000);
    race_pvs(ending, "positional", 3000);
    race_mcts(ending, 300);
    race_dfpn(ending, 3000);
    race_self_play(start);
    race_batch(start);
    return test_result();
}
