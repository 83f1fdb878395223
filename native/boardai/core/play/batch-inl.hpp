#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "boardai/core/legality.hpp"
#include "boardai/core/machine/threads.hpp"
#include "boardai/core/play/batch.hpp"
#include "boardai/core/play/random_opening.hpp"

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
    if (options.max_plies < 0) {
        throw std::invalid_argument("Batch: max_plies must be at least 0, got " + std::to_string(options.max_plies));
    }
    if (options.max_plies > 0 && options.random_plies >= options.max_plies) {
        throw std::invalid_argument("Batch: random_plies must be below max_plies, " +
                                    std::to_string(options.max_plies) + ", got " +
                                    std::to_string(options.random_plies));
    }
    if (start.is_terminal()) throw std::invalid_argument("Batch: the start position is over");
    const auto size = static_cast<std::size_t>(options.size);
    states_.assign(size, start_);
    episodes_.assign(size, 0);
    plies_.assign(size, 0);
    terminated_.assign(size, 0);
    truncated_.assign(size, 0);
    just_ended_.assign(size, 0);
    rewards_.assign(2 * size, 0.0f);
    actions_.assign(size, Action{-1});
    for (std::size_t row = 0; row < size; ++row) start_episode(row);
}

template <Encodable S>
void Batch<S>::check_row(int row) const {
    if (row < 0 || row >= size()) {
        throw std::out_of_range("Batch: row " + std::to_string(row) + " of " + std::to_string(size()));
    }
}

template <Encodable S>
const S& Batch<S>::state(int row) const {
    check_row(row);
    return states_[static_cast<std::size_t>(row)];
}

template <Encodable S>
void Batch<S>::set_state(int row, const S& state) {
    check_row(row);
    encoding_.check_same(state, "Batch.set_state");
    const bool over = state.is_terminal();
    if (over && options_.auto_reset) {
        throw std::invalid_argument("Batch.set_state: row " + std::to_string(row) + ": the game is over in position " +
                                    std::string(state.to_string()));
    }
    const auto at = static_cast<std::size_t>(row);
    states_[at] = state;
    plies_[at] = 0;
    terminated_[at] = over;
    truncated_[at] = just_ended_[at] = 0;
    rewards_[2 * at] = rewards_[2 * at + 1] = 0.0f;
}

template <Encodable S>
int Batch<S>::threads() const {
    return is_single_threaded<S> ? 1 : options_.threads;
}

template <Encodable S>
void Batch<S>::start_episode(std::size_t row) {
    Rng rng(options_.seed, row + episodes_[row] * states_.size());
    S state = start_;
    plies_[row] = 0;
    play_random_opening(state, options_.random_plies, rng, [this, row](Action) { ++plies_[row]; });
    states_[row] = state;
    ++episodes_[row];
}

template <Encodable S>
void Batch<S>::start_anew(std::size_t row) {
    start_episode(row);
    terminated_[row] = truncated_[row] = just_ended_[row] = 0;
    rewards_[2 * row] = rewards_[2 * row + 1] = 0.0f;
}

template <Encodable S>
void Batch<S>::reset() {
    parallel_ranges(states_.size(), threads(), [this](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) start_anew(row);
    });
}

template <Encodable S>
void Batch<S>::reset_to_seed(std::uint64_t seed) {
    options_.seed = seed;
    draws_ = 0;
    std::fill(episodes_.begin(), episodes_.end(), std::uint64_t{0});
    reset();
}

template <Encodable S>
void Batch<S>::reset_rows(const std::uint8_t* rows, std::size_t size) {
    check_array_size("Batch.reset", "rows", size, states_.size());
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (rows[row]) start_anew(row);
        }
    });
}

template <Encodable S>
void Batch<S>::apply(const std::int32_t* indices, std::size_t size, bool keep_final) {
    check_array_size("Batch.apply", "indices", size, states_.size());
    // 1. Translate and check every row before any is played.
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (is_over(row)) continue;
            const S& state = states_[row];
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
    finals_kept_ = keep_final;
    if (keep_final && options_.auto_reset) finals_.resize(states_.size(), start_);
    // 2. Play.
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            rewards_[2 * row] = rewards_[2 * row + 1] = 0.0f;
            just_ended_[row] = 0;
            if (is_over(row)) continue;
            S& state = states_[row];
            state.apply(actions_[row]);
            ++plies_[row];
            terminated_[row] = state.is_terminal();
            truncated_[row] = !terminated_[row] && options_.max_plies > 0 && plies_[row] >= options_.max_plies;
            if (!ended(row)) continue;
            just_ended_[row] = 1;
            if (terminated_[row]) {
                rewards_[2 * row] = static_cast<float>(state.outcome(0));
                rewards_[2 * row + 1] = static_cast<float>(state.outcome(1));
            }
            if (!options_.auto_reset) continue;
            if (keep_final) finals_[row] = state;
            start_episode(row);
        }
    });
}

