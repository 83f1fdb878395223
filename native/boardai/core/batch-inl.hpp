#pragma once

#include <stdexcept>
#include <string>

#include "boardai/core/batch.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/random_opening.hpp"
#include "boardai/core/threads.hpp"

namespace boardai {

template <Encodable S>
Batch<S>::Batch(const S& start, const BatchOptions& options) : start_(start), options_(options), encoding_(start) {
    if (options.size < 1) {
        throw std::invalid_argument("Batch: size must be at least 1, got " + std::to_string(options.size));
    }
    if (options.threads < 1) {
        throw std::invalid_argument("Batch: threads must be at least 1, got " + std::to_string(options.threads));
    }
    if (options.random_plies < 0) {
        throw std::invalid_argument("Batch: random_plies must be at least 0, got " +
                                    std::to_string(options.random_plies));
    }
    if (start.is_terminal()) throw std::invalid_argument("Batch: the start position is over");
    const auto size = static_cast<std::size_t>(options.size);
    states_.assign(size, start_);
    episodes_.assign(size, 0);
    terminated_.assign(size, 0);
    rewards_.assign(2 * size, 0.0f);
    actions_.assign(size, Action{-1});
    for (std::size_t row = 0; row < size; ++row) start_episode(row);
}

template <Encodable S>
const S& Batch<S>::state(int row) const {
    if (row < 0 || row >= size()) {
        throw std::out_of_range("Batch: row " + std::to_string(row) + " of " + std::to_string(size()));
    }
    return states_[static_cast<std::size_t>(row)];
}

template <Encodable S>
int Batch<S>::threads() const {
    return is_single_threaded<S> ? 1 : options_.threads;
}

template <Encodable S>
void Batch<S>::start_episode(std::size_t row) {
    Rng rng(options_.seed, row + episodes_[row] * states_.size());
    S state = start_;
    play_random_opening(state, options_.random_plies, rng, [](Action) {});
    states_[row] = state;
    ++episodes_[row];
}

template <Encodable S>
void Batch<S>::reset() {
    parallel_ranges(states_.size(), threads(), [this](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            start_episode(row);
            terminated_[row] = 0;
            rewards_[2 * row] = rewards_[2 * row + 1] = 0.0f;
        }
    });
}

template <Encodable S>
void Batch<S>::apply(const std::int32_t* indices, std::size_t size) {
    check_array_size("Batch.apply", "indices", size, states_.size());
    // 1. Translate and check every row before any is played.
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const S& state = states_[row];
            if (state.is_terminal()) continue;
            const Action action = encoding_.action_from_policy(state, indices[row]);
            if (action < 0 || !is_legal_action(state, action) ||
                encoding_.policy_index(state, action) != indices[row]) {
                throw std::invalid_argument("Batch.apply: row " + std::to_string(row) + ": index " +
                                            std::to_string(indices[row]) + " is no legal action of " +
                                            std::string(state.to_string()));
            }
            actions_[row] = action;
        }
    });
    // 2. Play.
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            S& state = states_[row];
            rewards_[2 * row] = rewards_[2 * row + 1] = 0.0f;
            if (state.is_terminal()) continue;
            state.apply(actions_[row]);
            terminated_[row] = state.is_terminal();
            if (!terminated_[row]) continue;
            rewards_[2 * row] = static_cast<float>(state.outcome(0));
            rewards_[2 * row + 1] = static_cast<float>(state.outcome(1));
            if (options_.auto_reset) start_episode(row);
        }
    });
}

template <Encodable S>
void Batch<S>::legal_mask(std::uint8_t* mask, std::size_t size) const {
    const auto width = static_cast<std::size_t>(encoding_.policy_size());
    check_array_size("Batch.legal_mask", "mask", size, states_.size() * width);
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        std::fill(mask + begin * width, mask + end * width, std::uint8_t{0});
        ActionList actions;
        for (std::size_t row = begin; row < end; ++row) {
            states_[row].legal_actions(actions);
            for (Action action : actions) {
                mask[row * width + static_cast<std::size_t>(encoding_.policy_index(states_[row], action))] = 1;
            }
        }
    });
}

template <Encodable S>
void Batch<S>::observations(float* planes, std::size_t size) const {
    const std::size_t width = encoding_.row_size();
    check_array_size("Batch.observations", "planes", size, states_.size() * width);
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) encoding_.write(states_[row], planes + row * width);
    });
}

template <Encodable S>
void Batch<S>::rewards(float* rewards, std::size_t size) const {
    check_array_size("Batch.rewards", "rewards", size, rewards_.size());
    std::copy(rewards_.begin(), rewards_.end(), rewards);
}

template <Encodable S>
void Batch<S>::terminated(std::uint8_t* flags, std::size_t size) const {
    check_array_size("Batch.terminated", "flags", size, terminated_.size());
    std::copy(terminated_.begin(), terminated_.end(), flags);
}

template <Encodable S>
void Batch<S>::current_players(std::int32_t* players, std::size_t size) const {
    check_array_size("Batch.current_players", "players", size, states_.size());
    for (std::size_t row = 0; row < states_.size(); ++row) players[row] = states_[row].current_player();
}

}  // namespace boardai
