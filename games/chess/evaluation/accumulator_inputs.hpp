#pragma once
// The inputs of accumulator networks for chess: pieces on squares, from each player's view.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "boardai/core/accumulator/inputs.hpp"
#include "games/chess/evaluation/drawish.hpp"
#include "games/chess/evaluation/mating.hpp"
#include "games/chess/state.hpp"

namespace boardai {

/// `pieces:mirrored=1,buckets=1`: 768 columns (side, kind, square) for each bucket of king squares. Each player sees
/// the board from their own side; with `mirrored`, left and right are swapped while that player's king is on the files
/// e to h. `buckets` is 1, 2, 4, 8, 16 or 32: the number of regions that the king's squares are divided into (32: one
/// per square). `pieces_without_kings` is the same with 640 columns: a king only selects the bucket and the mirroring.
template <>
struct AccumulatorInputs<chess::State> {
    static constexpr bool exist = true;
    static constexpr int most_active = 32;

    AccumulatorInputs(FeatureSpec spec, const chess::State&) {
        if (spec.name() != "pieces" && spec.name() != "pieces_without_kings") {
            throw std::invalid_argument("unknown inputs '" + spec.name() +
                                        "'; chess has pieces and pieces_without_kings");
        }
        with_kings_ = spec.name() == "pieces";
        columns_of_side_ = with_kings_ ? 384 : 320;
        mirrored_ = spec.option("mirrored", 1, 0, 1) == 1;
        buckets_ = spec.option("buckets", 1, 1, 32);
        spec.finish();
        if (!std::has_single_bit(static_cast<unsigned>(buckets_))) {
            throw std::invalid_argument("inputs '" + spec.name() + "': buckets must be 1, 2, 4, 8, 16 or 32, not " +
                                        std::to_string(buckets_));
        }
        spec_ = spec.text();
    }

    std::string spec() const { return spec_; }
    int size() const { return columns_of_bucket() * buckets_; }
    int columns_of_bucket() const { return 2 * columns_of_side_; }
    std::string groups() const {
        return with_kings_ ? "own pawns,own knights,own bishops,own rooks,own queens,own king,"
                             "their pawns,their knights,their bishops,their rooks,their queens,their king"
                           : "own pawns,own knights,own bishops,own rooks,own queens,"
                             "their pawns,their knights,their bishops,their rooks,their queens";
    }

    Views views(const chess::State& state) const {
        const chess::Position& position = state.position();
        return {view(chess::white, position.king_square(chess::white)),
                view(chess::black, position.king_square(chess::black))};
    }
    /// A piece's number: 64 times its kind, plus its square, plus columns_of_side_ if it is Black's.
    int column(int player, int view, int piece) const {
        const int swapped = piece < columns_of_side_ ? piece + columns_of_side_ : piece - columns_of_side_;
        const int seen = player == chess::white ? piece : swapped;
        return (seen ^ (view & 63)) + columns_of_bucket() * (view >> 6);
    }
    template <class Take>
    void visit(const chess::State& state, const Take& take) const {
        const chess::Position& position = state.position();
        for (int colour : {chess::white, chess::black}) {
            for (chess::Bitboard left = position.colours[colour]; left;) {
                const int square = chess::take_lowest(left);
                const int kind = position.piece_at(square);
                if (has_columns(kind)) take(piece(colour, kind, square));
            }
        }
    }
    void step(const chess::State& before, Action action, PieceChanges& changes, Views& views) const {
        const chess::Position& position = before.position();
        const int us = position.side;
        const int them = us ^ 1;
        const int from = chess::from_square(action);
        int to = chess::to_square(action);
        const int kind = position.piece_at(from);
        if (has_columns(kind)) changes.remove(piece(us, kind, from));
        if (position.colours[us] >> to & 1) {  // castling is encoded as the king capturing its own rook
            const int home = from & 56;
            const bool short_side = to > from;
            changes.remove(piece(us, chess::rook, to));
            changes.add(piece(us, chess::rook, home + (short_side ? 5 : 3)));
            to = home + (short_side ? 6 : 2);
        } else if (position.colours[them] >> to & 1) {
            changes.remove(piece(them, position.piece_at(to), to));
        } else if (kind == chess::pawn && position.en_passant && to == position.en_passant) {
            changes.remove(piece(them, chess::pawn, us == chess::white ? to - 8 : to + 8));
        }
        const int promotion = chess::promotion_of(action);
        if (has_columns(kind)) changes.add(piece(us, promotion ? promotion : kind, to));
        if (kind == chess::king) views[static_cast<std::size_t>(us)] = view(us, to);
    }
    /// Won endings without pawns, in which a network does not find the mate (evaluation/mating.hpp).
    std::optional<int> known(const chess::State& state) const {
        const std::optional<int> won = chess::won_ending(state.position());
        return won && state.position().side != chess::white ? -*won : won;
    }
    /// Scales the value down if the material is drawish (evaluation/drawish.hpp).
    int tempered(const chess::State& state, int value) const {
        return value * chess::drawish_scale(state.position()) / chess::whole_advantage;
    }
    /// The output bucket: the number of pieces on the board, from 2 up, divided into equal ranges.
    int bucket(const chess::State& state, int buckets) const {
        return std::min((chess::count(state.position().occupied()) - 2) * buckets / 31, buckets - 1);
    }

  private:
    int piece(int colour, int kind, int square) const { return columns_of_side_ * colour + 64 * kind + square; }
    bool has_columns(int kind) const { return with_kings_ || kind != chess::king; }

    /// The view of a player with the king on that square: the mask that squares are exclusive-ored with, and 64 times
    /// the bucket.
    int view(int player, int king) const {
        const int seen = player == chess::white ? king : king ^ 56;
        const bool right = (seen & 7) >= 4;
        const int flip = (player == chess::white ? 0 : 56) ^ (mirrored_ && right ? 7 : 0);
        return flip + 64 * bucket_of(right ? seen ^ 7 : seen);
    }
    /// The bucket of a king's square on the files a to d.
    int bucket_of(int king) const {
        const int rank = king >> 3;
        const int file = king & 7;
        switch (buckets_) {
            case 1:
                return 0;
            case 2:
                return rank > 0;
            case 4:
                return std::min(rank, 1) * 2 + file / 2;
            case 8:
                return std::min(rank, 3) * 2 + file / 2;
            case 16:
                return rank * 2 + file / 2;
            default:
                return rank * 4 + file;
        }
    }

    bool with_kings_ = true;
    int columns_of_side_ = 384;  ///< kinds x 64 squares
    bool mirrored_ = true;
    int buckets_ = 1;
    std::string spec_;
};

}  // namespace boardai
