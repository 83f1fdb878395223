#pragma once
// Many games side by side: the vectorised environment for learners that step all games together.
//
// It speaks policy indices. Row i is game i. apply() plays one action in every game that is still running; games
// that are over ignore their index and get reward 0, or, with auto_reset, are replaced by a fresh start in the
// same call that reports their last reward. A game is over where its rules say so (terminated) or where it has
// max_plies (truncated: no reward).
//
// Episode e of row i draws its random opening from Rng(seed, i + e * size), and draw d of row i its action from
// Rng(a seed made of `seed` and d, i): results depend neither on the number of threads nor on other rows.

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
    int max_plies = 0;        ///< a game is truncated after this many plies, those of its opening included; 0: none is
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
    /// Puts a game into a row; its plies count from here. Throws std::out_of_range on a row that is not there and
    /// std::invalid_argument on a state laid out otherwise, or one that is over where games start again by themselves.
    void set_state(int row, const S& state);
    /// An independent batch that continues as this one would.
    Batch copy() const { return *this; }

    /// Fresh games everywhere; the next episode of every row.
    void reset();
    /// As a new batch of that seed.
    void reset_to_seed(std::uint64_t seed);
    /// rows [N]: fresh games where it is not 0.
    void reset_rows(const std::uint8_t* rows, std::size_t size);

    /// indices [N]. Throws std::invalid_argument naming the first row whose index is illegal; nothing is played.
    /// keep_final: final_observations() may be asked for afterwards.
    void apply(const std::int32_t* indices, std::size_t size, bool keep_final = false);
    /// indices [N]: a uniformly random legal one in every row, -1 in a finished game; each call draws again.
    void sample(std::int32_t* indices, std::size_t size);
    /// The same, from a seed: equal seeds draw equal indices for equal states.
    void sample_with_seed(std::uint64_t seed, std::int32_t* indices, std::size_t size) const;

    /// mask [N, policy_size]: 1 where legal; all 0 in a finished game.
    void legal_mask(std::uint8_t* mask, std::size_t size) const;
    /// planes [N, height, width, channels], each from its own side to move.
    void observations(float* planes, std::size_t size) const;
    /// rewards [N, 2] of the last apply(): each player's outcome where it ended the game, else 0.
    void rewards(float* rewards, std::size_t size) const;
    /// flags [N]: 1 where the last apply() ended the game by its rules, or the game is so over.
    void terminated(std::uint8_t* flags, std::size_t size) const;
    /// flags [N]: 1 where the last apply() cut the game at max_plies, or the game is so over.
    void truncated(std::uint8_t* flags, std::size_t size) const;
    /// planes [K, height, width, channels] of the K games that the last apply() ended, in order of rows, as they ended.
    /// Throws std::invalid_argument unless apply() was called with the option to keep them.
    void final_observations(float* planes, std::size_t size) const;
    /// players [N]: 0 or 1.
    void current_players(std::int32_t* players, std::size_t size) const;

    /// What a saved batch needs besides its states, words [5 N + 2]: by row episodes, plies, whether it is terminated
    /// and truncated, player 0's reward; then the draws and the seed.
    void save_progress(std::uint64_t* words, std::size_t size) const;
    void restore_progress(const std::uint64_t* words, std::size_t size);

  private:
    void check_row(int row) const;
    void start_episode(std::size_t row);
    void start_anew(std::size_t row);
    void draw(std::uint64_t seed, std::int32_t* indices, std::size_t size) const;
    bool ended(std::size_t row) const { return terminated_[row] || truncated_[row]; }
    /// Ended and not yet replaced.
    bool is_over(std::size_t row) const { return !options_.auto_reset && ended(row); }
    int threads() const;

    S start_;
    BatchOptions options_;
    Encoding<S> encoding_;
    std::vector<S> states_;
    std::vector<std::uint64_t> episodes_;
    std::vector<std::int32_t> plies_;
    std::vector<std::uint8_t> terminated_;
    std::vector<std::uint8_t> truncated_;
    std::vector<std::uint8_t> just_ended_;
    std::vector<float> rewards_;
    std::vector<Action> actions_;
    std::vector<S> finals_;  ///< with auto_reset, the last states of games just ended; empty until they are asked for
    bool finals_kept_ = false;
    std::uint64_t draws_ = 0;
};

}  // namespace boardai
