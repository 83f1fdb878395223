#pragma once
// Static evaluations that count virtual connections as joined: the same three questions as in evaluators.hpp, asked of
// a board on which two points with a full connection are neighbours. A position with a known winner has that winner's
// value.
//
// They are made of what the game knows (Knowledge) and share it: principal variation search asks who wins long before
// the last stone, and searches candidate moves alone, in the order of what they measure. About a thousand positions a
// second on 11x11.
//
// Papers: V. Anshelevich 2002 (Hexy: resistance); J. van Rijswijck 2002 (two-distance); B. Arneson, R. Hayward and P.
// Henderson, Wolve 2008 wins Hex tournament (2009: alpha-beta over resistance).

#include <memory>
#include <vector>

#include "boardai/core/action.hpp"
#include "games/hex/solving/knowledge.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

/// What the three have in common: the connections of the positions on a search's line. A copy begins with nothing.
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

    /// For the side to move: `most` in a finished game, half of it and more where it is known who wins, else what
    /// `compare` makes of the position.
    template <class Compare>
    int value(const State<Words>& state, int most, const Compare& compare);

    /// By cell: how much it matters to both colours.
    virtual void weigh(const State<Words>& state, std::vector<double>& worth) = 0;

    struct Parts;
    std::unique_ptr<Parts> parts_;  ///< the interpreter need not see them
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
