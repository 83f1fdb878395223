#pragma once
// Says to solvers that Hex knows something of positions. Light: line_knowledge.hpp has what it knows.

#include "boardai/search/solvers/knowledge.hpp"
#include "games/hex/board/bits.hpp"
#include "games/hex/state.hpp"

namespace boardai::hex {

template <int Words>
class LineKnowledge;

}  // namespace boardai::hex

namespace boardai {

template <int Words>
struct GameKnowledge<hex::State<Words>> {
    using Actions = hex::Bits<Words>;
    using type = hex::LineKnowledge<Words>;
};

}  // namespace boardai
