// Resistance: the board as an electrical circuit, once for each colour.
//
// Idea: a player who has many good ways across is better off than one who has a single short one. Let cells be
// resistors: own stones 0, empty cells 1, the opponent's infinite; neighbours are joined by a link whose resistance is
// the sum of the two. Put a voltage on two opposite edges, whose resistance is 0, and measure
//
//     R = 1 / current,   value = 1000 ln(R of the opponent / R of the mover).
//
// Own stones lower R and opposing ones raise it, whatever else is on the board (Rayleigh's monotonicity law).
//
// Papers: C. Shannon built such a machine (Proc. IRE 41, 1953); V. Anshelevich, A hierarchical approach to computer
// Hex, Artificial Intelligence 134, 2002 (the program Hexy, whose circuit also has links for virtual connections).
//
// 1. Chains are one node each; those on an edge are the edge. 2. Links between nodes. 3. Kirchhoff's equations: a
// sparse symmetric system, solved by conjugate gradients with the diagonal as preconditioner. 4. The current is the
// circuit's energy at one volt, whose error is the square of the potentials' error.
//
// Cost: 30 to 50 iterations on an empty 11x11, each over at most 3 links a cell; fewer as the board fills.
// Not handled: virtual connections: two cells that share two empty neighbours are as good as joined, and are not here.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "games/hex/chains.hpp"
#include "games/hex/evaluators.hpp"

namespace boardai::hex {

namespace {

struct Link {
    int from;
    int to;
    double conductance;
};

class Circuit {
  public:
    static constexpr int source = 0;  // at 1 volt
    static constexpr int ground = 1;  // at 0 volts

    int add_node(double guess) {
        potentials_.push_back(guess);
        return static_cast<int>(potentials_.size()) - 1;
    }
    void add_link(int from, int to, double conductance) {
        if (from != to) links_.push_back({from, to, conductance});
    }
    /// Between source and ground.
    double resistance() {
        solve();
        double current = 0;
        for (const Link& link : links_) {
            const double drop = at(potentials_, link.from) - at(potentials_, link.to);
            current += link.conductance * drop * drop;
        }
        return 1 / current;
    }

  private:
    using Vector = std::vector<double>;
    static double& at(Vector& values, int node) { return values[static_cast<std::size_t>(node)]; }

    /// out = the current flowing out of each inner node at these potentials.
    void currents(Vector& potentials, Vector& out) {
        std::fill(out.begin(), out.end(), 0.0);
        for (const Link& link : links_) {
            const double flow = link.conductance * (at(potentials, link.from) - at(potentials, link.to));
            at(out, link.from) += flow;
            at(out, link.to) -= flow;
        }
        at(out, source) = at(out, ground) = 0;  // whose potentials are given
    }

    /// Conjugate gradients: no current may stay in any inner node.
    void solve() {
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
        constexpr double accurate = 1e-10;  // the current is at least about 1/100
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

    Vector potentials_{1.0, 0.0};
    std::vector<Link> links_;
};

template <int Words>
double resistance_of(const State<Words>& state, int player) {
    const int colour = state.colour_of(player);
    const Side<Words> side(state, colour);
    const Geometry<Words>& board = side.board;
    // Cells that no current can reach have no equation.
    const Bits<Words> live = side.filled(side.start, side.own | side.empty);
    Circuit circuit;
    std::array<int, static_cast<std::size_t>(max_side) * max_side> node_of{};
    const auto node = [&](int cell) -> int& { return node_of[static_cast<std::size_t>(cell)]; };
    // As if the current fell evenly from edge to edge.
    const auto guess = [&](int cell) {
        return colour == black ? 1 - (board.row_of(cell) + 0.5) / board.rows
                               : 1 - (board.column_of(cell) + 0.5) / board.columns;
    };
    // 1. Nodes.
    side.for_each_chain([&](const Bits<Words>& chain) {
        if (!(chain & live).any()) return;
        int first = -1;
        chain.for_each([&](int cell) { first = first < 0 ? cell : first; });
        const int joined = (chain & side.start).any()  ? Circuit::source
                           : (chain & side.goal).any() ? Circuit::ground
                                                       : circuit.add_node(guess(first));
        chain.for_each([&](int cell) { node(cell) = joined; });
    });
    (side.empty & live).for_each([&](int cell) { node(cell) = circuit.add_node(guess(cell)); });
    // 2. Links: each cell's own resistance and its neighbour's.
    const auto ohms = [&](int cell) { return side.own.test(cell) ? 0.0 : 1.0; };
    live.for_each([&](int cell) {
        const double own = ohms(cell);
        (board.neighbours(Bits<Words>::of(cell)) & live).for_each([&](int next) {
            const double sum = own + ohms(next);
            if (next > cell && sum > 0) circuit.add_link(node(cell), node(next), 1 / sum);
        });
        if (own > 0 && side.start.test(cell)) circuit.add_link(Circuit::source, node(cell), 1 / own);
        if (own > 0 && side.goal.test(cell)) circuit.add_link(Circuit::ground, node(cell), 1 / own);
    });
    // 3. and 4.
    return circuit.resistance();
}

}  // namespace

template <int Words>
int Resistance::evaluate(const State<Words>& state) const {
    constexpr int most = 20'000;
    const int mover = state.current_player();
    if (state.is_terminal()) return state.outcome(mover) * most;
    const double ratio = resistance_of(state, 1 - mover) / resistance_of(state, mover);
    return std::clamp(static_cast<int>(std::lround(1000 * std::log(ratio))), -most, most);
}

template int Resistance::evaluate(const State<1>&) const;
template int Resistance::evaluate(const State<2>&) const;
template int Resistance::evaluate(const State<3>&) const;
template int Resistance::evaluate(const State<6>&) const;

}  // namespace boardai::hex
