#include "games/chess/state.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

#include "boardai/core/in_quotes.hpp"
#include "games/chess/board/play.hpp"

namespace boardai::chess {

namespace {

constexpr std::string_view promotion_letters = " nbrq";

bool is_square(std::string_view text) {
    return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}
int read_square(std::string_view text) { return (text[1] - '1') * 8 + (text[0] - 'a'); }

}  // namespace

State::State(const Position& position, bool chess960, bool claim_draws)
    : position_(position), restraints_(position.restraints()), chess960_(chess960), claim_draws_(claim_draws) {
    for (int square = 0; square < 64; ++square) board_[square] = static_cast<std::uint8_t>(position_.piece_at(square));
}

void State::show_history(int earlier) {
    if (earlier < 0 || earlier > history_length) {
        throw std::invalid_argument("history: expected 0 to " + std::to_string(history_length) +
                                    " earlier positions, got " + std::to_string(earlier));
    }
    history_ = static_cast<std::uint8_t>(earlier);
    past_count_ = std::min(past_count_, history_);
}

State State::start(int number, bool chess960, bool claim_draws) {
    if (!chess960 && number != 518) {
        throw std::invalid_argument("position: start position " + std::to_string(number) + " needs chess960");
    }
    return State(start_position(number), chess960, claim_draws);
}

std::uint64_t State::second_hash() const {
    const Position& p = position_;
    std::uint64_t hash = static_cast<std::uint64_t>(p.en_passant) << 1 | p.side;
    for (const Bitboard set :
         {p.pawns, p.knights, p.diagonals, p.straights, p.kings, p.colours[white], p.colours[black], p.castling}) {
        hash = mix64(hash ^ set);
    }
    return hash;
}

int State::outcome(int player) const {
    if (drawn_by_rule() || !is_check()) return 0;
    return player == position_.side ? -1 : 1;
}

void State::apply(Action action) {
    assert(is_legal(action));
    const int from = from_square(action);
    const int to = to_square(action);
    const int promotion = promotion_of(action);
    const Kind kind = position_.side == white ? kind_of<white>(position_, from, to, promotion)
                                              : kind_of<black>(position_, from, to, promotion);
    PastMove past;
    past.from = static_cast<std::uint8_t>(from);
    past.to = static_cast<std::uint8_t>(to);
    past.type = board_[from];
    if (kind == Kind::en_passant) {
        past.captured = pawn;
    } else if (kind != Kind::castling) {
        past.captured = board_[to];
    }
    past.promotion = static_cast<std::uint8_t>(promotion);
    past.kind = static_cast<std::uint8_t>(kind);
    past.en_passant_before = position_.en_passant;
    past.repeated_before = occurrences_ > 1;
    std::copy_backward(past_, past_ + history_length - 1, past_ + history_length);
    past_[0] = past;
    if (past_count_ < history_) ++past_count_;

    keys_[key_count_++] = position_.key;
    const Bitboard castling = position_.castling;
    if (position_.side == white) {
        play_kind<white>(position_, kind, from, to, promotion);
    } else {
        play_kind<black>(position_, kind, from, to, promotion);
    }
    move_on_board(past);
    restraints_ = position_.restraints();
    occurrences_ = 1;
    if (position_.halfmove == 0 || position_.castling != castling) {
        key_count_ = 0;  // earlier positions cannot recur
        return;
    }
    for (int i = static_cast<int>(key_count_) - 4; i >= 0; i -= 2) occurrences_ += keys_[i] == position_.key;
}

void State::move_on_board(const PastMove& move) {
    board_[move.from] = no_piece;
    if (static_cast<Kind>(move.kind) == Kind::castling) {
        const int home = move.from & 56;
        board_[move.to] = no_piece;
        board_[home + (move.to > move.from ? 6 : 2)] = king;
        board_[home + (move.to > move.from ? 5 : 3)] = rook;
        return;
    }
    board_[move.to] = move.promotion ? move.promotion : move.type;
    if (static_cast<Kind>(move.kind) == Kind::en_passant) board_[(move.from & 56) | (move.to & 7)] = no_piece;
}

State State::mirrored() const {
    const auto turned = [](Bitboard set) { return static_cast<Bitboard>(__builtin_bswap64(set)); };
    Position mirror = position_;
    for (Bitboard Position::* set : {&Position::pawns, &Position::knights, &Position::diagonals, &Position::straights,
                                     &Position::kings, &Position::castling}) {
        mirror.*set = turned(position_.*set);
    }
    mirror.colours[white] = turned(position_.colours[black]);
    mirror.colours[black] = turned(position_.colours[white]);
    if (position_.en_passant != 0) mirror.en_passant = position_.en_passant ^ 56;
    mirror.side = position_.side ^ 1;
    mirror.key = mirror.compute_key();
    State state(mirror, chess960_, claim_draws_);
    state.show_as(*this);
    return state;
}

std::uint64_t State::history_key() const {
    std::uint64_t key = mix64(static_cast<std::uint64_t>(position_.halfmove));
    for (std::uint32_t i = 0; i < key_count_; ++i) key += mix64(keys_[i]);
    return key;
}

bool State::equals(const State& other) const {
    return position_ == other.position_ && chess960_ == other.chess960_ && claim_draws_ == other.claim_draws_ &&
           history_ == other.history_ && attacks_ == other.attacks_ && lc0_ == other.lc0_ &&
           occurrences_ == other.occurrences_ && past_count_ == other.past_count_ && key_count_ == other.key_count_ &&
           std::equal(past_, past_ + past_count_, other.past_) && std::equal(keys_, keys_ + key_count_, other.keys_);
}

int State::piece_at(int square) const {
    if (square < 0 || square > 63)
        throw std::invalid_argument("square: expected 0 to 63, got " + std::to_string(square));
    const int type = type_at(square);
    if (type == no_piece) return -1;
    return type + (position_.colours[black] & bit(square) ? 6 : 0);
}

std::string State::action_to_string(Action action) const {
    const int from = from_square(action);
    int to = to_square(action);
    if (!chess960_ && position_.is_castling(action)) to = to > from ? from + 2 : from - 2;
    std::string text = square_name(from) + square_name(to);
    if (const int promotion = promotion_of(action)) text += promotion_letters[static_cast<std::size_t>(promotion)];
    return text;
}

Action State::action_from_string(const std::string& text) const {
    const std::string_view view = text;
    const bool promotes = view.size() == 5;
    if ((view.size() != 4 && !promotes) || !is_square(view.substr(0, 2)) || !is_square(view.substr(2, 2))) {
        throw std::invalid_argument("move " + in_quotes(text) + ": expected UCI text such as e2e4 or e7e8q");
    }
    const int from = read_square(view.substr(0, 2));
    int to = read_square(view.substr(2, 2));
    int promotion = 0;
    if (promotes) {
        const auto found = promotion_letters.find(view[4]);
        if (found == std::string_view::npos || found == 0) {
            throw std::invalid_argument("move " + in_quotes(text) + ": expected n, b, r or q as promotion");
        }
        promotion = static_cast<int>(found);
    }
    bool legal_text = true;
    if (!chess960_ && type_at(from) == king && rank_of(from) == rank_of(to)) {
        // Castling is written with the king's target here, and stored with the rook's square.
        if (to - from == 2)
            to = from + 3;
        else if (from - to == 2)
            to = from - 4;
        else
            legal_text = !(position_.colours[position_.side] & bit(to));
    }
    const Action action = make_action(from, to, promotion);
    if (to < 0 || !legal_text || !is_legal(action)) {
        throw std::invalid_argument("move " + in_quotes(text) + " is not legal in position " + to_string());
    }
    return action;
}

}  // namespace boardai::chess
