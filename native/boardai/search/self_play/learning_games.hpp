#pragma once
// Self-play for learned linear evaluations: whole games by a shallow search with the present weights, given out as
// features, so that a learner needs neither states nor rules.
//
// Each position of a game becomes a row: the features of the position itself, or of the leaf that its search's value
// comes from (TD-leaf). What the learner predicts from row t is, for player 0,
//
//   V(t) = sign(t) * sum over its features of weight * count + constant(t)
//
// sign is +1 where player 0 is to move in the featured position; constant is 0, but for a leaf where the game is over:
// then there are no features, and it is what the end is worth.
//
// A move is random in the opening and with probability epsilon, else the search's. The search is plain alpha-beta to a
// fixed depth on the sums themselves (no rounding), finished games counting as `ValueKind` says.
//
// Game number g of a run draws from Rng(seed, g), whatever thread plays it: results do not depend on threads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "boardai/core/features/tables.hpp"

namespace boardai {

struct LearningGamesOptions {
    int depth = 2;         ///< plies of the search, at least 1
    int random_plies = 0;  ///< at the beginning of each game
    double epsilon = 0.2;  ///< share of random moves after them
    int max_plies = 0;     ///< longer games are cut; 0: none is
    double margin_unit =
        0;              ///< what a point of the final margin is worth (Scored games); 0: the outcome counts, 1 a win
    bool leaf = false;  ///< rows show the leaf of each position's search
    bool search_all = false;  ///< search also where the move is random, for the value
    int threads = 1;
};

/// Sizes of the columns of one call of play().
struct LearningGamesSize {
    std::int64_t games = 0;
    std::int64_t rows = 0;
    std::int64_t features = 0;
    std::int64_t evaluations = 0;  ///< of the searches
};

template <GameState S>
class LearningGames {
  public:
    /// Throws std::invalid_argument on options out of range, or a margin_unit where the game has no margin.
    LearningGames(const Tables<S>& tables, const LearningGamesOptions& options);
    ~LearningGames();
    LearningGames(const LearningGames&) = delete;
    LearningGames& operator=(const LearningGames&) = delete;

    /// Plays games first, first + 1, ... from `start`.
    /// Throws std::invalid_argument if the weights are too few or too many, the features are for another board, or the
    /// game is over at its start.
    void play(const S& start, const float* weights, std::size_t size, std::uint64_t seed, std::int64_t first,
              int games);

    LearningGamesSize size() const { return size_; }
    /// Copies what each game was: its number of rows; what it came to for player 0, in the units of `constant`; whether
    /// it was played to its end (a cut game came to 0). `games` elements each.
    void games(std::int32_t* rows, float* result, std::uint8_t* ended) const;
    /// Copies the rows, game by game (`rows` elements each): sign and constant as above; whether the move made there
    /// was random; the search's value for player 0 (not a number where there was no search); the number of features.
    void rows(float* sign, float* constant, std::uint8_t* random, float* searched, std::int32_t* features) const;
    /// Copies all rows' features (`features` elements each).
    void features(std::int32_t* index, float* count) const;
    /// Copies the moves (`rows` elements).
    void actions(std::int32_t* actions) const;

  private:
    struct Game;

    std::shared_ptr<const FeatureSet<S>> features_;
    LearningGamesOptions options_;
    std::vector<Game> games_;
    LearningGamesSize size_;
};

}  // namespace boardai
