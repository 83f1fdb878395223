#pragma once
// Connect Four for example 2: a complete game in C++, compiled when it is loaded.

#include <bit>
#include <stdexcept>
#include <vector>

#include "boardai/runtime.hpp"

class ConnectFour {
  public:
    static constexpr int columns = 7, rows = 6, max_length = columns * rows;

    // The player to move: 0 or 1. Also called when the game is over (the player who would move next).
    int current_player() const { return count_ % 2; }

    bool is_terminal() const { return has_line(discs_[1 - current_player()]) || count_ == columns * rows; }

    // +1, 0 or -1 for that player. In C++ it is only asked at the end; the Python face checks that.
    int outcome(int player) const {
        const int last = 1 - current_player();
        return has_line(discs_[last]) ? (player == last ? 1 : -1) : 0;
    }

    // An action is a column. The list lives on the caller's stack; nothing is allocated.
    void legal_actions(boardai::ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        for (int column = 0; column < columns; ++column) {
            if (!(occupied() >> top(column) & 1)) out.push_back(column);
        }
    }

    // Precondition: legal. Adding 1 at the foot of a column carries up to its first empty cell.
    void apply(boardai::Action column) {
        const std::uint64_t cell =
            (occupied() + (std::uint64_t{1} << (7 * column))) & column_mask(column) & ~occupied();
        discs_[current_player()] |= cell;
        ++count_;
    }

    // 64 bits over what the rules need. The two boards determine everything, including the side to move.
    std::uint64_t hash() const { return boardai::mix64(discs_[0] ^ boardai::mix64(discs_[1])); }

    bool operator==(const ConnectFour&) const = default;

    // One line of text: the columns from left to right, bottom first: "xo/x//o///".
    std::string to_string() const {
        std::string text;
        for (int column = 0; column < columns; ++column) {
            if (column > 0) text += '/';
            for (int row = 0; row < rows; ++row) {
                const std::uint64_t cell = std::uint64_t{1} << (7 * column + row);
                if (occupied() & cell) text += discs_[0] & cell ? 'x' : 'o';
            }
        }
        return text;
    }

    // Bad input is refused by std::invalid_argument, a ValueError in Python, naming the place and the reason.
    static ConnectFour from_string(const std::string& text) {
        ConnectFour state;
        int column = 0, row = 0;
        for (std::size_t place = 0; place < text.size(); ++place) {
            const char letter = text[place];
            const std::string where = "Connect Four position, character " + std::to_string(place + 1) + ": ";
            if (letter == '/') {
                if (++column == columns) throw std::invalid_argument(where + "more than 7 columns");
                row = 0;
            } else if (letter == 'x' || letter == 'o') {
                if (row == rows) throw std::invalid_argument(where + "more than 6 discs in a column");
                state.discs_[letter == 'o'] |= std::uint64_t{1} << (7 * column + row++);
                ++state.count_;
            } else {
                throw std::invalid_argument(where + "expected 'x', 'o' or '/'");
            }
        }
        if (column != columns - 1) throw std::invalid_argument("Connect Four position: fewer than 7 columns");
        const int surplus = std::popcount(state.discs_[0]) - std::popcount(state.discs_[1]);
        if (surplus != 0 && surplus != 1) {
            throw std::invalid_argument("Connect Four position: x must have as many discs as o, or one more");
        }
        return state;
    }

    // Columns are called a to g.
    std::string action_to_string(boardai::Action column) const {
        return std::string(1, static_cast<char>('a' + column));
    }

    boardai::Action action_from_string(const std::string& text) const {
        boardai::ActionList actions;
        legal_actions(actions);
        for (boardai::Action action : actions) {
            if (action_to_string(action) == text) return action;
        }
        throw std::invalid_argument("no legal column is called '" + text + "' in position " + to_string());
    }

    // --- what people see; optional: the board in lines, the top row first, and what its rows are called ---

    std::string board_cells() const {
        std::string text;
        for (int row = rows - 1; row >= 0; --row) {
            for (int column = 0; column < columns; ++column) {
                const std::uint64_t cell = std::uint64_t{1} << (7 * column + row);
                text += !(occupied() & cell) ? '.' : discs_[0] & cell ? 'x' : 'o';
            }
            if (row > 0) text += '\n';
        }
        return text;
    }

    std::string row_names() const {
        std::string names;
        for (int row = rows; row > 0; --row) names += std::to_string(row) + (row > 1 ? " " : "");
        return names;
    }

    // The cell a disc falls on.
    std::vector<int> action_cells(boardai::Action column) const {
        const int height = std::popcount(occupied() & column_mask(column));
        return {(rows - 1 - height) * columns + column};
    }

    // --- for networks: own discs, the opponent's discs; one logit a column ---

    boardai::Shape observation_shape() const { return {rows, columns, 2}; }

    // The canvas is zero already. Row 0 is the top, as people see it.
    void encode(const boardai::Canvas& canvas) const {
        for (int column = 0; column < columns; ++column) {
            for (int row = 0; row < rows; ++row) {
                const std::uint64_t cell = std::uint64_t{1} << (7 * column + row);
                if (occupied() & cell) {
                    canvas.at(rows - 1 - row, column, discs_[current_player()] & cell ? 0 : 1) = 1;
                }
            }
        }
    }

    // A policy is planes x cells and some extras; a move is a column, not a cell, so all are extras here.
    int policy_planes() const { return 0; }
    int policy_extras() const { return columns; }
    int policy_index(boardai::Action column) const { return column; }
    boardai::Action action_from_policy(int index) const { return index; }
    std::uint64_t observation_key() const { return hash(); }

    // --- optional: the mirror image is the same game ---

    int symmetry_count() const { return 2; }
    ConnectFour transformed(int symmetry) const {
        if (symmetry == 0) return *this;
        ConnectFour mirrored = *this;
        for (int player = 0; player < 2; ++player) {
            mirrored.discs_[player] = 0;
            for (int column = 0; column < columns; ++column) {
                const std::uint64_t discs = discs_[player] >> (7 * column) & 127;
                mirrored.discs_[player] |= discs << (7 * (columns - 1 - column));
            }
        }
        return mirrored;
    }
    boardai::Action transform_action(boardai::Action column, int symmetry) const {
        return symmetry == 0 ? column : columns - 1 - column;
    }

  protected:
    // Bit 7 * column + row. Each column has a seventh, always empty bit, so that lines do not wrap around.
    static int top(int column) { return 7 * column + rows - 1; }
    static std::uint64_t column_mask(int column) { return std::uint64_t{63} << (7 * column); }
    std::uint64_t occupied() const { return discs_[0] | discs_[1]; }
    static bool has_line(std::uint64_t discs) {
        for (int step : {1, 6, 7, 8}) {  // up, two diagonals, across
            const std::uint64_t pairs = discs & discs >> step;
            if (pairs & pairs >> 2 * step) return true;
        }
        return false;
    }

    std::uint64_t discs_[2] = {0, 0};
    int count_ = 0;
};

BOARDAI_GAME(ConnectFour)
