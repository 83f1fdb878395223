#pragma once
// Breakthrough on 6x6 (Dan Troyka, 2000): a second complete game in C++. The first player to reach the far row wins.
//
//     python -m boardai.check examples/33_breakthrough.hpp
//     python -m boardai.train examples/33_breakthrough.hpp --minutes 12

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/runtime.hpp"

class Breakthrough {
  public:
    static constexpr int size = 6, cells = size * size;
    static constexpr int max_length = 2 * 2 * size * (size - 1);  // every move brings a piece a row forward

    int current_player() const { return player_; }
    bool is_terminal() const { return has_won(0) || has_won(1); }
    int outcome(int player) const { return has_won(player) ? 1 : has_won(1 - player) ? -1 : 0; }

    // An action is 3 * cell + direction: 0 left, 1 straight on, 2 right, as the board is drawn. The piece that is
    // farthest ahead can always move diagonally, so there is always a move.
    void legal_actions(boardai::ActionList& out) const {
        out.clear();
        if (is_terminal()) return;
        for (std::uint64_t rest = pieces_[player_]; rest; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            for (int direction = 0; direction < 3; ++direction) {
                const int column = from % size + direction - 1;
                if (column < 0 || column >= size) continue;
                const std::uint64_t there = bit(target(from, direction, player_));
                // Straight on only to an empty cell; diagonally also by a capture.
                const std::uint64_t barred = direction == 1 ? pieces_[0] | pieces_[1] : pieces_[player_];
                if (!(barred & there)) out.push_back(3 * from + direction);
            }
        }
    }

    // Precondition: legal.
    void apply(boardai::Action action) {
        const int from = action / 3, to = target(from, action % 3, player_);
        pieces_[player_] ^= bit(from) | bit(to);
        pieces_[1 - player_] &= ~bit(to);
        player_ = 1 - player_;
    }

    std::uint64_t hash() const {
        return boardai::mix64(pieces_[0] ^ boardai::mix64(pieces_[1] + static_cast<std::uint64_t>(player_)));
    }
    bool operator==(const Breakthrough&) const = default;

    // The rows from the top, and the side to move: "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww w".
    std::string to_string() const {
        std::string text = board_cells();
        for (char& letter : text) letter = letter == '\n' ? '/' : letter;
        return text + (player_ == 0 ? " w" : " b");
    }

    static Breakthrough from_string(const std::string& text) {
        constexpr std::size_t length = size * (size + 1) - 1;
        const auto refuse = [](std::size_t place, const std::string& reason) {
            throw std::invalid_argument("Breakthrough position, character " + std::to_string(place + 1) + ": " +
                                        reason);
        };
        if (text.size() != length + 2) {
            throw std::invalid_argument("Breakthrough position: expected " + std::to_string(length + 2) +
                                        " characters, got " + std::to_string(text.size()));
        }
        Breakthrough state;
        state.pieces_[0] = state.pieces_[1] = 0;
        for (std::size_t place = 0; place < length; ++place) {
            const int row = static_cast<int>(place) / (size + 1), column = static_cast<int>(place) % (size + 1);
            const char letter = text[place];
            if (column == size) {
                if (letter != '/') refuse(place, "expected '/'");
            } else if (letter == 'w' || letter == 'b') {
                state.pieces_[letter == 'b'] |= bit(size * row + column);
            } else if (letter != '.') {
                refuse(place, "expected 'w', 'b' or '.'");
            }
        }
        if (text[length] != ' ') refuse(length, "expected a space");
        if (text[length + 1] != 'w' && text[length + 1] != 'b') refuse(length + 1, "expected 'w' or 'b'");
        state.player_ = text[length + 1] == 'b';
        for (int player = 0; player < 2; ++player) {
            if (std::popcount(state.pieces_[player]) > 2 * size) {
                throw std::invalid_argument("Breakthrough position: more than 12 pieces of a side");
            }
        }
        if (state.has_won(0) && state.has_won(1)) {
            throw std::invalid_argument("Breakthrough position: both sides have won");
        }
        if (state.has_won(state.player_)) {
            throw std::invalid_argument("Breakthrough position: the side to move has already won");
        }
        return state;
    }

