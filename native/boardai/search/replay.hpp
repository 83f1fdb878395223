#pragma once
// The replay buffer: the newest searched positions of self-play, sampled uniformly for training.
//
// Positions are held as states with sparse policies and expanded to planes and dense policies only when sampled,
// optionally seen through a random symmetry of the board. A target policy is what the record
// says of the ply; a target value is the game's outcome for the player to move. When full, each new position replaces
// the oldest.
//
// Memory: capacity x (one state and its list of visited actions, 8 bytes each); the states' room is set aside
// at once.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/search/game_record.hpp"

namespace boardai {

template <Encodable S>
class Replay {
  public:
    /// `start`: any state of the game. Throws std::invalid_argument if capacity is 0.
    Replay(const S& start, std::size_t capacity);

    /// Appends every searched position of a games file (game_record.hpp) in order; returns the number of games.
    /// Throws std::invalid_argument, and changes nothing, on bytes that are not such a file.
    int add_games(const std::string& bytes);

    std::size_t size() const { return positions_.size(); }
    std::size_t capacity() const { return capacity_; }
    /// Ever added, those fallen out included.
    std::uint64_t games_added() const { return games_added_; }
    std::uint64_t positions_added() const { return positions_added_; }

    /// Draws `rows` positions uniformly with replacement, equal for equal seeds and contents: planes
    /// [rows, height, width, channels], policy [rows, policy_size] (each row adds up to 1), values [rows].
    /// `symmetries`: each through a symmetry drawn uniformly, where the game has any.
    /// Throws std::invalid_argument on wrong sizes or an empty buffer.
    void sample(std::uint64_t seed, int rows, float* planes, std::size_t planes_size, float* policy,
                std::size_t policy_size, float* values, std::size_t values_size, bool symmetries) const;

  private:
    struct Position {
        S state;
        std::vector<PolicyShare> policy;
        float value;
    };

    void add_position(const S& state, const RecordedPly& ply, int outcome0);
    void write_policy(const S& state, const Position& position, int symmetry, float* row) const;

    S start_;
    Encoding<S> encoding_;
    std::size_t capacity_;
    std::vector<Position> positions_;  ///< a ring once it is full
    std::uint64_t games_added_ = 0;
    std::uint64_t positions_added_ = 0;
};

}  // namespace boardai
