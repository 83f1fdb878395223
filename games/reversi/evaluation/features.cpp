#include "games/reversi/evaluation/features.hpp"

#include <algorithm>
#include <stdexcept>

#include "boardai/core/features/tuples.hpp"
#include "games/reversi/evaluation/larion.hpp"

namespace boardai {
namespace {

using reversi::State;

/// One pattern of each kind; symmetries give the others.
std::vector<std::pair<std::string, CellTuple>> patterns(const TupleGrid& grid) {
    const int side = grid.shape.width;
    if (grid.shape.height != side || side < 6 || side > 10 ||
        std::count(grid.has.begin(), grid.has.end(), true) != side * side) {
        throw std::invalid_argument("features 'patterns' are for squares of 6x6 to 10x10 without holes");
    }
    std::vector<std::pair<std::string, CellTuple>> found;
    const auto rectangle = [side](int rows, int columns) {
        CellTuple cells;
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) cells.push_back(row * side + column);
        }
        return cells;
    };
    found.emplace_back("corner 3x3", rectangle(3, 3));
    found.emplace_back("corner 2x5", rectangle(2, 5));
    CellTuple edge = rectangle(1, side);
    edge.push_back(side + 1);
    edge.push_back(2 * side - 2);
    found.emplace_back("edge + 2X", std::move(edge));
    for (int row = 1; row < side / 2; ++row) {
        CellTuple line;
        for (int column = 0; column < side; ++column) line.push_back(row * side + column);
        found.emplace_back("line " + std::to_string(row + 1), std::move(line));
    }
    for (int length = side; length >= 4; --length) {
        CellTuple diagonal;
        for (int i = 0; i < length; ++i) diagonal.push_back(i * side + i + side - length);
        found.emplace_back("diagonal " + std::to_string(length), std::move(diagonal));
    }
    return found;
}

}  // namespace

namespace reversi {

std::vector<FeatureGroup> LarionFeatures::groups() const {
    std::vector<FeatureGroup> groups;
    for (int table = 0; table < larion::tables; ++table) {
        groups.push_back({larion::table_names[table], {larion::levels[table], larion::levels[table]}});
    }
    groups.push_back({"side configurations", {larion::configurations / 4, 4}});
    groups.push_back({"side to move", {2}});
    return groups;
}

}  // namespace reversi

template <int Words>
std::unique_ptr<FeatureSet<State<Words>>> GameFeatures<State<Words>>::make(FeatureSpec spec,
                                                                           const State<Words>& start) {
    using S = State<Words>;
    if (spec.name() == "larion") {
        const int stages = spec.option("stages", 20, 1, 60);
        spec.finish();
        return std::make_unique<FeatureSetOf<S, reversi::LarionFeatures>>(reversi::LarionFeatures(stages, spec.text()));
    }
    if (spec.name() == "patterns") {
        const int stages = spec.option("stages", 12, 1, 60);
        spec.finish();
        const TupleGrid grid = tuple_grid(start);
        return std::make_unique<FeatureSetOf<S, TupleFeatures<S>>>(
            TupleFeatures<S>(TupleTables(grid, patterns(grid), stages, spec.text()), start));
    }
    return nullptr;
}

template struct GameFeatures<State<1>>;
template struct GameFeatures<State<2>>;
template struct GameFeatures<State<4>>;

}  // namespace boardai
