#include "games/reversi/endgame/layout.hpp"

#include <array>

namespace boardai::reversi::endgame {

namespace {

constexpr int longest_line = 8;
/// The offset of the tables of lines of `length` cells: one table of 2^length numbers for each place on the line.
constexpr std::array<std::size_t, longest_line + 2> first_numbers = [] {
    std::array<std::size_t, longest_line + 2> first{};
    for (std::size_t length = 1; length <= longest_line; ++length)
        first[length + 1] = first[length] + (length << length);
    return first;
}();

/// The discs that a disc on `place` flips along a full line, on which the cells in `own` are the player's and all
/// others except `place` are the opponent's.
int flips_on_full_line(int length, int place, unsigned own) {
    int flips = 0;
    for (int step : {-1, 1}) {
        int end = place + step;
        while (end >= 0 && end < length && !(own >> end & 1)) end += step;
        if (end >= 0 && end < length) flips += step * (end - place) - 1;
    }
    return flips;
}

std::vector<std::uint16_t> flip_tables() {
    std::vector<std::uint16_t> flips(first_numbers[longest_line + 1]);
    for (int length = 1; length <= longest_line; ++length) {
        std::size_t number = first_numbers[static_cast<std::size_t>(length)];
        for (int place = 0; place < length; ++place) {
            for (unsigned own = 0; own < 1u << length; ++own) {
                const int mine = flips_on_full_line(length, place, own);
                const int others = flips_on_full_line(length, place, ~own);
                flips[number++] = static_cast<std::uint16_t>(mine | others << 8);
            }
        }
    }
    return flips;
}

int value_of_place(const Regions& regions, int cell) {
    const auto has = [cell](const Regions::Mask& mask) {
        return (mask[static_cast<std::size_t>(cell) / 64] >> (cell % 64)) & 1;
    };
    if (has(regions.corners)) return 16;
    if (has(regions.steep)) return -8;
    if (has(regions.flank)) return -4;
    return has(regions.edges) ? 2 : 0;
}

}  // namespace

template <int Words>
Layout<Words>::Layout(const Board& board, bool counts_empty)
    : board_(&board),
      counts_empty_(counts_empty),
      cells_(on_words<Words>(board.shape())),
      cell_count_(board.cell_count()),
      corners_(on_words<Words>(board.regions().corners)),
      edges_(on_words<Words>(board.regions().edges)),
      steep_(on_words<Words>(board.regions().steep)),
      flank_(on_words<Words>(board.regions().flank)),
      neighbours_(64 * Words),
      place_values_(64 * Words) {
    for (std::size_t axis = 0; axis < 4; ++axis) safe_[axis] = on_words<Words>(board.regions().safe[axis]);
    for (int row = 0; row < board.height(); ++row) {
        for (int column = 0; column < board.width(); ++column) {
            if (!board.has_cell(row, column)) continue;
            const int cell = board.cell_of_action(row * board.width() + column);
            place_values_[static_cast<std::size_t>(cell)] = value_of_place(board.regions(), cell);
            for (const Direction& direction : directions) {
                if (!board.has_cell(row + direction.rows, column + direction.columns)) continue;
                const int beside = cell + direction.rows * stride<Words> + direction.columns;
                Bits<Words>& around = neighbours_[static_cast<std::size_t>(cell)];
                around = around | Bits<Words>::single(beside);
            }
        }
    }
    if constexpr (Words == 1) find_lines();
}

template <int Words>
void Layout<Words>::find_lines() {
    flips_ = flip_tables();
    last_cells_.resize(64);
    cells_.for_each([&](int cell) {
        LastCell& here = last_cells_[static_cast<std::size_t>(cell)];
        const int row = cell / stride<Words>;
        const int column = cell % stride<Words>;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            std::uint64_t line = std::uint64_t{1} << cell;
            for (int sign : {1, -1}) {
                const int rows = sign * directions[axis].rows;
                const int columns = sign * directions[axis].columns;
                for (int r = row + rows, c = column + columns; board_->has_cell(r, c); r += rows, c += columns) {
                    line |= std::uint64_t{1} << (r * stride<Words> + c);
                }
            }
            const int length = std::popcount(line);
            const int place = std::popcount(line & ((std::uint64_t{1} << cell) - 1));
            here.line[axis] = line;
            here.flips[axis] = flips_.data() + first_numbers[static_cast<std::size_t>(length)] +
                               (static_cast<std::size_t>(place) << length);
        }
    });
}

template class Layout<1>;
template class Layout<2>;
template class Layout<4>;

}  // namespace boardai::reversi::endgame
