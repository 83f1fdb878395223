#pragma once
// What an accumulator network of a game looks at: pieces, numbered as each of the two players sees them.
//
// A piece is a number that says whose it is, of what kind, and where it stands. The column of weights that a piece
// switches on depends on the player who looks, and on that player's view: in chess, where the player's king stands
// (King, "ordered features" of HalfKP and HalfKA: Nasu 2018, "Efficiently updatable neural networks").

#include <array>
#include <cstddef>
#include <stdexcept>

#include "boardai/core/features/feature_spec.hpp"

namespace boardai {

/// What a move changes on the board.
struct PieceChanges {
    static constexpr int most = 2;  ///< of each kind, in one move
    std::array<int, most> added{};
    std::array<int, most> removed{};
    int added_count = 0;
    int removed_count = 0;

    void add(int piece) { added[static_cast<std::size_t>(added_count++)] = piece; }
    void remove(int piece) { removed[static_cast<std::size_t>(removed_count++)] = piece; }
};

/// How each of the two players sees the board. Equal numbers mean that the same pieces switch on the same columns.
using Views = std::array<int, 2>;

/// The inputs of accumulator networks for S: a game that has such networks specialises it with
///
///   static constexpr bool exist = true;
///   static constexpr int most_active = 32;            // pieces on the board, at most
///   AccumulatorInputs(FeatureSpec spec, const S& start);  // throws std::invalid_argument: no such inputs
///   std::string spec() const;                         // with every option
///   int size() const;                                 // columns
///   int columns_of_bucket() const;                    // the size is this many for each bucket
///   std::string groups() const;                       // names of a part's boards: "own pieces,their pieces"
///   Views views(const S& state) const;
///   int column(int player, int view, int piece) const;
///   void visit(const S& state, auto take) const;      // take(piece) for each piece on the board
///   /// What the action changes.
///   void step(const S& before, Action action, PieceChanges& changes, Views& views) const;
///   std::optional<int> known(const S& state) const;   // the mover's value, where the game knows it better
///   int tempered(const S& state, int value) const;    // what the game leaves of a network's value
///   int bucket(const S& state, int buckets) const;    // which row of output weights is the state's
template <class S>
struct AccumulatorInputs {
    static constexpr bool exist = false;
};

}  // namespace boardai
