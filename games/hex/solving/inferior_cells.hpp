#pragma once
// Cells that need not be played: dead, captured, vulnerable and dominated ones, recognised by their six neighbours.
//
// A cell's colour matters to its neighbours only if it joins two separate groups of them, so that around the cell the
// colours change more than twice. From this alone, whatever the rest of the board is (local_patterns.hpp tries every
// filling):
//
//     dead        its owner does not matter: no filling of its empty neighbours makes it matter
//     captured    two neighbouring cells, of which a colour answers on one when the other is taken, which then is dead:
//                 both are as good as that colour's
//     vulnerable  a stone of the mover on it is dead after a reply: it need not be tried
//     dominated   after another move of the mover it is dead or the mover's: that one is no worse
//
// Papers: R. Hayward and J. van Rijswijck, Hex and combinatorics (2006); P. Henderson, Playing and solving the game of
// Hex, thesis, Edmonton 2010, chapter 3.

#include <array>
#include <cstdint>

#include "games/hex/board/geometry.hpp"

namespace boardai::hex {

template <int Words>
class InferiorCells {
  public:
    InferiorCells(const Geometry<Words>& board, const Bits<Words>& black_stones, const Bits<Words>& white_stones);

    /// A stone, on an empty cell that is not filled in.
    void play(int colour, int cell) { put(colour, cell); }
    /// Finds what has become dead or captured, until nothing does.
    void fill_in();

    const Bits<Words>& dead() const { return dead_; }
    /// Stones, and cells filled in as captured.
    const Bits<Words>& owned(int colour) const { return owned_[colour]; }
    const Bits<Words>& captured(int colour) const { return captured_[colour]; }
    Bits<Words> empty() const { return board_->board - owned_[0] - owned_[1] - dead_; }

    /// Which of `moves` the mover need not try. Precondition: moves that are not among them lose. Then, if any move
    /// wins, one of the others does.
    Bits<Words> not_to_be_tried(int mover, const Bits<Words>& moves) const;

  private:
    static constexpr int around = 6;

    bool is_open(int cell) const { return cell >= 0 && open_.test(cell); }
    void put(int colour, int cell);
    int neighbour(int cell, int direction) const;
    bool captures(int colour, int cell, int direction, int stone) const;
    int code_with(int cell, int colour, int other) const;

    const Geometry<Words>* board_;
    Bits<Words> owned_[2], captured_[2], dead_, open_;
    std::array<std::int16_t, 64 * Words> codes_{};  ///< by cell: its neighbours' colours, see local_patterns.hpp
};

}  // namespace boardai::hex
