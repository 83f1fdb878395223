// Standard algebraic notation.

#include <stdexcept>

#include "boardai/core/in_quotes.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

constexpr std::string_view letters = "PNBRQK";

/// The contents of a SAN text; -1 for what it does not state.
struct SanMove {
    int type = pawn;
    int from_file = -1;
    int from_rank = -1;
    int to = -1;
    int promotion = 0;
    int castling_side = 0;    ///< +1 king side, -1 queen side
    bool by_squares = false;  ///< both squares and no letter, as in g1f3 or e1g1: any piece
};

bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }

[[noreturn]] void fail(const std::string& text, const std::string& reason) {
    throw std::invalid_argument("SAN " + in_quotes(text) + ": " + reason);
}

SanMove read_san(const std::string& text) {
    std::string_view rest = text;
    while (!rest.empty() && std::string_view("+#!?").find(rest.back()) != std::string_view::npos) rest.remove_suffix(1);
    SanMove move;
    if (rest == "O-O" || rest == "0-0") move.castling_side = 1;
    if (rest == "O-O-O" || rest == "0-0-0") move.castling_side = -1;
    if (move.castling_side) return move;

    const bool has_letter = !rest.empty() && letters.find(rest.front()) != std::string_view::npos;
    if (has_letter) {
        move.type = static_cast<int>(letters.find(rest.front()));
        rest.remove_prefix(1);
    }
    // A promotion follows the target square, with or without '='.
    if (rest.size() > 2) {
        const bool with_sign = rest[rest.size() - 2] == '=';
        const char upper =
            rest.back() >= 'a' && !is_file(rest.back()) ? static_cast<char>(rest.back() - 'a' + 'A') : rest.back();
        const char piece = with_sign && rest.back() == 'b' ? 'B' : upper;
        const auto found = letters.find(piece);
        if (found != std::string_view::npos) {
            if (found < knight || found > queen) fail(text, "a pawn promotes to a knight, bishop, rook or queen");
            move.promotion = static_cast<int>(found);
            rest.remove_suffix(with_sign ? 2 : 1);
        }
    }
    if (rest.size() < 2 || !is_file(rest[rest.size() - 2]) || !is_rank(rest.back())) {
        fail(text, "expected a move such as e4, Nf3, exd8=Q+ or O-O");
    }
    move.to = (rest.back() - '1') * 8 + rest[rest.size() - 2] - 'a';
    rest.remove_suffix(2);
    if (!rest.empty() && (rest.back() == 'x' || rest.back() == '-')) rest.remove_suffix(1);
    if (!rest.empty() && is_file(rest.front())) {
        move.from_file = rest.front() - 'a';
        rest.remove_prefix(1);
    }
    if (!rest.empty() && is_rank(rest.front())) {
        move.from_rank = rest.front() - '1';
        rest.remove_prefix(1);
    }
    if (!rest.empty()) fail(text, "expected a move such as e4, Nf3, exd8=Q+ or O-O");
    move.by_squares = !has_letter && move.from_file >= 0 && move.from_rank >= 0;
    // A pawn move without a file of origin stays on its file.
    if (move.type == pawn && move.from_file < 0) move.from_file = file_of(move.to);
    return move;
}

bool matches(const SanMove& move, const Position& position, Action action) {
    const int from = from_square(action);
    const int to = to_square(action);
    if (move.from_file >= 0 && move.from_file != file_of(from)) return false;
    if (move.from_rank >= 0 && move.from_rank != rank_of(from)) return false;
    if (position.is_castling(action) && !move.by_squares) return move.castling_side == (to > from ? 1 : -1);
    return move.castling_side == 0 && move.to == to && move.promotion == promotion_of(action) &&
           (move.by_squares || position.piece_at(from) == move.type);
}

}  // namespace

std::string State::san(Action action) const {
    if (!is_legal(action)) {
        throw std::invalid_argument("action " + std::to_string(action) + " is not legal in position " + to_string());
    }
    const int from = from_square(action);
    const int to = to_square(action);
    std::string text;
    if (position_.is_castling(action)) {
        text = to > from ? "O-O" : "O-O-O";
    } else {
        const int type = position_.piece_at(from);
        const bool capture = position_.is_capture(action);
        if (type == pawn) {
            if (capture) text += static_cast<char>('a' + file_of(from));
        } else {
            text += letters[static_cast<std::size_t>(type)];
            // If other pieces of the kind could move there, the file distinguishes them if possible, otherwise the
            // rank, otherwise both.
            bool others = false;
            bool same_file = false;
            bool same_rank = false;
            ActionList actions;
            position_.legal_actions(actions);
            for (Action other : actions) {
                const int start = from_square(other);
                if (start == from || to_square(other) != to || position_.piece_at(start) != type) continue;
                if (position_.is_castling(other)) continue;
                others = true;
                same_file |= file_of(start) == file_of(from);
                same_rank |= rank_of(start) == rank_of(from);
            }
            if (others && (!same_file || same_rank)) text += static_cast<char>('a' + file_of(from));
            if (same_file) text += static_cast<char>('1' + rank_of(from));
        }
        if (capture) text += 'x';
        text += square_name(to);
        if (const int promotion = promotion_of(action)) {
            text += '=';
            text += letters[static_cast<std::size_t>(promotion)];
        }
    }
    Position next = position_;
    next.play(action);
    if (next.in_check()) text += next.has_legal_move() ? '+' : '#';
    return text;
}

Action State::action_from_san(const std::string& text) const {
    SanMove move = read_san(text);
    // UCI writes castling as two steps of the king, but the action's target is the rook's square.
    const int way = move.to - (8 * move.from_rank + move.from_file);
    if (move.by_squares && !chess960_ && move.promotion == 0 && (way == 2 || way == -2) &&
        position_.piece_at(move.to - way) == king) {
        move.by_squares = false;
        move.castling_side = way / 2;
    }
    ActionList actions;
    legal_actions(actions);
    Action found = -1;
    for (Action action : actions) {
        if (!matches(move, position_, action)) continue;
        if (found >= 0) {
            fail(text, "ambiguous, " + san(found) + " or " + san(action) + " in position " + to_string());
        }
        found = action;
    }
    if (found < 0) fail(text, "not legal in position " + to_string());
    return found;
}

}  // namespace boardai::chess