template <Encodable S>
void Batch<S>::sample(std::int32_t* indices, std::size_t size) {
    // mix64 keeps these streams apart from those of the openings and from each other.
    draw(mix64(mix64(options_.seed) + draws_ + 1), indices, size);
    ++draws_;
}

template <Encodable S>
void Batch<S>::sample_with_seed(std::uint64_t seed, std::int32_t* indices, std::size_t size) const {
    draw(seed, indices, size);
}

template <Encodable S>
void Batch<S>::draw(std::uint64_t seed, std::int32_t* indices, std::size_t size) const {
    check_array_size("Batch.sample", "indices", size, states_.size());
    parallel_ranges(states_.size(), threads(), [&](std::size_t begin, std::size_t end) {
        ActionList actions;
        for (std::size_t row = begin; row < end; ++row) {
            indices[row] = -1;
            if (is_over(row)) continue;
            Rng rng(seed, row);
            fill_with_actions(states_[row], actions);
            const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            indices[row] = encoding_.policy_index(states_[row], action);
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
            if (is_over(row)) continue;
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
void Batch<S>::truncated(std::uint8_t* flags, std::size_t size) const {
    check_array_size("Batch.truncated", "flags", size, truncated_.size());
    std::copy(truncated_.begin(), truncated_.end(), flags);
}

template <Encodable S>
void Batch<S>::final_observations(float* planes, std::size_t size) const {
    if (!finals_kept_) throw std::invalid_argument("Batch.final_observations: the last apply() did not keep them");
    const auto ended_games = static_cast<std::size_t>(std::count(just_ended_.begin(), just_ended_.end(), 1));
    const std::size_t width = encoding_.row_size();
    check_array_size("Batch.final_observations", "planes", size, ended_games * width);
    const std::vector<S>& states = options_.auto_reset ? finals_ : states_;
    for (std::size_t row = 0; row < states_.size(); ++row) {
        if (!just_ended_[row]) continue;
        encoding_.write(states[row], planes);
        planes += width;
    }
}

template <Encodable S>
void Batch<S>::current_players(std::int32_t* players, std::size_t size) const {
    check_array_size("Batch.current_players", "players", size, states_.size());
    for (std::size_t row = 0; row < states_.size(); ++row) players[row] = states_[row].current_player();
}

template <Encodable S>
void Batch<S>::save_progress(std::uint64_t* words, std::size_t size) const {
    check_array_size("Batch.save_progress", "words", size, 5 * states_.size() + 2);
    for (std::size_t row = 0; row < states_.size(); ++row, words += 5) {
        words[0] = episodes_[row];
        words[1] = static_cast<std::uint64_t>(plies_[row]);
        words[2] = terminated_[row];
        words[3] = truncated_[row];
        words[4] = static_cast<std::uint64_t>(static_cast<int>(rewards_[2 * row]) + 1);
    }
    words[0] = draws_;
    words[1] = options_.seed;
}

template <Encodable S>
void Batch<S>::restore_progress(const std::uint64_t* words, std::size_t size) {
    check_array_size("Batch.restore_progress", "words", size, 5 * states_.size() + 2);
    for (std::size_t row = 0; row < states_.size(); ++row, words += 5) {
        episodes_[row] = words[0];
        plies_[row] = static_cast<std::int32_t>(words[1]);
        terminated_[row] = words[2] != 0;
        truncated_[row] = words[3] != 0;
        just_ended_[row] = 0;
        rewards_[2 * row] = static_cast<float>(words[4]) - 1.0f;
        rewards_[2 * row + 1] = 0.0f - rewards_[2 * row];
    }
    draws_ = words[0];
    options_.seed = words[1];
    finals_kept_ = false;
}

}  // namespace boardai
