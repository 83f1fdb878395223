#pragma once
// Positions of scored games as a learner of accumulator networks takes them: inputs that are on, score and result.
//
// The games are kept as the bytes that their shards are; a position is found by playing its game again, with every move
// checked. Instead of the search's score a position may have an evaluation's static value, and instead of the position
// itself one that a few random moves lead to from there may be taken: so an evaluation is distilled before anything is
// learned from searches, at a millionth of a second a position.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// Which positions are taken, and what of them.
struct ScoredPositionsOptions {
    bool quiet_only = true;       ///< none where the player to move is in check, or the move that was played is noisy
    int score_limit = 2500;       ///< none with a score above, in the evaluation's numbers; 0: all
    int from_ply = 16;            ///< none before this ply of its game
    int walk = 0;                 ///< 1 to this many random moves lead from a game's position to the one that is taken
    std::uint64_t walk_seed = 0;  ///< of these moves
    bool static_scores = false;   ///< scores are static values, not those of the searches
    int buckets = 1;              ///< of the network's outputs
};

/// How far a call of read() came.
struct ScoredPositionsRead {
    std::int64_t rows = 0;   ///< that were written
    std::int64_t games = 0;  ///< that are used up
    std::int64_t skip = 0;   ///< positions of the next game that are used up
};

template <GameState S>
class ScoredPositions {
  public:
    explicit ScoredPositions(const S& start);
    ~ScoredPositions();
    ScoredPositions(const ScoredPositions&) = delete;
    ScoredPositions& operator=(const ScoredPositions&) = delete;

    /// Keeps the games of a shard, whose first one has that number; how many. Throws std::invalid_argument: damaged, or
    /// another shard; `place` begins the message.
    std::int64_t add_shard(const std::string& bytes, const std::string& place, std::uint64_t first);
    /// Games that are kept, and their plies.
    std::int64_t size() const;
    std::int64_t plies() const;
    /// Writes each game's number, plies, ending, outcome (2: not known) and positions with a score.
    void games(std::int64_t* numbers, std::int32_t* plies, std::int32_t* endings, std::int32_t* outcomes,
               std::int32_t* scored) const;
    /// Writes a game's actions and scores (-32768: none), each as long as it has plies. Returns whether its start is
    /// the game's own.
    bool game(std::int64_t row, std::int32_t* actions, std::int16_t* scores) const;
    S start(std::int64_t row) const;

    /// What an evaluation's unit is in its values; 0: it names none. Throws std::invalid_argument: there is none such.
    int unit(const EvaluationSpec& evaluator) const;
    /// How many positions of each game are taken. `evaluator`: of static scores. Throws std::invalid_argument: an
    /// illegal move, the game named.
    void count(const ScoredPositionsOptions& options, const EvaluationSpec& evaluator, const std::int64_t* games,
               std::int64_t size, std::int32_t* positions) const;
    /// Takes positions of these games in their order, passing over the first `skip` of the first one, until `rows` are
    /// written, each into the row that `places` has for it. `inputs`: of accumulator networks. Throws as count(), and
    /// where the game has no such inputs.
    ScoredPositionsRead read(const ScoredPositionsOptions& options, const EvaluationSpec& evaluator,
                             const std::string& inputs, const std::int64_t* games, std::int64_t size, std::int64_t skip,
                             const std::int64_t* places, std::int64_t rows, std::int16_t* columns, std::uint8_t* bucket,
                             float* score, float* result) const;

  private:
    struct Parts;

    std::unique_ptr<Parts> parts_;
};

}  // namespace boardai
