#pragma once
// Many games side by side: the vectorised environment for learners that step all games together.
//
// It speaks policy indices. Row i is game i. apply() plays one action in every game that is still running; games
// that are over ignore their index and get reward 0, or, with auto_reset, are replaced by a fresh start in the
// same call that reports their last reward.
//
// Episode e of row i draws its random opening from Rng(seed, i + e * size): results depend neither on the number
// of threads nor on other rows.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

struct BatchOptions {
    int size = 1;             ///< number of games
    std::uint64_t seed = 0;   ///< of the random openings
    bool auto_reset = false;  ///< start a fresh game where one has ended
    int random_plies = 0;     ///< each game opens with 0 to this many uniformly random plies
    int threads = 1;          ///< ignored by games bound to one thread
};

template <Encodable S>
class Batch {
  public:
    /// Throws std::invalid_argument on options out of range or a start that is over.
    Batch(const S& start, const BatchOptions& options);

    int size() const { return static_cast<int>(states_.size()); }
    int policy_size() const { return encoding_.policy_size(); }
    const S& state(int row) const;

    /// Fresh games everywhere; the next episode of every row.
    void reset();

    /// indices [N]. Throws std::invalid_argument naming the first row whose index is illegal; nothing is played.
    void apply(const std::int32_t* indices, std::size_t size);

    /// mask [N, policy_size]: 1 where legal; all 0 in a finished game.
    void legal_mask(std::uint8_t* mask, std::size_t size) const;
    /// planes [N, height, width, channels], each from its own side to move.
    void observations(float* planes, std::size_t size) const;
    /// rewards [N, 2] of the last apply(): each player's outcome where it ended the game, else 0.
    void rewards(float* rewards, std::size_t size) const;
    /// flags [N]: 1 where the last apply() ended the game, or the game is over.
    void terminated(std::uint8_t* flags, std::size_t size) const;
    /// players [N]: 0 or 1.
    void current_players(std::int32_t* players, std::size_t size) const;

  private:
    void start_episode(std::size_t row);
    int threads() const;

    S start_;
    BatchOptions options_;
    Encoding<S> encoding_;
    std::vector<S> states_;
    std::vector<std::uint64_t> episodes_;
    std::vector<std::uint8_t> terminated_;
    std::vector<float> rewards_;
    std::vector<Action> actions_;
};

}  // namespace boardai
