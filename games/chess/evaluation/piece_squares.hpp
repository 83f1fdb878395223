#pragma once
// Tapered piece-square sums, updated by each move: the whole of Pesto, and the first part of Positional.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/chess/state.hpp"

namespace boardai::chess {

/// Phase weights by PieceType; the pieces of the start position add up to 24.
inline constexpr int phase_weight[6] = {0, 1, 1, 2, 4, 0};
inline constexpr int full_phase = 24;

inline int phase_of(const Position& position) {
    const int pieces = count(position.knights) + count(position.bishops()) + 2 * count(position.rooks()) +
                       4 * count(position.queens());
    return std::min(pieces, full_phase);
}

/// A middlegame value, an endgame value (both White's minus Black's) and the phase in one integer: the middlegame value
/// in the lowest 24 bits, the endgame value in the next 24, the phase above. One addition updates all three. A negative
/// lower value borrows from the one above; reading corrects this.
struct TaperedSum {
    std::int64_t packed = 0;

    static constexpr TaperedSum of(int middle, int end, int phase = 0) {
        return {middle + (std::int64_t{end} << 24) + (std::int64_t{phase} << 48)};
    }
    constexpr int middle() const { return static_cast<int>(packed << 40 >> 40); }
    constexpr int end() const { return static_cast<int>((packed + (std::int64_t{1} << 23)) << 16 >> 40); }
    /// In 24ths, clipped, because promotions can exceed the phase of the start position.
    constexpr int phase() const {
        return std::min(static_cast<int>((packed + (std::int64_t{1} << 47)) >> 48), full_phase);
    }
    /// 24 times the value interpolated by the phase.
    constexpr int tapered() const { return middle() * phase() + end() * (full_phase - phase()); }
};

/// The sum that each piece adds on each square: [colour][piece_code][square], TaperedSum::packed.
using PieceSquares = std::array<std::array<std::array<std::int64_t, 64>, 8>, 2>;

/// The sums of a position and of the positions that led to it since reset(). Without reset(), sums are computed from
/// scratch.
class PieceSquareSums {
  public:
    /// The table must outlive this object.
    explicit PieceSquareSums(const PieceSquares& table) : table_(&table) {}

    TaperedSum of(const Position& position) const { return sums_.empty() ? from_scratch(position) : sums_.back(); }
    TaperedSum from_scratch(const Position& position) const;
    void reset(const State& state) { sums_.assign(1, from_scratch(state.position())); }
    void push(const State& before, Action action);
    void pop() { sums_.pop_back(); }

  private:
    std::int64_t word(int colour, std::size_t code, int square) const {
        return (*table_)[static_cast<std::size_t>(colour)][code][static_cast<std::size_t>(square)];
    }

    const PieceSquares* table_;
    std::vector<TaperedSum> sums_;
};

}  // namespace boardai::chess
