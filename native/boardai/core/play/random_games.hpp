#pragma once
// Uniformly random games: the baseline opponent, the speed test of a rule core, and the value of a leaf in
// plain Monte-Carlo tree search.
//
// Game number g of a call draws from Rng(seed, g), so a game can be played again alone.

#include <cstdint>

#include "boardai/core/game_state.hpp"

namespace boardai {

struct RandomGamesResult {
    std::int64_t games = 0;
    std::int64_t plies = 0;  ///< 0 from playouts(): a playout that fills and checks plays no counted plies
    std::int64_t wins0 = 0;
    std::int64_t draws = 0;
    std::int64_t wins1 = 0;
};

template <GameState S>
struct RandomGames {
    /// Plays move by move, every legal action equally likely, until the rules end the game.
    /// Throws std::invalid_argument if games < 0.
    static RandomGamesResult play(const S& start, long games, std::uint64_t seed);

    /// The same distribution of results by the game's random_playout() where it has one, else by play().
    static RandomGamesResult playouts(const S& start, long games, std::uint64_t seed);
};

}  // namespace boardai
