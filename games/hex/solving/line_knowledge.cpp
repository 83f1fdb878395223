#include "games/hex/solving/line_knowledge.hpp"

#include <algorithm>

#include "games/hex/board/chains.hpp"
#include "games/hex/evaluation/circuit.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

/// Adds, for each empty cell, the share of the current through it from edge to edge: connections are the circuit's
/// links.
template <int Words>
void add_shares(const Connections<Words>& connections, const Bits<Words>& empty, std::vector<double>& shares) {
    Circuit circuit;
    std::vector<std::pair<int, int>> points{{connections.start(), Circuit::source},
                                            {connections.goal(), Circuit::ground}};
    for (int cell = 0; cell < connections.start(); ++cell) {
        if (connections.point_of(cell) == cell) points.emplace_back(cell, circuit.add_node(0.5));
    }
    const auto ohms = [&](int point) { return point < connections.start() && empty.test(point) ? 1.0 : 0.0; };
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto [x, x_node] = points[i];
            const auto [y, y_node] = points[j];
            constexpr double of_chains = 0.1;  // joined, but not yet by stones
            if (connections.connected(x, y))
                circuit.add_link(x_node, y_node, 1 / std::max(ohms(x) + ohms(y), of_chains));
        }
    }
    circuit.solve();
    const std::vector<double> found = circuit.shares();
    for (const auto& [point, node] : points) {
        if (ohms(point) > 0) shares[static_cast<std::size_t>(point)] += found[static_cast<std::size_t>(node)];
    }
}

}  // namespace

template <int Words>
void LineKnowledge<Words>::reset(const State<Words>& root) {
    board_ = &geometries<Words>[static_cast<std::size_t>(root.rows())][static_cast<std::size_t>(root.columns())];
    ply_ = 0;
    steps_.assign(1, {-1, true});
    levels_.clear();
    levels_.push_back(std::make_unique<KnownPosition<Words>>(root));
}

template <int Words>
void LineKnowledge<Words>::push(const State<Words>&, Action action) {
    ++ply_;
    steps_.resize(ply_);
    steps_.push_back({action, false});
}

/// Levels are found when they are first asked for, from the last one before them that is known.
template <int Words>
KnownPosition<Words>& LineKnowledge<Words>::level_at(std::size_t ply) {
    std::size_t known = ply;
    while (!steps_[known].known) --known;
    for (; known < ply; ++known) {
        if (levels_.size() == known + 1) {
            levels_.push_back(std::make_unique<KnownPosition<Words>>(*levels_[known]));
        } else {
            *levels_[known + 1] = *levels_[known];
        }
        Step& step = steps_[known + 1];
        levels_[known + 1]->play(step.action);
        step.known = true;
    }
    return *levels_[ply];
}

template <int Words>
Insight<Bits<Words>> LineKnowledge<Words>::look(const State<Words>& state) {
    Insight<Bits<Words>> insight;
    const bool may_swap = state.swap_rule() && !state.swapped() && state.stones_played() < 2;
    if (may_swap) return insight;
    const KnownPosition<Words>& level = level_at(ply_);
    insight = level.insight(true);
    if (insight.winner >= 0) return insight;
    rank(state, level);
    return insight;
}

/// Ranks the cells through which most flows first, for both colours together.
template <int Words>
void LineKnowledge<Words>::rank(const State<Words>& state, const KnownPosition<Words>& level) {
    Ranking& ranking = rankings_[state.hash() % rankings_.size()];
    ranking.key = state.hash();
    ranking.cells.clear();
    std::vector<double> shares(static_cast<std::size_t>(board_->cells), 0.0);
    const Bits<Words> empty = level.cells().empty();
    for (int colour : {black, white}) add_shares(level.connections(colour), empty, shares);
    empty.for_each([&](int cell) { ranking.cells.push_back(static_cast<std::int16_t>(cell)); });
    std::stable_sort(ranking.cells.begin(), ranking.cells.end(), [&](int left, int right) {
        return shares[static_cast<std::size_t>(left)] > shares[static_cast<std::size_t>(right)];
    });
}

template <int Words>
void LineKnowledge<Words>::admit(Insight<Bits<Words>>& known) const {
    KnownPosition<Words>::admit(known, *board_);
}

template <int Words>
void LineKnowledge<Words>::list(const State<Words>& state, const Bits<Words>& moves, ActionList& out) {
    const Ranking& ranking = rankings_[state.hash() % rankings_.size()];
    if (ranking.key != state.hash()) rank(state, level_at(ply_));
    Bits<Words> left = moves;
    for (const int cell : ranking.cells) {
        if (!left.test(cell)) continue;
        out.push_back(cell);
        left.clear(cell);
    }
    // Filled in on the line that the ranking was made on.
    left.for_each([&](int cell) { out.push_back(cell); });
}

template class LineKnowledge<1>;
template class LineKnowledge<2>;
template class LineKnowledge<3>;
template class LineKnowledge<6>;

}  // namespace boardai::hex
