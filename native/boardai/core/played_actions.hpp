#pragma once
// Which actions each player took in a game, order aside: what all-moves-as-first statistics (AMAF, RAVE) ask for.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/action.hpp"

namespace boardai {

/// Two sets of actions, one for each player.
class PlayedActions {
  public:
    void clear() {
        for (auto& words : words_) std::fill(words.begin(), words.end(), 0);
    }
    void add(int player, Action action) {
        const auto word = static_cast<std::size_t>(action) / 64;
        std::vector<std::uint64_t>& words = words_[player];
        if (word >= words.size()) words.resize(word + 1, 0);
        words[word] |= std::uint64_t{1} << (action & 63);
    }
    /// Adds the actions 64 * i + k for every set bit k of bits[i].
    void add(int player, const std::uint64_t* bits, std::size_t count) {
        std::vector<std::uint64_t>& words = words_[player];
        if (count > words.size()) words.resize(count, 0);
        for (std::size_t i = 0; i < count; ++i) words[i] |= bits[i];
    }
    bool contains(int player, Action action) const {
        const auto word = static_cast<std::size_t>(action) / 64;
        return word < words_[player].size() && ((words_[player][word] >> (action & 63)) & 1) != 0;
    }

  private:
    std::vector<std::uint64_t> words_[2];
};

}  // namespace boardai
