#pragma once

#include <algorithm>
#include <stdexcept>

#include "boardai/core/interrupt.hpp"
#include "boardai/search/game_record-inl.hpp"
#include "boardai/search/replay.hpp"

namespace boardai {

template <Encodable S>
Replay<S>::Replay(const S& start, std::size_t capacity) : start_(start), encoding_(start), capacity_(capacity) {
    if (capacity == 0) throw std::invalid_argument("Replay: capacity must be at least 1");
    positions_.reserve(capacity);
}

template <Encodable S>
int Replay<S>::add_games(const std::string& bytes) {
    const std::vector<GameRecord<S>> games = read_games(start_, bytes);
    for (const GameRecord<S>& game : games) encoding_.check_same(game.start, "games file");
    for (const GameRecord<S>& game : games) {
        S state = game.start;
        for (const RecordedPly& ply : game.plies) {
            if (!ply.policy.empty()) add_position(state, ply, game.outcome);
            state.apply(ply.action);
        }
        ++games_added_;
    }
    return static_cast<int>(games.size());
}

template <Encodable S>
void Replay<S>::add_position(const S& state, const RecordedPly& ply, int outcome0) {
    Position position{state, ply.policy, static_cast<float>(state.current_player() == 0 ? outcome0 : -outcome0)};
    if (positions_.size() < capacity_) {
        positions_.push_back(std::move(position));
    } else {
        positions_[positions_added_ % capacity_] = std::move(position);
    }
    ++positions_added_;
}

/// `state` is the position seen through the symmetry; actions go through it too.
template <Encodable S>
void Replay<S>::write_policy(const S& state, const Position& position, [[maybe_unused]] int symmetry,
                             float* row) const {
    std::fill_n(row, encoding_.policy_size(), 0.0f);
    for (const PolicyShare& entry : position.policy) {
        Action action = entry.action;
        if constexpr (Symmetric<S>) action = position.state.transform_action(action, symmetry);
        row[encoding_.policy_index(state, action)] += entry.share;
    }
}

template <Encodable S>
void Replay<S>::sample(std::uint64_t seed, int rows, float* planes, std::size_t planes_size, float* policy,
                       std::size_t policy_size, float* values, std::size_t values_size, bool symmetries) const {
    if (positions_.empty()) throw std::invalid_argument("Replay.sample: the buffer is empty");
    if (rows < 0) throw std::invalid_argument("Replay.sample: rows must be at least 0, got " + std::to_string(rows));
    const auto count = static_cast<std::size_t>(rows);
    const auto policy_width = static_cast<std::size_t>(encoding_.policy_size());
    check_array_size("Replay.sample", "planes", planes_size, count * encoding_.row_size());
    check_array_size("Replay.sample", "policy", policy_size, count * policy_width);
    check_array_size("Replay.sample", "values", values_size, count);
    Rng rng(seed);
    InterruptPoll poll;
    for (std::size_t row = 0; row < count; ++row) {
        poll();
        const Position& position = positions_[rng.below(static_cast<std::uint32_t>(positions_.size()))];
        float* const plane_row = planes + row * encoding_.row_size();
        float* const policy_row = policy + row * policy_width;
        int symmetry = 0;
        if constexpr (Symmetric<S>) {
            if (symmetries) {
                symmetry = static_cast<int>(rng.below(static_cast<std::uint32_t>(position.state.symmetry_count())));
            }
        }
        if (symmetry == 0) {
            encoding_.write(position.state, plane_row);
            write_policy(position.state, position, 0, policy_row);
        } else if constexpr (Symmetric<S>) {
            const S seen = position.state.transformed(symmetry);
            encoding_.write(seen, plane_row);
            write_policy(seen, position, symmetry, policy_row);
        }
        values[row] = position.value;
    }
}

}  // namespace boardai