    // Moves are called a2-a3, and a2xb3 where they capture.
    std::string action_to_string(boardai::Action action) const {
        const int to = target(action / 3, action % 3, player_);
        return name(action / 3) + (pieces_[1 - player_] & bit(to) ? "x" : "-") + name(to);
    }
    boardai::Action action_from_string(const std::string& text) const {
        boardai::ActionList actions;
        legal_actions(actions);
        for (const boardai::Action action : actions) {
            if (action_to_string(action) == text) return action;
        }
        throw std::invalid_argument("no legal move is called '" + text + "' in position " + to_string());
    }

    // --- what people see ---

    std::string board_cells() const {
        std::string text;
        for (int cell = 0; cell < cells; ++cell) {
            if (cell > 0 && cell % size == 0) text += '\n';
            text += pieces_[0] & bit(cell) ? 'w' : pieces_[1] & bit(cell) ? 'b' : '.';
        }
        return text;
    }
    std::string row_names() const { return "6 5 4 3 2 1"; }
    std::string player_pieces(int player) const { return player == 0 ? "w" : "b"; }
    std::vector<int> action_cells(boardai::Action action) const {
        return {action / 3, target(action / 3, action % 3, player_)};
    }

    // --- for networks: the side to move always moves up the board; a logit for each direction and cell ---

    boardai::Shape observation_shape() const { return {size, size, 2}; }
    void encode(const boardai::Canvas& canvas) const {
        for (int cell = 0; cell < cells; ++cell) {
            const int shown = seen(cell);
            if (pieces_[player_] & bit(cell)) canvas.at(shown / size, shown % size, 0) = 1;
            if (pieces_[1 - player_] & bit(cell)) canvas.at(shown / size, shown % size, 1) = 1;
        }
    }
    int policy_planes() const { return 3; }
    int policy_extras() const { return 0; }
    int policy_index(boardai::Action action) const { return action % 3 * cells + seen(action / 3); }
    boardai::Action action_from_policy(int index) const { return 3 * seen(index % cells) + index / cells; }
    std::uint64_t observation_key() const { return hash(); }

    // --- optional: the mirror image is the same game ---

    int symmetry_count() const { return 2; }
    Breakthrough transformed(int symmetry) const {
        if (symmetry == 0) return *this;
        Breakthrough mirrored = *this;
        for (int player = 0; player < 2; ++player) {
            mirrored.pieces_[player] = 0;
            for (std::uint64_t rest = pieces_[player]; rest; rest &= rest - 1) {
                mirrored.pieces_[player] |= bit(mirror(std::countr_zero(rest)));
            }
        }
        return mirrored;
    }
    boardai::Action transform_action(boardai::Action action, int symmetry) const {
        return symmetry == 0 ? action : 3 * mirror(action / 3) + 2 - action % 3;
    }

  private:
    static constexpr std::uint64_t two_rows = (std::uint64_t{1} << 2 * size) - 1;

    // Bit 6 * row + column, row 0 at the top.
    static constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }
    // Player 0 moves up.
    static int target(int from, int direction, int player) {
        return from + (player == 0 ? -size : size) + direction - 1;
    }
    static int mirror(int cell) { return cell / size * size + size - 1 - cell % size; }
    int seen(int cell) const { return player_ == 0 ? cell : (size - 1 - cell / size) * size + cell % size; }
    static std::string name(int cell) {
        return std::string{static_cast<char>('a' + cell % size), static_cast<char>('0' + size - cell / size)};
    }
    bool has_won(int player) const {
        constexpr std::uint64_t top_row = (std::uint64_t{1} << size) - 1;
        const std::uint64_t far_row = player == 0 ? top_row : top_row << size * (size - 1);
        return (pieces_[player] & far_row) || !pieces_[1 - player];
    }

    std::uint64_t pieces_[2] = {two_rows << size * (size - 2), two_rows};
    int player_ = 0;
};

BOARDAI_GAME(Breakthrough)
