#include "games/hex/solving/line_knowledge.hpp"

#include <algorithm>

#include "games/hex/board/chains.hpp"
#include "games/hex/evaluation/connection_circuit.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

template <int Words>
void LineKnowledge<Words>::reset(const State<Words>& root) {
    board_ = &geometries<Words>[static_cast<std::size_t>(root.rows())][static_cast<std::size_t>(root.columns())];
    line_.reset(root);
}

template <int Words>
Insight<Bits<Words>> LineKnowledge<Words>::look(const State<Words>& state) {
    Insight<Bits<Words>> insight;
    if (may_still_swap(state)) return insight;
    const KnownPosition<Words>& level = line_.last();
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
    for (int colour : {black, white}) ConnectionCircuit(level.connections(colour), empty).add_shares(empty, shares);
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
    if (ranking.key != state.hash()) rank(state, line_.last());
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
