// The functions of state.hpp that are not called at every node, and the instantiations for 1, 2 and 4 words.

#include <cctype>
#include <stdexcept>
#include <vector>

#include "boardai/core/in_quotes.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "games/reversi/state-inl.hpp"

namespace boardai::reversi {
namespace {

/// One node of perft, with its placements.
template <int Words>
struct Node {
    Bits<Words> own;
    Bits<Words> opponent;
    Bits<Words> placements;
};

/// The number of leaves two plies below a node with a placement; a child without a reply counts 1 (its pass, or the end
/// of the game).
template <int Words>
std::uint64_t count_replies(const Node<Words>& node, const Bits<Words>& shape) {
    if constexpr (Words == 1) {
        const std::uint64_t empty = shape.word[0] & ~(node.own.word[0] | node.opponent.word[0]);
        return moves8::count_replies(node.own.word[0], node.opponent.word[0], empty, node.placements.word[0]);
    } else {
        std::uint64_t leaves = 0;
        node.placements.for_each([&](int cell) {
            const Bits<Words> flips = flipped(cell, node.own, node.opponent);
            const Bits<Words> moved = node.own | flips | Bits<Words>::single(cell);
            const int replies = placements_of(node.opponent ^ flips, moved, shape).count();
            leaves += replies == 0 ? 1u : static_cast<unsigned>(replies);
        });
        return leaves;
    }
}

template <int Words>
class LeafCounter {
  public:
    explicit LeafCounter(const Bits<Words>& shape) : shape_(shape) {}

    std::uint64_t count(const Node<Words>& node, int depth) {
        poll_();
        if (!node.placements.any()) return count_after_pass(node, depth);
        if (depth == 1) return static_cast<std::uint64_t>(node.placements.count());
        if (depth == 2) return count_replies(node, shape_);
        // All children first, then all grandchildren, so that their move generation overlaps; depth-first order would
        // wait for each child's placements.
        Node<Words> children[64 * Words];
        int size = 0;
        node.placements.for_each([&](int cell) {
            const Bits<Words> flips = flipped(cell, node.own, node.opponent);
            Node<Words>& child = children[size++];
            child.own = node.opponent ^ flips;
            child.opponent = node.own | flips | Bits<Words>::single(cell);
            child.placements = placements_of(child.own, child.opponent, shape_);
        });
        std::uint64_t leaves = 0;
        for (int i = 0; i < size; ++i) leaves += count(children[i], depth - 1);
        return leaves;
    }

  private:
    /// A pass is a ply; a finished game is one leaf.
    std::uint64_t count_after_pass(const Node<Words>& node, int depth) {
        const Bits<Words> replies = placements_of(node.opponent, node.own, shape_);
        if (depth == 1 || !replies.any()) return 1;
        return count({node.opponent, node.own, replies}, depth - 1);
    }

    Bits<Words> shape_;
    InterruptPoll poll_;
};

[[noreturn]] void fail_position(std::size_t index, const std::string& reason) {
    throw std::invalid_argument("position text, character " + std::to_string(index + 1) + ": " + reason);
}

constexpr const char* absolute_mark = " absolute";
constexpr const char* discs_mark = " discs";

std::string cell_name(const Board& board, int action) {
    return static_cast<char>('a' + action % board.width()) + std::to_string(action / board.width() + 1);
}

/// The cell that a move text names, or -1 if it names no cell of the board.
int parse_cell(const Board& board, const std::string& text) {
    if (text.size() < 2 || text.size() > 3) return -1;
    const int column = std::tolower(static_cast<unsigned char>(text[0])) - 'a';
    int row = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] < '0' || text[i] > '9') return -1;
        row = row * 10 + (text[i] - '0');
    }
    if (text[1] == '0' || column < 0 || column >= board.width() || row < 1 || row > board.height()) return -1;
    return (row - 1) * board.width() + column;
}

}  // namespace

template <int Words>
State<Words>::State(const Board& board, const Bits<Words>& own, const Bits<Words>& opponent, int player)
    : own_(own), opponent_(opponent), board_(&board), player_(player) {
    if (board.words() != Words) {
        throw std::invalid_argument("board '" + board.name() + "' needs a state of " + std::to_string(board.words()) +
                                    " words, not " + std::to_string(Words));
    }
    find_placements();
}

template <int Words>
State<Words>::State(const Board& board, bool absolute_view, bool counts_empty)
    : State(board, on_words<Words>(board.first_player() == 0 ? board.start_dark() : board.start_light()),
            on_words<Words>(board.first_player() == 0 ? board.start_light() : board.start_dark()),
            board.first_player()) {
    absolute_view_ = absolute_view;
    counts_empty_ = counts_empty;
}

template <int Words>
State<Words>::State(const std::string& board_text) : State(Board::from_text(board_text)) {}

template <int Words>
std::uint64_t State<Words>::perft(int depth) const {
    if (depth <= 0) return 1;
    LeafCounter<Words> counter(on_words<Words>(board_->shape()));
    return counter.count({own_, opponent_, placements_}, depth);
}

template <int Words>
std::string State<Words>::to_string() const {
    std::string text;
    for (int action = 0; action < board_->pass_action(); ++action) {
        const int cell = board_->cell_of_action(action);
        text += !board_->has_cell(action) ? hole_character
                : discs(0).contains(cell) ? dark_character
                : discs(1).contains(cell) ? light_character
                                          : empty_character;
    }
    text += ' ';
    text += player_ == 0 ? dark_character : light_character;
    return text;
}

