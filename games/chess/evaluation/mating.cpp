// The weights are rounded from a linear regression of the plies to mate; those for bishop and knight were chosen by
// hand.

#include "games/chess/evaluation/mating.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "games/chess/board/attacks.hpp"

namespace boardai::chess {

namespace {

constexpr int way_from = 250;  ///< keeps the sum above 0

/// Centipawns per step, square or doubling.
struct Way {
    int centre;        ///< steps of the losing king from the centre, files and ranks added: 0 to 6
    int edge;          ///< the larger of its file and rank distance from the centre: 0 to 3
    int kings;         ///< king moves between the two kings
    int kings_walk;    ///< steps between the two kings, files and ranks added
    int room;          ///< quarters of a doubling of the squares that the losing king can still reach
    int escapes;       ///< squares that the losing king can move to at once
    int winning_king;  ///< steps of the winning king from the centre
};

constexpr Way common_way = {20, 11, -10, -6, -3, -4, -7};
constexpr Way bishop_and_knight_way = {0, 0, -15, 0, -1, 0, -7};
constexpr Way last_piece_way = {34, 13, -14, -10, 0, 0, -8};

constexpr int corner = 45;  ///< per step nearer to a corner of the bishop's colour, 0 to 7
constexpr int last_piece_apart = 28;
constexpr int last_piece_hunted = -11;  ///< king moves from the winning king to the last piece
/// King moves from each winning piece to the losing king, if that has a last piece.
constexpr int pieces_near = -20;

/// Knight 3, bishop 3, rook 5, queen 9.
int worth(const Position& position, Bitboard own) {
    return 3 * count(own & (position.knights | position.diagonals)) + 5 * count(own & position.straights) +
           count(own & position.queens());
}

int from_centre(int line) { return std::abs(2 * line - 7) / 2; }

int steps_from_centre(int square) { return from_centre(file_of(square)) + from_centre(rank_of(square)); }

/// 7 in the corners of that colour, 0 on the long diagonal between the others.
int nearness_to_corner(int square, bool dark) {
    return std::abs(dark ? file_of(square) + rank_of(square) - 7 : file_of(square) - rank_of(square));
}

/// All squares that the side attacks with the other king removed, since that king cannot step back along a line.
Bitboard attacks_through_king(const Position& position, int side) {
    const Bitboard occupied = position.occupied() & ~(position.kings & position.colours[side ^ 1]);
    Bitboard attacked = 0;
    for (Bitboard left = position.colours[side]; left;) {
        const int square = take_lowest(left);
        attacked |= piece_attacks(side, position.piece_at(square), square, occupied);
    }
    return attacked;
}

/// The squares that a king can walk to.
Bitboard walk(Bitboard from, Bitboard free) {
    for (;;) {
        Bitboard next = from | shifted<1>(from) | shifted<-1>(from);
        next |= shifted<8>(next) | shifted<-8>(next);
        next = from | (next & free);
        if (next == from) return from;
        from = next;
    }
}

int way_to_mate(const Position& position, int winner) {
    const Bitboard own = position.colours[winner] & ~position.kings;
    const Bitboard last = position.colours[winner ^ 1] & ~position.kings;
    const int king = position.king_square(winner);
    const int loser = position.king_square(winner ^ 1);
    const bool bishop_and_knight = !position.straights && !last && count(own) == 2 && (own & position.knights);
    const Way& way = bishop_and_knight ? bishop_and_knight_way : last ? last_piece_way : common_way;

    const int file = from_centre(file_of(loser));
    const int rank = from_centre(rank_of(loser));
    const int walked = std::abs(file_of(king) - file_of(loser)) + std::abs(rank_of(king) - rank_of(loser));
    int value = way_from + way.centre * (file + rank) + way.edge * std::max(file, rank) +
                way.kings * king_steps(king, loser) + way.kings_walk * walked +
                way.winning_king * steps_from_centre(king);
    const Bitboard free = ~(attacks_through_king(position, winner) | last);
    const auto room = static_cast<std::uint32_t>(count(walk(bit(loser), free)));
    value += way.room * (std::bit_width(room * room * room * room) - 1);
    value += way.escapes * count(king_attacks(loser) & free);
    if (bishop_and_knight) {
        const int near = nearness_to_corner(loser, (position.diagonals & dark_squares) != 0);
        value += corner * near;
    }
    if (last) {
        const int piece = lowest(last);
        value += last_piece_apart * king_steps(piece, loser) + last_piece_hunted * king_steps(piece, king);
        for (Bitboard left = own; left;) value += pieces_near * king_steps(take_lowest(left), loser);
    }
    return std::clamp(value, 0, 700);
}

}  // namespace

std::optional<int> won_ending_without_pawns(const Position& position) {
    const Bitboard pieces[2] = {position.colours[white] & ~position.kings, position.colours[black] & ~position.kings};
    const int lead = worth(position, pieces[white]) - worth(position, pieces[black]);
    const int winner = lead > 0 ? white : black;
    constexpr int minor = 3;
    const Bitboard own = pieces[winner];
    if (std::abs(lead) <= minor || several(pieces[winner ^ 1])) return std::nullopt;
    if (own == (own & position.knights) && count(own) < 3) return std::nullopt;  // two knights cannot force mate
    const bool bishops = own == (own & position.bishops());
    if (bishops && (!(own & dark_squares) || !(own & ~dark_squares))) return std::nullopt;
    const int way = way_to_mate(position, winner);
    return 100 * lead + (winner == white ? way : -way);
}

}  // namespace boardai::chess
