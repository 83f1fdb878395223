#pragma once
// The pattern of a cell's six neighbours as a number, and tables of what each pattern implies for the cell, computed at
// compile time by trying all fillings.
//
// Code: the sum over the neighbours, in the order of `directions`, of 3^i times 0 (empty), 1 (black) or 2 (white).
// Beyond the top and bottom edge is black, beyond the left and right edge white.

#include <array>
#include <cstddef>
#include <cstdint>

namespace boardai::hex {

/// Row and column of the neighbours, each next to the one before it.
inline constexpr int directions[6][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
inline constexpr int powers_of_three[7] = {1, 3, 9, 27, 81, 243, 729};
inline constexpr std::size_t pattern_count = 729;

constexpr int digit(int code, int place) { return code / powers_of_three[place] % 3; }

/// Whether the cell's colour matters if all neighbours are filled like this.
constexpr bool matters(int full_code) {
    int changes = 0;
    for (int i = 0; i < 6; ++i) changes += digit(full_code, i) != digit(full_code, (i + 1) % 6);
    return changes > 2;
}

/// By code: whether the cell is dead, that is, its colour matters for no filling of the empty neighbours. Computed from
/// the full patterns down: a cell is dead if it is dead with either colour on an empty neighbour.
inline constexpr auto dead_patterns = [] {
    std::array<bool, pattern_count> dead{};
    for (int code = static_cast<int>(pattern_count) - 1; code >= 0; --code) {
        int place = 0;
        while (place < 6 && digit(code, place) != 0) ++place;
        dead[static_cast<std::size_t>(code)] =
            place == 6 ? !matters(code)
                       : dead[static_cast<std::size_t>(code + powers_of_three[place])] &&
                             dead[static_cast<std::size_t>(code + 2 * powers_of_three[place])];
    }
    return dead;
}();

/// By colour and code: whether a stone of the other colour on the cell is dead after some reply of `colour` next to it.
inline constexpr auto vulnerable_patterns = [] {
    std::array<std::array<bool, pattern_count>, 2> vulnerable{};
    for (int colour = 0; colour < 2; ++colour) {
        for (int code = 0; code < static_cast<int>(pattern_count); ++code) {
            for (int place = 0; place < 6; ++place) {
                if (digit(code, place) != 0) continue;
                const int after = code + (colour + 1) * powers_of_three[place];
                if (dead_patterns[static_cast<std::size_t>(after)]) {
                    vulnerable[static_cast<std::size_t>(colour)][static_cast<std::size_t>(code)] = true;
                }
            }
        }
    }
    return vulnerable;
}();

}  // namespace boardai::hex
