#pragma once
// Self-play: many games at once, every move by PUCT, one network batch for all by ask and tell.
//
//   while iteration lasts:
//       n = select(planes);  logits, values = network(planes[:n]);  backup(logits, values)
//   file = take_games()
//
// Each game has a number and plays with Rng(seed, number) alone, so its moves depend neither on its neighbours nor
// on how many games run at once. A game opens with up to random_plies uniformly random plies, then every move is
// searched; the first temperature_plies plies of the game are drawn from the visit counts at `temperature`, later
// ones are the most visited. What is recorded of a move are the shares of its root's visits and its value.
//
// The games that are open at the end of an iteration go on in the next, under new weights. Their searches begin
// anew there (restart_searches), because a tree that mixes two networks could not be rebuilt after a stop:
// a run that is saved and restored and one that goes on call it at the same place and stay equal bit for bit.
//
// Paper: Silver et al. 2018 (see puct_tree.hpp). Not handled: resignation, keeping the subtree after a move.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardai/search/evaluation_cache.hpp"
#include "boardai/search/game_record.hpp"
#include "boardai/search/puct_tree.hpp"

namespace boardai {

struct SelfPlayOptions {
    int games = 64;             ///< played side by side
    PuctOptions puct{};         ///< of every move
    int temperature_plies = 0;  ///< plies from the start position drawn at `temperature`
    double temperature = 1;     ///< of visits^(1 / temperature)
    int max_plies = 0;  ///< adjudicate here: by the sign of the score where the game has one, else a draw; 0: never
    int adjudication_margin = 0;   ///< a game without a score is won there by this much default evaluation; 0: drawn
    int random_plies = 0;          ///< a game opens with 0 to this many random plies
    std::uint64_t seed = 0;        ///< of all games
    std::uint64_t first_game = 0;  ///< number of the first game
    std::uint64_t game_step = 1;   ///< from one game number to the next: groups that run side by side interleave
};

/// Sums since construction (or as saved).
struct SelfPlayCounters {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;  ///< of finished games, openings included
    std::uint64_t wins0 = 0;
    std::uint64_t draws = 0;
    std::uint64_t wins1 = 0;
    std::uint64_t adjudicated = 0;  ///< of the games, at max_plies
    std::uint64_t moves = 0;        ///< searched moves played, in open games too
    std::uint64_t simulations = 0;
    std::uint64_t evaluations = 0;  ///< network rows answered
    friend bool operator==(const SelfPlayCounters&, const SelfPlayCounters&) = default;
};

template <Encodable S>
class SelfPlay {
  public:
    /// Throws std::invalid_argument on options out of range or a start that is over.
    SelfPlay(const S& start, const SelfPlayOptions& options);

    /// Plays the moves whose searches are done, and fills planes [rows, height, width, channels] with positions to
    /// evaluate: one row for every game, more with puct.leaves_per_tree > 1 where `size` (all elements) allows.
    /// Throws std::invalid_argument if there is not one row for every game.
    /// Rows of an earlier select() that were never backed up are abandoned first.
    int select(float* planes, std::size_t size);
    /// logits [n, policy_size], values [n] for the player to move in each row; checked as in Puct::backup.
    void backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size);

    /// Finished games not taken yet, and their records (see game_record.hpp), in the order they ended.
    std::size_t games_waiting() const { return games_waiting_; }
    std::string take_games();

    const SelfPlayCounters& counters() const { return counters_; }
    std::int64_t games_finished() const { return static_cast<std::int64_t>(counters_.games); }

    /// Begins the search of every open game's next move anew, and forgets what the network said: its weights change.
    void restart_searches();
    /// Everything a new process needs to go on: the open games, their random streams, the counters and the games
    /// not taken. Restoring also restarts the searches; saving does not.
    std::string save_open_games() const;
    /// Throws std::invalid_argument, and changes nothing, on damaged bytes or another number of games.
    void restore_open_games(const std::string& bytes);

  private:
    struct OpenGame {
        GameRecord<S> record;
        S state;
    };

    void start_game(std::size_t slot);
    void play_move(std::size_t slot);
    void finish_game(std::size_t slot, RecordedPly last, Ending ending, int outcome);
    bool select_row(std::size_t slot, float* row);
    EvaluationCache* cache() { return cache_.enabled() ? &cache_ : nullptr; }

    S start_;
    SelfPlayOptions options_;
    Encoding<S> encoding_;
    EvaluationCache cache_;  ///< of what the present weights say
    std::vector<OpenGame> games_;
    std::vector<PuctTree<S>> trees_;  ///< tree i searches game i, whose random stream it holds
    std::vector<std::int32_t> row_trees_;
    std::uint64_t next_game_;
    std::string finished_games_;
    std::size_t games_waiting_ = 0;
    SelfPlayCounters counters_;
};

}  // namespace boardai
