#pragma once
// Static evaluations with virtual connections: the three evaluations of evaluators.hpp, on a board on which two points
// with a full connection count as neighbours. If the connections prove a winner, the value is a win or a loss.
//
// They share the game's knowledge (Knowledge) with the search: principal variation search then recognises wins long
// before the last stone, and searches only candidate moves, in the order of the weights computed here. About a thousand
// positions per second on 11x11.
//
// Papers: V. Anshelevich 2002 (Hexy: resistance); J. van Rijswijck 2002 (two-distance); B. Arneson, R. Hayward and P.
// Henderson, Wolve 2008 wins Hex tournament (2009: alpha-beta over resistance).

#include <memory>
#include <vector>

#include "boardai/core/action.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// The common part: the connections of the positions on a search's line. A copy starts empty.
template <int Words>
class OnConnections {
  public:
    void reset(const State<Words>& root);
    void push(const State<Words>& before, Action action);
    void pop();

    Knowledge<State<Words>>& knowledge();
    void order(const State<Words>& state, ActionList& moves);

  protected:
    OnConnections();
    OnConnections(const OnConnections&);
    OnConnections(OnConnections&&) noexcept;
    OnConnections& operator=(const OnConnections&);
    OnConnections& operator=(OnConnections&&) noexcept;
    ~OnConnections();

    /// For the side to move: `most` in a finished game, at least half of it if the winner is known, otherwise the value
    /// that `compare` returns.
    template <class Compare>
    int value(const State<Words>& state, int most, const Compare& compare);

    /// By cell: its importance for both colours.
    virtual void weigh(const State<Words>& state, std::vector<double>& worth) = 0;

    struct Parts;
    std::unique_ptr<Parts> parts_;  ///< hidden from the interpreter
};

/// As ShortestPath.
template <int Words>
class ConnectedShortestPath final : public OnConnections<Words> {
  public:
    static constexpr const char* name = "connected_shortest_path";
    static constexpr int scale = 3;
    int evaluate(const State<Words>& state);

  protected:
    void weigh(const State<Words>& state, std::vector<double>& worth) override;
};

/// As TwoDistance.
template <int Words>
class ConnectedTwoDistance final : public OnConnections<Words> {
  public:
    static constexpr const char* name = "connected_two_distance";
    static constexpr int scale = 800;
    int evaluate(const State<Words>& state);

  protected:
    void weigh(const State<Words>& state, std::vector<double>& worth) override;
};

/// As Resistance.
template <int Words>
class ConnectedResistance final : public OnConnections<Words> {
  public:
    static constexpr const char* name = "connected_resistance";
    static constexpr int scale = 700;
    int evaluate(const State<Words>& state);

  protected:
    void weigh(const State<Words>& state, std::vector<double>& worth) override;
};

}  // namespace boardai::hex
