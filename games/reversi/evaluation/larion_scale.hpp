#pragma once
// The tables of the `larion` features, and the conversion of a board's counts to table indices.
//
// A table with n levels has n x n weights, indexed by the level of the mover's count and of the opponent's. A count's
// level is the count times the table's factor for this board, so that one table serves boards of every size. Classes of
// cells are scaled by the number of such cells on the board, other counts by the number of all cells (stable discs on
// more than half of the board count as half). The levels are designed for boards of up to 100 cells. On larger boards
// several counts would have the same level. There, a count between two levels is shared between both, so a pair of
// counts uses up to four weights. Larion (Kiss Miklos) has twelve properties, twenty stages and 53,360 weights; the
// division of the 2,668 weights of a stage is our own choice:
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

/// The contents of the two cells at each end of a side (45 combinations, because the ends are interchangeable), and
/// whose discs are between them: neither's, the mover's, the opponent's or both players'.
inline constexpr int configurations = 45 * 4;
inline constexpr int configuration_offset = offsets[tables];
inline constexpr int mover_offset = configuration_offset + configurations;
inline constexpr int stage_size = mover_offset + 2;
static_assert(20 * stage_size == 53'360);

/// The number of the contents of a side's ends: `own` and `opponent` have bits for the first, second, second to last
/// and last cell.
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

/// A board's factors for counts, with sixteen fractional bits; 0 if the board has nothing to count.
struct Scale {
    std::array<std::uint32_t, tables> factor{};
    std::uint32_t filled = 0;  ///< 1 / cells, for the stage
    bool between = false;      ///< counts between two levels are shared between both
};

/// Precondition: the board's analysis has been computed.
Scale find_scale(const Board& board);

}  // namespace larion
}  // namespace boardai::reversi
