// Hex: text, bytes, symmetry and paths; functions that are too long to inline, or that no search calls in its inner
// loop.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "boardai/core/in_quotes.hpp"
#include "games/hex/board/chains.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

[[noreturn]] void fail(const std::string& reason) { throw std::invalid_argument(reason); }

/// Splits at every separator; empty parts are kept.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a number of at most three digits, without leading zeros, at `at`; 0 if there is none.
int read_number(std::string_view text, std::size_t& at) {
    const std::size_t start = at;
    int value = 0;
    while (at < text.size() && is_digit(text[at]) && at - start < 3) value = 10 * value + (text[at++] - '0');
    if (at > start && text[start] == '0') {
        at = start;
        return 0;
    }
    return value;
}

std::string cell_name(int row, int column) {
    return std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
}

constexpr const char* rule_words[] = {"no-swap", "swap", "swapped"};

}  // namespace

template <int Words>
std::string State<Words>::settle() {
    const int black_count = stones_[black].count();
    const int white_count = stones_[white].count();
    if (black_count != white_count && black_count != white_count + 1) {
        return "black has " + std::to_string(black_count) + " stones and white " + std::to_string(white_count) +
               ": black moves first and the colours alternate";
    }
    if (swapped_ && !swap_rule_) return "swapped without the swap rule";
    if (swapped_ && black_count == 0) return "swapped before the first stone";
    if (swapped_ && geometry_->rows == 1) return "swapped, but on one row the first stone ends the game";
    stones_played_ = static_cast<std::int16_t>(black_count + white_count);
    winner_ = -1;
    for (int colour : {black, white}) {
        auto joined = [&](const Bits<Words>& set) {
            return colour == black ? geometry_->joins_top_and_bottom(set) : geometry_->joins_left_and_right(set);
        };
        if (!joined(stones_[colour])) continue;
        const std::string name = colour == black ? "black" : "white";
        if (colour == colour_to_move()) {
            return name + " has connected and is to move: the game would have ended before the last stone";
        }
        bool completed_by_one = false;
        stones_[colour].for_each(
            [&](int cell) { completed_by_one |= !joined(stones_[colour] - Bits<Words>::of(cell)); });
        if (!completed_by_one) return name + " has connected twice: the game would have ended before the last stone";
        winner_ = static_cast<std::int8_t>(colour);
    }
    return "";
}

template <int Words>
std::string State<Words>::to_string() const {
    std::string text;
    for (int row = 0; row < rows(); ++row) {
        if (row > 0) text += '/';
        int empty_run = 0;
        for (int column = 0; column < columns(); ++column) {
            const int stone = stone_at(row, column);
            if (stone < 0) {
                ++empty_run;
                continue;
            }
            if (empty_run > 0) text += std::to_string(empty_run);
            empty_run = 0;
            text += stone == black ? 'b' : 'w';
        }
        if (empty_run > 0) text += std::to_string(empty_run);
    }
    text += colour_to_move() == black ? " b " : " w ";
    return text + rule_words[static_cast<int>(swap_rule_) + static_cast<int>(swapped_)];
}

template <int Words>
State<Words> State<Words>::from_string(const std::string& text) const {
    const std::vector<std::string_view> fields = split(text, ' ');
    if (fields.size() != 3) {
        fail("Hex position " + in_quotes(text) +
             ": expected 3 fields separated by single spaces (board, colour to move, " + "swap rule), got " +
             std::to_string(fields.size()));
    }
    State result(rows(), columns(), swap_rule_, absolute_view_, edge_planes_);

    const std::vector<std::string_view> lines = split(fields[0], '/');
    if (lines.size() != static_cast<std::size_t>(rows())) {
        fail("Hex position field 1 (board): expected " + std::to_string(rows()) + " rows, got " +
             std::to_string(lines.size()));
    }
    for (int row = 0; row < rows(); ++row) {
        const std::string_view line = lines[static_cast<std::size_t>(row)];
        int column = 0;
        for (std::size_t at = 0; at < line.size();) {
            const std::string place = "Hex position field 1 (board), row " + std::to_string(row + 1) + ", character " +
                                      std::to_string(at + 1);
            int run = 1;
            if (is_digit(line[at])) {
                run = read_number(line, at);
                if (run == 0) fail(place + ": a run of empty cells starts with 1 to 9");
                if (at < line.size() && is_digit(line[at])) fail(place + ": number too large");
            } else if (line[at] != 'b' && line[at] != 'w') {
                fail(place + ": expected b, w or a number, got " + in_quotes(line.substr(at, 1)));
            } else if (column < columns()) {
                result.stones_[line[at++] == 'b' ? black : white].set(row * columns() + column);
            }
            column += run;
            if (column > columns()) fail(place + ": more than " + std::to_string(columns()) + " columns");
        }
        if (column != columns()) {
            fail("Hex position field 1 (board), row " + std::to_string(row + 1) + ": expected " +
                 std::to_string(columns()) + " columns, got " + std::to_string(column));
        }
    }

    const auto* const word = std::find(std::begin(rule_words), std::end(rule_words), fields[2]);
    if (word == std::end(rule_words)) {
        fail("Hex position field 3 (swap rule): expected no-swap, swap or swapped, got " + in_quotes(fields[2]));
    }
    if ((word != rule_words) != swap_rule_) {
        fail("Hex position field 3 (swap rule): this game is played " + std::string(swap_rule_ ? "with" : "without") +
             " the swap rule, got " + in_quotes(fields[2]));
    }
    result.swapped_ = word == rule_words + 2;

    if (fields[1] != "b" && fields[1] != "w") {
        fail("Hex position field 2 (colour to move): expected b or w, got " + in_quotes(fields[1]));
    }
    if (const std::string reason = result.settle(); !reason.empty()) fail("Hex position: " + reason);
    if ((fields[1] == "b") != (result.colour_to_move() == black)) {
        fail("Hex position field 2 (colour to move): by the number of stones it is " +
             std::string(result.colour_to_move() == black ? "b" : "w") + ", got " + in_quotes(fields[1]));
    }
    return result;
}

