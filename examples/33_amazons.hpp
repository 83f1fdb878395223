#pragma once
// The Game of the Amazons on 6x6 (Walter Zamkauskas, 1988): a game with hundreds of moves in a position. An amazon
// moves like a chess queen, then shoots an arrow in the same way; the arrow's cell is blocked from then on. A
// player who cannot move loses.
//
//     python -m boardai.check examples/33_amazons.hpp
//     python -m boardai.train examples/33_amazons.hpp --minutes 12

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/runtime.hpp"

class Amazons {
  public:
    static constexpr int size = 6, cells = size * size, amazons = 4;
    static constexpr int max_length = cells - 2 * amazons;  // every move fills a cell

    int current_player() const { return player_; }
    bool is_terminal() const {
        for (std::uint64_t rest = amazons_[player_]; rest; rest &= rest - 1) {
            if (neighbours(std::countr_zero(rest)) & ~occupied()) return false;
        }
        return true;
    }
    // The player to move is the one who cannot.
    int outcome(int player) const { return !is_terminal() ? 0 : player == player_ ? -1 : 1; }

    // An action is (from * 36 + to) * 36 + arrow.
    void legal_actions(boardai::ActionList& out) const {
        out.clear();
        for (std::uint64_t rest = amazons_[player_]; rest; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            const std::uint64_t others = occupied() & ~bit(from);
            for (std::uint64_t to = reach(from, others); to; to &= to - 1) {
                const int target = std::countr_zero(to);
                for (std::uint64_t arrows = reach(target, others); arrows; arrows &= arrows - 1) {
                    out.push_back((from * cells + target) * cells + std::countr_zero(arrows));
                }
            }
        }
    }

    // Precondition: legal.
    void apply(boardai::Action action) {
        amazons_[player_] ^= bit(action / (cells * cells)) | bit(action / cells % cells);
        arrows_ |= bit(action % cells);
        player_ = 1 - player_;
    }

    std::uint64_t hash() const {
        const std::uint64_t one = boardai::mix64(arrows_ + static_cast<std::uint64_t>(player_));
        return boardai::mix64(amazons_[0] ^ boardai::mix64(amazons_[1] ^ one));
    }
    bool operator==(const Amazons&) const = default;

    // The rows from the top, and the side to move: ".b..b./b....b/....../....../w....w/.w..w. w". x is an arrow.
    std::string to_string() const {
        std::string text = board_cells();
        for (char& letter : text) letter = letter == '\n' ? '/' : letter;
        return text + (player_ == 0 ? " w" : " b");
    }

    static Amazons from_string(const std::string& text) {
        constexpr std::size_t length = size * (size + 1) - 1;
        const auto refuse = [](std::size_t place, const std::string& reason) {
            throw std::invalid_argument("Amazons position, character " + std::to_string(place + 1) + ": " + reason);
        };
        if (text.size() != length + 2) {
            throw std::invalid_argument("Amazons position: expected " + std::to_string(length + 2) +
                                        " characters, got " + std::to_string(text.size()));
        }
        Amazons state;
        state.amazons_[0] = state.amazons_[1] = state.arrows_ = 0;
        for (std::size_t place = 0; place < length; ++place) {
            const int row = static_cast<int>(place) / (size + 1), column = static_cast<int>(place) % (size + 1);
            const char letter = text[place];
            if (column == size) {
                if (letter != '/') refuse(place, "expected '/'");
            } else if (letter == 'w' || letter == 'b') {
                state.amazons_[letter == 'b'] |= bit(size * row + column);
            } else if (letter == 'x') {
                state.arrows_ |= bit(size * row + column);
            } else if (letter != '.') {
                refuse(place, "expected 'w', 'b', 'x' or '.'");
            }
        }
        if (text[length] != ' ') refuse(length, "expected a space");
        if (text[length + 1] != 'w' && text[length + 1] != 'b') refuse(length + 1, "expected 'w' or 'b'");
        state.player_ = text[length + 1] == 'b';
        for (const std::uint64_t side : state.amazons_) {
            if (std::popcount(side) != amazons) {
                throw std::invalid_argument("Amazons position: expected 4 amazons of each side");
            }
        }
        // White begins, and every move shoots an arrow.
        if (std::popcount(state.arrows_) % 2 != state.player_) {
            throw std::invalid_argument(
                "Amazons position: White moves after an even number of arrows, Black after an odd one");
        }
        return state;
    }

