#pragma once
// Virtual connections, found by H-search: points that a colour can connect even if the opponent moves first (full), or
// only if it moves first itself (semi).
//
// Idea: a connection states that two points can be joined within a set of empty cells, its carrier, whatever happens
// outside. Starting from neighbours, two rules build larger connections from smaller ones until they find nothing new:
//
//     AND   full(x, m) and full(m, y), carriers disjoint:       full(x, y) if m is a chain or an edge of the colour,
//           neither contains the other's end                    semi(x, y) with key m if m is empty
//     OR    several semi(x, y) without a common cell:           full(x, y) with the union of their carriers
//
// A point is an empty cell, a chain of own stones or one of the colour's two edges. Between the same two points, a
// carrier that contains another one is dropped. Lists are bounded, so not every connection is found; every one that is
// found is valid.
//
// Papers: V. Anshelevich, A hierarchical approach to computer Hex (2002); J. Pawlewicz, R. Hayward, P. Henderson and
// B. Arneson, Stronger virtual connections in Hex (2014).
// Cost: README.md next to this file. Not found: connections that need a cell twice (some ladders and templates).

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "games/hex/board/geometry.hpp"
#include "games/hex/state.hpp"

namespace boardai {
class StopCheck;
}

namespace boardai::hex {

template <int Words>
struct Side;

/// For calls without a stop condition: `without_end(StopCheck())` lives as long as the call.
inline StopCheck& without_end(StopCheck&& stop_check) { return stop_check; }

/// Bounds of the search for connections.
struct ConnectionLimits {
    int full = 12;       ///< Full connections kept between two points, the smallest carriers first.
    int semi = 24;       ///< Semi connections.
    int together = 4;    ///< Maximum number of semi connections that OR combines.
    bool edges = false;  ///< Whether an edge can be the middle point of AND.
};

/// For searches of a thousand positions per second.
inline constexpr ConnectionLimits quick_limits{.full = 6, .semi = 12, .together = 4, .edges = false};

/// A full connection, or a semi connection with the cell to be played first.
template <int Words>
struct Connection {
    Bits<Words> carrier;
    int key = -1;  ///< -1: full
};

/// All connections of one colour found in a position.
template <int Words>
class Connections {
  public:
    Connections(const State<Words>& state, int colour, const ConnectionLimits& limits = {});
    /// The same, but `stop_check` can stop it.
    Connections(const State<Words>& state, int colour, const ConnectionLimits& limits, StopCheck& stop_check);

    /// Whether the search was completed. If it was stopped, its results must not be used.
    bool whole() const { return whole_; }
    int colour() const { return colour_; }
    /// The colour's two edges, as points.
    int start() const { return board_->cells; }
    int goal() const { return board_->cells + 1; }
    /// The point that an own stone or an edge belongs to: the edge if its chain touches one, else the chain's first
    /// cell; an empty cell itself; -1 for the opponent's stones.
    int point_of(int cell_or_edge) const { return points_[static_cast<std::size_t>(cell_or_edge)]; }
    /// Whether stones join the edges.
    bool joined() const { return point_of(start()) == point_of(goal()); }

    /// Whether two points have a full connection.
    bool connected(int x, int y) const { return full_[pair(x, y)].count > 0; }
    /// The connections of one kind between two points, in the order in which they were found.
    std::vector<Connection<Words>> between(int x, int y, bool full) const;
    /// Whether the edges can be joined even if the opponent moves first, or if the colour does.
    bool wins_second() const;
    bool wins_first() const;
    /// A winning move of the colour; -1 if the edges are joined. Precondition: wins_first().
    int winning_cell() const;
    /// The carrier of one connection of the edges, a full one if there is one. Precondition: wins_first().
    Bits<Words> winning_carrier() const;
    /// The must-play region of the opponent, to move: the intersection of the carriers of all connections of the edges.
    /// Empty if the edges have a full connection; all empty cells if no connection is known.
    Bits<Words> must_play() const;
    /// The cells on which must_play() depends: the carrier of one full connection of the edges, or else the carriers of
    /// enough semi connections.
    Bits<Words> threatened() const;
    std::size_t size() const { return links_.size() - free_; }

