// Perft: each kind of move is played by its own code; the moves of the last ply are only counted.

#include "boardai/core/machine/interrupt.hpp"
#include "games/chess/board/count.hpp"
#include "games/chess/board/play.hpp"

namespace boardai::chess {

namespace {

template <int us>
std::uint64_t leaves(const Position& position, int depth, InterruptPoll& poll);

template <int us>
struct LeafCounter {
    const Position& position;
    int depth;
    InterruptPoll& poll;
    std::uint64_t total = 0;

    template <Kind kind, int type>
    void add(int from, int to, int promotion) {
        Position next = position;
        play<us, kind, type, false>(next, from, to, promotion);
        if (depth == 1) {
            total += static_cast<std::uint64_t>(count_moves<opposite(us)>(next));
        } else {
            total += leaves<opposite(us)>(next, depth, poll);
        }
    }
};

template <int us>
std::uint64_t leaves(const Position& position, int depth, InterruptPoll& poll) {
    poll();
    if (depth == 1) return static_cast<std::uint64_t>(count_moves<us>(position));
    LeafCounter<us> counter{position, depth - 1, poll};
    enumerate<us>(position, restraints_of<us>(position), counter);
    return counter.total;
}

}  // namespace

std::uint64_t Position::perft(int depth) const {
    if (depth <= 0) return 1;
    InterruptPoll poll;
    return side == white ? leaves<white>(*this, depth, poll) : leaves<black>(*this, depth, poll);
}

}  // namespace boardai::chess
