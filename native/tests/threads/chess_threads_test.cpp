// Chess in every search that takes threads, and in self-play and batches.

#include "games/chess/states.hpp"
#include "native/tests/threads/parallel_searches.hpp"

using namespace boardai;

int main() {
    const chess::State middle =
        chess::State::from_fen("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", false, true);
    race_pvs(middle, "pesto", 3000);
    race_mcts(middle, 300);
    race_dfpn(chess::State::from_fen("3k4/8/3K4/8/8/8/8/R7 w - - 0 1", false, true), 3000);
    race_self_play(chess::State());
    race_batch(chess::State());
    return test_result();
}
