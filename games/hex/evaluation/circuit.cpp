#include "games/hex/evaluation/circuit.hpp"

#include <algorithm>
#include <cmath>

namespace boardai::hex {

/// out = the current flowing out of each inner node at these potentials.
void Circuit::currents(Vector& potentials, Vector& out) const {
    std::fill(out.begin(), out.end(), 0.0);
    for (const Link& link : links_) {
        const double flow = link.conductance * (at(potentials, link.from) - at(potentials, link.to));
        at(out, link.from) += flow;
        at(out, link.to) -= flow;
    }
    at(out, source) = at(out, ground) = 0;  // their potentials are fixed
}

/// Conjugate gradients, until the currents of each inner node add up to 0.
void Circuit::solve() {
    const std::size_t nodes = potentials_.size();
    Vector inverse_diagonal(nodes, 0.0);
    for (const Link& link : links_) {
        at(inverse_diagonal, link.from) += link.conductance;
        at(inverse_diagonal, link.to) += link.conductance;
    }
    for (double& value : inverse_diagonal) value = value > 0 ? 1 / value : 0;

    Vector residual(nodes);
    Vector direction(nodes);
    Vector flow(nodes);
    currents(potentials_, residual);
    double old_norm = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        residual[i] = -residual[i];
        direction[i] = inverse_diagonal[i] * residual[i];
        old_norm += residual[i] * direction[i];
    }
    constexpr double accurate = 1e-10;  // enough, since the current is at least about 1/100
    for (std::size_t iteration = 0; iteration < 4 * nodes && old_norm > accurate; ++iteration) {
        currents(direction, flow);
        double slope = 0;
        for (std::size_t i = 0; i < nodes; ++i) slope += direction[i] * flow[i];
        const double step = old_norm / slope;
        double norm = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            potentials_[i] += step * direction[i];
            residual[i] -= step * flow[i];
            norm += residual[i] * residual[i] * inverse_diagonal[i];
        }
        const double turn = norm / old_norm;
        for (std::size_t i = 0; i < nodes; ++i) {
            direction[i] = inverse_diagonal[i] * residual[i] + turn * direction[i];
        }
        old_norm = norm;
    }
}

double Circuit::resistance() const {
    double current = 0;
    for (const Link& link : links_) current += link.conductance * drop(link) * drop(link);
    return 1 / current;
}

std::vector<double> Circuit::shares() const {
    Vector through(potentials_.size(), 0.0);
    const double resistance = this->resistance();
    if (!std::isfinite(resistance)) return through;
    for (const Link& link : links_) {
        // Each current is counted where it enters a node and where it leaves it, so half of each link's is added.
        const double half = 0.5 * link.conductance * std::abs(drop(link)) * resistance;
        at(through, link.from) += half;
        at(through, link.to) += half;
    }
    at(through, source) = at(through, ground) = 0;
    return through;
}

}  // namespace boardai::hex
