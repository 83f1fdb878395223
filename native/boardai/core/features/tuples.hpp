#pragma once
// Tuple tables (n-tuple networks, fixed patterns): for each of many small sets of cells, one weight for every way they
// can be filled. They know no rules, so they serve every game on a grid.
//
// Sets that a symmetry of the board maps onto each other share one table, and a set that is mapped onto itself has one
// weight for fillings that are images of each other. Each stage of the game has its own weights; the stage is
// determined by how much of the board is filled.
//
// Papers: Bledsoe and Browning 1959, Pattern recognition and reading by machine; Lucas 2008, Learning to play Othello
// with n-tuple systems; Buro 1997, An evaluation function for Othello based on statistics (patterns by stages).

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "boardai/core/canvas.hpp"
#include "boardai/core/features/bit_tuples.hpp"
#include "boardai/core/features/feature_spec.hpp"
#include "boardai/core/features/features.hpp"
#include "boardai/core/features/fillings.hpp"
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
    /// Cells of each lookup, tables' names next to them: for drawings and tests.
    std::vector<std::pair<std::string, CellTuple>> lookups() const;

    /// take(index, 1) for the bias and each lookup; `codes` are the cells' contents.
    template <class Take>
    void visit(const std::uint8_t* codes, const Take& take) const {
        look_up(codes, [&](int base, int first, const auto* fillings, int number) {
            if (first == 0) take(base, 1.0f);
            for (int i = 0; i < number; ++i) take(base + place(first + i, fillings[i]), 1.0f);
        });
    }

    /// The sum of the weights that visit() names, four sums side by side: each waits for its last addition alone.
    float value(const std::uint8_t* codes, const float* weights) const {
        std::array<float, 4> sum{};
        look_up(codes, [&](int base, int first, const auto* fillings, int number) {
            const float* const of_stage = weights + base;
            if (first == 0) sum[0] += *of_stage;
            int i = 0;
            for (; i + 4 <= number; i += 4) {
                for (int j = 0; j < 4; ++j) {
                    sum[static_cast<std::size_t>(j)] += of_stage[place(first + i + j, fillings[i + j])];
                }
            }
            for (; i < number; ++i) sum[0] += of_stage[place(first + i, fillings[i])];
        });
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }

    /// The stage of positions with this many filled cells.
    int stage_of(int filled) const { return (filled * stage_factor_) >> 16; }
    /// What BitTuples needs to know.
    int stage_size() const { return stage_size_; }
    std::vector<BitTuple> bit_tuples() const;

  private:
    /// take(the stage's first weight, first tuple, fillings, number of them).
    template <class Take>
    void look_up(const std::uint8_t* codes, const Take& take) const {
        std::array<std::uint16_t, largest_grid> filled;  // NOLINT: written below as far as it is read
        int count = 0;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            filled[static_cast<std::size_t>(count)] = static_cast<std::uint16_t>(cell);
            count += codes[cell] != 0;
        }
        const int base = stage_size_ * stage_of(count);
        std::visit(
            [&](const auto& all) {
                all.visit(codes, filled.data(), count,
                          [&](int first, const auto* fillings, int number) { take(base, first, fillings, number); });
            },
            fillings_);
    }
    /// Of a tuple's weight for a filling, within a stage.
    int place(int number, std::uint32_t filling) const {
        const Lookup& lookup = lookups_[static_cast<std::size_t>(number)];
        const auto at = static_cast<int>(filling);
        return lookup.table + (lookup.canonical < 0 ? at : canonical_[static_cast<std::size_t>(lookup.canonical + at)]);
    }

    struct Lookup {
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
    std::vector<CellTuple> cells_;
    std::vector<std::int32_t> canonical_;
    std::variant<Fillings<std::uint16_t>, Fillings<std::uint32_t>> fillings_;
};

/// All straight tuples of 2 to `longest` cells along rows, columns and both diagonals.
std::vector<std::pair<std::string, CellTuple>> straight_tuples(const TupleGrid& grid, int longest);

/// Random walks of `length` different cells, each next to the one before. Throws std::invalid_argument where the board
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
    TupleFeatures(TupleTables tables, const S& start) : tables_(std::move(tables)), start_(start) {}

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
        tables_.visit(codes_of(state).data(), take);
    }
    float value(const S& state, const float* weights) const { return tables_.value(codes_of(state).data(), weights); }
    std::shared_ptr<const Evaluation<S>> made_ready(const float* weights, const TableUnits& units) const {
        if constexpr (BitGridded<S>) {
            std::vector<int> stages;
            const auto& has = tables_.grid().has;
            for (auto filled = std::count(has.begin(), has.end(), true); filled >= 0; --filled) {
                stages.push_back(tables_.stage_of(static_cast<int>(filled)));
            }
            std::reverse(stages.begin(), stages.end());
            auto set = std::make_shared<const FeatureSetOf<S, TupleFeatures>>(*this);
            return BitTuples<S>::make(start_, tables_.bit_tuples(), stages, tables_.stage_size(), weights, units, set);
        } else {
            return nullptr;
        }
    }

  private:
    static std::array<std::uint8_t, TupleTables::largest_grid> codes_of(const S& state) {
        std::array<std::uint8_t, TupleTables::largest_grid> codes;  // NOLINT: written by the state
        state.write_grid(codes.data());
        return codes;
    }

    TupleTables tables_;
    S start_;  ///< a position of the board
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
        TupleFeatures<S>(TupleTables(grid, tuples, stages, spec.text()), start));
}

}  // namespace boardai
