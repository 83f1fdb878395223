#pragma once
// The `larion` features: twelve properties of a position that have the same meaning on boards of any shape and size.
// Each has its own table (larion_scale.hpp has the tables, analysis.hpp the classes of cells).
//
// Larion takes dark's view. Here it is the mover's, which halves the number of weights, and one weight per stage
// distinguishes dark and light (on most boards light has the last move).

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "games/reversi/evaluation/evaluators-inl.hpp"
#include "games/reversi/evaluation/larion_scale.hpp"

namespace boardai::reversi {

/// For every board; FeatureSetOf<State<Words>, LarionFeatures>.
class LarionFeatures {
  public:
    LarionFeatures(int stages, std::string spec) : stages_(stages), spec_(std::move(spec)) {}

    const std::string& spec() const { return spec_; }
    int size() const { return stages_ * larion::stage_size; }
    int stages() const { return stages_; }
    std::vector<FeatureGroup> groups() const;
    template <int Words>
    void check(const State<Words>&) const {}

    template <int Words, class Take>
    void visit(const State<Words>& state, const Take& take) const;

  private:
    int stages_;
    std::string spec_;
};

/// The bits of a set at the places of a mask, packed, the lowest first; like `_pext_u64`, for sets.
template <int Words>
inline unsigned gathered(const Bits<Words>& set, const Side::Mask& mask) {
    unsigned bits = 0;
    int count = 0;
    for (std::size_t i = 0; i < Words; ++i) {
        if (mask[i] == 0) continue;
#if defined(__BMI2__)
        bits |= static_cast<unsigned>(_pext_u64(set.word[i], mask[i])) << count;
        count += std::popcount(mask[i]);
#else
        for (std::uint64_t rest = mask[i]; rest != 0; rest &= rest - 1) {
            bits |= static_cast<unsigned>((set.word[i] >> std::countr_zero(rest)) & 1) << count++;
        }
#endif
    }
    return bits;
}

template <int Words, class Take>
void LarionFeatures::visit(const State<Words>& state, const Take& take) const {
    using namespace larion;
    const Board& board = state.board();
    const Analysis& analysis = board.analysis();
    const Scale& scale = board.larion_scale();
    const Bits<Words>& own = state.own_discs();
    const Bits<Words>& opponent = state.opponent_discs();
    const int own_count = own.count();
    const int opponent_count = opponent.count();
    const auto filled = static_cast<std::uint32_t>(own_count + opponent_count);
    const int stage =
        std::min(static_cast<int>((filled * static_cast<std::uint32_t>(stages_) * scale.filled) >> 16), stages_ - 1);
    const int base = stage * stage_size;

    const auto look_up = [&](Table table, int mine, int others) {
        const std::uint32_t factor = scale.factor[table];
        const auto top = static_cast<std::uint32_t>(levels[table] - 1);
        const auto level = [factor, top](int count) {
            return std::min(static_cast<std::uint32_t>(count) * factor, top << 16);
        };
        const std::uint32_t one = level(mine);
        const std::uint32_t other = level(others);
        const int first =
            base + offsets[table] + static_cast<int>(one >> 16) * levels[table] + static_cast<int>(other >> 16);
        if (Words == 1 || !scale.between) {  // boards of one word are not large
            take(first, 1.0f);
            return;
        }
        // The share of the next level, in 256ths, so that the rounding of factors has no effect.
        const auto share = [](std::uint32_t level) { return static_cast<float>((level >> 8) & 0xff) / 256; };
        const float next_one = share(one);
        const float next_other = share(other);
        take(first, (1 - next_one) * (1 - next_other));
        if (next_one > 0) take(first + levels[table], next_one * (1 - next_other));
        if (next_other > 0) take(first + 1, (1 - next_one) * next_other);
        if (next_one > 0 && next_other > 0) take(first + levels[table] + 1, next_one * next_other);
    };
    // 1. Mobility and potential mobility.
    const Bits<Words> shape = on_words<Words>(board.shape());
    const Bits<Words> empty = shape & ~(own | opponent);
    const Bits<Words> own_placements = state.placements();
    const Bits<Words> opponent_placements = placements_of(opponent, own, shape);
    look_up(mobility, own_placements.count(), opponent_placements.count());
    look_up(potential, (neighbours(opponent) & empty).count(), (neighbours(own) & empty).count());
    // 2. Stable discs.
    const StableDiscs<Words> stable_ones = all_stable_discs(state);
    look_up(stable, stable_ones.own.count(), stable_ones.opponent.count());
    // 3. Discs by class of cell, for the classes that the board has. A cell is dangerous while a corner next to it is
    //    empty.
    const Bits<Words> danger = neighbours(on_words<Words>(board.regions().corners) & empty);
    constexpr std::pair<Table, CellClass> corners[] = {{corner_a, CellClass::A}, {corner_b, CellClass::B}};
    for (const auto& [table, kind] : corners) {
        if (scale.factor[table] == 0) continue;
        const Bits<Words> cells = on_words<Words>(analysis.cells[static_cast<std::size_t>(kind)]);
        look_up(table, 2 * (own & cells).count() + (own_placements & cells).any(),
                2 * (opponent & cells).count() + (opponent_placements & cells).any());
    }
    constexpr std::pair<Table, CellClass> by_class[] = {
        {central, CellClass::C}, {edge, CellClass::E}, {plain, CellClass::P}, {w, CellClass::W},
        {x, CellClass::X},       {y, CellClass::Y},    {z, CellClass::Z}};
    for (const auto& [table, kind] : by_class) {
        if (scale.factor[table] == 0) continue;
        const Bits<Words> all = on_words<Words>(analysis.cells[static_cast<std::size_t>(kind)]);
        const Bits<Words> cells = table >= w && table <= z ? all & danger : all;
        look_up(table, (own & cells).count(), (opponent & cells).count());
    }
    look_up(discs, own_count, opponent_count);
    // 4. Sides.
    int own_sides = 0;
    int opponent_sides = 0;
    for (const Side& side : analysis.sides) {
        const Bits<Words> middle = on_words<Words>(side.middle);
        const unsigned own_ends = gathered(own, side.outer);
        const unsigned opponent_ends = gathered(opponent, side.outer);
        const bool own_between = (own & middle).any();
        const bool opponent_between = (opponent & middle).any();
        const bool has_own = own_between || own_ends != 0;
        const bool has_opponent = opponent_between || opponent_ends != 0;
        own_sides += has_own && !has_opponent;
        opponent_sides += has_opponent && !has_own;
        const int between = static_cast<int>(own_between) + 2 * static_cast<int>(opponent_between);
        take(base + configuration_offset + 4 * ends[own_ends | opponent_ends << 4] + between, 1.0f);
    }
    if (!analysis.sides.empty()) look_up(sides, own_sides, opponent_sides);
    // 5. The side to move.
    take(base + mover_offset + state.current_player(), 1.0f);
}

}  // namespace boardai::reversi
