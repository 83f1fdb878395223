#pragma once
// A game of three plies in which player 0 moves twice in a row and player 1 then cannot change anything: shows
// whether a search changes signs with the player or, wrongly, with the ply. Actions are 0 and 1; player 0 wins
// with 1, 1 and loses otherwise. It has no symmetries, no undo and is stored as text.

#include <stdexcept>
#include <string>

#include "boardai/core/game_state.hpp"

namespace boardai::doublemove {

class State {
  public:
    int current_player() const { return moves_.size() < 2 ? 0 : 1; }
    bool is_terminal() const { return moves_.size() == 3; }
    int outcome(int player) const { return (moves_.substr(0, 2) == "11") == (player == 0) ? 1 : -1; }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        out.push_back(0);
        out.push_back(1);
    }
    void apply(Action action) { moves_ += static_cast<char>('0' + action); }
    std::uint64_t hash() const {
        std::uint64_t hash = 1;
        for (char move : moves_) hash = 2 * hash + static_cast<std::uint64_t>(move - '0');
        return mix64(hash);
    }
    friend bool operator==(const State&, const State&) = default;
    std::string to_string() const { return moves_; }
    State from_string(const std::string& text) const {
        if (text.size() > 3 || text.find_first_not_of("01") != std::string::npos) {
            throw std::invalid_argument("double move: expected up to three of 0 and 1, got '" + text + "'");
        }
        State state;
        state.moves_ = text;
        return state;
    }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const {
        if (is_terminal() || (text != "0" && text != "1")) throw std::invalid_argument("double move: '" + text + "'");
        return text[0] - '0';
    }

    Shape observation_shape() const { return {1, 3, 2}; }
    void encode(const Canvas& canvas) const {
        for (std::size_t i = 0; i < moves_.size(); ++i) canvas.at(0, static_cast<int>(i), moves_[i] - '0') = 1;
    }
    int policy_planes() const { return 0; }
    int policy_extras() const { return 2; }
    int policy_index(Action action) const { return action; }
    Action action_from_policy(int index) const { return index; }
    std::uint64_t observation_key() const { return hash(); }

  private:
    std::string moves_;
};

}  // namespace boardai::doublemove
