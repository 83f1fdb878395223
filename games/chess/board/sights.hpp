#pragma once
// Features of a chess position that are drawn on the board: attacked squares, pins, passed pawns, and the terms of the
// positional evaluation. They come from the tables and restraints of move generation and from the evaluation's own
// code.
//
// Only Cling reads this; searches do not need it.

#include <array>
#include <cstddef>

#include "games/chess/board/attacks.hpp"
#include "games/chess/board/generate.hpp"
#include "games/chess/evaluation/drawish.hpp"
#include "games/chess/evaluation/positional/terms.hpp"
#include "games/chess/evaluation/positional/weights.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

struct Sights {
    std::array<std::array<int, 64>, 2> attackers{};  ///< [colour][square]: how many of its pieces attack the square
    Bitboard pinned[2] = {0, 0};                     ///< [colour]: its pinned pieces
    Bitboard passed = 0;                             ///< pawns of both colours that no pawn can stop
    /// The value of each term of the positional evaluation for White, in centipawns.
    std::array<double, positional::term_count> terms{};
};

inline Sights sights_of(const State& state) {
    const Position& position = state.position();
    Sights found;
    for (const int colour : {white, black}) {
        auto& attackers = found.attackers[static_cast<std::size_t>(colour)];
        for (Bitboard own = position.colours[colour]; own;) {
            const int square = take_lowest(own);
            const int type = position.piece_at(square);
            for (Bitboard seen = piece_attacks(colour, type, square, position.occupied()); seen;) {
                ++attackers[static_cast<std::size_t>(take_lowest(seen))];
            }
        }
    }
    found.pinned[white] = restraints_of<white>(position).pinned() & position.colours[white];
    found.pinned[black] = restraints_of<black>(position).pinned() & position.colours[black];
    const double phase = static_cast<double>(phase_of(position)) / full_phase;
    const double left = static_cast<double>(drawish_scale(position)) / whole_advantage;
    const auto take = [&](int colour, int place, int amount) {
        const auto& weight = positional::weights[place];
        const double worth = left * amount * (weight.middle * phase + weight.end * (1 - phase));
        std::size_t term = 0;
        while (positional::offsets[term + 1] <= place) ++term;
        found.terms[term] += colour == white ? worth : -worth;
    };
    positional::Walk walk(position, take);
    walk.pieces_on_squares();
    const PawnFacts pawns = walk.pawn_structure();
    walk.beside_the_table(pawns);
    found.passed = pawns.passed;
    return found;
}

}  // namespace boardai::chess
