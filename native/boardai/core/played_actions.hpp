#pragma once
// The actions that each player took in a game, without their order, for all-moves-as-first statistics (AMAF, RAVE).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"

namespace boardai {

/// Two sets of actions, one for each player. A set is an array of 0 and 1 as floats: statistics of a hundred actions
/// are then updated in a few vector instructions.
class PlayedActions {
  public:
    void clear() {
        for (Taken& taken : players_) {
            for (Action action : taken.single) taken.yes[static_cast<std::size_t>(action)] = 0;
            taken.single.clear();
            std::fill_n(taken.yes.begin(), taken.filled, 0.0f);
            taken.filled = 0;
        }
    }
    void add(int player, Action action) {
        of(player, static_cast<std::size_t>(action) + 1)[action] = 1;
        players_[player].single.push_back(action);
    }
    /// Adds action 64 * i + k for every set bit k of bits[i].
    void add(int player, const std::uint64_t* bits, std::size_t count) {
        float* yes = of(player, 64 * count);
        for (std::size_t half = 0; half < 2 * count; ++half) {
            const auto word = static_cast<std::uint32_t>(bits[half / 2] >> (32 * (half & 1)));
            for (std::uint32_t k = 0; k < 32; ++k) {
                const auto bit = static_cast<float>(static_cast<std::int32_t>((word >> k) & 1));
                yes[32 * half + k] = std::max(yes[32 * half + k], bit);
            }
        }
        players_[player].filled = std::max(players_[player].filled, 64 * count);
    }
    /// The player's set as an array of at least `size` elements: 1 for the actions in it, 0 for the others.
    float* of(int player, std::size_t size) {
        std::vector<float>& yes = players_[player].yes;
        if (yes.size() < size) yes.resize(size, 0.0f);
        return yes.data();
    }

  private:
    struct Taken {
        std::vector<float> yes;
        std::vector<Action> single;  ///< added one by one
        std::size_t filled = 0;      ///< elements below were added as bits
    };
    Taken players_[2];
};

}  // namespace boardai
