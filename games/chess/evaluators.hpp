#pragma once
// Static evaluations of chess, in centipawns from the side to move.

#include "boardai/core/evaluation/evaluations.hpp"
#include "games/chess/evaluation/mating.hpp"
#include "games/chess/evaluation/piece_squares.hpp"
#include "games/chess/evaluation/positional/evaluator.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

/// The balance of material in centipawns (Shannon 1950's 1-3-3-5-9), from the side to move; within +-10,300.
struct Material {
    static constexpr const char* name = "material";
    static constexpr int scale = 350;        ///< as in Elo's expected score, 1 / (1 + 10^(-x / 400))
    static constexpr int margin_unit = 100;  ///< a pawn
    int evaluate(const State& state) const {
        const Position& position = state.position();
        const Bitboard own = position.colours[position.side];
        const Bitboard their = position.colours[position.side ^ 1];
        // A queen is in both slider sets, which makes 8 (rook and bishop); 1 is added for each.
        const auto balance = [own, their](Bitboard pieces) { return count(pieces & own) - count(pieces & their); };
        return 100 * balance(position.pawns) + 300 * balance(position.knights) + 300 * balance(position.diagonals) +
               500 * balance(position.straights) + 100 * balance(position.queens());
    }
};

/// Piece values and piece-square tables for the middlegame and the endgame, interpolated by the remaining pieces
/// (evaluation/pesto_tables.hpp has the numbers and their source):
///
///     value = (middle * phase + end * (24 - phase)) / 24,   phase = min(24, knights + bishops + 2 rooks + 4 queens)
///
/// Won endings without pawns have special values that lead to mate (evaluation/mating.hpp).
///
/// Incremental: one sum per ply, updated for the two to four pieces that a move affects. Without reset(), every
/// evaluation is computed from scratch. Within +-17,500 (15 queens).
class PieceSquareEvaluation {
  public:
    static constexpr int scale = 350;
    static constexpr int margin_unit = 100;  ///< a pawn

    int evaluate(const State& state) const {
        const Position& position = state.position();
        const int value = won_ending(position).value_or(sums_.of(position).tapered() / full_phase);
        return position.side == white ? value : -value;
    }
    void reset(const State& state) { sums_.reset(state); }
    void push(const State& before, Action action) { sums_.push(before, action); }
    void pop() { sums_.pop(); }

  protected:
    explicit PieceSquareEvaluation(const PieceSquares& values) : sums_(values) {}

  private:
    PieceSquareSums sums_;
};

class Pesto : public PieceSquareEvaluation {
  public:
    static constexpr const char* name = "pesto";
    static const PieceSquares piece_squares;
    Pesto() : PieceSquareEvaluation(piece_squares) {}
};

/// The same with the tables upside down, as Kostin 2025 printed the look-up: a white pawn has its highest value on its
/// home rank. Only for experiments with that engine (games/chess/kostin.py).
class PestoUpsideDown : public PieceSquareEvaluation {
  public:
    static constexpr const char* name = "pesto_upside_down";
    static const PieceSquares piece_squares;
    PestoUpsideDown() : PieceSquareEvaluation(piece_squares) {}
};

}  // namespace boardai::chess

namespace boardai {

template <>
struct GameEvaluations<chess::State> {
    using Count = chess::Material;
    using All = std::tuple<chess::Positional, chess::Pesto, chess::Material, chess::PestoUpsideDown>;
};

}  // namespace boardai
