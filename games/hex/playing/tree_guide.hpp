#pragma once
// Says to Monte-Carlo tree search that Hex has a guide. Light: guide.hpp has it.

#include <cstdint>

#include "boardai/search/trees/guide.hpp"
#include "games/hex/board/bits.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

template <int Words>
class Guide;

/// The cells filled in at a position, for all positions below it.
template <int Words>
struct FilledIn {
    Bits<Words> captured[2];  ///< by colour
    Bits<Words> dead;
    std::uint64_t key = 0;  ///< of the position; 0: none
};

}  // namespace boardai::hex

namespace boardai {

template <int Words>
struct TreeGuide<hex::State<Words>> {
    using type = hex::Guide<Words>;
    using Note = hex::FilledIn<Words>;
};

}  // namespace boardai
