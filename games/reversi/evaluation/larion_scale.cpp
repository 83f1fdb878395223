#include "games/reversi/evaluation/larion_scale.hpp"

#include "games/reversi/board/board.hpp"

namespace boardai::reversi::larion {

Scale find_scale(const Board& board) {
    constexpr std::uint32_t one = 1 << 16;
    const Analysis& analysis = board.analysis();
    Scale scale;
    // The highest level is reached at `most`, and rounding never keeps a count from it.
    const auto reach = [&](Table table, int most) {
        const auto top = static_cast<std::uint32_t>(levels[table] - 1);
        if (most > 0) scale.factor[table] = top * one / static_cast<std::uint32_t>(most) + 1;
    };
    const auto of_class = [&](Table table, CellClass kind, int places = 1) {
        reach(table, places * analysis.count[static_cast<std::size_t>(kind)]);
    };
    // On 64 cells each of the first 18 placements is a level, and three of four potential ones.
    const auto cells = static_cast<std::uint32_t>(board.cell_count());
    scale.factor[mobility] = 64 * one / cells + 1;
    scale.factor[potential] = 48 * one / cells + 1;
    scale.factor[stable] = 32 * one / cells + 1;
    reach(discs, board.cell_count());
    // Owned ones count twice, and one more where another can be taken at once.
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
