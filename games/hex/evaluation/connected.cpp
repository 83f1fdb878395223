#include "games/hex/evaluation/connected.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "games/hex/evaluation/connection_circuit.hpp"
#include "games/hex/evaluation/distances.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/solving/known_position.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

template <int Words>
struct Distances {
    std::array<Potential, 2> potential;  ///< by colour
    std::array<std::array<int, Steps<Words>::most_cells>, 2>
        sums;  ///< by colour and cell: of its distances from both edges
};

template <int Words>
struct Resistances {
    std::array<double, 2> ohms;  ///< by colour
    std::vector<double> shares;  ///< by cell: of both currents
};

/// Cells with a full connection are one step apart; so are cells that have full connections to the same chain.
template <int Words>
void find_steps(const Connections<Words>& connections, const Bits<Words>& empty, Steps<Words>& steps) {
    const auto around = [&](int point) {
        Bits<Words> found;
        empty.for_each([&](int cell) {
            if (cell != point && connections.connected(cell, point)) found.set(cell);
        });
        return found;
    };
    empty.for_each([&](int cell) { steps.of(cell) = around(cell); });
    steps.touching_start = around(connections.point_of(connections.start()));
    steps.touching_goal = around(connections.point_of(connections.goal()));
    for (int cell = 0; cell < connections.start(); ++cell) {
        if (connections.point_of(cell) != cell || empty.test(cell)) continue;
        const Bits<Words> joined = around(cell);
        joined.for_each([&](int other) { steps.of(other) |= joined; });
        if (connections.connected(cell, connections.start())) steps.touching_start |= joined;
        if (connections.connected(cell, connections.goal())) steps.touching_goal |= joined;
    }
    empty.for_each([&](int cell) { steps.of(cell).clear(cell); });
}

template <int Words>
void measure(const KnownPosition<Words>& known, bool second, Distances<Words>& found) {
    for (int colour : {black, white}) {
        Steps<Words> steps;
        find_steps(known.connections(colour), known.cells().empty(), steps);
        const auto at = static_cast<std::size_t>(colour);
        found.potential[at] = potential_of(steps, second, found.sums[at]);
    }
}

}  // namespace

template <int Words>
struct OnConnections<Words>::Parts {
    /// Data of the last position that was evaluated, computed once. Precondition: knowledge.position() is not null.
    template <class Found, class Find>
    const Found& once(std::optional<Found>& kept, const State<Words>& state, const Find& find) {
        if (!seen || !(*seen == state)) {
            seen = state;
            distances.reset();
            resistances.reset();
        }
        if (!kept) find(*knowledge.position(), kept.emplace());
        return *kept;
    }
    const Distances<Words>& measured(const State<Words>& state, bool second) {
        return once(distances, state, [&](const auto& known, auto& found) { measure(known, second, found); });
    }
    const Resistances<Words>& flow(const State<Words>& state) {
        return once(resistances, state, [](const auto& known, auto& found) {
            const Bits<Words> empty = known.cells().empty();
            found.shares.assign(static_cast<std::size_t>(known.connections(black).start()), 0.0);
            for (int colour : {black, white}) {
                const ConnectionCircuit circuit(known.connections(colour), empty);
                found.ohms[static_cast<std::size_t>(colour)] = circuit.resistance();
                circuit.add_shares(empty, found.shares);
            }
        });
    }

    Knowledge<State<Words>> knowledge;
    std::optional<State<Words>> seen;
    std::optional<Distances<Words>> distances;
    std::optional<Resistances<Words>> resistances;
};

template <int Words>
OnConnections<Words>::OnConnections() : parts_(std::make_unique<Parts>()) {}
template <int Words>
OnConnections<Words>::OnConnections(const OnConnections&) : OnConnections() {}
template <int Words>
OnConnections<Words>::OnConnections(OnConnections&&) noexcept = default;
template <int Words>
OnConnections<Words>& OnConnections<Words>::operator=(const OnConnections&) {
    parts_ = std::make_unique<Parts>();
    return *this;
}
template <int Words>
OnConnections<Words>& OnConnections<Words>::operator=(OnConnections&&) noexcept = default;
template <int Words>
OnConnections<Words>::~OnConnections() = default;

