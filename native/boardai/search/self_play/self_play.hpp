#pragma once
// Self-play: many games at once, every move by PUCT or Gumbel search, one network batch for all by ask and tell.
//
//   begin_iteration(number)
//   while iteration lasts:
//       n = select(planes);  logits, values = network(planes[:n]);  backup(logits, values)
//   file = take_games();  restart_searches()
//
// A game's life:
//
//   1. Start: the start position or its mirror image; then a line of the book, or a few random plies, or as many as
//      lead anywhere in a random game, drawn again where the network finds them unbalanced.
//   2. Search: in full, or by playout cap randomisation quickly (no noise, not learned from).
//   3. Move: drawn from the search's policy by temperature, or best; a Gumbel search acts by its own noise.
//   4. End: by the rules, by resignation, by adjudication, or at the ply limit.
//   5. Record (game_record.hpp): actions, root values, and the policies to learn from.
//
// Each game has a number and plays with Rng(seed, number) alone, so its moves depend neither on its neighbours nor
// on how many games run at once nor on the number of threads: threads only walk trees, while the cache is
// not written; what games share (numbers, counters, files, the cache) changes in game order on the calling thread.
//
// The games that are open at the end of an iteration continue in the next, under new weights. Their searches begin
// again there (restart_searches), because a tree that mixes two networks could not be rebuilt after a stop:
// a run that is saved and restored and one that continues call it at the same place and stay equal bit for bit.
//
// Papers: Silver et al. 2018 (puct_tree.hpp); Danihelka et al. 2022 (gumbel.hpp); Wu 2019, Accelerating self-play
// learning in Go, arXiv:1902.10565 (playout cap, forced playouts); resignation, with some games played out without it:
// Silver et al. 2017, Mastering the game of Go without human knowledge.
// Not handled: several networks in one run.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/machine/thread_pool.hpp"
#include "boardai/search/records/game_record.hpp"
#include "boardai/search/self_play/self_play_options.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"
#include "boardai/search/trees/puct/network_rows.hpp"
#include "boardai/search/trees/puct/puct_tree.hpp"

namespace boardai {

template <Encodable S>
class SelfPlay {
  public:
    /// `evaluator` says who is ahead where adjudication asks for an evaluation; "": points, or the default evaluation.
    /// Throws std::invalid_argument on an unknown evaluator, or a start that is over.
    SelfPlay(const S& start, const SelfPlayOptions& options, const EvaluationSpec& evaluator = {});

    /// Plays the moves whose searches are done, and fills planes [rows, height, width, channels] with positions to
    /// evaluate: one leaf of every game, more with puct.leaves_per_tree > 1 where `size` (all elements) allows; fewer,
    /// even none, only where the cache let whole games be played without a row. A leaf asks for one row, with
    /// puct.quiet_plies for up to two. Throws std::invalid_argument if there is no room for them.
    /// Rows of an earlier select() that were never backed up are abandoned first.
    int select(float* planes, std::size_t size);
    /// logits [n, policy_size], values [n] for the player to move in each row; checked as in Puct::backup.
    void backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size);

    /// The same with the logits of legal actions alone, so that a remote evaluator need not send the others: how many
    /// the row with the most has; which they are, `indices` [n, width], zeros after a row's own; and the answer,
    /// logits [n, width] in that order. Throws std::invalid_argument where `width` is less than most_asked().
    std::size_t most_asked() const { return boardai::most_asked(trees_, row_trees_); }
    void asked(std::int32_t* indices, std::size_t size, std::size_t width) const;
    void backup_asked(const float* logits, std::size_t logits_size, std::size_t width, const float* values,
                      std::size_t values_size);

    /// Finished games not taken yet: how many, how long (plies; `size` must be games_waiting()), and their records (see
    /// game_record.hpp), in the order they ended.
    std::size_t games_waiting() const { return lengths_.size(); }
    void game_lengths(std::int32_t* lengths, std::size_t size) const;
    std::string take_games();

