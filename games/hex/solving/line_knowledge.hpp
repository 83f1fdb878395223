#pragma once
// What Hex tells solvers: who has won already, by virtual connections, and where the player to move must play.
//
// Steps at a position: those of known_position.hpp, from what is known of the nearest position before it; then the
// cells are ranked by the current that flows through them.
//
// Papers: R. Hayward, Y. Björnsson, M. Johanson, M. Kan, N. Po and J. van Rijswijck, Solving 7x7 Hex with domination,
// fill-in, and virtual connections (2005); P. Henderson, B. Arneson and R. Hayward, Solving 8x8 Hex (2009).

#include <vector>

#include "games/hex/solving/game_knowledge.hpp"
#include "games/hex/solving/known_line.hpp"

namespace boardai::hex {

template <int Words>
class LineKnowledge {
  public:
    using Set = Bits<Words>;
    static constexpr double widening = 0.25;  ///< see DfPnOptions

    void reset(const State<Words>& root);
    void push(const State<Words>&, Action action) { line_.push(action); }
    void pop() { line_.pop(); }
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
    /// Cells, the most promising first.
    struct Ranking {
        std::uint64_t key = 0;
        std::vector<std::int16_t> cells;
    };

    void rank(const State<Words>& state, const KnownPosition<Words>& level);

    KnownLine<Words> line_;
    const Geometry<Words>* board_ = nullptr;
    std::vector<Ranking> rankings_ = std::vector<Ranking>(1 << 14);  ///< by hash; what is lost is found again
};

}  // namespace boardai::hex
