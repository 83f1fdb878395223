#pragma once
// Self-play of principal variation search for training data: many short searches, every score kept.
//
// A game: some random plies from the start, drawn again where the search then thinks one side clearly ahead; then the
// search's moves, its table kept from ply to ply and emptied between games. A search finishes the iteration in which it
// passes its number of nodes (`hard_limit` times as many stop it): a score belongs to a whole iteration, and a position
// where more is going on gets more nodes. The game ends by the rules, once both sides' searches agree for some plies
// that one side wins or that nothing happens any more, or at `max_plies`.
//
// Scores are compared in hundredths of the evaluation's unit (chess: a pawn), as the margins of pvs are; an evaluation
// that names none adjudicates forced ends alone.
//
// Game number g draws from Rng(seed, g) and from nothing else: it does not depend on threads, processes or the order of
// play.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/search/pvs/options.hpp"

namespace boardai {

struct ScoredGamesOptions {
    std::int64_t nodes = 1000;  ///< of a search: no iteration begins with as many visited
    int hard_limit = 8;         ///< this many times as many end a search within an iteration
    int random_plies = 8;       ///< of an opening, or one more
    int opening_limit = 1000;   ///< an opening whose first search is above is drawn again; 0: none is
    int win_limit = 2000;       ///< a game is won where both sides' scores are above
    int win_plies = 4;          ///< for this many plies; 0: games are played out
    int draw_limit = 10;        ///< a game is drawn where both sides' scores are not above
    int draw_plies = 10;        ///< for this many plies; 0: games are played out. Only in games where positions recur
    int draw_from = 80;         ///< of which the first is not before this one
    int max_plies = 512;        ///< a game this long is stopped, its result not known
    double other_starts = 0.1;  ///< share of the games that begin from one of add_start()
};

template <GameState S>
class ScoredGamePlayer {
  public:
    /// Throws std::invalid_argument: an unknown evaluation, options that are out of range, or a start that is over.
    ScoredGamePlayer(const S& start, const ScoredGamesOptions& options, const PvsOptions& search,
                     const EvaluationSpec& evaluator);
    ~ScoredGamePlayer();
    ScoredGamePlayer(const ScoredGamePlayer&) = delete;
    ScoredGamePlayer& operator=(const ScoredGamePlayer&) = delete;

    /// Another position that games may begin from.
    void add_start(const S& start);
    /// What an evaluation's unit is in the scores; 0: it names none.
    int unit() const;
    /// Plays games first, first + 1, ... and adds them to bytes(). Throws std::invalid_argument if no opening is level.
    void play(std::uint64_t seed, std::uint64_t first, int games);
    /// The games since the last clear(), as scored_game.hpp has them after the head.
    const std::string& bytes() const { return bytes_; }
    std::int64_t positions() const { return positions_; }
    void clear();

  private:
    struct Parts;

    std::unique_ptr<Parts> parts_;
    std::string bytes_;
    std::int64_t positions_ = 0;  ///< with a score
};

}  // namespace boardai
