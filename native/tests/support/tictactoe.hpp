#pragma once
// Tic-tac-toe with every refinement the searches use: the small game of the C++ tests.

#include <array>
#include <stdexcept>
#include <string>

#include "boardai/core/game_state.hpp"

namespace boardai::tictactoe {

class State {
  public:
    struct Undo {};
    int current_player() const { return plies_ % 2; }
    bool is_terminal() const { return plies_ == 9 || has_line(0) || has_line(1); }
    int outcome(int player) const { return has_line(player) - has_line(1 - player); }
    void legal_actions(ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        for (Action cell = 0; cell < 9; ++cell) {
            if (((stones_[0] | stones_[1]) >> cell & 1) == 0) out.push_back(cell);
        }
    }
    void apply(Action cell) {
        assert(cell >= 0 && cell < 9 && ((stones_[0] | stones_[1]) >> cell & 1) == 0 && !is_terminal());
        stones_[plies_ % 2] |= 1 << cell;
        ++plies_;
    }
    Undo apply_undoable(Action cell) {
        apply(cell);
        return {};
    }
    void undo(Action cell, const Undo&) {
        --plies_;
        stones_[plies_ % 2] ^= 1 << cell;
    }
    std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(stones_[0] << 9 | stones_[1])); }
    friend bool operator==(const State&, const State&) = default;

    std::string to_string() const {
        std::string text;
        for (int cell = 0; cell < 9; ++cell)
            text += (stones_[0] >> cell & 1) ? 'x' : (stones_[1] >> cell & 1) ? 'o' : '.';
        return text;
    }
    static State from_string(const std::string& text) {
        State state;
        int count[2] = {0, 0};
        if (text.size() != 9) throw std::invalid_argument("tic-tac-toe: expected 9 cells, got '" + text + "'");
        for (int cell = 0; cell < 9; ++cell) {
            const char c = text[static_cast<std::size_t>(cell)];
            if (c != 'x' && c != 'o' && c != '.')
                throw std::invalid_argument("tic-tac-toe: bad cell in '" + text + "'");
            if (c == '.') continue;
            state.stones_[c == 'o'] |= 1 << cell;
            ++count[c == 'o'];
        }
        if (count[0] != count[1] && count[0] != count[1] + 1) {
            throw std::invalid_argument("tic-tac-toe: impossible number of stones in '" + text + "'");
        }
        state.plies_ = count[0] + count[1];
        return state;
    }
    std::string action_to_string(Action cell) const { return std::string(1, static_cast<char>('1' + cell)); }
    Action action_from_string(const std::string& text) const {
        ActionList actions;
        legal_actions(actions);
        for (Action action : actions) {
            if (action_to_string(action) == text) return action;
        }
        throw std::invalid_argument("tic-tac-toe: illegal move '" + text + "'");
    }

    Shape observation_shape() const { return {3, 3, 2}; }
    void encode(const Canvas& canvas) const {
        for (int cell = 0; cell < 9; ++cell) {
            for (int side = 0; side < 2; ++side) {
                const int player = side == 0 ? current_player() : 1 - current_player();
                canvas.at(cell / 3, cell % 3, side) = static_cast<float>(stones_[player] >> cell & 1);
            }
        }
    }
    int policy_planes() const { return 1; }
    int policy_extras() const { return 0; }
    int policy_index(Action action) const { return action; }
    Action action_from_policy(int index) const { return index; }
    std::uint64_t observation_key() const { return hash(); }

    int symmetry_count() const { return 8; }
    State transformed(int symmetry) const {
        State result;
        result.plies_ = plies_;
        for (int cell = 0; cell < 9; ++cell) {
            for (int player = 0; player < 2; ++player) {
                if (stones_[player] >> cell & 1) result.stones_[player] |= 1 << transform_action(cell, symmetry);
            }
        }
        return result;
    }
    /// Bit 2: transpose, then bit 0: mirror left-right, bit 1: mirror top-bottom.
    Action transform_action(Action cell, int symmetry) const {
        int row = cell / 3;
        int column = cell % 3;
        if (symmetry & 4) std::swap(row, column);
        if (symmetry & 1) column = 2 - column;
        if (symmetry & 2) row = 2 - row;
        return row * 3 + column;
    }

  private:
    bool has_line(int player) const {
        constexpr std::array<int, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
        for (int line : lines) {
            if ((stones_[static_cast<std::size_t>(player)] & line) == line) return true;
        }
        return false;
    }
    std::array<int, 2> stones_{};
    int plies_ = 0;
};

}  // namespace boardai::tictactoe
