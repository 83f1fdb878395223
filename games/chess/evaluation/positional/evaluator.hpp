#pragma once
// The positional evaluation of chess, in the form that searches use.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/chess/evaluation/piece_squares.hpp"

namespace boardai::chess {

/// Facts about a pawn structure that depend only on the pawns.
struct PawnFacts {
    Bitboard passed = 0;         ///< passed pawns of both colours
    Bitboard spans[2] = {0, 0};  ///< [colour]: squares that its pawns attack now or after advancing
};

/// Piece squares, mobility, pawn structure, passed pawns, threats and king safety, each with a weight for the
/// middlegame and one for the endgame (the terms are in terms.hpp, the weights in weights.hpp, their origin in
/// ../README.md):
///
///     value = (middle * phase + end * (24 - phase)) / 24 * scale / 64
///
/// with PeSTO's phase, and a scale below 64 if the stronger side can hardly win (../drawish.hpp). Won endings without
/// pawns have special values that lead to mate (../mating.hpp).
///
/// Incremental: piece-square sums are updated as in Pesto, and a pawn hash table keeps pawn structures. Without
/// reset(), every evaluation is computed from scratch. Within +-29,000.
class Positional {
  public:
    static constexpr const char* name = "positional";
    static constexpr int scale = 350;
    static constexpr int margin_unit = 100;  ///< a pawn
    static constexpr int limit = 29'000;
    static const PieceSquares piece_squares;

    int evaluate(const State& state);
    void reset(const State& state);
    void push(const State& before, Action action) { sums_.push(before, action); }
    void pop() { sums_.pop(); }

  private:
    struct alignas(64) PawnEntry {
        Bitboard pawns[2] = {0, 0};
        PawnFacts facts;
        TaperedSum sum;
    };
    static constexpr std::size_t pawn_entries = 4096;

    const PawnEntry& pawn_structure(const Position& position, PawnEntry& again);

    PieceSquareSums sums_{piece_squares};
    std::vector<PawnEntry> pawn_table_;  ///< empty before reset()
};

}  // namespace boardai::chess
