#pragma once
// What can be learned of a position: named columns, each a number or an array a position.
//
// The caller that draws a batch brings the arrays of the columns it wants (BatchArrays); only those are filled. A new
// column is a function and a line in columns() (columns-inl.hpp); Python reads the names and shapes from there
// (Replay::column_list()) and makes the arrays, so nothing between here and the loss that uses it has to know of it.
//
// Everything is stored from the view of the player to move, through the symmetry the position is seen by. A number that
// is not known is NaN: how many plies were left in a game that was resigned, say.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/search/records/packed_games.hpp"

namespace boardai {

/// The arrays of a batch by the names of their columns; they belong to the caller and must outlive this.
class BatchArrays {
  public:
    /// Throws std::invalid_argument where the name is taken.
    void add_floats(const std::string& name, float* data, std::size_t size) { add(name, {data, size}); }
    void add_bytes(const std::string& name, std::uint8_t* data, std::size_t size) { add(name, {data, size}); }

    struct Array {
        std::variant<float*, std::uint8_t*> data;
        std::size_t size;
    };
    const std::map<std::string, Array>& by_name() const { return arrays_; }

  private:
    void add(const std::string& name, Array array);
    std::map<std::string, Array> arrays_;
};

/// A position as the columns see it.
template <Encodable S>
struct SeenPosition {
    const Encoding<S>& encoding;
    const WordRing& ring;
    const PackedGame& game;
    const PackedPosition& place;
    const S& played;  ///< the position itself
    const S& seen;    ///< through the symmetry
    int symmetry;     ///< 0: none, and `seen` is `played`
    int sign;         ///< 1 where player 0 is to move, else -1
};

/// One thing that can be learned.
template <Encodable S>
struct Column {
    using Floats = void (*)(const SeenPosition<S>&, float*);
    using Bytes = void (*)(const SeenPosition<S>&, std::uint8_t*);

    std::string name;
    std::vector<int> shape;             ///< of one position; empty: a number
    std::variant<Floats, Bytes> write;  ///< fills one position's part of the array, all of it

    std::size_t size() const;
};

/// All that can be learned in this game.
template <Encodable S>
std::vector<Column<S>> columns(const Encoding<S>& encoding);

}  // namespace boardai
