#pragma once
// Tuple tables (n-tuple networks, fixed patterns): for each of many small sets of cells, one weight for every way they
// can be filled. They know no rules, so they serve every game on a grid.
//
// Sets that a symmetry of the board maps onto each other share one table, and a set that is mapped onto itself has one
// weight for fillings that are images of each other. All weights stand once for each stage of the game, told by how
// much of the board is filled.
//
// Papers: Bledsoe and Browning 1959, Pattern recognition and reading by machine; Lucas 2008, Learning to play Othello
// with n-tuple systems; Buro 1997, An evaluation function for Othello based on statistics (patterns by stages).

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/canvas.hpp"
#include "boardai/core/feature_spec.hpp"
#include "boardai/core/features.hpp"
#include "boardai/core/grid.hpp"

namespace boardai {

/// The board that tuples lie on.
struct TupleGrid {
    Shape shape;                           ///< rows, columns, contents of a cell
    std::uint64_t key = 0;                 ///< of the board
    std::vector<bool> has;                 ///< by cell
    std::vector<std::vector<int>> images;  ///< by symmetry, then cell; the identity first

    int cells() const { return shape.height * shape.width; }
};

using CellTuple = std::vector<int>;

/// Tables for tuples, and where on the board each is looked up.
class TupleTables {
  public:
    static constexpr int largest_grid = 1024;
    static constexpr int most_weights = 1 << 26;

    /// Throws std::invalid_argument if there are no tuples, or too many weights for memory's sake.
    TupleTables(TupleGrid grid, const std::vector<std::pair<std::string, CellTuple>>& named_tuples, int stages,
                std::string spec);

    const std::string& spec() const { return spec_; }
    int size() const { return stages_ * stage_size_; }
    int stages() const { return stages_; }
    std::vector<FeatureGroup> groups() const;
    const TupleGrid& grid() const { return grid_; }
    /// Cells of each lookup, tables' names beside them: for drawings and tests.
    std::vector<std::pair<std::string, CellTuple>> lookups() const;

    /// take(index, 1) for the bias and each lookup; `codes` are the cells' contents.
    template <class Take>
    void visit(const std::uint8_t* codes, const Take& take) const {
        int filled = 0;
        for (int cell = 0; cell < grid_.cells(); ++cell) filled += codes[cell] != 0;
        const int base = stage_size_ * ((filled * stage_factor_) >> 16);
        take(base, 1.0f);
        for (const Lookup& lookup : lookups_) {
            int filling = 0;
            for (int i = lookup.begin; i < lookup.end; ++i)
                filling = filling * codes_ + codes[cells_[static_cast<std::size_t>(i)]];
            if (lookup.canonical >= 0) filling = canonical_[static_cast<std::size_t>(lookup.canonical + filling)];
            take(base + lookup.table + filling, 1.0f);
        }
    }

  private:
    struct Lookup {
        int begin;  ///< of its cells in cells_
        int end;
        int table;      ///< its first weight, within a stage
        int canonical;  ///< where its fillings are renumbered in canonical_; -1: they are not
    };
    struct Table {
        std::string name;
        int weights;
    };

    TupleGrid grid_;
    int codes_;
    int stages_;
    int stage_factor_;
    int stage_size_ = 1;  ///< the bias
    std::string spec_;
    std::vector<Table> tables_;
    std::vector<Lookup> lookups_;
    std::vector<std::string> lookup_names_;
    std::vector<int> cells_;
    std::vector<std::int32_t> canonical_;
};

/// All straight tuples of 2 to `longest` cells along rows, columns and both diagonals.
std::vector<std::pair<std::string, CellTuple>> straight_tuples(const TupleGrid& grid, int longest);

/// Random walks of `length` different cells, each beside the one before. Throws std::invalid_argument where the board
/// has no room for them.
std::vector<std::pair<std::string, CellTuple>> snakes(const TupleGrid& grid, int count, int length, int seed);

template <Gridded S>
TupleGrid tuple_grid(const S& state) {
    TupleGrid grid;
    grid.shape = state.grid();
    grid.key = state.grid_key();
    if (grid.cells() > TupleTables::largest_grid) {
        throw std::invalid_argument("tuples: the board has " + std::to_string(grid.cells()) + " cells, more than " +
                                    std::to_string(TupleTables::largest_grid));
    }
    for (int cell = 0; cell < grid.cells(); ++cell) grid.has.push_back(state.grid_has(cell));
    for (int symmetry = 0; symmetry < state.grid_symmetries(); ++symmetry) {
        auto& image = grid.images.emplace_back();
        for (int cell = 0; cell < grid.cells(); ++cell) image.push_back(state.grid_image(cell, symmetry));
    }
    return grid;
}

/// Tuple tables as the features of a state (FeatureSetOf).
template <Gridded S>
class TupleFeatures {
  public:
    explicit TupleFeatures(TupleTables tables) : tables_(std::move(tables)) {}

    std::string spec() const { return tables_.spec(); }
    int size() const { return tables_.size(); }
    int stages() const { return tables_.stages(); }
    std::vector<FeatureGroup> groups() const { return tables_.groups(); }
    void check(const S& state) const {
        if (state.grid_key() != tables_.grid().key) {
            throw std::invalid_argument("features '" + spec() + "' were made for another board than this position's");
        }
    }
    template <class Take>
    void visit(const S& state, const Take& take) const {
        std::array<std::uint8_t, TupleTables::largest_grid> codes;  // NOLINT: written by the state
        state.write_grid(codes.data());
        tables_.visit(codes.data(), take);
    }

  private:
    TupleTables tables_;
};

/// "tuples:straight=3,snakes=0,length=6,seed=0,stages=1", all of these being the defaults.
template <Gridded S>
std::unique_ptr<FeatureSet<S>> make_tuples(FeatureSpec spec, const S& start) {
    const TupleGrid grid = tuple_grid(start);
    const int straight = spec.option("straight", 3, 0, 8);
    const int count = spec.option("snakes", 0, 0, 1000);
    const int length = spec.option("length", 6, 2, 10);
    const int seed = spec.option("seed", 0, 0, 1'000'000'000);
    const int stages = spec.option("stages", 1, 1, 60);
    spec.finish();
    auto tuples = straight_tuples(grid, straight);
    for (auto& snake : snakes(grid, count, length, seed)) tuples.push_back(std::move(snake));
    return std::make_unique<FeatureSetOf<S, TupleFeatures<S>>>(
        TupleFeatures<S>(TupleTables(grid, tuples, stages, spec.text())));
}

}  // namespace boardai
