#include "games/reversi/evaluation/larion_scale.hpp"

#include "games/reversi/board/board.hpp"

namespace boardai::reversi::larion {

Scale find_scale(const Board& board) {
    constexpr std::uint32_t one = 1 << 16;
    const Analysis& analysis = board.analysis();
    Scale scale;
    // A count of `most` reaches the highest level; rounding never prevents this.
    const auto reach = [&](Table table, int most) {
        const auto top = static_cast<std::uint32_t>(levels[table] - 1);
        if (most > 0) scale.factor[table] = top * one / static_cast<std::uint32_t>(most) + 1;
    };
    const auto of_class = [&](Table table, CellClass kind, int places = 1) {
        reach(table, places * analysis.count[static_cast<std::size_t>(kind)]);
    };
    // On 64 cells, each of the first 18 placements is one level, and a potential placement is three quarters of one.
    const auto cells = static_cast<std::uint32_t>(board.cell_count());
    scale.factor[mobility] = 64 * one / cells + 1;
    scale.factor[potential] = 48 * one / cells + 1;
    scale.factor[stable] = 32 * one / cells + 1;
    reach(discs, board.cell_count());
    // An owned corner counts 2; 1 is added if another one can be taken at once.
    of_class(corner_a, CellClass::A, 2);
    of_class(corner_b, CellClass::B, 2);
    of_class(central, CellClass::C);
    of_class(edge, CellClass::E);
    of_class(plain, CellClass::P);
    of_class(w, CellClass::W);
    of_class(x, CellClass::X);
    of_class(y, CellClass::Y);
    of_class(z, CellClass::Z);
    reach(sides, static_cast<int>(analysis.sides.size()));
    scale.filled = one / cells;
    scale.between = cells > 100;
    return scale;
}

}  // namespace boardai::reversi::larion
