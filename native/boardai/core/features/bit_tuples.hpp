#pragma once
// Tuple tables as searches want them: summed from a position's bits, some dozens of tuples in a few registers.
//
// A tuple's filling is a number in base 3, so own and opponent's discs add up apart: filling = A(own) + 2 A(opponent).
// A of a set of cells is the sum over its groups of four bits, each looked up in a table of 16 rows, a row having one
// 16-bit lane a tuple. The tables take 24 KB for 46 tuples on 64 cells and stay in the first-level cache. It needs no
// memory of the position before, and costs less than keeping sums up to date where a move turns several discs.
//
// Weights are whole numbers of 16 bits, as fine as the largest allows; a table that a symmetry maps onto itself is
// written out in full, so that a filling is its place.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "boardai/core/features/features.hpp"
#include "boardai/core/grid.hpp"

namespace boardai {

/// One table of a set of tuples: which cells it is looked up for, and where its weights are.
struct BitTuple {
    std::vector<int> cells;              ///< the first one's contents is the highest digit
    int table = 0;                       ///< its first weight, within a stage
    const std::int32_t* canonical = {};  ///< a filling's number in the table; null: the filling itself
};

/// What the tuples of a set add up to, for a game whose cells are bits.
template <BitGridded S>
class BitTuples final : public Evaluation<S> {
  public:
    static constexpr int most_tuples = 64;
    static constexpr int limit = 29'000;  ///< evaluations lie within
    static constexpr int groups = S::grid_words * 16;

    /// The set's stages have `stage_size` weights each, the bias first; `stages` is the stage by number of filled
    /// cells. Null where the set is too large for it, or a weight.
    static std::shared_ptr<const BitTuples> make(const S& board, const std::vector<BitTuple>& tuples,
                                                 const std::vector<int>& stages, int stage_size, const float* weights,
                                                 const TableUnits& units, std::shared_ptr<const FeatureSet<S>> set);

    std::unique_ptr<EvaluationLine<S>> open_line() const override {
        return std::make_unique<PositionLine<S, BitTuples>>(*this);
    }
    int margin_unit() const override { return units_.unit; }
    double scale() const override { return units_.scale; }
    double point() const override { return units_.point; }
    void check(const S& state) const { set_->check(state); }
    int value(const S& state) const {
        switch (blocks_) {
            case 1:
                return sum_up<1>(state);
            case 2:
                return sum_up<2>(state);
            case 3:
                return sum_up<3>(state);
            default:
                return sum_up<4>(state);
        }
    }

  private:
    static constexpr int lanes = 16;
    /// An extension of GCC and Clang: sixteen sums in one register.
    typedef std::uint16_t Lanes __attribute__((vector_size(lanes * sizeof(std::uint16_t))));

    BitTuples() = default;

    template <int Blocks>
    void add(const std::uint64_t* words, Lanes* sums) const {
        const Lanes* rows = rows_.data();
        for (int index = 0; index < S::grid_words; ++index) {
            std::uint64_t word = words[index];
            for (int group = 0; group < 16; ++group, word >>= 4, rows += 16 * Blocks) {
                const Lanes* const row = rows + (word & 15) * Blocks;
                for (int block = 0; block < Blocks; ++block) sums[block] += row[block];
            }
        }
    }

    template <int Blocks>
    int sum_up(const S& state) const {
        const std::uint64_t* const own = state.grid_bits(1);
        const std::uint64_t* const opponent = state.grid_bits(2);
        Lanes own_sums[Blocks]{};
        Lanes opponent_sums[Blocks]{};
        add<Blocks>(own, own_sums);
        add<Blocks>(opponent, opponent_sums);
        alignas(32) std::array<std::uint16_t, Blocks * lanes> fillings;  // NOLINT: written whole
        for (int block = 0; block < Blocks; ++block) {
            const Lanes filling = own_sums[block] + opponent_sums[block] + opponent_sums[block];
            std::memcpy(fillings.data() + block * lanes, &filling, sizeof filling);
        }
        int filled = 0;
        for (int index = 0; index < S::grid_words; ++index) filled += std::popcount(own[index] | opponent[index]);
        const Stage& stage = by_filled_[static_cast<std::size_t>(filled)];
        const std::int16_t* const weights = weights_.data() + stage.first;
        int sum = stage.bias;
        for (int tuple = 0; tuple < count_; ++tuple) {
            const auto place = static_cast<std::size_t>(tuple);
            sum += weights[tables_[place] + fillings[place]];
        }
        return std::clamp(sum >> fraction_bits_, -limit, limit);
    }

    struct Stage {
        std::size_t first;  ///< of its weights
        int bias;           ///< with half a unit, for rounding
    };

