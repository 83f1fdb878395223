#include "games/chess/features.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "games/chess/attacks.hpp"

namespace boardai {
namespace {

using namespace chess;

struct Group {
    const char* name;
    std::array<int, 3> shape;  ///< in one of the two phases

    constexpr int size() const { return shape[0] * shape[1] * shape[2]; }
};
enum Groups { material, squares, mobility, passed, doubled, isolated, bishop_pair, open_file, half_open_file, to_move };
constexpr Group groups_of_phase[] = {
    {"material", {1, 1, 5}},     {"piece squares", {6, 8, 8}},     {"mobility", {1, 1, 4}},
    {"passed pawns", {1, 1, 8}}, {"doubled pawns", {1, 1, 1}},     {"isolated pawns", {1, 1, 1}},
    {"bishop pair", {1, 1, 1}},  {"rook on open file", {1, 1, 1}}, {"rook on half-open file", {1, 1, 1}},
    {"side to move", {1, 1, 1}}};
constexpr int group_count = static_cast<int>(std::size(groups_of_phase));

constexpr std::array<int, group_count + 1> make_offsets() {
    std::array<int, group_count + 1> offsets{};
    for (std::size_t i = 0; i < group_count; ++i) offsets[i + 1] = offsets[i] + groups_of_phase[i].size();
    return offsets;
}
constexpr std::array<int, group_count + 1> offsets = make_offsets();
constexpr int phase_size = offsets[group_count];

Bitboard file_fill(Bitboard set) {
    set |= set << 8 | set >> 8;
    set |= set << 16 | set >> 16;
    return set | set << 32 | set >> 32;
}

/// Squares in front of pawns that advance up the board, and those beside them.
Bitboard front_spans(Bitboard pawns, bool up) {
    Bitboard front = up ? pawns << 8 : pawns >> 8;
    front |= up ? front << 8 : front >> 8;
    front |= up ? front << 16 : front >> 16;
    front |= up ? front << 32 : front >> 32;
    return front | shifted<1>(front) | shifted<-1>(front);
}

class LinearFeatures {
  public:
    explicit LinearFeatures(std::string spec) : spec_(std::move(spec)) {}

    const std::string& spec() const { return spec_; }
    int size() const { return 2 * phase_size; }
    int stages() const { return 1; }
    std::vector<FeatureGroup> groups() const {
        std::vector<FeatureGroup> all;
        for (const char* phase : {"middlegame ", "endgame "}) {
            for (const Group& group : groups_of_phase) {
                std::vector<int> shape = {group.size()};
                if (group.shape[0] > 1) shape.assign(group.shape.begin(), group.shape.end());
                all.push_back({phase + std::string(group.name), shape});
            }
        }
        return all;
    }
    void check(const State&) const {}

    template <class Take>
    void visit(const State& state, const Take& take) const {
        const Position& position = state.position();
        const int us = position.side;
        const int phase = std::min(24, count(position.knights) + count(position.bishops()) +
                                           2 * count(position.rooks()) + 4 * count(position.queens()));
        const float middle = static_cast<float>(phase) / 24;
        const auto add = [&](Groups group, int place, int amount) {
            if (amount == 0) return;
            const int index = offsets[group] + place;
            if (phase > 0) take(index, static_cast<float>(amount) * middle);
            if (phase < 24) take(phase_size + index, static_cast<float>(amount) * (1 - middle));
        };
        const Bitboard own = position.colours[us];
        const Bitboard others = position.colours[us ^ 1];
        const Bitboard occupied = own | others;
        const Bitboard sets[5] = {position.pawns, position.knights, position.bishops(), position.rooks(),
                                  position.queens()};
        // 1. Material, and where it stands, as the owner sees it.
        for (int type = 0; type < 5; ++type) add(material, type, count(sets[type] & own) - count(sets[type] & others));
        for (int colour : {us, us ^ 1}) {
            const int sign = colour == us ? 1 : -1;
            for (Bitboard pieces = position.colours[colour]; pieces;) {
                const int square = take_lowest(pieces);
                add(squares, 64 * position.piece_at(square) + (colour == white ? square : square ^ 56), sign);
            }
        }
        // 2. Squares that pieces attack and that no piece of their own colour holds.
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
        // 3. Pawns, and the files they leave to rooks.
        int twos = 0;
        int alone = 0;
        int open = 0;
        int half_open = 0;
        for (int colour : {white, black}) {
            const int sign = colour == us ? 1 : -1;
            const Bitboard pawns = position.pawns & position.colours[colour];
            const Bitboard enemy_pawns = position.pawns & ~pawns;
            const Bitboard files = file_fill(pawns);
            for (Bitboard free = pawns & ~front_spans(enemy_pawns, colour == black); free;) {
                const int square = take_lowest(free);
                add(passed, rank_of(colour == white ? square : square ^ 56), sign);
            }
            twos += sign * (count(pawns) - count(files & rank_1));
            alone += sign * count(pawns & ~(shifted<1>(files) | shifted<-1>(files)));
            const Bitboard rooks = position.rooks() & position.colours[colour] & ~files;
            const Bitboard closed_by_enemy = file_fill(enemy_pawns);
            open += sign * count(rooks & ~closed_by_enemy);
            half_open += sign * count(rooks & closed_by_enemy);
        }
        add(doubled, 0, twos);
        add(isolated, 0, alone);
        add(open_file, 0, open);
        add(half_open_file, 0, half_open);
        // 4. The bishop pair, and who is to move.
        const auto pair = [&](Bitboard colour) { return static_cast<int>(several(position.bishops() & colour)); };
        add(bishop_pair, 0, pair(own) - pair(others));
        add(to_move, 0, 1);
    }

  private:
    std::string spec_;
};

}  // namespace

std::unique_ptr<FeatureSet<chess::State>> GameFeatures<chess::State>::make(FeatureSpec spec, const chess::State&) {
    if (spec.name() != "linear") return nullptr;
    spec.finish();
    return std::make_unique<FeatureSetOf<State, LinearFeatures>>(LinearFeatures(spec.text()));
}

}  // namespace boardai
