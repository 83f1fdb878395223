// Repetitions on a search's line, repetitions one move ahead, and null moves.

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "games/chess/board/attacks.hpp"
#include "games/chess/board/zobrist.hpp"
#include "games/chess/evaluation/mating.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

/// All reversible moves (of a piece, without capture) by the difference that they make to a position's key, so that one
/// look-up answers whether a single move leads from one position to another (idea: van Kervinck, "The design and
/// implementation of the Rookie 2.0 chess playing program", 2002).
class ReversibleMoves {
  public:
    struct Move {
        std::uint64_t difference = 0;
        std::uint8_t colour = 0;
        std::uint8_t a = 0;
        std::uint8_t b = 0;
    };

    ReversibleMoves() {
        for (int colour : {white, black}) {
            for (int type : {knight, bishop, rook, queen, king}) {
                for (int a = 0; a < 64; ++a) {
                    for (Bitboard targets = reach(type, a) & ~((bit(a) << 1) - 1); targets;) {
                        add(colour, type, a, take_lowest(targets));
                    }
                }
            }
        }
    }
    /// Null if no such move makes this difference.
    const Move* find(std::uint64_t difference) const {
        for (std::size_t at = difference % size; moves_[at].difference != 0; at = (at + 1) % size) {
            if (moves_[at].difference == difference) return &moves_[at];
        }
        return nullptr;
    }

  private:
    static constexpr std::size_t size = 16'384;  // for 3,668 moves

    static Bitboard reach(int type, int square) {
        switch (type) {
            case knight:
                return knight_attacks(square);
            case bishop:
                return bishop_attacks(square, 0);
            case rook:
                return rook_attacks(square, 0);
            case queen:
                return bishop_attacks(square, 0) | rook_attacks(square, 0);
            default:
                return king_attacks(square);
        }
    }
    void add(int colour, int type, int a, int b) {
        const std::size_t code = code_of_type[type];
        const std::uint64_t difference = zobrist_keys.piece_word(colour, code, a) ^
                                         zobrist_keys.piece_word(colour, code, b) ^ zobrist_keys.black_to_move;
        std::size_t at = difference % size;
        while (moves_[at].difference != 0) at = (at + 1) % size;
        moves_[at] = {difference, static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(a),
                      static_cast<std::uint8_t>(b)};
    }

    std::array<Move, size> moves_{};
};

/// Built on first use, because it needs the attack tables, which are filled when the library is loaded.
const ReversibleMoves& reversible_moves_table() {
    static const ReversibleMoves moves;
    return moves;
}

}  // namespace

bool State::repeats_within(int plies) const {
    // A position cannot recur in fewer than four plies, and only with the same side to move.
    const int oldest = std::max(static_cast<int>(key_count_) - plies, 0);
    for (int i = static_cast<int>(key_count_) - 4; i >= oldest; i -= 2) {
        if (keys_[i] == position_.key) return true;
    }
    return false;
}

int State::repetition_ahead(int plies) const {
    if (key_count_ < 3) return 0;
    const Bitboard occupied = position_.occupied();
    const auto count = static_cast<int>(key_count_);
    for (int back = 3; back <= count; back += 2) {
        const std::uint64_t earlier = keys_[count - back];
        const auto* move = reversible_moves_table().find(position_.key ^ earlier);
        if (move == nullptr || move->colour != position_.side || (between(move->a, move->b) & occupied)) continue;
        if (back <= plies) return back;
        // Before the searched line: a draw only if this would be the occurrence that ends the game.
        if (std::count(keys_, keys_ + count, earlier) + 1 >= occurrence_limit()) return back;
    }
    return 0;
}

void State::reversible_moves(ActionList& out, State& start) const {
    std::array<Action, max_halfmove> moves;
    Position position = position_;
    for (std::size_t i = key_count_; i-- > 0;) {
        const std::uint64_t difference = keys_[i] ^ (i + 1 < key_count_ ? keys_[i + 1] : position_.key);
        const auto* move = reversible_moves_table().find(difference);
        PastMove past;
        // Only the first position can have an en passant square, because a pawn had just moved.
        for (int file = 0; move == nullptr && i == 0 && file < 8; ++file) {
            move = reversible_moves_table().find(difference ^ zobrist_keys.en_passant[file]);
            past.en_passant_before = static_cast<std::uint8_t>((position.side == black ? 40 : 16) + file);
        }
        bool found = move != nullptr;
        if (found) {
            const bool came_from_a = position.piece_at(move->a) == no_piece;
            past.from = came_from_a ? move->a : move->b;
            past.to = came_from_a ? move->b : move->a;
            past.type = static_cast<std::uint8_t>(position.piece_at(past.to));
            moves[i] = make_action(past.from, past.to);
            found = past.type != no_piece && take_back(position, past);
        }
        if (!found) {
            throw std::invalid_argument("no move leads from earlier position " + std::to_string(i + 1) + " of " +
                                        std::to_string(key_count_) + " to the next, in position " + to_string());
        }
    }
    const std::uint32_t black_moves = (key_count_ + (position.side == black ? 1 : 0)) / 2;
    position.halfmove = static_cast<std::uint16_t>(position.halfmove - key_count_);
    position.fullmove -= std::min(black_moves, position.fullmove - 1);
    position.key = position.compute_key();
    if (key_count_ > 0 && (position.key != keys_[0] || !position.defect().empty())) {
        throw std::invalid_argument("the earlier positions' keys are not those of positions, in position " +
                                    to_string());
    }
    start = State(position, chess960_, claim_draws_);
    start.show_as(*this);
    out.clear();
    for (std::size_t i = 0; i < key_count_; ++i) out.push_back(moves[i]);
}

std::uint64_t State::hash_after(Action action) const {
    const int from = from_square(action);
    const int to = to_square(action);
    const int side = position_.side;
    const std::size_t code = code_of_type[type_at(from)];
    std::uint64_t key = position_.key ^ zobrist_keys.black_to_move ^ zobrist_keys.piece_word(side, code, from) ^
                        zobrist_keys.piece_word(side, code, to);
    if (position_.colours[side ^ 1] & bit(to)) {
        key ^= zobrist_keys.piece_word(side ^ 1, code_of_type[type_at(to)], to);
    }
    return position_.en_passant ? key ^ zobrist_keys.en_passant[position_.en_passant & 7] : key;
}

bool State::null_move_allowed() const {
    const Bitboard own = position_.colours[position_.side];
    const bool heavy = (position_.straights & own) != 0;
    return (heavy || several((position_.knights | position_.diagonals) & own)) && !is_check();
}

bool State::is_mating_ending() const { return won_ending(position_).has_value(); }

void State::make_null_move() {
    position_.key ^= zobrist_keys.black_to_move;
    if (position_.en_passant) position_.key ^= zobrist_keys.en_passant[position_.en_passant & 7];
    position_.en_passant = 0;
    position_.side ^= 1;
    ++position_.halfmove;
    restraints_ = position_.restraints();
    key_count_ = 0;
    occurrences_ = 1;
    past_count_ = 0;
}

}  // namespace boardai::chess
