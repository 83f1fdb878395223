#pragma once
// Tapered piece-square sums, kept up to date move by move: what Pesto is, and what Positional begins with.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/chess/state.hpp"

namespace boardai::chess {

/// How far a piece is from the endgame, by PieceType; all pieces of the start position make 24.
inline constexpr int phase_weight[6] = {0, 1, 1, 2, 4, 0};
inline constexpr int full_phase = 24;

inline int phase_of(const Position& position) {
    const int pieces = count(position.knights) + count(position.bishops()) + 2 * count(position.rooks()) +
                       4 * count(position.queens());
    return std::min(pieces, full_phase);
}

/// A value for the middlegame and one for the endgame, White's minus Black's: the middlegame's in the lowest 24 bits,
/// the endgame's in the next 24, and above them the phase. One addition keeps all three up to date; a lower sum that is
/// negative borrows from the one above, which reading them gives back.
struct TaperedSum {
    std::int64_t packed = 0;

    static constexpr TaperedSum of(int middle, int end, int phase = 0) {
        return {middle + (std::int64_t{end} << 24) + (std::int64_t{phase} << 48)};
    }
    constexpr int middle() const { return static_cast<int>(packed << 40 >> 40); }
    constexpr int end() const { return static_cast<int>((packed + (std::int64_t{1} << 23)) << 16 >> 40); }
    /// Of 24ths; with promoted queens there may be more pieces than at the start.
    constexpr int phase() const {
        return std::min(static_cast<int>((packed + (std::int64_t{1} << 47)) >> 48), full_phase);
    }
    /// 24 times the value that lies between the two, as far as the phase says.
    constexpr int tapered() const { return middle() * phase() + end() * (full_phase - phase()); }
};

/// What each piece adds on each square: [colour][piece_code][square], TaperedSum::packed.
using PieceSquares = std::array<std::array<std::array<std::int64_t, 64>, 8>, 2>;

/// The sum of a position, and those of the positions that led to it from reset() on. Without reset() there is none,
/// and sums are made from scratch.
class PieceSquareSums {
  public:
    /// The table outlives the sums.
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