    const SelfPlayCounters& counters() const { return counters_; }
    std::int64_t games_finished() const { return static_cast<std::int64_t>(counters_.games); }

    /// Sets what tightens by iteration (from 1 on).
    void begin_iteration(int number);
    /// Begins the search of every open game's next move again, and clears the cached answers of the network: its
    /// weights change.
    void restart_searches();
    /// The records of the first open games, at most `most`, as far as they have been played; for people who watch.
    std::string open_games(std::size_t most) const;
    /// Everything a new process needs to continue: the open games, their random streams, the counters and the games
    /// not taken. Restoring also restarts the searches; saving does not.
    std::string save_open_games() const;
    /// Throws std::invalid_argument, and changes nothing, on damaged bytes or another number of games.
    void restore_open_games(const std::string& bytes);

  private:
    /// What a game in progress remembers besides its moves.
    struct Standing {
        std::int32_t opening_plies = 0;
        std::int32_t opening_tries = 0;    ///< random openings drawn
        std::int32_t opening_settled = 0;  ///< 1: no other will be drawn
        std::int32_t losing[2] = {0, 0};   ///< own moves in a row at which a player might resign
        std::int32_t would_resign = -1;    ///< the first player that would have resigned in a game without resignation
        std::int32_t streak = 0;           ///< plies in a row at which player 0 (+) or player 1 (-) was as good as won
        std::int32_t from_book = 0;
        std::int32_t mirrored = 0;
    };
    struct OpenGame {
        GameRecord<S> record;  ///< with an ending: finished, to be filed
        S state;
        Standing standing;
    };
    struct Went {
        std::size_t rows = 0;  ///< asked for
        bool ended = false;
    };

    // A game's life: self_play_game-inl.hpp.
    OpenGame new_game(std::uint64_t number, Rng& rng) const;
    S beginning(const Standing& standing) const;
    void draw_opening(OpenGame& game, Rng& rng) const;
    void begin_search(std::size_t slot, const OpenGame& game);
    std::int64_t visits_that_count(const PuctTree<S>& tree) const;
    bool searches_fully(const GameRecord<S>& record, std::size_t ply) const;
    bool may_resign(std::uint64_t number) const;
    double temperature(std::size_t ply) const;
    Action choose(PuctTree<S>& tree, const std::vector<PolicyShare>& policy, std::size_t ply) const;
    static Action best_visited(const PuctTree<S>& tree, const std::vector<PolicyShare>& policy);
    bool opening_rejected(std::size_t slot);
    bool play_move(std::size_t slot);
    Ending ending_after(const OpenGame& game, const S& next, std::size_t plies, int mover, double value, Proof proof,
                        Standing& standing, int& outcome) const;
    void finish_game(std::size_t slot);

    // Many games: self_play-inl.hpp.
    PuctTree<S> new_tree(const Rng& rng) const;
    Went run_slot(std::size_t slot, float* rows);
    template <class Work>
    void share(std::size_t count, const Work& work);
    void abandon_all();
    EvaluationCache* cache() { return cache_.enabled() ? &cache_ : nullptr; }

    S start_;
    SelfPlayOptions options_;
    EvaluationSpec evaluator_;  ///< of adjudication
    Encoding<S> encoding_;
    EvaluationCache cache_;  ///< of what the present weights say
    std::vector<std::vector<Action>> book_;
    double adjudication_threshold_ = 0;
    int adjudication_ply_ = 0;
    std::unique_ptr<ThreadPool> pool_;  ///< none with one thread
    std::vector<OpenGame> games_;
    std::vector<PuctTree<S>> trees_;         ///< tree i searches game i, whose random stream it holds
    std::vector<SelfPlayCounters> counted_;  ///< by game i, not yet in counters_
    std::vector<std::int32_t> row_trees_;
    std::uint64_t next_game_;
    std::string finished_games_;
    std::vector<std::int32_t> lengths_;  ///< of the finished games
    SelfPlayCounters counters_;
};

}  // namespace boardai
