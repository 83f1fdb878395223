#pragma once
// Legal moves of one side, three ways: enumerated one by one, counted, and one of them picked by its number.
// Everything is a template on the side to move. Included by .cpp files only.
//
// Enumeration goes piece by piece. Counting goes direction by direction: all sliders move at once by a
// Kogge-Stone fill, four directions in one vector, all knights by eight shifts. Within one direction a target
// square is reached by one piece only, so the number of moves is the number of squares, and nothing branches
// on how many pieces there are.

#include "games/chess/board/attacks.hpp"
#include "games/chess/board/position.hpp"
#include "games/chess/board/zobrist.hpp"

namespace boardai::chess {

constexpr int opposite(int colour) { return colour ^ 1; }
/// One step forward for a pawn.
constexpr int forward(int colour) { return colour == white ? 8 : -8; }
constexpr Bitboard home_rank(int colour) { return colour == white ? rank_1 : rank_8; }
constexpr Bitboard promotion_rank(int colour) { return home_rank(opposite(colour)); }
/// The rank that a pawn reaches by a single step from its starting square.
constexpr Bitboard single_step_rank(int colour) { return colour == white ? rank_1 << 16 : rank_1 << 40; }

/// How a move changes the board. `ordinary`: one piece moves, perhaps captures; its type is looked up.
enum class Kind { ordinary, double_step, en_passant, promotion, castling };

// ---------------------------------------------------------------------------------------------------------
// Sliders, four directions at a time.

/// GCC's vector type: compiled to AVX2 or to plain code, with the same results.
using Bitboards = Bitboard __attribute__((vector_size(32)));

/// Targets by direction. Lane: 0 file, 1 rank, 2 rising diagonal, 3 falling diagonal;
/// `up` towards higher square numbers, `down` towards lower ones.
struct Slides {
    Bitboards up;
    Bitboards down;
};

/// Empty squares passed and the first occupied one, for all sliders of one side together.
inline Slides slide(Bitboard straights, Bitboard diagonals, Bitboard empty) {
    const Bitboards step = {8, 1, 9, 7};
    const Bitboards not_wrapped_up = {~Bitboard{0}, ~file_a, ~file_a, ~file_h};
    const Bitboards not_wrapped_down = {~Bitboard{0}, ~file_h, ~file_h, ~file_a};
    Bitboards up = {straights, straights, diagonals, diagonals};
    Bitboards down = up;
    Bitboards open_up = not_wrapped_up & empty;
    Bitboards open_down = not_wrapped_down & empty;
    up |= open_up & (up << step);
    down |= open_down & (down >> step);
    open_up &= open_up << step;
    open_down &= open_down >> step;
    up |= open_up & (up << 2 * step);
    down |= open_down & (down >> 2 * step);
    open_up &= open_up << 2 * step;
    open_down &= open_down >> 2 * step;
    up |= open_up & (up << 4 * step);
    down |= open_down & (down >> 4 * step);
    return {(up << step) & not_wrapped_up, (down >> step) & not_wrapped_down};
}

inline Bitboard any(const Bitboards& set) { return (set[0] | set[1]) | (set[2] | set[3]); }

inline Bitboard all_knight_attacks(Bitboard knights) {
    const Bitboard one = shifted<1>(knights) | shifted<-1>(knights);
    const Bitboard two = shifted<2>(knights) | shifted<-2>(knights);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

template <int colour>
Bitboard all_pawn_attacks(Bitboard pawns) {
    return shifted<forward(colour) - 1>(pawns) | shifted<forward(colour) + 1>(pawns);
}

// ---------------------------------------------------------------------------------------------------------
// Restrictions of the side to move.

/// Pieces of the other side that attack `square` when `occupied` are the squares in the way.
template <int us>
Bitboard attackers(const Position& position, int square, Bitboard occupied) {
    const Bitboard found = (knight_attacks(square) & position.knights) | (pawn_attacks(us, square) & position.pawns) |
                           (king_attacks(square) & position.kings) |
                           (rook_attacks(square, occupied) & position.straights) |
                           (bishop_attacks(square, occupied) & position.diagonals);
    return found & position.colours[opposite(us)];
}

/// Whether the pawn on `from` may capture en passant on `to`. The capture removes two pawns from lines to the king.
template <int us>
bool en_passant_is_legal(const Position& position, int from, int to) {
    const Bitboard captured = bit(to - forward(us));
    const Bitboard occupied = (position.occupied() ^ bit(from) ^ captured) | bit(to);
    return (attackers<us>(position, position.king_square(us), occupied) & ~captured) == 0;
}

/// Whether any pawn of `us` may capture en passant on `to`.
template <int us>
bool en_passant_possible(const Position& position, int to) {
    Bitboard candidates = pawn_attacks(opposite(us), to) & position.pawns & position.colours[us];
    while (candidates) {
        if (en_passant_is_legal<us>(position, take_lowest(candidates), to)) return true;
    }
    return false;
}

template <int us>
[[gnu::always_inline]] inline Restraints restraints_of(const Position& position) {
    const Bitboard own = position.colours[us];
    const Bitboard their = position.colours[opposite(us)];
    const Bitboard occupied = own | their;
    Restraints found;
    const int king = found.king = position.king_square(us);
    const auto k = static_cast<std::size_t>(king);
    Bitboard checkers = ((knight_attacks(king) & position.knights) | (pawn_attacks(us, king) & position.pawns)) & their;
    Bitboard blockable = checkers;
    const auto look_along = [&](Bitboard snipers) {
        Bitboard pinned = 0;
        while (snipers) {
            const int sniper = take_lowest(snipers);
            const Bitboard line = between(king, sniper);
            const Bitboard in_the_way = line & occupied;
            if (!in_the_way) {
                checkers |= bit(sniper);
                blockable |= line | bit(sniper);
            } else if (!several(in_the_way)) {
                pinned |= line | bit(sniper);
            }
        }
        return pinned;
    };
    found.pinned_straight = look_along(attack_tables.straight[k] & position.straights & their);
    found.pinned_diagonal = look_along(attack_tables.diagonal[k] & position.diagonals & their);
    found.checkers = checkers;
    found.targets = !checkers ? ~own : several(checkers) ? 0 : blockable;
    return found;
}

/// Every square that the other side attacks. The king to move does not block lines, so it cannot step back along one.
template <int us>
Bitboard danger(const Position& position) {
    constexpr int them = opposite(us);
    const Bitboard their = position.colours[them];
    const Bitboard empty = ~(position.occupied() ^ (position.kings & position.colours[us]));
    const Slides slides = slide(position.straights & their, position.diagonals & their, empty);
    return any(slides.up | slides.down) | all_knight_attacks(position.knights & their) |
           all_pawn_attacks<them>(position.pawns & their) | king_attacks(position.king_square(them));
}

/// Rooks the king may castle with now. Precondition: not in check.
template <int us>
Bitboard castling_partners(const Position& position, int king, Bitboard attacked, Bitboard pinned_straight) {
    Bitboard partners = 0;
    // A pinned rook shields its king along the first rank (Chess960); castling would expose it.
    Bitboard candidates = position.castling & home_rank(us) & ~pinned_straight;
    while (candidates) {
        const int rook = take_lowest(candidates);
        const int base = us == white ? 0 : 56;
        const int king_target = base + (rook > king ? 6 : 2);
        const int rook_target = base + (rook > king ? 5 : 3);
        const Bitboard king_path = between(king, king_target) | bit(king_target);
        const Bitboard rook_path = between(rook, rook_target) | bit(rook_target);
        const Bitboard others = position.occupied() ^ bit(king) ^ bit(rook);
        if (((king_path | rook_path) & others) == 0 && (king_path & attacked) == 0) partners |= bit(rook);
    }
    return partners;
}

/// The targets of the pawns of `us`, by kind of move, without en passant.
template <int us>
struct PawnTargets {
    Bitboard left;   ///< captures towards the a-file
    Bitboard right;  ///< captures towards the h-file
    Bitboard single;
    Bitboard twice;

    PawnTargets(const Position& position, const Restraints& restraints) {
        constexpr int step = forward(us);
        const Bitboard pawns = position.pawns & position.colours[us];
        const Bitboard empty = ~position.occupied();
        const Bitboard free = pawns & ~restraints.pinned();
        const Bitboard sliding_diagonally = pawns & restraints.pinned_diagonal;
        const Bitboard sliding_straight = pawns & restraints.pinned_straight;
        const Bitboard capturable = position.colours[opposite(us)] & restraints.targets;
        left = (shifted<step - 1>(free) | (shifted<step - 1>(sliding_diagonally) & restraints.pinned_diagonal)) &
               capturable;
        right = (shifted<step + 1>(free) | (shifted<step + 1>(sliding_diagonally) & restraints.pinned_diagonal)) &
                capturable;
        single = (shifted<step>(free) | (shifted<step>(sliding_straight) & restraints.pinned_straight)) & empty;
        twice = shifted<step>(single & single_step_rank(us)) & empty & restraints.targets;
        single &= restraints.targets;
    }
};

/// Pawns that may capture en passant now.
template <int us>
Bitboard en_passant_captors(const Position& position) {
    Bitboard captors = 0;
    if (position.en_passant) {
        Bitboard candidates = pawn_attacks(opposite(us), position.en_passant) & position.pawns & position.colours[us];
        while (candidates) {
            const int from = take_lowest(candidates);
            if (en_passant_is_legal<us>(position, from, position.en_passant)) captors |= bit(from);
        }
    }
    return captors;
}

/// Attacks of one slider, restricted to its pin line but not yet to the legal targets.
template <int type>
Bitboard slider_lines(const Restraints& restraints, int from, Bitboard occupied) {
    Bitboard lines = 0;
    if (type != rook && !(restraints.pinned_straight & bit(from))) {
        lines = bishop_attacks(from, occupied);
        if (restraints.pinned_diagonal & bit(from)) lines &= restraints.pinned_diagonal;
    }
    if (type != bishop && !(restraints.pinned_diagonal & bit(from))) {
        Bitboard straight = rook_attacks(from, occupied);
        if (restraints.pinned_straight & bit(from)) straight &= restraints.pinned_straight;
        lines |= straight;
    }
    return lines;
}

// ---------------------------------------------------------------------------------------------------------
// Enumeration.

template <int type, class Sink>
void add_targets(Sink& sink, int from, Bitboard targets) {
    while (targets) sink.template add<Kind::ordinary, type>(from, take_lowest(targets), 0);
}

template <int type, class Sink>
void add_sliders(Sink& sink, const Restraints& restraints, Bitboard pieces, Bitboard occupied, Bitboard targets) {
    while (pieces) {
        const int from = take_lowest(pieces);
        add_targets<type>(sink, from, slider_lines<type>(restraints, from, occupied) & targets);
    }
}

template <int us, int step, class Sink>
void add_pawns(Sink& sink, Bitboard targets) {
    Bitboard promoting = targets & promotion_rank(us);
    for (targets ^= promoting; targets;) {
        const int to = take_lowest(targets);
        sink.template add<Kind::ordinary, pawn>(to - step, to, 0);
    }
    while (promoting) {
        const int to = take_lowest(promoting);
        for (int piece = queen; piece >= knight; --piece) {
            sink.template add<Kind::promotion, pawn>(to - step, to, piece);
        }
    }
}

/// Which moves: captures and promotions are noisy, the others quiet.
enum class Wanted { all, noisy, quiet };

/// Calls sink.add<Kind, PieceType>(from, to, promotion) for every legal move that is wanted. The relative order of
/// moves is the same for every `wanted`.
template <int us, Wanted wanted = Wanted::all, class Sink>
void enumerate(const Position& position, const Restraints& restraints, Sink& sink) {
    constexpr bool noisy = wanted == Wanted::noisy;
    constexpr bool quiet = wanted == Wanted::quiet;
    const Bitboard own = position.colours[us];
    const Bitboard their = position.colours[opposite(us)];
    const Bitboard occupied = own | their;
    const int from = restraints.king;

    const Bitboard arrivals = noisy ? their : quiet ? ~occupied : ~own;
    const Bitboard steps = king_attacks(from) & arrivals;
    const Bitboard castling = noisy || restraints.checkers ? 0 : position.castling & home_rank(us);
    if (steps | castling) {
        const Bitboard attacked = danger<us>(position);
        add_targets<king>(sink, from, steps & ~attacked);
        if (castling) {
            Bitboard partners = castling_partners<us>(position, from, attacked, restraints.pinned_straight);
            while (partners) sink.template add<Kind::castling, king>(from, take_lowest(partners), 0);
        }
    }
    if (several(restraints.checkers)) return;

    const Bitboard targets = restraints.targets & arrivals;
    for (Bitboard knights = position.knights & own & ~restraints.pinned(); knights;) {
        const int square = take_lowest(knights);
        add_targets<knight>(sink, square, knight_attacks(square) & targets);
    }
    add_sliders<bishop>(sink, restraints, position.bishops() & own, occupied, targets);
    add_sliders<rook>(sink, restraints, position.rooks() & own, occupied, targets);
    add_sliders<queen>(sink, restraints, position.queens() & own, occupied, targets);

    const PawnTargets<us> pawns(position, restraints);
    if constexpr (!quiet) {
        add_pawns<us, forward(us) - 1>(sink, pawns.left);
        add_pawns<us, forward(us) + 1>(sink, pawns.right);
    }
    const Bitboard single = noisy   ? pawns.single & promotion_rank(us)
                            : quiet ? pawns.single & ~promotion_rank(us)
                                    : pawns.single;
    add_pawns<us, forward(us)>(sink, single);
    if constexpr (!noisy) {
        for (Bitboard twice = pawns.twice; twice;) {
            const int to = take_lowest(twice);
            sink.template add<Kind::double_step, pawn>(to - 2 * forward(us), to, 0);
        }
    }
    if constexpr (!quiet) {
        for (Bitboard captors = en_passant_captors<us>(position); captors;) {
            sink.template add<Kind::en_passant, pawn>(take_lowest(captors), position.en_passant, 0);
        }
    }
}

}  // namespace boardai::chess
