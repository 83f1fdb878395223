#pragma once
// The positional evaluation of chess, as searches see it.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/chess/evaluation/piece_squares.hpp"

namespace boardai::chess {

/// What is known of a pawn structure, whatever else is on the board.
struct PawnFacts {
    Bitboard passed = 0;         ///< pawns of both colours that no pawn can stop
    Bitboard spans[2] = {0, 0};  ///< [colour]: squares that its pawns attack, or will after advancing
};

/// Pieces on squares, mobility, pawn structure, passed pawns, threats and the safety of kings, each with a weight for
/// the middlegame and one for the endgame (terms.hpp says what is counted, weights.hpp what it is worth, ../README.md
/// where that comes from):
///
///     value = (middle * phase + end * (24 - phase)) / 24 * scale / 64
///
/// with PeSTO's phase and a scale below 64 where the stronger side can hardly win (../drawish.hpp). Won endings without
/// pawns have special values that lead to mate (../mating.hpp).
///
/// Incremental: piece-square sums as Pesto's, and pawn structures that were met before are remembered. Without reset()
/// each evaluation is made from scratch. Within +-29,000.
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
