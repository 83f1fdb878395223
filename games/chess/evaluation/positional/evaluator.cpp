// Adds up the weights of the positional evaluation's terms.

#include "games/chess/evaluation/positional/evaluator.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "games/chess/board/zobrist.hpp"
#include "games/chess/evaluation/drawish.hpp"
#include "games/chess/evaluation/mating.hpp"
#include "games/chess/evaluation/positional/terms.hpp"
#include "games/chess/evaluation/positional/weights.hpp"

namespace boardai::chess {

namespace {

static_assert(std::size(positional::weights) == positional::phase_size);

/// The weights as TaperedSum::packed, in the layout's order.
constexpr auto words = [] {
    std::array<std::int64_t, positional::phase_size> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = TaperedSum::of(positional::weights[i].middle, positional::weights[i].end).packed;
    }
    return made;
}();

constexpr PieceSquares piece_words = [] {
    PieceSquares table{};
    for (std::size_t type = 0; type < 6; ++type) {
        for (std::size_t square = 0; square < 64; ++square) {
            const std::int64_t phase = TaperedSum::of(0, 0, phase_weight[type]).packed;
            const std::size_t first = static_cast<std::size_t>(positional::offsets[positional::pieces]) + 64 * type;
            table[white][code_of_type[type]][square] = phase + words[first + square];
            table[black][code_of_type[type]][square] = phase - words[first + (square ^ 56)];
        }
    }
    return table;
}();

/// White's weights minus Black's.
struct Adder {
    std::int64_t& packed;
    void operator()(int colour, int place, int amount) const {
        const std::int64_t word = words[static_cast<std::size_t>(place)] * amount;
        packed += colour == white ? word : -word;
    }
};

}  // namespace

const PieceSquares Positional::piece_squares = piece_words;

void Positional::reset(const State& state) {
    sums_.reset(state);
    if (pawn_table_.empty()) pawn_table_.resize(pawn_entries);
}

const Positional::PawnEntry& Positional::pawn_structure(const Position& position, PawnEntry& again) {
    const Bitboard own[2] = {position.pawns & position.colours[white], position.pawns & position.colours[black]};
    PawnEntry* entry = &again;
    if (!pawn_table_.empty()) {
        const std::uint64_t mixed = (own[white] * 0x9e3779b97f4a7c15ULL) ^ (own[black] * 0xc2b2ae3d27d4eb4fULL);
        entry = &pawn_table_[(mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9ULL >> 52];
        if (entry->pawns[white] == own[white] && entry->pawns[black] == own[black]) return *entry;
    }
    *entry = {{own[white], own[black]}, {}, {}};
    const Adder add{entry->sum.packed};
    entry->facts = positional::Walk(position, add).pawn_structure();
    return *entry;
}

int Positional::evaluate(const State& state) {
    const Position& position = state.position();
    if (const std::optional<int> won = won_ending(position)) return position.side == white ? *won : -*won;
    PawnEntry again;
    const PawnEntry& pawns = pawn_structure(position, again);
    TaperedSum sum = sums_.of(position);
    sum.packed += pawns.sum.packed;
    const Adder add{sum.packed};
    positional::Walk(position, add).beside_the_table(pawns.facts);
    const int scaled = sum.tapered() * drawish_scale(position) / (full_phase * whole_advantage);
    const int value = std::clamp(scaled, -limit, limit);
    return position.side == white ? value : -value;
}

}  // namespace boardai::chess
