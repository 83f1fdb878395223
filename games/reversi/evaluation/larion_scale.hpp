#pragma once
// The tables of the `larion` features, and how counts on a board become places in them.
//
// A table with n levels has n x n weights: the level of the mover's count, then of the opponent's. A count's level is
// the count times the table's factor of this board, so that one table serves boards of every size; each class of cells
// is scaled by how many of it the board has, all else by the number of cells (stable discs from half a full board on
// are alike). Levels are made for boards of up to 100 cells. On a larger one, where several counts would fall into the
// same level, a count between two levels has a share in both, and a pair of counts in up to four weights. Larion (Kiss
// Miklos) names twelve properties, twenty stages and 53,360 weights; how the 2,668 of a stage are divided is our own
// choice:
//
//   mobility                 placements                                 19 x 19
//   potential mobility       empty cells next to the other's discs       19 x 19
//   stable discs             board/stability-inl.hpp                          17 x 17
//   corner cells             A: owned, and whether one more could be
//                            taken at once                               9 x 9
//   corner cells             B: the same                                17 x 17
//   central cells            C                                           9 x 9
//   edge cells               E                                          17 x 17
//   plain cells              P                                          17 x 17
//   dangerous cells          W, X, Y and Z, each, next to empty corners   7 x 7
//   discs                    all                                        13 x 13
//   sides                    with discs of one player only               9 x 9
//   side configurations      of every side: its ends                    180
//   side to move             dark or light                                2

#include <array>
#include <cstdint>

namespace boardai::reversi {

class Board;

namespace larion {

enum Table { mobility, potential, stable, corner_a, corner_b, central, edge, plain, w, x, y, z, discs, sides };
inline constexpr int tables = 14;
inline constexpr const char* table_names[tables] = {
    "mobility",   "potential mobility", "stable discs", "A corners", "B corners", "central cells",
    "edge cells", "plain cells",        "W cells",      "X cells",   "Y cells",   "Z cells",
    "discs",      "sides held"};
inline constexpr int levels[tables] = {19, 19, 17, 9, 17, 9, 17, 17, 7, 7, 7, 7, 13, 9};

constexpr std::array<int, tables + 1> make_offsets() {
    std::array<int, tables + 1> offsets{};
    for (std::size_t i = 0; i < tables; ++i) offsets[i + 1] = offsets[i] + levels[i] * levels[i];
    return offsets;
}
inline constexpr std::array<int, tables + 1> offsets = make_offsets();

/// How the two cells at either end of a side are filled, the ends being alike (45 ways), and whose discs are between:
/// neither's, the mover's, the opponent's or both's.
inline constexpr int configurations = 45 * 4;
inline constexpr int configuration_offset = offsets[tables];
inline constexpr int mover_offset = configuration_offset + configurations;
inline constexpr int stage_size = mover_offset + 2;
static_assert(20 * stage_size == 53'360);

/// Number of a side's ends: `own` and `opponent` are bits for its first, second, last but one and last cell.
constexpr std::array<std::uint8_t, 256> make_ends() {
    std::array<std::uint8_t, 256> numbers{};
    for (int own = 0; own < 16; ++own) {
        for (int opponent = 0; opponent < 16; ++opponent) {
            if (own & opponent) continue;
            const auto at = [own, opponent](int cell) { return ((own >> cell) & 1) + 2 * ((opponent >> cell) & 1); };
            const int one = 3 * at(0) + at(1);
            const int other = 3 * at(3) + at(2);
            const int high = one > other ? one : other;
            const int low = one > other ? other : one;
            numbers[static_cast<std::size_t>(own | opponent << 4)] =
                static_cast<std::uint8_t>(high * (high + 1) / 2 + low);
        }
    }
    return numbers;
}
inline constexpr std::array<std::uint8_t, 256> ends = make_ends();

/// What a board makes of counts. Sixteen bits after the point; 0 where there is nothing to count.
struct Scale {
    std::array<std::uint32_t, tables> factor{};
    std::uint32_t filled = 0;  ///< of the board, for one stage
    bool between = false;      ///< counts between two levels have a share in both
};

/// The board's analysis must be known.
Scale find_scale(const Board& board);

}  // namespace larion
}  // namespace boardai::reversi
