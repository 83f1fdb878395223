#pragma once
// Past moves, from which earlier positions are restored: eight bytes per move instead of a board.

#include <cstdint>

#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// A move with the data needed to restore the board before it.
struct PastMove {
    std::uint8_t from = 0;
    std::uint8_t to = 0;                 ///< of castling: the rook's square
    std::uint8_t type = no_piece;        ///< PieceType that moved
    std::uint8_t captured = no_piece;    ///< PieceType taken, or no_piece
    std::uint8_t promotion = 0;          ///< PieceType, or 0
    std::uint8_t kind = 0;               ///< Kind of move (see generate.hpp)
    std::uint8_t en_passant_before = 0;  ///< Position::en_passant before the move
    std::uint8_t repeated_before = 0;    ///< whether the position before the move was a repetition
    friend bool operator==(const PastMove&, const PastMove&) = default;
};

/// Restores placement, side to move and en passant square from before the move, but not counters, castling rights and
/// key. Returns false, with the position partly restored, if the move cannot have led here.
bool take_back(Position& position, const PastMove& past);

}  // namespace boardai::chess