template <int Words>
std::string State<Words>::action_to_string(Action action) const {
    if (action == swap_action() && swap_rule_) return "swap";
    if (action < 0 || action >= geometry_->cells) {
        fail("action " + std::to_string(action) + ": this board has actions 0 to " +
             std::to_string(geometry_->cells - 1 + static_cast<int>(swap_rule_)));
    }
    return cell_name(action / columns(), action % columns());
}

template <int Words>
Action State<Words>::action_from_string(const std::string& text) const {
    const std::string place = "move " + in_quotes(text);
    if (is_terminal()) fail(place + ": the game is over");
    if (text == "swap") {
        if (swap_available()) return swap_action();
        fail(place + (swap_rule_ ? ": only the answer to the first stone may be swap"
                                 : ": this game is played without the swap rule"));
    }
    std::size_t at = 1;
    if (text.empty() || text[0] < 'a' || text[0] > 'z') fail(place + ": expected a letter and a number, as in a1");
    const int column = text[0] - 'a';
    const int row = read_number(text, at) - 1;
    if (row < 0 || at != text.size()) fail(place + ": expected a letter and a number, as in a1");
    if (column >= columns() || row >= rows()) {
        fail(place + ": the last cell of this board is " + cell_name(rows() - 1, columns() - 1));
    }
    if (stone_at(row, column) >= 0) fail(place + ": the cell is occupied");
    return row * columns() + column;
}

// Bytes: rows, columns, rule (index into rule_words), then the black and the white cells, eight to a byte, lowest
// first.

template <int Words>
std::string State<Words>::pack() const {
    std::string bytes{static_cast<char>(rows()), static_cast<char>(columns()),
                      static_cast<char>(static_cast<int>(swap_rule_) + static_cast<int>(swapped_) +
                                        (absolute_view_ ? 4 : 0) + (edge_planes_ ? 8 : 0))};
    for (int colour : {black, white}) {
        for (int first = 0; first < geometry_->cells; first += 8) {
            bytes += static_cast<char>((stones_[colour].word[first >> 6] >> (first & 63)) & 0xff);
        }
    }
    return bytes;
}

template <int Words>
State<Words> State<Words>::unpack(const std::string& bytes) {
    auto byte = [&](std::size_t at) { return static_cast<int>(static_cast<unsigned char>(bytes[at])); };
    if (bytes.size() < 3) fail("packed Hex state: too short");
    const int rules = byte(2) & 3;
    if (byte(2) > 15 || rules == 3) {
        fail("packed Hex state, byte 2: expected 0 to 2, 4 to 6, 8 to 10 or 12 to 14, got " + std::to_string(byte(2)));
    }
    State result(byte(0), byte(1), rules > 0, (byte(2) & 4) != 0, (byte(2) & 8) != 0);
    result.swapped_ = rules == 2;
    const int cells = result.geometry_->cells;
    const int length = (cells + 7) / 8;
    if (bytes.size() != static_cast<std::size_t>(3 + 2 * length)) {
        fail("packed Hex state: expected " + std::to_string(3 + 2 * length) + " bytes, got " +
             std::to_string(bytes.size()));
    }
    for (int colour : {black, white}) {
        for (int i = 0; i < 8 * length; ++i) {
            if (((byte(static_cast<std::size_t>(3 + colour * length + i / 8)) >> (i % 8)) & 1) == 0) continue;
            if (i >= cells) fail("packed Hex state: a stone off the board");
            result.stones_[colour].set(i);
        }
    }
    if ((result.stones_[black] & result.stones_[white]).any()) fail("packed Hex state: two stones on one cell");
    if (const std::string reason = result.settle(); !reason.empty()) fail("packed Hex state: " + reason);
    return result;
}

