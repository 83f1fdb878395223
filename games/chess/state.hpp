#pragma once
// Chess and Chess960 as a game: a Position, and the history that the draw rules and the network planes need.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "boardai/core/action.hpp"
#include "boardai/core/canvas.hpp"
#include "boardai/core/rng.hpp"
#include "games/chess/board/past_move.hpp"
#include "games/chess/board/position.hpp"

namespace boardai::chess {

constexpr int lc0_policy_size = 1858;  ///< moves of Lc0's encoding

/// The list of keys is bounded, because the draw rules bound the moves without a pawn move or capture. Only its used
/// part is copied.
class State {
  public:
    /// The classical start position, draws by claim.
    State() : State(start_position(), false, true) {}
    /// Args: chess960: castling is written king takes rook, other set-ups may castle; claim_draws: the game ends
    /// where a player may claim a draw (third occurrence, 50 moves), not only where it is drawn anyway (fifth, 75).
    State(const Position& position, bool chess960, bool claim_draws);
    /// The start position with a Scharnagl number; 518 is the classical one, and the only one accepted without
    /// `chess960`.
    static State start(int number, bool chess960, bool claim_draws);
    /// Sets the number of earlier positions that the planes show, 0 to 7. Throws std::invalid_argument.
    void show_history(int earlier);
    /// Whether the planes also show the squares that each kind of piece attacks.
    void show_attacks(bool shown) { attacks_ = shown; }
    /// Whether planes and policy have the layout of Leela Chess Zero instead of AlphaZero's.
    void show_as_lc0(bool shown) { lc0_ = shown; }
    static State from_fen(const std::string& fen, bool chess960, bool claim_draws) {
        return State(parse_fen(fen, chess960), chess960, claim_draws);
    }
    State(const State& other) { copy(other); }
    State& operator=(const State& other) {
        if (this != &other) copy(other);
        return *this;
    }

    // GameState
    int current_player() const { return position_.side; }
    bool is_terminal() const { return drawn_by_rule() || !position_.has_legal_move(restraints_); }
    int outcome(int player) const;
    void legal_actions(ActionList& out) const {
        out.clear();
        if (!drawn_by_rule()) position_.legal_actions(restraints_, out);
    }
    void apply(Action action);
    std::uint64_t hash() const { return position_.key; }
    // SecondHash: an independent hash of the same data, for solvers.
    std::uint64_t second_hash() const;
    std::string to_string() const { return to_fen(position_); }
    /// The settings are kept.
    State from_string(const std::string& text) const {
        State state(parse_fen(text, chess960_), chess960_, claim_draws_);
        state.show_as(*this);
        return state;
    }
    std::string action_to_string(Action action) const;
    Action action_from_string(const std::string& text) const;
    friend bool operator==(const State& left, const State& right) { return left.equals(right); }

