#pragma once
// The replay buffer: the newest positions of self-play that are to be learned from, drawn uniformly for training.
//
// Two rings, both set aside at once: the games (packed_games.hpp) in `memory` bytes, and 16 bytes for each of
// `capacity` positions that say where they stand. A position leaves when `capacity` newer ones are there, or with its
// whole game when the memory is needed. Which positions are held follows from the newest games alone, so a buffer that
// was filled from the middle of a run (begin_at) and one that saw all of it hold and draw the same.
//
// Only when drawn a position becomes a state, planes, a dense policy and the mask of legal actions, optionally seen
// through a random symmetry of the board.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/encoding.hpp"
#include "boardai/search/records/packed_games.hpp"

namespace boardai {

template <Encodable S>
class Replay {
  public:
    /// `start`: the state that the game's games usually begin from. `memory`: bytes for the games.
    /// Throws std::invalid_argument if capacity is 0 or above 2^32 - 1.
    Replay(const S& start, std::size_t capacity, std::size_t memory);

    /// Bytes that a position takes, mean over `games` random games in which every legal action is in the policy:
    /// more than games of a search take, as a rule. The index's share is in it.
    static double bytes_per_position(const S& start, long games, std::uint64_t seed);

    /// Counts on from what a run had added before the games that are added next. Throws std::invalid_argument unless
    /// the buffer is empty.
    void begin_at(std::uint64_t positions_added, std::uint64_t games_added);
    /// Appends every position to be learned from of a games file (game_record.hpp) in order; returns the number of
    /// games. Throws std::invalid_argument, and changes nothing, on bytes that are not such a file or on a game that
    /// is larger than the memory.
    int add_games(const std::string& bytes);

    std::size_t size() const { return static_cast<std::size_t>(positions_added_ - oldest_); }
    std::size_t capacity() const { return capacity_; }
    /// Ever added, those fallen out included.
    std::uint64_t games_added() const { return games_added_; }
    std::uint64_t positions_added() const { return positions_added_; }
    /// Positions held that come from drawn games.
    std::uint64_t drawn() const { return drawn_; }
    /// Set aside for the two rings, and what is in use of it.
    std::size_t bytes() const { return 2 * ring_.size() + capacity_ * sizeof(PackedPosition); }
    std::size_t bytes_used() const { return 2 * words_used() + size() * sizeof(PackedPosition); }

    /// A position's state; 0 is the oldest one held. Throws std::invalid_argument if there are not so many.
    S state(std::uint64_t number) const;

    // Both fill, for each of `rows` positions and from the view of its player to move: planes [rows, height, width,
    // channels]; policy [rows, policy_size], which adds up to 1; outcome [rows], -1, 0 or 1; search_value [rows], what
    // the search said; moves_left [rows], plies to the end of the game; score [rows], the game's last score, 0 in a
    // game without; legal [rows, policy_size], 1 for legal actions. A game that did not end by its rules has the
    // outcome it was given, but moves_left and score as where it stopped.
    // They throw std::invalid_argument on wrong sizes or an empty buffer.

    /// Draws uniformly with replacement from the newest `window` positions held; equal seeds and contents give equal
    /// draws. `symmetries`: each through a symmetry drawn uniformly, where the game has any.
    void sample(std::uint64_t seed, std::uint64_t window, bool symmetries, int rows, float* planes,
                std::size_t planes_size, float* policy, std::size_t policy_size, float* outcome,
                std::size_t outcome_size, float* search_value, std::size_t search_value_size, float* moves_left,
                std::size_t moves_left_size, float* score, std::size_t score_size, std::uint8_t* legal,
                std::size_t legal_size) const;
    /// The positions from number `first` on (0 is the oldest), each through the same symmetry.
    void read(std::uint64_t first, int symmetry, int rows, float* planes, std::size_t planes_size, float* policy,
              std::size_t policy_size, float* outcome, std::size_t outcome_size, float* search_value,
              std::size_t search_value_size, float* moves_left, std::size_t moves_left_size, float* score,
              std::size_t score_size, std::uint8_t* legal, std::size_t legal_size) const;

  private:
    /// Where one row of each array is.
    struct Row {
        float* planes;
        float* policy;
        float* outcome;
        float* search_value;
        float* moves_left;
        float* score;
        std::uint8_t* legal;
    };
    struct Sizes {
        std::size_t planes, policy, outcome, search_value, moves_left, score, legal;
    };

    const PackedPosition& position(std::uint64_t number) const { return positions_[(oldest_ + number) % capacity_]; }
    std::size_t words_used() const {
        return size() == 0 ? 0 : static_cast<std::size_t>(ring_.end() - position(0).game);
    }
    void add_game(const PackedWords& game);
    void drop_oldest();
    void check_rows(const char* where, int rows, const Sizes& sizes) const;
    Row row_of(const Row& first, std::size_t row) const;
    int symmetries_of(const S& state) const;
    void fill_row(const PackedPosition& position, const S& state, int symmetry, const Row& row) const;
    void write_policy(WordReader reader, const PackedGame& game, const S& state, const S& seen, int symmetry,
                      const Row& row) const;

    S start_;
    Encoding<S> encoding_;
    std::size_t capacity_;
    WordRing ring_;
    std::unique_ptr<PackedPosition[]> positions_;  ///< position number n of all at n % capacity
    std::uint64_t games_added_ = 0;
    std::uint64_t positions_added_ = 0;
    std::uint64_t oldest_ = 0;  ///< number of the oldest position held, of all there ever were
    std::uint64_t drawn_ = 0;
};

}  // namespace boardai