    /// Updates the connections after a stone on an empty cell.
    void play(int colour, int cell);
    /// The same after stones of one colour on some empty cells.
    void play(int colour, const Bits<Words>& cells);
    void play(int colour, const Bits<Words>& cells, StopCheck& stop_check);

  private:
    struct Link {
        Bits<Words> carrier;
        std::int32_t next;
        std::int16_t key;
        std::int16_t size;  ///< cells of the carrier
        bool combined;      ///< semi: OR has processed it
    };
    /// The connections of one kind between two points, the smallest carriers first.
    struct List {
        std::int32_t first = -1;
        std::int32_t count = 0;
        std::int16_t largest = 0;  ///< cells of the last one's carrier
    };
    struct Found {  ///< a full connection that AND has not processed
        std::int16_t x, y;
        Bits<Words> carrier;
    };

    std::size_t pair(int x, int y) const {
        if (x < y) std::swap(x, y);
        return static_cast<std::size_t>(x * (x - 1) / 2 + y);
    }
    bool is_empty(int point) const { return point < board_->cells && empty_.test(point); }
    bool is_edge(int point) const { return point >= board_->cells; }

    bool ends(StopCheck& stop_check, std::int64_t steps);
    /// The number of steps of one pass over all pairs and their links.
    std::int64_t passed_over() const { return static_cast<std::int64_t>(full_.size() / 64 + links_.size() / 64); }
    void add_stone(int cell, StopCheck& stop_check);
    void take_cells(const Bits<Words>& cells);
    void begin(const Side<Words>& side);
    void find(StopCheck& stop_check);
    void combine_through(int x, int m, int y, const Bits<Words>& carrier);
    void combine_semis(int x, int y);
    void unite(int x, int y, const std::vector<const Link*>& semis, std::size_t from, const Bits<Words>& common,
               const Bits<Words>& all, int taken);
    void add_full(int x, int y, const Bits<Words>& carrier);
    void add_semi(int x, int y, const Bits<Words>& carrier, int key);
    /// Whether a list has no room for a carrier of that size.
    static bool falls_out(const List& list, int size, int bound) { return list.count >= bound && size >= list.largest; }
    bool covered(const List& list, const Bits<Words>& carrier, int size) const;
    void drop_covered(List& list, const Bits<Words>& carrier, int size);
    template <class Condition>
    void drop_if(List& list, Condition condition);
    template <class Visit>
    void for_each_pair(Visit visit);
    void insert(List& list, const Bits<Words>& carrier, int size, int key, int bound);
    void release(std::int32_t link);
    void note_partners(int x, int y);
    void note_all_partners();

    const Geometry<Words>* board_;
    int colour_;
    ConnectionLimits limits_;
    bool whole_ = true;
    Bits<Words> own_, empty_;
    std::vector<std::int16_t> points_;         ///< by cell and edge
    std::vector<Bits<Words>> partners_;        ///< by point: cells and chains with a full connection
    std::vector<std::uint8_t> edge_partners_;  ///< by point: bit 0 start, bit 1 goal
    std::vector<List> full_, semi_;            ///< by pair
    std::vector<Link> links_;
    std::int32_t unused_ = -1;
    std::size_t free_ = 0;
    std::vector<std::vector<Found>> new_full_;  ///< by cells of the carrier
    std::size_t smallest_ = 0;                  ///< of the connections added since it was set
    std::deque<std::pair<std::int16_t, std::int16_t>> new_semi_;
    std::vector<bool> queued_;  ///< by pair: whether it is in new_semi_
};

extern template class Connections<1>;
extern template class Connections<2>;
extern template class Connections<3>;
extern template class Connections<6>;

}  // namespace boardai::hex
