#include "games/chess/evaluation/features.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "games/chess/board/attacks.hpp"
#include "games/chess/evaluation/pawn_sets.hpp"
#include "games/chess/evaluation/piece_squares.hpp"
#include "games/chess/evaluation/positional/features.hpp"
#include "games/chess/evaluation/tapered_groups.hpp"

namespace boardai {
namespace {

using namespace chess;

enum Groups { material, squares, mobility, passed, doubled, isolated, bishop_pair, open_file, half_open_file, to_move };
constexpr TaperedGroup groups_of_phase[] = {
    {"material", {1, 1, 5}},     {"piece squares", {6, 8, 8}},     {"mobility", {1, 1, 4}},
    {"passed pawns", {1, 1, 8}}, {"doubled pawns", {1, 1, 1}},     {"isolated pawns", {1, 1, 1}},
    {"bishop pair", {1, 1, 1}},  {"rook on open file", {1, 1, 1}}, {"rook on half-open file", {1, 1, 1}},
    {"side to move", {1, 1, 1}}};
constexpr auto offsets = offsets_of(groups_of_phase);
constexpr int phase_size = offsets.back();

class LinearFeatures {
  public:
    explicit LinearFeatures(std::string spec) : spec_(std::move(spec)) {}

    const std::string& spec() const { return spec_; }
    int size() const { return 2 * phase_size; }
    int stages() const { return 1; }
    std::vector<FeatureGroup> groups() const { return feature_groups(groups_of_phase); }
    void check(const State&) const {}

    template <class Take>
    void visit(const State& state, const Take& take) const {
        const Position& position = state.position();
        const int us = position.side;
        const int phase = phase_of(position);
        const float middle = static_cast<float>(phase) / full_phase;
        const auto add = [&](Groups group, int place, int amount) {
            if (amount == 0) return;
            const int index = offsets[group] + place;
            if (phase > 0) take(index, static_cast<float>(amount) * middle);
            if (phase < full_phase) take(phase_size + index, static_cast<float>(amount) * (1 - middle));
        };
        const Bitboard own = position.colours[us];
        const Bitboard others = position.colours[us ^ 1];
        const Bitboard occupied = own | others;
        const Bitboard sets[5] = {position.pawns, position.knights, position.bishops(), position.rooks(),
                                  position.queens()};
        // 1. Material and piece squares, from the owner's view.
        for (int type = 0; type < 5; ++type) add(material, type, count(sets[type] & own) - count(sets[type] & others));
        for (int colour : {us, us ^ 1}) {
            const int sign = colour == us ? 1 : -1;
            for (Bitboard pieces = position.colours[colour]; pieces;) {
                const int square = take_lowest(pieces);
                add(squares, 64 * position.piece_at(square) + seen_by(colour, square), sign);
            }
        }
        // 2. Mobility: attacked squares that no piece of the same colour occupies.
        int reach[4] = {0, 0, 0, 0};
        for (int type = knight; type <= queen; ++type) {
            for (Bitboard pieces = sets[type]; pieces;) {
                const int square = take_lowest(pieces);
                const Bitboard holders = own >> square & 1 ? own : others;
                Bitboard attacked = 0;
                if (type == knight) attacked = knight_attacks(square);
                if (type == bishop || type == queen) attacked |= bishop_attacks(square, occupied);
                if (type == rook || type == queen) attacked |= rook_attacks(square, occupied);
                const int cells = count(attacked & ~holders);
                reach[type - knight] += own >> square & 1 ? cells : -cells;
            }
        }
        for (int i = 0; i < 4; ++i) add(mobility, i, reach[i]);
        // 3. Pawns, and rooks on open files.
        int twos = 0;
        int alone = 0;
        int open = 0;
        int half_open = 0;
        for (int colour : {white, black}) {
            const int sign = colour == us ? 1 : -1;
            const Bitboard pawns = position.pawns & position.colours[colour];
            const Bitboard enemy_pawns = position.pawns & ~pawns;
            const Bitboard files = files_of(pawns);
            const Bitboard stopped = colour == white ? ahead<black>(enemy_pawns) : ahead<white>(enemy_pawns);
            for (Bitboard free = pawns & ~(stopped | beside(stopped)); free;) {
                add(passed, rank_of(seen_by(colour, take_lowest(free))), sign);
            }
            twos += sign * (count(pawns) - count(files & rank_1));
            alone += sign * count(pawns & ~beside(files));
            const Bitboard rooks = position.rooks() & position.colours[colour] & ~files;
            const Bitboard closed_by_enemy = files_of(enemy_pawns);
            open += sign * count(rooks & ~closed_by_enemy);
            half_open += sign * count(rooks & closed_by_enemy);
        }
        add(doubled, 0, twos);
        add(isolated, 0, alone);
        add(open_file, 0, open);
        add(half_open_file, 0, half_open);
        // 4. The bishop pair, and the side to move.
        const auto pair = [&](Bitboard colour) { return static_cast<int>(several(position.bishops() & colour)); };
        add(bishop_pair, 0, pair(own) - pair(others));
        add(to_move, 0, 1);
    }

  private:
    std::string spec_;
};

}  // namespace

std::unique_ptr<FeatureSet<chess::State>> GameFeatures<chess::State>::make(FeatureSpec spec, const chess::State&) {
    if (spec.name() == "linear") {
        spec.finish();
        return std::make_unique<FeatureSetOf<State, LinearFeatures>>(LinearFeatures(spec.text()));
    }
    if (spec.name() == "positional") {
        spec.finish();
        return std::make_unique<FeatureSetOf<State, PositionalFeatures>>(PositionalFeatures(spec.text()));
    }
    return nullptr;
}

}  // namespace boardai