    // Moves are called a2-a4/c4: from, to, and the arrow's cell.
    std::string action_to_string(boardai::Action action) const {
        return name(action / (cells * cells)) + "-" + name(action / cells % cells) + "/" + name(action % cells);
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
            text += amazons_[0] & bit(cell) ? 'w' : amazons_[1] & bit(cell) ? 'b' : arrows_ & bit(cell) ? 'x' : '.';
        }
        return text;
    }
    std::string row_names() const { return "6 5 4 3 2 1"; }
    std::string player_pieces(int player) const { return player == 0 ? "w" : "b"; }
    std::vector<int> action_cells(boardai::Action action) const {
        return {action / (cells * cells), action / cells % cells, action % cells};
    }

    // --- for networks: own amazons, the opponent's, arrows; a logit for each from, to and arrow ---

    boardai::Shape observation_shape() const { return {size, size, 3}; }
    void encode(const boardai::Canvas& canvas) const {
        for (int cell = 0; cell < cells; ++cell) {
            if (amazons_[player_] & bit(cell)) canvas.at(cell / size, cell % size, 0) = 1;
            if (amazons_[1 - player_] & bit(cell)) canvas.at(cell / size, cell % size, 1) = 1;
            if (arrows_ & bit(cell)) canvas.at(cell / size, cell % size, 2) = 1;
        }
    }
    int policy_planes() const { return cells * cells; }
    int policy_extras() const { return 0; }
    int policy_index(boardai::Action action) const { return action; }
    boardai::Action action_from_policy(int index) const { return index; }
    std::uint64_t observation_key() const { return hash(); }

    // --- optional: turned and mirrored boards are the same game. Bit 0 mirrors columns, bit 1 rows, bit 2 swaps them
    // ---

    int symmetry_count() const { return 8; }
    Amazons transformed(int symmetry) const {
        Amazons turned = *this;
        turned.arrows_ = turn(arrows_, symmetry);
        for (int player = 0; player < 2; ++player) turned.amazons_[player] = turn(amazons_[player], symmetry);
        return turned;
    }
    boardai::Action transform_action(boardai::Action action, int symmetry) const {
        const int from = place(action / (cells * cells), symmetry), to = place(action / cells % cells, symmetry);
        return (from * cells + to) * cells + place(action % cells, symmetry);
    }

  private:
    static constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }
    static constexpr std::uint64_t set_of(std::initializer_list<int> places) {
        std::uint64_t set = 0;
        for (const int cell : places) set |= bit(cell);
        return set;
    }
    static std::string name(int cell) {
        return std::string{static_cast<char>('a' + cell % size), static_cast<char>('0' + size - cell / size)};
    }
    static int place(int cell, int symmetry) {
        int row = cell / size, column = cell % size;
        if (symmetry & 1) column = size - 1 - column;
        if (symmetry & 2) row = size - 1 - row;
        return symmetry & 4 ? column * size + row : row * size + column;
    }
    static std::uint64_t turn(std::uint64_t set, int symmetry) {
        std::uint64_t turned = 0;
        for (; set; set &= set - 1) turned |= bit(place(std::countr_zero(set), symmetry));
        return turned;
    }
    std::uint64_t occupied() const { return amazons_[0] | amazons_[1] | arrows_; }

    // The cells that a queen on `from` reaches, at most `steps` in each direction.
    static std::uint64_t reach(int from, std::uint64_t blocked, int steps = size) {
        std::uint64_t reached = 0;
        for (int down = -1; down <= 1; ++down) {
            for (int right = -1; right <= 1; ++right) {
                int row = from / size + down, column = from % size + right;
                for (int step = 0; (down || right) && step < steps; ++step, row += down, column += right) {
                    if (row < 0 || row >= size || column < 0 || column >= size) break;
                    if (blocked & bit(row * size + column)) break;
                    reached |= bit(row * size + column);
                }
            }
        }
        return reached;
    }
    static std::uint64_t neighbours(int cell) { return reach(cell, 0, 1); }

    std::uint64_t amazons_[2] = {set_of({24, 29, 31, 34}), set_of({1, 4, 6, 11})};
    std::uint64_t arrows_ = 0;
    int player_ = 0;
};

BOARDAI_GAME(Amazons)