template <int Words>
State<Words> State<Words>::transformed(int symmetry) const {
    assert(symmetry == 0 || symmetry == 1);
    State result = *this;
    if (symmetry == 0) return result;
    for (int colour : {black, white}) {
        result.stones_[colour] = {};
        stones_[colour].for_each([&](int cell) { result.stones_[colour].set(geometry_->cells - 1 - cell); });
    }
    return result;
}

template <int Words>
Action State<Words>::transform_action(Action action, int symmetry) const {
    assert(symmetry == 0 || symmetry == 1);
    return symmetry == 0 || action == swap_action() ? action : geometry_->cells - 1 - action;
}

template <int Words>
void State<Words>::shortest_path(int player, ActionList& out) const {
    out.clear();
    const int colour = colour_of(player);
    const Bits<Words>& own = stones_[colour];
    const Bits<Words>& enemy = stones_[1 - colour];
    const Bits<Words>& start = colour == black ? geometry_->top : geometry_->left;
    const Bits<Words>& goal = colour == black ? geometry_->bottom : geometry_->right;

    constexpr int none = -1;
    std::array<int, static_cast<std::size_t>(max_side) * max_side> previous{};
    Bits<Words> seen;
    std::vector<int> now;    // cells to visit at this distance
    std::vector<int> later;  // and at one more
    auto meet = [&](int cell, int from) {
        if (seen.test(cell) || enemy.test(cell)) return;
        seen.set(cell);
        previous[static_cast<std::size_t>(cell)] = from;
        (own.test(cell) ? now : later).push_back(cell);
    };
    // An empty cell that is first reached from one cell of a distance is not cheaper from another cell of the same
    // distance, so the first predecessor is kept. Own stones belong to the current distance.
    start.for_each([&](int cell) { meet(cell, none); });
    while (!now.empty() || !later.empty()) {
        if (now.empty()) now.swap(later);
        const int cell = now.back();
        now.pop_back();
        if (goal.test(cell)) {
            for (int step = cell; step != none; step = previous[static_cast<std::size_t>(step)]) out.push_back(step);
            std::reverse(out.begin(), out.end());
            return;
        }
        geometry_->neighbours(Bits<Words>::of(cell)).for_each([&](int next) {
            if (next < geometry_->cells) meet(next, cell);
        });
    }
}

template <int Words>
int State<Words>::shortest_connection(int player) const {
    const int colour = colour_of(player);
    const Geometry<Words>& board = *geometry_;
    const Bits<Words>& own = stones_[colour];
    const Bits<Words> empty = board.board - (stones_[black] | stones_[white]);
    const Bits<Words>& goal = colour == black ? board.bottom : board.right;
    Bits<Words> border = colour == black ? board.top : board.left;  // cells that one more step may enter
    Bits<Words> reached;
    for (int distance = 0;; ++distance) {
        // Own stones cost nothing: add all connected ones before the next step.
        for (Bits<Words> stones = border & own; (stones - reached).any(); stones = border & own) {
            reached |= stones;
            border |= board.neighbours(stones);
        }
        if ((reached & goal).any()) return distance;
        const Bits<Words> bought = (border & empty) - reached;
        if (!bought.any()) return unreachable;
        reached |= bought;
        border |= board.neighbours(bought);
        if ((reached & goal).any()) return distance + 1;
    }
}

template <int Words>
void State<Words>::write_ownership(const Canvas& canvas, const State& before) const {
    if (winner_ < 0) return;
    const Side<Words> side(*this, winner_);
    const Bits<Words> chain = side.filled(side.start, side.own) & side.filled(side.goal, side.own);
    const float sign = winner_ == colour_of(before.current_player()) ? 1.0f : -1.0f;
    chain.for_each([&](int cell) {
        const int row = geometry_->row_of(cell);
        const int column = geometry_->column_of(cell);
        (before.seen_transposed() ? canvas.at(column, row, 0) : canvas.at(row, column, 0)) = sign;
    });
}

template class State<1>;
template class State<2>;
template class State<3>;
template class State<6>;

}  // namespace boardai::hex
