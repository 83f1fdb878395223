// Resistance: the board as an electrical circuit, one for each colour.
//
// Idea: many good paths across the board are better than a single short one. Cells are resistors: own stones 0, empty
// cells 1, opposing stones infinite. A link between neighbours has the sum of their resistances. The two edges have
// resistance 0. With a voltage between them,
//
//     R = 1 / current,   value = 1000 ln(R of the opponent / R of the mover).
//
// Own stones lower R and opposing stones raise it on every board (Rayleigh's monotonicity law).
//
// Papers: C. Shannon built such a machine (Proc. IRE 41, 1953); V. Anshelevich, A hierarchical approach to computer
// Hex, Artificial Intelligence 134, 2002 (the program Hexy, whose circuit also has links for virtual connections).
//
// 1. Each chain is one node; chains on an edge are part of the edge. 2. Links between nodes. 3. Kirchhoff's equations:
// a sparse symmetric system, solved by conjugate gradients with the diagonal as preconditioner. 4. The current is
// computed as the circuit's energy at one volt, whose error is only the square of the potentials' error.
//
// Cost: 30 to 50 iterations on an empty 11x11, each over at most 3 links per cell; fewer as the board fills.
// Not handled: virtual connections (two cells that share two empty neighbours are as good as joined).

#include <algorithm>
#include <array>
#include <cmath>

#include "games/hex/board/chains.hpp"
#include "games/hex/evaluation/circuit.hpp"
#include "games/hex/evaluators.hpp"

namespace boardai::hex {

namespace {

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
    // The initial guess: the potential falls evenly from edge to edge.
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
    circuit.solve();
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
