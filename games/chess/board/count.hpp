#pragma once
// Counting legal moves, and picking one by its number, direction by direction (see generate.hpp).
// Included by .cpp files only.

#include "games/chess/board/generate.hpp"

namespace boardai::chess {

inline int count(const Bitboards& sets) {
    return (count(sets[0]) + count(sets[1])) + (count(sets[2]) + count(sets[3]));
}

constexpr int leap_steps[4] = {6, 10, 15, 17};

/// Knight moves, one leap per lane; `down` has the four opposite leaps.
inline Slides leap(Bitboard knights) {
    const Bitboards step = {leap_steps[0], leap_steps[1], leap_steps[2], leap_steps[3]};
    const Bitboard right_2 = ~(file_a | file_a << 1);  // where a move two files to the right may arrive
    const Bitboard left_2 = ~(file_h | file_h >> 1);
    const Bitboards not_wrapped_up = {left_2, right_2, ~file_h, ~file_a};
    const Bitboards not_wrapped_down = {right_2, left_2, ~file_a, ~file_h};
    const Bitboards set = {knights, knights, knights, knights};
    return {(set << step) & not_wrapped_up, (set >> step) & not_wrapped_down};
}

/// All legal moves of one side as sets of targets.
template <int us>
struct MoveSets {
    Restraints restraints;
    PawnTargets<us> pawns;
    Slides slides;
    Slides leaps;
    Bitboard king_steps;
    Bitboard partners = 0;
    Bitboard captors;

    explicit MoveSets(const Position& position) : MoveSets(position, restraints_of<us>(position)) {}
    MoveSets(const Position& position, const Restraints& known) : restraints(known), pawns(position, restraints) {
        const Bitboard own = position.colours[us];
        const Bitboard free = own & ~restraints.pinned();
        slides = slide(position.straights & free, position.diagonals & free, ~position.occupied());
        slides.up &= restraints.targets;
        slides.down &= restraints.targets;
        leaps = leap(position.knights & free);
        leaps.up &= restraints.targets;
        leaps.down &= restraints.targets;
        const Bitboard attacked = danger<us>(position);
        king_steps = king_attacks(restraints.king) & ~own & ~attacked;
        if ((position.castling & home_rank(us)) && !restraints.checkers) {
            partners = castling_partners<us>(position, restraints.king, attacked, restraints.pinned_straight);
        }
        captors = en_passant_captors<us>(position);
    }

    /// Sliders that may only move along their pin line.
    Bitboard pinned_sliders(const Position& position) const {
        return position.colours[us] &
               ((position.straights & restraints.pinned_straight) | (position.diagonals & restraints.pinned_diagonal));
    }
    Bitboard pinned_slider_targets(const Position& position, int from) const {
        const Bitboard occupied = position.occupied();
        if (restraints.pinned_straight & bit(from)) {
            return rook_attacks(from, occupied) & restraints.pinned_straight & restraints.targets;
        }
        return bishop_attacks(from, occupied) & restraints.pinned_diagonal & restraints.targets;
    }

    int size(const Position& position) const {
        const Bitboard promoting = promotion_rank(us);
        int total = count(slides.up) + count(slides.down) + count(leaps.up) + count(leaps.down) + count(king_steps) +
                    count(partners) + count(captors) + count(pawns.left) + count(pawns.right) + count(pawns.single) +
                    count(pawns.twice);
        if (const Bitboard arriving = (pawns.left | pawns.right | pawns.single) & promoting) {
            total +=
                3 * (count(pawns.left & promoting) + count(pawns.right & promoting) + count(arriving & pawns.single));
        }
        for (Bitboard pinned = pinned_sliders(position); pinned;) {
            total += count(pinned_slider_targets(position, take_lowest(pinned)));
        }
        return total;
    }
};

/// Square number `n` of a set that has more than n squares, counted from the lowest.
inline int nth(Bitboard set, int n) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(bit(n), set));
#else
    while (n-- > 0) set &= set - 1;
    return lowest(set);
#endif
}

/// A move in the form that play() needs.
struct Move {
    Kind kind;
    int from;
    int to;
    int promotion;
};

/// The n-th legal move, n below sets.size(): an order of its own, found without making the others.
template <int us>
Move pick_move(const MoveSets<us>& sets, const Position& position, int n) {
    // `n` is reduced by the size of each group before the one that contains the move.
    const auto within = [&n](int size) {
        if (n < size) return true;
        n -= size;
        return false;
    };
    for (std::size_t lane = 0; lane < 4; ++lane) {
        for (const bool up : {true, false}) {
            const Bitboard targets = up ? sets.slides.up[lane] : sets.slides.down[lane];
            if (!within(count(targets))) continue;
            const int to = nth(targets, n);
            // The slider stands at the first occupied square back from its target.
            const Bitboard ray = attack_tables.ray[up ? lane + 4 : lane][static_cast<std::size_t>(to)];
            const Bitboard back = ray & position.occupied();
            return {Kind::ordinary, up ? highest(back) : lowest(back), to, 0};
        }
    }
    for (std::size_t lane = 0; lane < 4; ++lane) {
        for (const bool up : {true, false}) {
            const Bitboard targets = up ? sets.leaps.up[lane] : sets.leaps.down[lane];
            if (!within(count(targets))) continue;
            const int to = nth(targets, n);
            return {Kind::ordinary, up ? to - leap_steps[lane] : to + leap_steps[lane], to, 0};
        }
    }
    const int from = sets.restraints.king;
    if (within(count(sets.king_steps))) return {Kind::ordinary, from, nth(sets.king_steps, n), 0};
    if (within(count(sets.pawns.twice))) {
        const int to = nth(sets.pawns.twice, n);
        return {Kind::double_step, to - 2 * forward(us), to, 0};
    }
    const Bitboard pawn_targets[3] = {sets.pawns.single, sets.pawns.left, sets.pawns.right};
    constexpr int pawn_steps[3] = {forward(us), forward(us) - 1, forward(us) + 1};
    for (std::size_t way = 0; way < 3; ++way) {
        const Bitboard plain = pawn_targets[way] & ~promotion_rank(us);
        if (within(count(plain))) {
            const int to = nth(plain, n);
            return {Kind::ordinary, to - pawn_steps[way], to, 0};
        }
        const Bitboard promoting = pawn_targets[way] & promotion_rank(us);
        if (within(4 * count(promoting))) {
            const int to = nth(promoting, n / 4);
            return {Kind::promotion, to - pawn_steps[way], to, knight + n % 4};
        }
    }
    if (within(count(sets.partners))) return {Kind::castling, from, nth(sets.partners, n), 0};
    if (within(count(sets.captors))) return {Kind::en_passant, nth(sets.captors, n), position.en_passant, 0};
    Bitboard pinned = sets.pinned_sliders(position);
    while (true) {
        const int slider = take_lowest(pinned);
        const Bitboard targets = sets.pinned_slider_targets(position, slider);
        if (within(count(targets))) return {Kind::ordinary, slider, nth(targets, n), 0};
    }
}

template <int us>
int count_moves(const Position& position) {
    return MoveSets<us>(position).size(position);
}

}  // namespace boardai::chess
