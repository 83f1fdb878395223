#pragma once
// The circuit whose links are a colour's full connections: stones and edges 0 ohms, empty cells 1.

#include <utility>
#include <vector>

#include "games/hex/connections/connections.hpp"
#include "games/hex/evaluation/circuit.hpp"

namespace boardai::hex {

class ConnectionCircuit {
  public:
    template <int Words>
    ConnectionCircuit(const Connections<Words>& connections, const Bits<Words>& empty) {
        points_ = {{connections.start(), Circuit::source}, {connections.goal(), Circuit::ground}};
        for (int cell = 0; cell < connections.start(); ++cell) {
            if (connections.point_of(cell) == cell) points_.emplace_back(cell, circuit_.add_node(0.5));
        }
        const auto ohms = [&](int point) { return point < connections.start() && empty.test(point) ? 1.0 : 0.0; };
        for (std::size_t i = 0; i < points_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const auto [x, x_node] = points_[i];
                const auto [y, y_node] = points_[j];
                constexpr double of_chains = 0.1;  // connected, but not yet by stones
                if (connections.connected(x, y)) {
                    circuit_.add_link(x_node, y_node, 1 / std::max(ohms(x) + ohms(y), of_chains));
                }
            }
        }
        circuit_.solve();
    }

    /// The resistance from edge to edge.
    double resistance() const { return circuit_.resistance(); }
    /// Adds, for each empty cell, the share of the current through it.
    template <int Words>
    void add_shares(const Bits<Words>& empty, std::vector<double>& shares) const {
        const std::vector<double> found = circuit_.shares();
        for (const auto& [point, node] : points_) {
            const auto cell = static_cast<std::size_t>(point);
            if (cell < shares.size() && empty.test(point)) shares[cell] += found[static_cast<std::size_t>(node)];
        }
    }

  private:
    Circuit circuit_;
    std::vector<std::pair<int, int>> points_;  ///< cells and edges, and their nodes
};

}  // namespace boardai::hex
