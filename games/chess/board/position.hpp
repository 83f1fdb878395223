#pragma once
// A chess position: the contents of a FEN, and the Zobrist key. It is small enough that searches copy it instead of
// undoing moves.

#include <cstdint>
#include <string>
#include <string_view>

#include "boardai/core/action.hpp"
#include "games/chess/board/bitboard.hpp"

namespace boardai::chess {

/// An action is from | to << 6 | promotion << 12, promotion being 0 or a PieceType from knight to queen.
/// Castling is the king's square and the square of the rook it castles with, in every variant.
constexpr Action make_action(int from, int to, int promotion = 0) { return from | to << 6 | promotion << 12; }
constexpr int from_square(Action action) { return action & 63; }
constexpr int to_square(Action action) { return action >> 6 & 63; }
constexpr int promotion_of(Action action) { return action >> 12; }

/// Largest counters: 150 half-moves end any game; the move number stays at its limit.
constexpr std::uint32_t max_halfmove = 150;
constexpr std::uint32_t max_fullmove = 999999;

/// Restrictions of the side to move: checks and pins. One union of pin lines per class of directions keeps a pinned
/// piece on its own line, because no move of a class leads from one pin line to another.
struct Restraints {
    int king;                  ///< the king's square
    Bitboard checkers;         ///< pieces that attack it
    Bitboard targets;          ///< squares that pieces other than the king may move to
    Bitboard pinned_straight;  ///< lines from the king to a pinning rook or queen, which is included
    Bitboard pinned_diagonal;  ///< likewise for a pinning bishop or queen
    Bitboard pinned() const { return pinned_straight | pinned_diagonal; }
};

/// The pieces are in seven sets of squares. Queens are in both `diagonals` and `straights`, so that all sliders of one
/// direction are one set.
///
/// Invariants (parse_fen() establishes, play() keeps): one king per side; the side that just moved is not in check;
/// `en_passant` is set only when a legal capture exists; `key` is compute_key().
struct Position {
    Bitboard pawns = 0;
    Bitboard knights = 0;
    Bitboard diagonals = 0;  ///< bishops and queens
    Bitboard straights = 0;  ///< rooks and queens
    Bitboard kings = 0;
    Bitboard colours[2] = {0, 0};
    Bitboard castling = 0;  ///< rooks that may still castle
    std::uint64_t key = 0;  ///< of placement, side to move, castling rights, en passant square
    std::uint32_t fullmove = 1;
    std::uint16_t halfmove = 0;   ///< plies since the last capture or pawn move
    std::uint8_t en_passant = 0;  ///< the square that a pawn may capture on; 0 means none
    std::uint8_t side = white;

    Bitboard occupied() const { return colours[white] | colours[black]; }
    Bitboard bishops() const { return diagonals & ~straights; }
    Bitboard rooks() const { return straights & ~diagonals; }
    Bitboard queens() const { return diagonals & straights; }
    Bitboard pieces(int colour, int type) const;
    int king_square(int colour) const { return lowest(kings & colours[colour]); }
    /// PieceType, or no_piece. Without branches, because the piece on a square is hard to predict.
    int piece_at(int square) const {
        constexpr std::uint8_t types[16] = {no_piece, knight,   bishop,   no_piece, rook,     no_piece,
                                            queen,    king,     pawn,     no_piece, no_piece, no_piece,
                                            no_piece, no_piece, no_piece, no_piece};
        return types[(knights >> square & 1) | (diagonals >> square & 1) << 1 | (straights >> square & 1) << 2 |
                     (kings >> square & 1) * 7 | (pawns >> square & 1) << 3];
    }
    /// Puts a piece on an empty square; the key is not kept.
    void put(int colour, int type, int square);

    std::uint64_t compute_key() const;
    bool in_check() const;
    /// The restraints of the side to move. Functions that need them take them as an argument, so that they are computed
    /// once per position.
    Restraints restraints() const;
    bool has_legal_move(const Restraints& restraints) const;
    void legal_actions(const Restraints& restraints, ActionList& out) const;
    /// Captures, including en passant, and promotions.
    void noisy_actions(const Restraints& restraints, ActionList& out) const;
    /// All others.
    void quiet_actions(const Restraints& restraints, ActionList& out) const;
    bool is_legal(const Restraints& restraints, Action action) const;
    bool has_legal_move() const { return has_legal_move(restraints()); }
    void legal_actions(ActionList& out) const { legal_actions(restraints(), out); }
    bool is_legal(Action action) const { return is_legal(restraints(), action); }
    bool is_castling(Action action) const {
        return colours[side] & bit(to_square(action)) && kings & bit(from_square(action));
    }
    bool is_capture(Action action) const {
        return (colours[side ^ 1] & bit(to_square(action))) || is_en_passant(action);
    }
    bool is_en_passant(Action action) const {
        return en_passant && to_square(action) == en_passant && (pawns & bit(from_square(action))) &&
               ((from_square(action) ^ en_passant) & 7) != 0;
    }
    /// Precondition: legal.
    void play(Action action);
    /// Leaves of the move tree; the last ply is counted, not played. Draws by rule do not cut the tree.
    std::uint64_t perft(int depth) const;
    /// Whether this colour could mate with the material on the board, however badly the other side defends. Blocked
    /// pawns are not recognised: true means "not ruled out", false is certain.
    bool can_mate(int colour) const;
    /// Neither side can mate: bare kings, one minor piece, or bishops all on squares of one colour.
    bool insufficient_material() const {
        // Called after every move; the first condition almost always decides.
        return !(pawns | straights) && !can_mate(white) && !can_mate(black);
    }
    /// Empty if the invariants hold, otherwise a description of the violation. The key and the en passant square are
    /// not checked.
    std::string defect() const;

    friend bool operator==(const Position&, const Position&) = default;
};

inline bool Position::can_mate(int colour) const {
    const Bitboard own = colours[colour];
    const Bitboard their = colours[colour ^ 1];
    if (own & (pawns | straights)) return true;
    const Bitboard minors = own & (knights | diagonals);
    // A knight needs a second minor piece, or an opposing piece that blocks its own king. A queen could capture the
    // knight.
    if (minors & knights) return several(minors) || (their & (pawns | knights | bishops() | rooks())) != 0;
    if (!minors) return false;
    // Bishops on squares of one colour need an opposing piece on the other colour that cannot interpose: not a rook or
    // queen.
    return (pawns | knights) != 0 || ((bishops() & dark_squares) != 0 && (bishops() & ~dark_squares) != 0);
}

/// How castling rights are written: X-FEN uses KQkq, and the rook's file where that would be ambiguous; Shredder-FEN
/// always uses the file.
enum class CastlingStyle { x_fen, shredder };

/// Reads FEN, X-FEN and Shredder-FEN. Six fields, or four (EPD), which set the counters to 0 and 1. An en passant
/// square on which no pawn can legally capture is dropped. Without `chess960`, castling rights need king and rooks on
/// their home squares. Throws std::invalid_argument naming the field and the reason.
Position parse_fen(std::string_view text, bool chess960);
std::string to_fen(const Position& position, CastlingStyle style = CastlingStyle::x_fen);

/// The start position with a Scharnagl number, 0 to 959; 518 is the classical one.
Position start_position(int number = 518);

std::string square_name(int square);

}  // namespace boardai::chess
