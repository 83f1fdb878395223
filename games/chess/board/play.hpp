#pragma once
// Making a move on a Position. Included by .cpp files only.

#include "games/chess/board/generate.hpp"

namespace boardai::chess {

/// The piece is looked up on the board, without a branch.
constexpr int any_piece = -1;

/// Moves the piece within one piece set if it is in this set, and removes a captured piece from `to`.
inline void move_within(Bitboard& set, int from, int to) {
    const Bitboard moving = set >> from & 1;
    set = (set & ~(bit(from) | bit(to))) | moving << to;
}

/// Precondition: the move is legal and of this kind. `keyed` also updates the key and the counters, which perft does
/// not need.
template <int us, Kind kind, int type, bool keyed>
void play(Position& position, int from, int to, int promotion) {
    constexpr int them = opposite(us);
    const auto& keys = zobrist_keys;
    [[maybe_unused]] std::uint64_t key = position.key;
    [[maybe_unused]] const Bitboard castling_before = position.castling;
    [[maybe_unused]] bool reversible = false;
    if constexpr (keyed) {
        key ^= keys.black_to_move;
        if (position.en_passant) key ^= keys.en_passant[position.en_passant & 7];
    }
    position.en_passant = 0;
    position.side = them;

    if constexpr (kind == Kind::ordinary || kind == Kind::promotion) {
        if constexpr (keyed) {
            const std::size_t code = kind == Kind::promotion ? 0 : piece_code(position, from);
            const std::size_t arriving = kind == Kind::promotion ? code_of_type[promotion] : code;
            key ^= keys.piece_word(us, code, from) ^ keys.piece_word(us, arriving, to);
            const bool capture = position.colours[them] >> to & 1;
            if (capture) key ^= keys.piece_word(them, piece_code(position, to), to);
            reversible = !capture && !(position.pawns >> from & 1);
        }
        const Bitboard both = bit(from) | bit(to);
        Bitboard lost_rights = both;
        if constexpr (kind == Kind::promotion) {
            position.pawns ^= bit(from);
            position.knights &= ~bit(to);
            position.diagonals &= ~bit(to);
            position.straights &= ~bit(to);
            if (promotion == knight) position.knights |= bit(to);
            if (promotion == bishop || promotion == queen) position.diagonals |= bit(to);
            if (promotion == rook || promotion == queen) position.straights |= bit(to);
        } else if constexpr (type == any_piece) {
            if (position.kings >> from & 1) lost_rights |= home_rank(us);
            move_within(position.pawns, from, to);
            move_within(position.knights, from, to);
            move_within(position.diagonals, from, to);
            move_within(position.straights, from, to);
            move_within(position.kings, from, to);
        } else {
            const Bitboard kept = ~bit(to);
            position.pawns &= kept;
            position.knights &= kept;
            position.diagonals &= kept;
            position.straights &= kept;
            if constexpr (type == pawn) position.pawns ^= both;
            if constexpr (type == knight) position.knights ^= both;
            if constexpr (type == bishop || type == queen) position.diagonals ^= both;
            if constexpr (type == rook || type == queen) position.straights ^= both;
            if constexpr (type == king) {
                position.kings ^= both;
                lost_rights |= home_rank(us);
            }
        }
        position.colours[us] ^= both;
        position.colours[them] &= ~bit(to);
        position.castling &= ~lost_rights;
    } else if constexpr (kind == Kind::double_step) {
        const Bitboard both = bit(from) | bit(to);
        position.pawns ^= both;
        position.colours[us] ^= both;
        const int passed = to - forward(us);
        if constexpr (keyed) key ^= keys.piece_word(us, 0, from) ^ keys.piece_word(us, 0, to);
        if (en_passant_possible<them>(position, passed)) {
            position.en_passant = static_cast<std::uint8_t>(passed);
            if constexpr (keyed) key ^= keys.en_passant[passed & 7];
        }
    } else if constexpr (kind == Kind::en_passant) {
        const int captured = to - forward(us);
        position.pawns ^= bit(from) | bit(to) | bit(captured);
        position.colours[us] ^= bit(from) | bit(to);
        position.colours[them] ^= bit(captured);
        if constexpr (keyed) {
            key ^= keys.piece_word(us, 0, from) ^ keys.piece_word(us, 0, to) ^ keys.piece_word(them, 0, captured);
        }
    } else {
        static_assert(kind == Kind::castling);
        const int base = us == white ? 0 : 56;
        const int king_target = base + (to > from ? 6 : 2);
        const int rook_target = base + (to > from ? 5 : 3);
        // In Chess960 either piece may stay, or move to the other's square, so both are removed first.
        position.kings = (position.kings ^ bit(from)) | bit(king_target);
        position.straights = (position.straights ^ bit(to)) | bit(rook_target);
        position.colours[us] = (position.colours[us] ^ bit(from) ^ bit(to)) | bit(king_target) | bit(rook_target);
        position.castling &= ~home_rank(us);
        if constexpr (keyed) {
            key ^= keys.piece_word(us, code_of_type[king], from) ^ keys.piece_word(us, code_of_type[king], king_target);
            key ^= keys.piece_word(us, code_of_type[rook], to) ^ keys.piece_word(us, code_of_type[rook], rook_target);
            reversible = true;
        }
    }

    if constexpr (keyed) {
        for (Bitboard lost = castling_before ^ position.castling; lost;) {
            key ^= keys.castling[static_cast<std::size_t>(take_lowest(lost))];
        }
        position.key = key;
        position.halfmove = reversible ? static_cast<std::uint16_t>(position.halfmove + 1) : 0;
        if constexpr (us == black) position.fullmove += position.fullmove < max_fullmove;
    }
}

/// The kind of a legal action.
template <int us>
Kind kind_of(const Position& position, int from, int to, int promotion) {
    if (promotion) return Kind::promotion;
    if (position.colours[us] >> to & 1) return Kind::castling;
    if (position.pawns >> from & 1) {
        if (to - from == 2 * forward(us)) return Kind::double_step;
        if (to == position.en_passant && position.en_passant && file_of(from) != file_of(to)) return Kind::en_passant;
    }
    return Kind::ordinary;
}

template <int us>
void play_kind(Position& position, Kind kind, int from, int to, int promotion) {
    switch (kind) {
        case Kind::ordinary:
            return play<us, Kind::ordinary, any_piece, true>(position, from, to, 0);
        case Kind::double_step:
            return play<us, Kind::double_step, pawn, true>(position, from, to, 0);
        case Kind::en_passant:
            return play<us, Kind::en_passant, pawn, true>(position, from, to, 0);
        case Kind::promotion:
            return play<us, Kind::promotion, pawn, true>(position, from, to, promotion);
        case Kind::castling:
            return play<us, Kind::castling, king, true>(position, from, to, 0);
    }
}

}  // namespace boardai::chess
