#pragma once
// What Hex tells solvers: who has won already, by virtual connections, and where the player to move must play.
//
// Steps at a position:
//     1. The connections of both colours, from those of the nearest position before it where they are known.
//     2. Decided? The mover wins by any connection of its edges, the opponent by one that holds against a move.
//     3. Else the mover must play into all of the opponent's ways to win (must-play region).
//     4. On a board that looks the same after a half turn, one move of each pair is enough.
//
// Papers: R. Hayward, Y. Björnsson, M. Johanson, M. Kan, N. Po and J. van Rijswijck, Solving 7x7 Hex with domination,
// fill-in, and virtual connections (2005); P. Henderson, B. Arneson and R. Hayward, Solving 8x8 Hex (2009).

#include <memory>
#include <vector>

#include "games/hex/connections/connections.hpp"
#include "games/hex/solving/game_knowledge.hpp"
#include "games/hex/solving/inferior_cells.hpp"

namespace boardai::hex {

template <int Words>
class LineKnowledge {
  public:
    using Set = Bits<Words>;
    static constexpr double widening = 0.25;  ///< see DfPnOptions

    void reset(const State<Words>& root);
    void push(const State<Words>& before, Action action);
    void pop() { --ply_; }
    Insight<Bits<Words>> look(const State<Words>& state);
    void list(const State<Words>& state, const Bits<Words>& moves, ActionList& out);
    void admit(Insight<Bits<Words>>& known) const;
    static void unite(Bits<Words>& set, const Bits<Words>& other) { set |= other; }
    static void intersect(Bits<Words>& set, const Bits<Words>& other) { set = set & other; }
    static void remove(Bits<Words>& set, const Bits<Words>& other) { set = set - other; }
    static void remove(Bits<Words>& set, Action action) { set.clear(action); }
    static void add(Bits<Words>& set, Action action) { set.set(action); }
    static bool contains(const Bits<Words>& set, Action action) { return set.test(action); }

  private:
    struct Level {
        explicit Level(const State<Words>& state);
        void play(Action action);
        void fill_in();
        /// The cells that the filling in of a colour's captured cells rests on.
        Bits<Words> support(int colour, const Geometry<Words>& board) const {
            const Bits<Words>& captured = cells.captured(colour);
            return (captured | board.neighbours(captured)) & board.board;
        }

        State<Words> state;
        InferiorCells<Words> cells;
        Connections<Words> connections[2];
    };
    struct Step {
        Action action;
        bool known;  ///< the level after it
    };

    /// Cells, the most promising first.
    struct Ranking {
        std::uint64_t key = 0;
        std::vector<std::int16_t> cells;
    };

    Level& level_at(std::size_t ply);
    void rank(const State<Words>& state, const Level& level);

    std::vector<std::unique_ptr<Level>> levels_;  ///< of the positions on the line; kept, to use their memory again
    std::vector<Step> steps_;                     ///< to them; the first stands for the root
    std::size_t ply_ = 0;
    const Geometry<Words>* board_ = nullptr;
    std::vector<Ranking> rankings_ = std::vector<Ranking>(1 << 14);  ///< by hash; what is lost is found again
};

}  // namespace boardai::hex
