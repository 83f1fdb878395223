#pragma once
// A game played elsewhere, ply by ply, as a record of a games file (game_record.hpp).

#include <cstddef>
#include <cstdint>
#include <string>

#include "boardai/search/records/game_record.hpp"

namespace boardai {

template <GameState S>
class GameWriter {
  public:
    /// A game from `start`; throws std::invalid_argument if it is over there.
    GameWriter(const S& start, std::uint64_t number);

    /// The next move, of which nothing is known.
    void play(Action action);
    /// The next move, and what is to be learned where it was made: the value for the player to move, the shares of
    /// `size` actions; without any the value alone. Shares are made to add up to 1; those that are 0 are left out.
    /// Both throw std::invalid_argument, and change nothing, on an illegal action (also one with a share) or a move
    /// after the end; this one on a value outside -1..1, a share that is negative or not finite, an action with two
    /// shares, or shares of which none is above 0.
    void play_to_learn_from(Action action, double value, const std::int32_t* actions, const float* shares,
                            std::size_t size);
    /// The next move, and the value of a search that was too short to learn from. Throws as the one above.
    void play_searched(Action action, double value);
    /// The record. `stopped_outcome`: for player 0, -1, 0 or 1, of a game that the rules have not ended.
    std::string record(int stopped_outcome) const;

  private:
    void check_legal(Action action) const;

    GameRecord<S> game_;
    S state_;
};

}  // namespace boardai
