#pragma once
// The 1,858 moves of the policy of Leela Chess Zero's networks, from the mover's view.
//
//   0 to 1791      from each square (a1, b1, ... h8) to each square that a queen or a knight would reach on an empty
//                  board, in the same order; castling is the king's move to its own rook's square, and a pawn's move to
//                  the last rank promotes to a knight
//   1792 to 1857   promotions to a queen, a rook and a bishop, from each square of the seventh rank (a to h) to each
//                  square of the eighth that a pawn could reach, in the same order
//
// Source: the move list of the public network format (lczero.org/dev/, "Neural network topology").

#include <array>
#include <cstdint>

#include "games/chess/board/position.hpp"

namespace boardai::chess {

/// From, to and promotion (0: none) of each number, and the number by from and to of those without promotion.
struct Lc0Moves {
    static constexpr int plain = 1792;
    static constexpr int size = 1858;
    struct Move {
        std::uint8_t from = 0;
        std::uint8_t to = 0;
        std::uint8_t promotion = 0;
    };
    std::array<Move, size> moves{};
    std::array<std::int16_t, 64 * 64> numbers{};  ///< -1: no such move

    static constexpr bool reaches(int from, int to) {
        const int files = from % 8 > to % 8 ? from % 8 - to % 8 : to % 8 - from % 8;
        const int ranks = from / 8 > to / 8 ? from / 8 - to / 8 : to / 8 - from / 8;
        if (from == to) return false;
        return files == 0 || ranks == 0 || files == ranks || files * ranks == 2;
    }
    constexpr Lc0Moves() {
        int number = 0;
        for (int from = 0; from < 64; ++from) {
            for (int to = 0; to < 64; ++to) {
                numbers[static_cast<std::size_t>(64 * from + to)] = -1;
                if (!reaches(from, to)) continue;
                numbers[static_cast<std::size_t>(64 * from + to)] = static_cast<std::int16_t>(number);
                moves[static_cast<std::size_t>(number++)] = make(from, to, 0);
            }
        }
        for (int from = 48; from < 56; ++from) {
            for (int to = from + 7; to <= from + 9; ++to) {
                if (to / 8 != 7 || !reaches(from, to) || number >= size) continue;
                for (const int promotion : {queen, rook, bishop}) {
                    moves[static_cast<std::size_t>(number++)] = make(from, to, promotion);
                }
            }
        }
    }
    /// -1: no such move.
    constexpr int number(int from, int to, int promotion) const {
        if (promotion == 0 || promotion == knight) return numbers[static_cast<std::size_t>(64 * from + to)];
        const int file = from % 8;
        const int pawn_move = (file == 0 ? 0 : 3 * file - 1) + to % 8 - (file == 0 ? 0 : file - 1);
        return plain + 3 * pawn_move + (promotion == queen ? 0 : promotion == rook ? 1 : 2);
    }

  private:
    static constexpr Move make(int from, int to, int promotion) {
        return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(promotion)};
    }
};

inline constexpr Lc0Moves lc0_moves;
static_assert(lc0_moves.moves[Lc0Moves::plain - 1].from == 63 && lc0_moves.moves[Lc0Moves::size - 1].to == 63);

}  // namespace boardai::chess
