#pragma once
// A game whose rules are a hash: who moves, how many moves there are and how it ends are drawn from the line of moves.
// A player may move several times in a row, and nothing transposes.

#include <stdexcept>
#include <string>

#include "boardai/core/game_state.hpp"

namespace boardai::randomtree {

class State {
  public:
    explicit State(std::uint64_t seed = 0) : key_(mix64(seed)) {}
    int current_player() const { return static_cast<int>(key_ & 1); }
    bool is_terminal() const { return plies_ == 7 || (plies_ > 1 && (key_ >> 8 & 7) == 0); }
    int outcome(int player) const {
        const int result = static_cast<int>((key_ >> 16) % 3) - 1;
        return player == 0 ? result : -result;
    }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        const auto count = static_cast<Action>(1 + (key_ >> 24 & 3));
        for (Action action = 0; action < count; ++action) out.push_back(count - action);
    }
    void apply(Action action) {
        key_ = mix64(key_ + static_cast<std::uint64_t>(action));
        ++plies_;
    }
    std::uint64_t hash() const { return key_; }
    friend bool operator==(const State&, const State&) = default;
    std::string to_string() const { return std::to_string(key_) + " " + std::to_string(plies_); }
    State from_string(const std::string&) const { throw std::invalid_argument("random tree: no texts"); }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }

  private:
    std::uint64_t key_;
    int plies_ = 0;
};

}  // namespace boardai::randomtree
