// Hex in every search that takes threads, with what it knows of positions, and in self-play and batches.

#include "games/hex/states.hpp"
#include "native/tests/threads/parallel_searches.hpp"

using namespace boardai;

int main() {
    const hex::State<1> start(6, 6);
    race_pvs(start, "shortest_path", 3000);
    race_mcts(start, 1000);
    race_dfpn(start, 3000);
    race_self_play(start);
    race_batch(start);
    return test_result();
}