    // WinTest: by material only (Position::can_mate).
    bool can_win(int player) const { return position_.can_mate(player); }
    // LegalityTest
    bool is_legal(Action action) const { return !drawn_by_rule() && position_.is_legal(restraints_, action); }
    // Tactical: captures and promotions; most valuable victim first, then least valuable attacker.
    void noisy_actions(ActionList& out) const {
        out.clear();
        if (!drawn_by_rule()) position_.noisy_actions(restraints_, out);
    }
    int capture_order(Action action) const {
        constexpr int worth[7] = {1, 3, 3, 5, 9, 10, 0};
        int victim = worth[captured(action)];
        if (const int promotion = promotion_of(action)) victim += worth[promotion] - worth[pawn];
        return 16 * victim - worth[type_at(from_square(action))];
    }
    // Optional hooks for searches (core/search_hooks.hpp); actions must be legal.
    bool is_noisy(Action action) const { return promotion_of(action) || position_.is_capture(action); }
    void quiet_actions(ActionList& out) const {
        out.clear();
        if (!drawn_by_rule()) position_.quiet_actions(restraints_, out);
    }
    bool gives_check(Action action) const;
    /// The material that the action itself wins, in centipawns: the captured piece and the gain of a promotion.
    int captured_value(Action action) const {
        int sum = exchange_worth[captured(action)];
        if (const int promotion = promotion_of(action)) sum += exchange_worth[promotion] - exchange_worth[pawn];
        return sum;
    }
    /// Static exchange evaluation: the material that the action wins if both sides continue to capture on its target
    /// square, least valuable piece first, as long as that is good for them. Pins, and promotions within the exchange,
    /// are ignored.
    int exchange_value(Action action) const;
    /// Whether exchange_value() is at least `threshold`; stops as soon as this is certain.
    bool see_ge(Action action, int threshold) const;
    /// Kála's priority 2 Hs + Hn + Hp: piece captured, enemy pieces attacked from the target square (a king counts
    /// 200), piece promoted to.
    int threat_order(Action action) const;
    /// Not in check, and with a rook, a queen or two minor pieces; otherwise zugzwang is too likely.
    bool null_move_allowed() const;
    /// A won ending without pawns, in which evaluations guide the search to mate (evaluation/mating.hpp).
    bool is_mating_ending() const;
    /// Makes a null move. The history is cleared, so that no position repeats across it.
    void make_null_move();
    static constexpr int action_groups = 384;
    /// Piece type and target square.
    int action_group(Action action) const { return type_at(from_square(action)) * 64 + to_square(action); }
    static constexpr int capture_groups = 7 * action_groups;
    /// Piece type, target square and type of the captured piece.
    int capture_group(Action action) const { return action_group(action) * 7 + captured(action); }
    static constexpr int correction_features = 3;
    /// Keys of the pawns, of White's other pieces and of Black's.
    std::uint64_t correction_key(int feature) const {
        const Position& p = position_;
        if (feature == 0) return mixed(p.pawns & p.colours[white], p.pawns & p.colours[black], 0, 0);
        const Bitboard own = p.colours[feature - 1];
        return mixed(p.knights & own, p.diagonals & own, p.straights & own, p.kings & own);
    }
    /// The key after an ordinary move or capture.
    std::uint64_t hash_after(Action action) const;
    /// The number of plies since a position that one move of the player to move would restore: at most `plies`, or any
    /// number if the repetition would end the game. 0: there is none.
    int repetition_ahead(int plies) const;
    /// The moves since the last capture, pawn move or loss of a castling right, oldest first; repetitions depend on
    /// them. They are reconstructed from the keys of the positions in between. `start` becomes the position before
    /// them. Throws std::invalid_argument if no moves lead to these keys (a state unpacked from bytes that no game
    /// produces).
    void reversible_moves(ActionList& out, State& start) const;
    // Repeating
    /// Whether this position occurred at most `plies` plies ago.
    bool repeats_within(int plies) const;
    /// Half-moves until the 50-move or 75-move rule may end the game.
    int plies_until_draw() const { return halfmove_limit() - position_.halfmove; }
    /// A hash of what the draw rules need in addition to hash(): the move count, and the positions that may still
    /// recur, regardless of their order.
    std::uint64_t history_key() const;
    // Mirrorable
    /// The position with colours swapped and the board reflected; a start position without history.
    State mirrored() const;
    Action mirror_action(Action action) const {
        return make_action(from_square(action) ^ 56, to_square(action) ^ 56, promotion_of(action));
    }
    // Playout
    int random_playout(Rng& rng) const;
    // Encodable (see README.md for the planes)
    Shape observation_shape() const {
        const int positions = (lc0_ ? 13 : 14) * (history_ + 1);
        return {8, 8, positions + (attacks_ ? attack_planes : 0) + (lc0_ ? 8 : 7)};
    }
    void encode(const Canvas& canvas) const;
    /// Owned: the pieces on the board eight moves later, one plane per kind of piece.
    static constexpr int ownership_plies = 16;
    static constexpr int ownership_planes = 6;
    void write_ownership(const Canvas& canvas, const State& before) const;
    int policy_planes() const { return lc0_ ? 0 : 73; }
    int policy_extras() const { return lc0_ ? lc0_policy_size : 0; }
    int policy_index(Action action) const;
    Action action_from_policy(int index) const;
    std::uint64_t observation_key() const;
    // Packable
    std::string pack() const;
    static State unpack(const std::string& bytes);
    // OwnPerft: draws by rule do not end lines, as in all published counts.
    std::uint64_t perft(int depth) const { return position_.perft(depth); }

