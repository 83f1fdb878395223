#pragma once
// Inferior cells, which need not be played: dead, captured, vulnerable and dominated ones, recognised by their six
// neighbours.
//
// A cell's colour matters only if it joins two separate groups of its neighbours, so that the colours around the cell
// change more than twice. The following holds for every position on the rest of the board (local_patterns.hpp tries
// every filling):
//
//     dead        its colour does not matter, for any filling of its empty neighbours
//     captured    two neighbouring cells: if the opponent takes one, the colour answers on the other, and the
//                 opponent's stone is dead; both count as stones of that colour
//     vulnerable  a stone of the mover on it is dead after the opponent's reply, so it need not be tried
//     dominated   after another move of the mover it is dead or captured by the mover, so that move is at least as good
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
    /// Fills in dead and captured cells until there are no more.
    void fill_in();

    const Bits<Words>& dead() const { return dead_; }
    /// Stones, and cells filled in as captured.
    const Bits<Words>& owned(int colour) const { return owned_[colour]; }
    const Bits<Words>& captured(int colour) const { return captured_[colour]; }
    Bits<Words> empty() const { return board_->board - owned_[0] - owned_[1] - dead_; }

    /// The subset of `moves` that the mover need not try. Precondition: all moves outside `moves` lose. If any move
    /// wins, then one of the remaining moves wins.
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