template <int Words>
void OnConnections<Words>::reset(const State<Words>& root) {
    parts_->knowledge.reset(root);
}
template <int Words>
void OnConnections<Words>::push(const State<Words>& before, Action action) {
    parts_->knowledge.push(before, action);
}
template <int Words>
void OnConnections<Words>::pop() {
    parts_->knowledge.pop();
}

template <int Words>
Knowledge<State<Words>>& OnConnections<Words>::knowledge() {
    return parts_->knowledge;
}

template <int Words>
void OnConnections<Words>::order(const State<Words>& state, ActionList& moves) {
    std::vector<double> worth(static_cast<std::size_t>(state.rows() * state.columns()), 0.0);
    weigh(state, worth);
    std::stable_sort(moves.begin(), moves.end(), [&](Action left, Action right) {
        return worth[static_cast<std::size_t>(left)] > worth[static_cast<std::size_t>(right)];
    });
}

template <int Words>
template <class Compare>
int OnConnections<Words>::value(const State<Words>& state, int most, const Compare& compare) {
    const int mover = state.current_player();
    if (state.is_terminal()) return state.outcome(mover) * most;
    if (parts_->knowledge.position() == nullptr) return 0;  // the search has been stopped, so the value is not used
    if (may_still_swap(state)) return compare();
    const HexFacts<Words> facts = parts_->knowledge.analyse(state);
    if (!facts.decided()) return std::clamp(compare(), -most / 2, most / 2);
    // The smaller the proof set, the nearer the win.
    const int nearer = state.rows() * state.columns() - facts.proof_set.count();
    return facts.outcome(mover) * (most / 2 + 1 + nearer);
}

template <int Words>
int ConnectedShortestPath<Words>::evaluate(const State<Words>& state) {
    return this->value(state, unreachable, [&] {
        const Distances<Words>& found = this->parts_->measured(state, false);
        const auto own = static_cast<std::size_t>(state.colour_to_move());
        return found.potential[1 - own].potential - found.potential[own].potential;
    });
}

template <int Words>
int ConnectedTwoDistance<Words>::evaluate(const State<Words>& state) {
    return this->value(state, TwoDistance::margin_unit * Potential::far, [&] {
        const Distances<Words>& found = this->parts_->measured(state, true);
        const auto own = static_cast<std::size_t>(state.colour_to_move());
        return compared(found.potential[own], found.potential[1 - own], TwoDistance::margin_unit);
    });
}

template <int Words>
int ConnectedResistance<Words>::evaluate(const State<Words>& state) {
    return this->value(state, 20'000, [&] {
        const Resistances<Words>& found = this->parts_->flow(state);
        const auto own = static_cast<std::size_t>(state.colour_to_move());
        const double ratio = std::clamp(found.ohms[1 - own] / found.ohms[own], 1e-9, 1e9);
        return static_cast<int>(std::lround(1000 * std::log(ratio)));
    });
}

namespace {

template <int Words>
void weigh_by_distance(const Distances<Words>& found, std::vector<double>& worth) {
    for (std::size_t cell = 0; cell < worth.size(); ++cell) worth[cell] = -found.sums[0][cell] - found.sums[1][cell];
}

}  // namespace

template <int Words>
void ConnectedShortestPath<Words>::weigh(const State<Words>& state, std::vector<double>& worth) {
    weigh_by_distance(this->parts_->measured(state, false), worth);
}
template <int Words>
void ConnectedTwoDistance<Words>::weigh(const State<Words>& state, std::vector<double>& worth) {
    weigh_by_distance(this->parts_->measured(state, true), worth);
}
template <int Words>
void ConnectedResistance<Words>::weigh(const State<Words>& state, std::vector<double>& worth) {
    worth = this->parts_->flow(state).shares;
}

#define BOARDAI_CONNECTED(Words)                 \
    template class OnConnections<Words>;         \
    template class ConnectedShortestPath<Words>; \
    template class ConnectedTwoDistance<Words>;  \
    template class ConnectedResistance<Words>;
BOARDAI_CONNECTED(1)
BOARDAI_CONNECTED(2)
BOARDAI_CONNECTED(3)
BOARDAI_CONNECTED(6)
#undef BOARDAI_CONNECTED

}  // namespace boardai::hex
