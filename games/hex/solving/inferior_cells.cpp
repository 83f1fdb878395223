#include "games/hex/solving/inferior_cells.hpp"

#include "games/hex/solving/local_patterns.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

namespace {

constexpr int opposite(int direction) { return (direction + 3) % 6; }
bool is_dead(int code) { return dead_patterns[static_cast<std::size_t>(code)]; }

}  // namespace

template <int Words>
InferiorCells<Words>::InferiorCells(const Geometry<Words>& board, const Bits<Words>& black_stones,
                                    const Bits<Words>& white_stones)
    : board_(&board), open_(board.board) {
    for (int cell = 0; cell < board.cells; ++cell) {
        for (int direction = 0; direction < around; ++direction) {
            const int row = board.row_of(cell) + directions[direction][0];
            const int column = board.column_of(cell) + directions[direction][1];
            const int beyond = row < 0 || row >= board.rows ? 1 : column < 0 || column >= board.columns ? 2 : 0;
            codes_[static_cast<std::size_t>(cell)] =
                static_cast<std::int16_t>(codes_[static_cast<std::size_t>(cell)] + beyond * powers_of_three[direction]);
        }
    }
    black_stones.for_each([&](int cell) { put(black, cell); });
    white_stones.for_each([&](int cell) { put(white, cell); });
}

/// -1 beyond the edge.
template <int Words>
int InferiorCells<Words>::neighbour(int cell, int direction) const {
    const int row = board_->row_of(cell) + directions[direction][0];
    const int column = board_->column_of(cell) + directions[direction][1];
    if (row < 0 || row >= board_->rows || column < 0 || column >= board_->columns) return -1;
    return row * board_->columns + column;
}

template <int Words>
void InferiorCells<Words>::put(int colour, int cell) {
    owned_[colour].set(cell);
    open_.clear(cell);
    for (int direction = 0; direction < around; ++direction) {
        const int other = neighbour(cell, direction);
        if (other < 0) continue;
        std::int16_t& code = codes_[static_cast<std::size_t>(other)];
        code = static_cast<std::int16_t>(code + (colour + 1) * powers_of_three[opposite(direction)]);
    }
}

/// The cell's pattern with a stone on another cell, if that is next to it.
template <int Words>
int InferiorCells<Words>::code_with(int cell, int colour, int other) const {
    int code = codes_[static_cast<std::size_t>(cell)];
    for (int direction = 0; direction < around; ++direction) {
        if (neighbour(cell, direction) == other) code += (colour + 1) * powers_of_three[direction];
    }
    return code;
}

/// Whether a colour captures the cell and its neighbour in that direction, both open. `stone`: an additional stone of
/// this colour, or -1.
template <int Words>
bool InferiorCells<Words>::captures(int colour, int cell, int direction, int stone) const {
    const int other = neighbour(cell, direction);
    const int own = colour + 1;
    const int here = stone < 0 ? codes_[static_cast<std::size_t>(cell)] : code_with(cell, colour, stone);
    if (!is_dead(here + own * powers_of_three[direction])) return false;
    const int there = stone < 0 ? codes_[static_cast<std::size_t>(other)] : code_with(other, colour, stone);
    return is_dead(there + own * powers_of_three[opposite(direction)]);
}

template <int Words>
void InferiorCells<Words>::fill_in() {
    for (bool found = true; found;) {
        found = false;
        open_.for_each([&](int cell) {
            if (!is_dead(codes_[static_cast<std::size_t>(cell)])) return;
            dead_.set(cell);
            open_.clear(cell);
        });
        open_.for_each([&](int cell) {
            for (int direction = 0; direction < 3 && open_.test(cell); ++direction) {
                const int other = neighbour(cell, direction);
                if (other < 0 || !open_.test(other)) continue;
                for (int colour : {black, white}) {
                    if (!captures(colour, cell, direction, -1)) continue;
                    for (int one : {cell, other}) {
                        put(colour, one);
                        captured_[colour].set(one);
                    }
                    found = true;
                    break;
                }
            }
        });
    }
}

template <int Words>
Bits<Words> InferiorCells<Words>::not_to_be_tried(int mover, const Bits<Words>& moves) const {
    Bits<Words> spared;
    // 1. All vulnerable cells.
    const auto& vulnerable = vulnerable_patterns[static_cast<std::size_t>(1 - mover)];
    moves.for_each([&](int cell) {
        if (vulnerable[static_cast<std::size_t>(codes_[static_cast<std::size_t>(cell)])]) spared.set(cell);
    });
    // 2. Dominated cells, one after the other, provided that the better cell is tried.
    moves.for_each([&](int better) {
        if (spared.test(better)) return;
        const auto spare = [&](int cell) {
            if (cell != better && moves.test(cell)) spared.set(cell);
        };
        for (int direction = 0; direction < around; ++direction) {
            const int near = neighbour(better, direction);
            if (!is_open(near)) continue;
            if (is_dead(codes_[static_cast<std::size_t>(near)] + (mover + 1) * powers_of_three[opposite(direction)]))
                spare(near);
            for (int further = 0; further < around; ++further) {
                const int other = neighbour(near, further);
                if (other == better || !is_open(other) || !captures(mover, near, further, better)) continue;
                spare(near);
                spare(other);
            }
        }
    });
    return spared;
}

template class InferiorCells<1>;
template class InferiorCells<2>;
template class InferiorCells<3>;
template class InferiorCells<6>;

}  // namespace boardai::hex
