#pragma once
// Declarations of the searches, and the macros that say "compiled elsewhere" (extern template). Light: this is what
// the interpreter reads. The other half is instantiate.hpp.

#include "boardai/core/batch.hpp"
#include "boardai/core/greedy.hpp"
#include "boardai/core/perft.hpp"
#include "boardai/core/random_games.hpp"
#include "boardai/search/puct.hpp"
#include "boardai/search/replay.hpp"
#include "boardai/search/self_play.hpp"

// One list for both sides, so that nothing is declared and not compiled. At global scope; the state may contain
// commas. BOARDAI_FOR_RULES: what needs a GameState; BOARDAI_FOR_SEARCHES: what needs an Encodable one besides.
#define BOARDAI_FOR_RULES(PREFIX, ...)               \
    PREFIX struct boardai::Perft<__VA_ARGS__>;       \
    PREFIX struct boardai::RandomGames<__VA_ARGS__>; \
    PREFIX struct boardai::Greedy<__VA_ARGS__>;
#define BOARDAI_FOR_SEARCHES(PREFIX, ...)        \
    BOARDAI_FOR_RULES(PREFIX, __VA_ARGS__)       \
    PREFIX class boardai::Batch<__VA_ARGS__>;    \
    PREFIX class boardai::PuctTree<__VA_ARGS__>; \
    PREFIX class boardai::Puct<__VA_ARGS__>;     \
    PREFIX class boardai::SelfPlay<__VA_ARGS__>; \
    PREFIX class boardai::Replay<__VA_ARGS__>;

#define BOARDAI_EXTERN_RULES(...) BOARDAI_FOR_RULES(extern template, __VA_ARGS__)
#define BOARDAI_EXTERN_SEARCHES(...) BOARDAI_FOR_SEARCHES(extern template, __VA_ARGS__)
