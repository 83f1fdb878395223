#pragma once
// The replay buffer: the newest positions of self-play that are to be learned from, drawn uniformly for training.
//
// Two rings, both set aside at once: the games (packed_games.hpp) in `memory` bytes, and 16 bytes for each of
// `capacity` positions that say where they stand. A position leaves when `capacity` newer ones are there, or with its
// whole game when the memory is needed. Which positions are held follows from the newest games alone, so a buffer that
// was filled from the middle of a run (begin_at) and one that saw all of it hold and draw the same.
//
// Only when drawn a position becomes a state and whatever columns (columns.hpp) the caller has arrays for, optionally
// seen through a random symmetry of the board.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/search/records/columns.hpp"
#include "boardai/search/records/new_targets.hpp"

namespace boardai {

/// How many positions and games there are, and how many different ones; two games are equal if all their moves are.
struct Variety {
    std::uint64_t positions = 0;
    std::uint64_t different_positions = 0;
    std::uint64_t games = 0;
    std::uint64_t different_games = 0;
};

template <Encodable S>
class Replay {
  public:
    /// `start`: the state that the game's games usually begin from. `memory`: bytes for the games.
    /// `surprise_share`: how far positions count by their surprise (surprise.hpp), 0: all alike. Throws
    /// std::invalid_argument if capacity is 0 or above 2^32 - 1, or the share not in [0, 1].
    Replay(const S& start, std::size_t capacity, std::size_t memory, double surprise_share = 0);

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
    /// New targets (new_targets.hpp) for positions by their numbers (0 is the oldest held): policies [rows,
    /// policy_size], whose illegal actions are left out, and values [rows] for the player to move. A position that
    /// stands there without a policy gets the value alone. Returns what was put there, for restore_targets(). Throws
    /// std::invalid_argument, and changes nothing, on a number, value or policy that cannot be.
    std::string replace_targets(const std::int64_t* numbers, int rows, const float* policies, std::size_t size,
                                const float* values);
    /// Puts there again what replace_targets() returned, as far as these positions are held. Throws
    /// std::invalid_argument on bytes that do not fit them.
    void restore_targets(const std::string& bytes);

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

    /// How varied the newest `positions` held are, by the hash of each; fewer where fewer are held. A position that
    /// stands there several times for its surprise counts once.
    Variety variety(std::uint64_t positions) const;

    /// A position's state; 0 is the oldest one held. Throws std::invalid_argument if there are fewer.
    S state(std::uint64_t number) const;

    /// What can be learned, a line each: name, "float32" or "uint8", and the extents of one position's part.
    std::string column_list() const;

    // These fill the given columns (columns.hpp) for each of `rows` positions. They throw std::invalid_argument on a
    // column that is not there, an array of another size or kind, or an empty buffer.

    /// Draws uniformly with replacement from the newest `window` positions held; equal seeds and contents give equal
    /// draws. `symmetries`: each through a symmetry drawn uniformly, where the game has any.
    void sample(std::uint64_t seed, std::uint64_t window, bool symmetries, int rows, const BatchArrays& arrays) const;
    /// Positions by their numbers (0 is the oldest), as many as rows. `symmetries`: each through one drawn by `seed`.
    void gather(const std::int64_t* numbers, std::uint64_t seed, bool symmetries, int rows,
                const BatchArrays& arrays) const;
    /// The positions from number `first` on (0 is the oldest), each through the same symmetry.
    void read(std::uint64_t first, int symmetry, int rows, const BatchArrays& arrays) const;

  private:
    /// A column and the caller's array of it.
    struct Wanted {
        const Column<S>* column;
        BatchArrays::Array array;
    };

    const PackedPosition& position(std::uint64_t number) const { return positions_[(oldest_ + number) % capacity_]; }
    std::size_t words_used() const {
        return size() == 0 ? 0 : static_cast<std::size_t>(ring_.end() - position(0).game);
    }
    void add_game(const PackedWords& game);
    void drop_oldest();
    NewTarget new_target(std::uint64_t number, const float* policy, float value) const;
    std::vector<Wanted> wanted(const char* where, int rows, const BatchArrays& arrays) const;
    int symmetries_of(const S& state) const;
    int drawn_symmetry(const S& state, bool symmetries, Rng& rng) const;
    void fill_row(const PackedPosition& position, const S& state, int symmetry, const std::vector<Wanted>& wanted,
                  std::size_t row) const;

    S start_;
    Encoding<S> encoding_;
    std::vector<Column<S>> columns_;
    std::size_t capacity_;
    double surprise_share_;
    WordRing ring_;
    std::unique_ptr<PackedPosition[]> positions_;  ///< position number n of all at n % capacity
    std::uint64_t games_added_ = 0;
    std::uint64_t positions_added_ = 0;
    std::uint64_t oldest_ = 0;  ///< number of the oldest position held, of all there ever were
    std::uint64_t drawn_ = 0;
};

}  // namespace boardai