    // Chess
    /// Standard algebraic notation. Throws std::invalid_argument if the action is not legal.
    std::string san(Action action) const;
    /// The legal move that the text describes; check marks, `!`, `?` and 0-0 are accepted. Throws
    /// std::invalid_argument.
    Action action_from_san(const std::string& text) const;
    std::string shredder_fen() const { return to_fen(position_, CastlingStyle::shredder); }
    bool is_check() const { return restraints_.checkers != 0; }
    bool is_checkmate() const { return is_check() && !position_.has_legal_move(restraints_); }
    bool is_stalemate() const { return !is_check() && !position_.has_legal_move(restraints_); }
    bool is_insufficient_material() const { return position_.insufficient_material(); }
    /// How often this position has occurred, including now.
    int occurrences() const { return occurrences_; }
    int halfmove_clock() const { return position_.halfmove; }
    int fullmove_number() const { return static_cast<int>(position_.fullmove); }
    /// PieceType plus 6 for black; -1 for an empty square.
    int piece_at(int square) const;
    bool is_chess960() const { return chess960_; }
    bool claims_draws() const { return claim_draws_; }
    /// The number of earlier positions that the planes show.
    int history() const { return history_; }
    /// Whether the planes show the squares that each kind of piece attacks.
    bool shows_attacks() const { return attacks_; }
    bool shows_as_lc0() const { return lc0_; }
    const Position& position() const { return position_; }
    /// PieceType, or no_piece: as position().piece_at(square), by a single look-up.
    int type_at(int square) const { return board_[square]; }

  private:
    static constexpr int exchange_worth[7] = {100, 320, 330, 500, 950, 0, 0};  ///< by PieceType
    static constexpr int attack_planes = 12;                                   // each kind of piece of both sides
    static constexpr int history_length = 7;  // most earlier positions that the planes show

    /// Repetition, move count and material. A mate takes precedence over the move count.
    bool drawn_by_rule() const {
        return occurrences_ >= occurrence_limit() || position_.insufficient_material() ||
               (position_.halfmove >= halfmove_limit() && !is_checkmate());
    }
    /// The PieceType that a legal action captures, or no_piece.
    int captured(Action action) const {
        if (position_.colours[position_.side ^ 1] & bit(to_square(action))) return type_at(to_square(action));
        return position_.is_en_passant(action) ? pawn : no_piece;
    }
    int occurrence_limit() const { return claim_draws_ ? 3 : 5; }
    int halfmove_limit() const { return claim_draws_ ? 100 : 150; }
    bool equals(const State& other) const;
    static std::uint64_t mixed(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
        const std::uint64_t sum = a * 0x9E3779B97F4A7C15 ^ std::rotl(b * 0xC2B2AE3D27D4EB4F, 16) ^
                                  std::rotl(c * 0x165667B19E3779F9, 32) ^ std::rotl(d * 0xD6E8FEB86659FD93, 48);
        return (sum ^ sum >> 29) * 0xBF58476D1CE4E5B9;  // the upper bits are well mixed
    }
    /// Copies the other state's settings of the planes.
    void show_as(const State& other) {
        show_history(other.history_);
        attacks_ = other.attacks_;
        lc0_ = other.lc0_;
    }
    void move_on_board(const PastMove& move);
    void copy(const State& other) {
        // The keys come last, so that one copy takes everything that is in use.
        position_ = other.position_;
        restraints_ = other.restraints_;
        std::memcpy(board_, other.board_, sizeof board_);
        std::memcpy(past_, other.past_, sizeof past_);
        past_count_ = other.past_count_;
        occurrences_ = other.occurrences_;
        chess960_ = other.chess960_;
        claim_draws_ = other.claim_draws_;
        history_ = other.history_;
        attacks_ = other.attacks_;
        lc0_ = other.lc0_;
        key_count_ = other.key_count_;
        std::memcpy(keys_, other.keys_, static_cast<std::size_t>(key_count_) * sizeof keys_[0]);
    }

    Position position_;
    // Both are derived from the position. They are stored because most users of a state need them, and more than once.
    Restraints restraints_;
    std::uint8_t board_[64];         ///< PieceType by square, or no_piece
    PastMove past_[history_length];  ///< the last moves, latest first
    std::uint8_t past_count_ = 0;
    std::uint8_t occurrences_ = 1;
    bool chess960_;
    bool claim_draws_;
    std::uint8_t history_ = history_length;  ///< earlier positions shown
    bool attacks_ = false;                   ///< whether attacks are shown
    bool lc0_ = false;                       ///< planes and policy are Leela Chess Zero's
    std::uint32_t key_count_ = 0;
    /// Keys of the positions since the last irreversible move, without the current one.
    std::uint64_t keys_[max_halfmove];
};

}  // namespace boardai::chess