    std::shared_ptr<const FeatureSet<S>> set_;
    TableUnits units_;
    int count_ = 0;
    int blocks_ = 0;
    int fraction_bits_ = 0;
    std::vector<Lanes> rows_;  ///< by group of four bits, their contents, block of tuples
    std::array<std::uint32_t, most_tuples> tables_{};
    std::vector<Stage> by_filled_;
    std::vector<std::int16_t> weights_;
};

template <BitGridded S>
std::shared_ptr<const BitTuples<S>> BitTuples<S>::make(const S& board, const std::vector<BitTuple>& tuples,
                                                       const std::vector<int>& stages, int stage_size,
                                                       const float* weights, const TableUnits& units,
                                                       std::shared_ptr<const FeatureSet<S>> set) {
    if (tuples.size() > most_tuples || board.grid().channels != 3) return nullptr;
    // 1. As many binary places after the point as the largest weight leaves.
    const auto size = static_cast<std::size_t>(stages.back() + 1) * static_cast<std::size_t>(stage_size);
    double largest = 0;
    for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(units.points * weights[i]));
    int fraction_bits = 6;
    while (fraction_bits >= 0 && std::ldexp(largest, fraction_bits) > 32'000) --fraction_bits;
    if (fraction_bits < 0) return nullptr;
    const auto whole = [&](float weight) {
        return static_cast<int>(std::lrint(std::ldexp(units.points * static_cast<double>(weight), fraction_bits)));
    };

    std::shared_ptr<BitTuples> made(new BitTuples);
    made->set_ = std::move(set);
    made->units_ = units;
    made->count_ = static_cast<int>(tuples.size());
    made->blocks_ = (made->count_ + lanes - 1) / lanes;
    made->fraction_bits_ = fraction_bits;

    // 2. What four cells add to each tuple's filling.
    const auto blocks = static_cast<std::size_t>(made->blocks_);
    made->rows_.assign(static_cast<std::size_t>(groups) * 16 * blocks, Lanes{});
    for (std::size_t tuple = 0; tuple < tuples.size(); ++tuple) {
        std::int64_t power = 1;
        const auto& cells = tuples[tuple].cells;
        for (std::size_t i = cells.size(); i-- > 0; power *= 3) {
            if (power * 3 > 65'536 + 1) return nullptr;  // 59,049 fillings of ten cells are the most
            const int bit = board.grid_bit(cells[i]);
            for (std::size_t four = 0; four < 16; ++four) {
                if (!(four >> (bit % 4) & 1)) continue;
                Lanes& row = made->rows_[(static_cast<std::size_t>(bit / 4) * 16 + four) * blocks + tuple / lanes];
                row[tuple % lanes] = static_cast<std::uint16_t>(row[tuple % lanes] + power);
            }
        }
    }

    // 3. Weights, a table at a time; tuples of one table share it.
    std::vector<std::pair<int, std::uint32_t>> placed;  // a set's table, ours
    std::vector<std::pair<const BitTuple*, std::uint32_t>> written;
    std::uint32_t next = 0;
    for (std::size_t tuple = 0; tuple < tuples.size(); ++tuple) {
        const auto same = [&](const auto& one) { return one.first == tuples[tuple].table; };
        auto found = std::find_if(placed.begin(), placed.end(), same);
        if (found == placed.end()) {
            placed.emplace_back(tuples[tuple].table, next);
            written.emplace_back(&tuples[tuple], next);
            found = placed.end() - 1;
            std::uint32_t fillings = 1;
            for (std::size_t i = 0; i < tuples[tuple].cells.size(); ++i) fillings *= 3;
            next += fillings;
        }
        made->tables_[tuple] = found->second;
    }
    const auto stage_count = static_cast<std::size_t>(stages.back() + 1);
    made->weights_.resize(stage_count * next);
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        const float* const of_stage = weights + stage * static_cast<std::size_t>(stage_size);
        for (const auto& [tuple, first] : written) {
            std::uint32_t fillings = 1;
            for (std::size_t i = 0; i < tuple->cells.size(); ++i) fillings *= 3;
            for (std::uint32_t filling = 0; filling < fillings; ++filling) {
                const auto number = tuple->canonical ? tuple->canonical[filling] : static_cast<std::int32_t>(filling);
                made->weights_[stage * next + first + filling] =
                    static_cast<std::int16_t>(whole(of_stage[tuple->table + number]));
            }
        }
    }
    const int half = fraction_bits > 0 ? 1 << (fraction_bits - 1) : 0;
    for (const int stage : stages) {
        made->by_filled_.push_back({static_cast<std::size_t>(stage) * next,
                                    half + whole(weights[static_cast<std::size_t>(stage * stage_size)])});
    }
    return made;
}

}  // namespace boardai
