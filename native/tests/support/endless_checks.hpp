#pragma once
// A game in which every move gives check and takes something, for 5,000 plies: what quiescence follows without an end
// of its own. Actions are 0 and 1; all is a draw. `narrow`: from the second ply on there is action 0 alone, so that
// solvers follow one line to its end.

#include <stdexcept>
#include <string>

#include "boardai/core/game_state.hpp"

namespace boardai::endlesschecks {

class State {
  public:
    explicit State(bool narrow = false) : narrow_(narrow) {}
    int current_player() const { return plies_ % 2; }
    bool is_terminal() const { return plies_ == 5'000; }
    int outcome(int) const { return 0; }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        out.push_back(0);
        if (!narrow_ || plies_ == 0) out.push_back(1);
    }
    void apply(Action action) {
        ++plies_;
        sum_ = mix64(sum_ + static_cast<std::uint64_t>(action));
    }
    std::uint64_t hash() const { return mix64(sum_ ^ static_cast<std::uint64_t>(plies_)); }
    friend bool operator==(const State&, const State&) = default;
    std::string to_string() const { return std::to_string(plies_) + " " + std::to_string(sum_); }
    State from_string(const std::string&) const { throw std::invalid_argument("endless checks: no position text"); }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return text == "0" ? 0 : 1; }

    void noisy_actions(ActionList& out) const { legal_actions(out); }
    int capture_order(Action action) const { return action; }
    bool is_check() const { return true; }
    bool gives_check(Action) const { return true; }

  private:
    bool narrow_;
    int plies_ = 0;
    std::uint64_t sum_ = 0;
};

}  // namespace boardai::endlesschecks
