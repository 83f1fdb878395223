#include "games/chess/board/attacks.hpp"

namespace boardai::chess {

namespace {

/// Squares reached by repeating one step from `square`, up to the edge or to the first occupied square, which is
/// included.
Bitboard walk(int square, int files, int ranks, Bitboard occupied) {
    Bitboard reached = 0;
    int file = file_of(square) + files;
    int rank = rank_of(square) + ranks;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const Bitboard here = bit(rank * 8 + file);
        reached |= here;
        if (occupied & here) break;
        file += files;
        rank += ranks;
    }
    return reached;
}

Bitboard walk_straight(int square, Bitboard occupied) {
    return walk(square, 1, 0, occupied) | walk(square, -1, 0, occupied) | walk(square, 0, 1, occupied) |
           walk(square, 0, -1, occupied);
}

Bitboard walk_diagonal(int square, Bitboard occupied) {
    return walk(square, 1, 1, occupied) | walk(square, -1, 1, occupied) | walk(square, 1, -1, occupied) |
           walk(square, -1, -1, occupied);
}

/// One step: as if every square were occupied.
Bitboard step(int square, int files, int ranks) { return walk(square, files, ranks, ~Bitboard{0}); }

}  // namespace

AttackTables::AttackTables() {
    constexpr int leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    constexpr int steps[8][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    for (int square = 0; square < 64; ++square) {
        const auto i = static_cast<std::size_t>(square);
        knight[i] = king[i] = 0;
        for (const auto& leap : leaps) knight[i] |= step(square, leap[0], leap[1]);
        for (const auto& direction : steps) king[i] |= step(square, direction[0], direction[1]);
        pawn[white][i] = step(square, -1, 1) | step(square, 1, 1);
        pawn[black][i] = step(square, -1, -1) | step(square, 1, -1);
        straight[i] = walk_straight(square, 0);
        diagonal[i] = walk_diagonal(square, 0);
        for (const std::size_t colour : {white, black}) {
            reaching[colour][chess::pawn][i] = pawn[colour ^ 1][i];
            reaching[colour][chess::knight][i] = knight[i];
            reaching[colour][bishop][i] = diagonal[i];
            reaching[colour][rook][i] = straight[i];
            reaching[colour][queen][i] = diagonal[i] | straight[i];
            reaching[colour][chess::king][i] = king[i];
        }
        constexpr int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
        for (std::size_t n = 0; n < 4; ++n) {
            ray[n][i] = walk(square, directions[n][0], directions[n][1], 0);
            ray[n + 4][i] = walk(square, -directions[n][0], -directions[n][1], 0);
        }
        between[i].fill(0);
        for (const auto& direction : steps) {
            Bitboard ray = walk(square, direction[0], direction[1], 0);
            while (ray) {
                const int target = take_lowest(ray);
                between[i][static_cast<std::size_t>(target)] =
                    walk(square, direction[0], direction[1], bit(target)) & ~bit(target);
            }
        }
    }
}

LineTables::LineTables() {
    for (int square = 0; square < 64; ++square) {
        const auto i = static_cast<std::size_t>(square);
        file[i] = walk(square, 0, 1, 0) | walk(square, 0, -1, 0);
        rising[i] = walk(square, 1, 1, 0) | walk(square, -1, -1, 0);
        falling[i] = walk(square, -1, 1, 0) | walk(square, 1, -1, 0);
    }
    for (int square = 0; square < 8; ++square) {
        for (std::size_t inner = 0; inner < 64; ++inner) {
            const Bitboard occupied = inner << 1;
            rank[static_cast<std::size_t>(square)][inner] =
                static_cast<std::uint8_t>(walk(square, 1, 0, occupied) | walk(square, -1, 0, occupied));
        }
    }
}
const LineTables line_tables;

#if defined(BOARDAI_PEXT_SLIDERS)

SliderTables::SliderTables() {
    constexpr std::size_t rook_entries = 102400;  // sum over squares of 2^(relevant squares)
    constexpr std::size_t bishop_entries = 5248;
    storage.reserve(rook_entries + bishop_entries);  // never reallocated: entries point into it
    const auto fill = [this](std::array<Entry, 64>& entries, Bitboard (*attacks)(int, Bitboard)) {
        for (int square = 0; square < 64; ++square) {
            // An edge square is relevant only to a slider that moves along that edge.
            Bitboard edges = 0;
            if (rank_of(square) != 0) edges |= rank_1;
            if (rank_of(square) != 7) edges |= rank_8;
            if (file_of(square) != 0) edges |= file_a;
            if (file_of(square) != 7) edges |= file_h;
            Entry& entry = entries[static_cast<std::size_t>(square)];
            entry.relevant = attacks(square, 0) & ~edges;
            entry.attacks = storage.data() + storage.size();
            // Subsets in increasing order are exactly the order of their PEXT indices.
            Bitboard subset = 0;
            do {
                storage.push_back(attacks(square, subset));
                subset = (subset - entry.relevant) & entry.relevant;
            } while (subset);
        }
    };
    fill(rook, walk_straight);
    fill(bishop, walk_diagonal);
}
const SliderTables slider_tables;

#endif

const AttackTables attack_tables;

}  // namespace boardai::chess