template <int Words>
State<Words> State<Words>::from_string(const std::string& text) const {
    const auto cells = static_cast<std::size_t>(board_->pass_action());
    Bits<Words> dark, light;
    for (std::size_t i = 0; i < text.size() && i < cells; ++i) {
        const int action = static_cast<int>(i);
        const int cell = board_->cell_of_action(action);
        if (!board_->has_cell(action)) {
            if (text[i] != hole_character) {
                fail_position(i, cell_name(*board_, action) + " is no cell of board '" + board_->name() +
                                     "', expected '#', got " + shown(text[i]));
            }
        } else if (text[i] == dark_character) {
            dark = dark | Bits<Words>::single(cell);
        } else if (text[i] == light_character) {
            light = light | Bits<Words>::single(cell);
        } else if (text[i] != empty_character) {
            fail_position(i, "expected '-', 'X' or 'O' for " + cell_name(*board_, action) + ", got " + shown(text[i]));
        }
    }
    if (text.size() != cells + 2) {
        fail_position(text.size() < cells + 2 ? text.size() : cells + 2,
                      "expected " + std::to_string(cells) + " cells, a space and the side to move, got " +
                          std::to_string(text.size()) + " characters");
    }
    if (text[cells] != ' ') fail_position(cells, "expected a space before the side to move, got " + shown(text[cells]));
    const char side = text[cells + 1];
    if (side != dark_character && side != light_character) {
        fail_position(cells + 1, "expected the side to move, 'X' or 'O', got " + shown(side));
    }
    State result = side == dark_character ? State(*board_, dark, light, 0) : State(*board_, light, dark, 1);
    result.absolute_view_ = absolute_view_;
    result.counts_empty_ = counts_empty_;
    return result;
}

template <int Words>
std::string State<Words>::action_to_string(Action action) const {
    return action == board_->pass_action() ? "pass" : cell_name(*board_, action);
}

template <int Words>
Action State<Words>::action_from_string(const std::string& text) const {
    const auto fail = [&](const std::string& reason) {
        throw std::invalid_argument("move " + in_quotes(text) + ": " + reason);
    };
    if (text == "pass") {
        if (!must_pass_) fail(is_terminal() ? "the game is over" : "a side that can place a disc may not pass");
        return board_->pass_action();
    }
    const int action = parse_cell(*board_, text);
    if (action < 0) {
        fail("expected a column a-" + std::string(1, static_cast<char>('a' + board_->width() - 1)) + " and a row 1-" +
             std::to_string(board_->height()) + ", or 'pass'");
    }
    if (!is_legal(action)) {
        const int cell = board_->cell_of_action(action);
        fail(!board_->has_cell(action)           ? "the board has no such cell"
             : (own_ | opponent_).contains(cell) ? "the cell is taken"
             : is_terminal()                     ? "the game is over"
                                                 : "it would flip no disc");
    }
    return action;
}

template <int Words>
State<Words> State<Words>::transformed(int symmetry) const {
    const auto image = [&](const Bits<Words>& bits) {
        Bits<Words> result;
        bits.for_each([&](int cell) {
            const int action = board_->transform_action(board_->action_of_cell(cell), symmetry);
            result = result | Bits<Words>::single(board_->cell_of_action(action));
        });
        return result;
    };
    State result = *this;
    result.own_ = image(own_);
    result.opponent_ = image(opponent_);
    result.placements_ = image(placements_);
    return result;
}

template <int Words>
void State<Words>::encode(const Canvas& canvas) const {
    const auto fill = [&](const Bits<Words>& bits, int channel) {
        bits.for_each([&](int cell) { canvas.at_cell(board_->action_of_cell(cell), board_->width(), channel) = 1.0f; });
    };
    const int own_plane = absolute_view_ ? player_ : 0;
    fill(own_, own_plane);
    fill(opponent_, 1 - own_plane);
    fill(placements_, 2);
    fill(on_words<Words>(board_->shape()), 3);
    if (absolute_view_ && player_ == 1) canvas.fill(board_->height(), board_->width(), 4, 1.0f);
}

template <int Words>
void State<Words>::write_ownership(const Canvas& canvas, const State& before) const {
    for (const int owner : {0, 1}) {
        discs(owner).for_each([&](int cell) {
            canvas.at_cell(board_->action_of_cell(cell), board_->width(), 0) = owner == before.player_ ? 1.0f : -1.0f;
        });
    }
}

template <int Words>
Action State<Words>::action_from_policy(int index) const {
    if (index == board_->pass_action()) return index;
    return index >= 0 && index < board_->pass_action() && board_->has_cell(index) ? index : -1;
}

template <int Words>
std::string State<Words>::pack() const {
    return board_->text() + "\n" + to_string() + (absolute_view_ ? absolute_mark : "") +
           (counts_empty_ ? "" : discs_mark);
}

template <int Words>
State<Words> State<Words>::unpack(const std::string& bytes) {
    const std::size_t last_line = bytes.rfind('\n');
    if (last_line == std::string::npos) throw std::invalid_argument("packed Reversi state: no position line");
    std::string position = bytes.substr(last_line + 1);
    const auto take = [&position](std::string_view mark) {
        const bool there = position.ends_with(mark);
        if (there) position.resize(position.size() - mark.size());
        return there;
    };
    const bool discs = take(discs_mark);
    const bool absolute = take(absolute_mark);
    return State(Board::from_text(bytes.substr(0, last_line)), absolute, !discs).from_string(position);
}

template class State<1>;
template class State<2>;
template class State<4>;

}  // namespace boardai::reversi
