#pragma once
// An electrical circuit: nodes joined by links, one volt between two of them.
//
// Kirchhoff's equations, a sparse symmetric system, by conjugate gradients with the diagonal as preconditioner.

#include <cstddef>
#include <vector>

namespace boardai::hex {

class Circuit {
  public:
    static constexpr int source = 0;  ///< at 1 volt
    static constexpr int ground = 1;  ///< at 0 volts

    int add_node(double guess) {
        potentials_.push_back(guess);
        return static_cast<int>(potentials_.size()) - 1;
    }
    void add_link(int from, int to, double conductance) {
        if (from != to) links_.push_back({from, to, conductance});
    }
    /// Computes the potentials, which the other methods need.
    void solve();
    /// The resistance between source and ground: 1 / current. The current is computed as the circuit's energy at one
    /// volt, whose error is only the square of the potentials' error.
    double resistance() const;
    /// The current through each node, as a share of the total; 0 for source and ground, and if no current flows.
    std::vector<double> shares() const;

  private:
    using Vector = std::vector<double>;
    struct Link {
        int from;
        int to;
        double conductance;
    };

    static double& at(Vector& values, int node) { return values[static_cast<std::size_t>(node)]; }
    double drop(const Link& link) const {
        return potentials_[static_cast<std::size_t>(link.from)] - potentials_[static_cast<std::size_t>(link.to)];
    }
    void currents(Vector& potentials, Vector& out) const;

    Vector potentials_{1.0, 0.0};
    std::vector<Link> links_;
};

}  // namespace boardai::hex
