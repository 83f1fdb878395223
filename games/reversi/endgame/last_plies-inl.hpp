#pragma once
// The last four plies of a game. Nearly all positions of an endgame search are here, so each number of empty cells has
// its own code, without lists, tables or loops over the board.
//
// Parity decides the order: it is good to move last in a hole. With at most four empty cells, an odd hole is usually a
// single cell that no other empty cell touches, so isolated cells are tried first. The last ply is counted, not played
// (last flip counting), because only the number of flipped discs matters.

#include <cstdint>
#include <utility>

#include "games/reversi/endgame/cells-inl.hpp"
#include "games/reversi/endgame/layout.hpp"

namespace boardai::reversi::endgame {

/// No score: worse than the worst.
inline constexpr int no_score = -1'000;

template <int Words>
class LastPlies {
  public:
    using Cells = Bits<Words>;

    explicit LastPlies(const Layout<Words>& layout) : layout_(layout) {}

    /// The score of a position with at most four empty cells for the player to move: exact inside (alpha, beta), else a
    /// bound on the same side.
    int last_score(Cells own, Cells opponent, Cells empty, int count, int alpha, int beta) {
        if (count == 4) return with_four(own, opponent, empty, alpha, beta, false);
        Cells rest = empty;
        int cells[3]{};
        for (int i = 0; i < count; ++i) {
            cells[i] = first_cell(rest);
            rest = without(rest, cells[i]);
        }
        if (count == 3) return with_three(own, opponent, cells[0], cells[1], cells[2], alpha, beta, false);
        if (count == 2) return with_two(own, opponent, cells[0], cells[1], alpha, beta);
        if (count == 1) return with_one(own, opponent, cells[0]);
        return layout_.final_score(own, opponent);
    }
    /// The discs that a disc on an empty cell flips. Tests first whether a neighbour is the opponent's, which often
    /// excludes the move at once.
    Cells flips(int cell, Cells own, Cells opponent) const {
        if (!(layout_.neighbours(cell) & opponent).any()) return {};
        return flipped(cell, own, opponent);
    }

  private:
    /// The score with one empty cell; the moves of both players are only counted.
    int with_one(Cells own, [[maybe_unused]] Cells opponent, int cell) {
        ++nodes_;
        const int count = own.count();
        int mine = 0;
        int others = 0;
        if constexpr (Words == 1) {
            const LastCell& last = layout_.last_cell(cell);
            unsigned both = 0;
            for (int axis = 0; axis < 4; ++axis) both += last.flips[axis][gathered(own.word[0], last.line[axis])];
            mine = static_cast<int>(both & 255);
            others = static_cast<int>(both >> 8);
        } else {
            mine = flips(cell, own, opponent).count();
            others = mine > 0 ? 0 : flips(cell, opponent, own).count();
        }
        const int cells = layout_.cell_count();
        if (mine > 0) return 2 * (count + mine + 1) - cells;
        if (others > 0) return 2 * (count - others) - cells;
        const int difference = 2 * count + 1 - cells;  // neither side can move, so the cell stays empty
        return layout_.counts_empty() ? difference + (difference > 0) - (difference < 0) : difference;
    }

    /// The bits of `cells` on `line`, packed into a number.
    static std::uint64_t gathered(std::uint64_t cells, std::uint64_t line) {
#if defined(__BMI2__)
        return _pext_u64(cells, line);
#else
        std::uint64_t number = 0;
        for (std::uint64_t bit = 1; line != 0; line &= line - 1, bit <<= 1) {
            if (cells & line & (0 - line)) number |= bit;
        }
        return number;
#endif
    }

    int with_two(Cells own, Cells opponent, int first, int second, int alpha, int beta) {
        ++nodes_;
        int best = no_score;
        if (const Cells turned = flips(first, own, opponent); turned.any()) {
            best = -with_one(opponent ^ turned, own | turned | Cells::single(first), second);
            if (best >= beta) return best;
        }
        if (const Cells turned = flips(second, own, opponent); turned.any()) {
            const int score = -with_one(opponent ^ turned, own | turned | Cells::single(second), first);
            return score > best ? score : best;
        }
        if (best > no_score) return best;
        // A pass: the opponent chooses the move that is worst for us.
        int worst = -no_score;
        if (const Cells turned = flips(first, opponent, own); turned.any()) {
            worst = with_one(own ^ turned, opponent | turned | Cells::single(first), second);
            if (worst <= alpha) return worst;
        }
        if (const Cells turned = flips(second, opponent, own); turned.any()) {
            const int score = with_one(own ^ turned, opponent | turned | Cells::single(second), first);
            return score < worst ? score : worst;
        }
        return worst < -no_score ? worst : layout_.final_score(own, opponent);
    }

    int with_three(Cells own, Cells opponent, int first, int second, int third, int alpha, int beta, bool passed) {
        ++nodes_;
        int best = no_score;
        if (const Cells turned = flips(first, own, opponent); turned.any()) {
            best = -with_two(opponent ^ turned, own | turned | Cells::single(first), second, third, -beta, -alpha);
            if (best >= beta) return best;
            alpha = best > alpha ? best : alpha;
        }
        if (const Cells turned = flips(second, own, opponent); turned.any()) {
            const int score =
                -with_two(opponent ^ turned, own | turned | Cells::single(second), first, third, -beta, -alpha);
            if (score >= beta) return score;
            best = score > best ? score : best;
            alpha = best > alpha ? best : alpha;
        }
        if (const Cells turned = flips(third, own, opponent); turned.any()) {
            const int score =
                -with_two(opponent ^ turned, own | turned | Cells::single(third), first, second, -beta, -alpha);
            return score > best ? score : best;
        }
        if (best > no_score) return best;
        if (passed) return layout_.final_score(own, opponent);
        return -with_three(opponent, own, first, second, third, -beta, -alpha, true);
    }

    int with_four(Cells own, Cells opponent, Cells empty, int alpha, int beta, bool passed) {
        ++nodes_;
        // Isolated cells first, the others in the order of the board.
        int cells[4];
        int front = 0;
        int back = 4;
        Cells rest = empty;
        for (int i = 0; i < 4; ++i) {
            const int cell = first_cell(rest);
            rest = without(rest, cell);
            if ((layout_.neighbours(cell) & empty).any()) {
                cells[--back] = cell;
            } else {
                cells[front++] = cell;
            }
        }
        int best = no_score;
        for (int i = 0; i < 4; ++i) {
            const int cell = cells[i];
            const Cells turned = flips(cell, own, opponent);
            if (!turned.any()) continue;
            int left[3];
            for (int j = 0, k = 0; j < 4; ++j) {
                if (j != i) left[k++] = cells[j];
            }
            // Of three cells, an isolated one goes before two that touch.
            const Cells others = without(empty, cell);
            const auto touches = [&](int one) { return (layout_.neighbours(one) & others).any(); };
            if (touches(left[0]))
                std::swap(left[0], !touches(left[1]) ? left[1] : !touches(left[2]) ? left[2] : left[0]);
            const int score = -with_three(opponent ^ turned, own | turned | Cells::single(cell), left[0], left[1],
                                          left[2], -beta, -alpha, false);
            if (score >= beta) return score;
            best = score > best ? score : best;
            alpha = best > alpha ? best : alpha;
        }
        if (best > no_score) return best;
        if (passed) return layout_.final_score(own, opponent);
        return -with_four(opponent, own, empty, -beta, -alpha, true);
    }

  protected:
    const Layout<Words>& layout_;
    std::int64_t nodes_ = 0;  ///< visited positions that have an empty cell and a move, or have one empty cell
};

}  // namespace boardai::reversi::endgame
