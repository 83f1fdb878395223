#pragma once
// The random words that position keys are made of (Zobrist 1970): fixed, so keys are equal in every run.

#include <array>
#include <cstddef>
#include <cstdint>

#include "boardai/core/rng.hpp"
#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// A three-bit code of the piece on a square, computed without a branch; an empty square has the code of a pawn.
inline std::size_t piece_code(const Position& position, int square) {
    return (position.knights >> square & 1) | (position.diagonals >> square & 1) << 1 |
           (position.straights >> square & 1) << 2 | (position.kings >> square & 1) * 7;
}
constexpr std::size_t code_of_type[6] = {0, 1, 2, 4, 6, 7};

struct ZobristKeys {
    std::array<std::array<std::array<std::uint64_t, 64>, 8>, 2> piece{};  ///< [colour][piece_code][square]
    std::array<std::uint64_t, 64> castling{};                             ///< [square of the rook]
    std::array<std::uint64_t, 8> en_passant{};                            ///< [file]
    std::uint64_t black_to_move = 0;

    constexpr ZobristKeys() {
        Rng rng(0x63686573, 1);
        for (auto& colour : piece) {
            for (auto& code : colour) {
                for (auto& word : code) word = rng.next();
            }
        }
        for (auto& word : castling) word = rng.next();
        for (auto& word : en_passant) word = rng.next();
        black_to_move = rng.next();
    }
    std::uint64_t piece_word(int colour, std::size_t code, int square) const {
        return piece[static_cast<std::size_t>(colour)][code][static_cast<std::size_t>(square)];
    }
};
inline constexpr ZobristKeys zobrist_keys;

}  // namespace boardai::chess
