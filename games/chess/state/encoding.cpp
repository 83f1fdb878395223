// The input planes and the policy of networks. Everything is from the view of the side to move: for Black, ranks are
// flipped and colours swapped.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "boardai/core/rng.hpp"
#include "games/chess/board/generate.hpp"
#include "games/chess/state.hpp"
#include "games/chess/state/lc0_policy.hpp"

namespace boardai::chess {

namespace {

constexpr std::uint32_t last_counted_move = 200;  // the move number's plane stays at 2 from here on

// Policy planes: 56 queen moves, 8 knight moves, 9 underpromotions.
constexpr int knight_planes = 56;
constexpr int underpromotion_planes = 64;
// {files, ranks}, clockwise from straight ahead.
constexpr int directions[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
constexpr int leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/// 0 for White, 56 for Black: a square exclusive-or this is the square from the view of the side to move.
int view_flip(const Position& position) { return position.side == white ? 0 : 56; }

/// The squares that the pieces of a kind attack, including those of own pieces.
Bitboard attacks_by(const Position& position, int colour, int type) {
    Bitboard attacked = 0;
    for (Bitboard pieces = position.pieces(colour, type); pieces;) {
        attacked |= piece_attacks(colour, type, take_lowest(pieces), position.occupied());
    }
    return attacked;
}

int sign(int value) { return (value > 0) - (value < 0); }

}  // namespace

void State::write_ownership(const Canvas& canvas, const State& before) const {
    const int flip = view_flip(before.position_);
    for (int type = pawn; type <= king; ++type) {
        for (const int colour : {white, black}) {
            for (Bitboard squares = position_.pieces(colour, type); squares;) {
                const int square = take_lowest(squares) ^ flip;
                canvas.at(rank_of(square), file_of(square), type) = colour == before.position_.side ? 1.0f : -1.0f;
            }
        }
    }
}

static_assert(lc0_policy_size == Lc0Moves::size);

void State::encode(const Canvas& canvas) const {
    const int planes_per_position = lc0_ ? 13 : 14;
    const int flip = view_flip(position_);
    const int us = position_.side;
    const int them = opposite(us);
    const auto mark = [&](Bitboard squares, int channel) {
        while (squares) {
            const int square = take_lowest(squares) ^ flip;
            canvas.at(rank_of(square), file_of(square), channel) = 1.0f;
        }
    };
    Position position = position_;
    bool repeated = occurrences_ > 1;
    for (int step = 0;; ++step) {
        const int first = step * planes_per_position;
        for (int type = pawn; type <= king; ++type) {
            mark(position.pieces(us, type), first + type);
            mark(position.pieces(them, type), first + 6 + type);
        }
        if (!lc0_ && position.en_passant) mark(bit(position.en_passant), first + 12);
        if (repeated) canvas.fill(8, 8, first + planes_per_position - 1, 1.0f);
        if (step == past_count_) break;
        repeated = past_[step].repeated_before != 0;
        take_back(position, past_[step]);
    }

    const int attacks = planes_per_position * (history_ + 1);
    if (attacks_) {
        for (int type = pawn; type <= king; ++type) {
            mark(attacks_by(position_, us, type), attacks + type);
            mark(attacks_by(position_, them, type), attacks + 6 + type);
        }
    }
    const int meta_planes = attacks + (attacks_ ? attack_planes : 0);
    // {plane of king-side rights, plane of queen-side rights}: of the side to move, then of the other side.
    const auto mark_castling = [&](int king_side, int queen_side) {
        for (const int colour : {us, them}) {
            const Bitboard rights = position_.castling & home_rank(colour);
            const Bitboard queen_side_squares = bit(position_.king_square(colour)) - 1;
            if (rights & ~queen_side_squares) canvas.fill(8, 8, king_side, 1.0f);
            if (rights & queen_side_squares) canvas.fill(8, 8, queen_side, 1.0f);
            king_side += 2;
            queen_side += 2;
        }
    };
    const auto halfmoves = static_cast<float>(position_.halfmove);
    if (lc0_) {
        mark_castling(meta_planes + 1, meta_planes);
        if (us == black) canvas.fill(8, 8, meta_planes + 4, 1.0f);
        canvas.fill(8, 8, meta_planes + 5, halfmoves / 99.0f);
        canvas.fill(8, 8, meta_planes + 7, 1.0f);  // the plane before it stays empty
        return;
    }
    if (us == black) canvas.fill(8, 8, meta_planes, 1.0f);
    const std::uint32_t move_number = std::min(position_.fullmove, last_counted_move);
    canvas.fill(8, 8, meta_planes + 1, static_cast<float>(move_number) / 100.0f);
    mark_castling(meta_planes + 2, meta_planes + 3);
    canvas.fill(8, 8, meta_planes + 6, halfmoves / 100.0f);
}

std::uint64_t State::observation_key() const {
    const std::uint32_t move_number = lc0_ ? 0 : std::min(position_.fullmove, last_counted_move);
    std::uint64_t key = mix64(position_.key ^ (std::uint64_t{position_.halfmove} << 32 |
                                               std::uint64_t{move_number} << 8 | std::uint64_t{occurrences_ > 1}));
    // Earlier placements are restored by taking back the moves.
    for (int step = 0; step < past_count_; ++step) {
        std::uint64_t move;
        static_assert(sizeof move == sizeof(PastMove));
        std::memcpy(&move, &past_[step], sizeof move);
        key = mix64(key ^ move);
    }
    return key;
}

int State::policy_index(Action action) const {
    const int flip = view_flip(position_);
    const int from = from_square(action) ^ flip;
    int to = to_square(action) ^ flip;
    if (lc0_) return lc0_moves.number(from, to, promotion_of(action));
    if (!chess960_ && position_.is_castling(action)) to = to > from ? from + 2 : from - 2;
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    int plane = 0;
    const int promotion = promotion_of(action);
    if (promotion != 0 && promotion != queen) {
        plane = underpromotion_planes + (files + 1) * 3 + promotion - knight;
    } else if (std::abs(files * ranks) == 2) {
        while (leaps[plane][0] != files || leaps[plane][1] != ranks) ++plane;
        plane += knight_planes;
    } else {
        while (directions[plane][0] != sign(files) || directions[plane][1] != sign(ranks)) ++plane;
        plane = plane * 7 + std::max(std::abs(files), std::abs(ranks)) - 1;
    }
    return plane * 64 + from;
}

Action State::action_from_policy(int index) const {
    if (index < 0 || index >= policy_planes() * 64 + policy_extras()) return -1;
    const int flip = view_flip(position_);
    if (lc0_) {
        const Lc0Moves::Move move = lc0_moves.moves[static_cast<std::size_t>(index)];
        const bool becomes_knight = move.promotion == 0 && rank_of(move.from) == 6 && rank_of(move.to) == 7 &&
                                    position_.piece_at(move.from ^ flip) == pawn;
        const int promotion = becomes_knight ? int{knight} : int{move.promotion};
        return make_action(move.from ^ flip, move.to ^ flip, promotion);
    }
    const int plane = index / 64;
    const int from = index % 64;
    int files = 0;
    int ranks = 0;
    int promotion = 0;
    if (plane >= underpromotion_planes) {
        files = (plane - underpromotion_planes) / 3 - 1;
        ranks = 1;
        promotion = knight + (plane - underpromotion_planes) % 3;
        if (rank_of(from) != 6) return -1;
    } else if (plane >= knight_planes) {
        files = leaps[plane - knight_planes][0];
        ranks = leaps[plane - knight_planes][1];
    } else {
        files = directions[plane / 7][0] * (plane % 7 + 1);
        ranks = directions[plane / 7][1] * (plane % 7 + 1);
    }
    const int file = file_of(from) + files;
    const int rank = rank_of(from) + ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return -1;
    int to = (rank * 8 + file) ^ flip;
    const int start = from ^ flip;
    const int type = position_.piece_at(start);
    if (type == pawn && rank == 7 && promotion == 0) promotion = queen;
    if (type == king && !chess960_ && ranks == 0 && std::abs(files) == 2) {
        const Bitboard rights = position_.castling & home_rank(position_.side);
        const Bitboard side = files > 0 ? rights & ~(bit(start) - 1) : rights & (bit(start) - 1);
        if (side) to = lowest(side);
    }
    return make_action(start, to, promotion);
}

}  // namespace boardai::chess
