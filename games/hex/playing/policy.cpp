#include "games/hex/playing/policy.hpp"

#include <bit>
#include <cmath>

#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

/// By colour and by the code of a cell that the other colour has just taken: the directions of empty neighbours between
/// two stones of the colour. A bridge over both cells joined these two stones.
constexpr auto bridges_intruded = [] {
    std::array<std::array<std::uint8_t, pattern_count>, 2> found{};
    for (int colour = 0; colour < 2; ++colour) {
        for (int code = 0; code < static_cast<int>(pattern_count); ++code) {
            for (int place = 0; place < 6; ++place) {
                const bool is_bridge = digit(code, place) == 0 && digit(code, (place + 1) % 6) == colour + 1 &&
                                       digit(code, (place + 5) % 6) == colour + 1;
                if (is_bridge) {
                    found[static_cast<std::size_t>(colour)][static_cast<std::size_t>(code)] |=
                        static_cast<std::uint8_t>(1 << place);
                }
            }
        }
    }
    return found;
}();

}  // namespace

}  // namespace boardai::hex

namespace boardai {

template <int Words>
Policy<hex::State<Words>>::Policy() {
    for (int colour : {hex::black, hex::white}) {
        for (int code = 0; code < static_cast<int>(hex::pattern_count); ++code) {
            weights_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(code)] =
                std::exp(hex::ring_weight(colour, code));
        }
    }
}

template <int Words>
int Policy<hex::State<Words>>::playout(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in,
                                       Action last, MctsPlayouts style, Rng& rng, PlayedActions* played) {
    using namespace hex;
    const Bits<Words> black_cells = fill(state, filled_in, last, style == MctsPlayouts::patterns, rng);
    const Geometry<Words>& board =
        geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())];
    const int winner = board.joins_top_and_bottom(black_cells) ? black : white;
    const int player_of_black = state.colour_of(0) == black ? 0 : 1;
    if (played) {
        // Filled-in cells need not be played, so they get no credit.
        const Bits<Words> filled = filled_in.cells() - (state.stones(black) | state.stones(white));
        played->add(player_of_black, (black_cells - filled).word, Words);
        played->add(1 - player_of_black, (board.board - black_cells - filled).word, Words);
    }
    return winner == state.colour_of(0) ? 1 : -1;
}

/// Fills the board except for the dead cells and returns black's cells. `last`: the previous action, or -1.
template <int Words>
hex::Bits<Words> Policy<hex::State<Words>>::fill(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in,
                                                 Action last, bool by_patterns, Rng& rng) {
    using namespace hex;
    const int cells = state.rows() * state.columns();
    board_.clear(state.rows(), state.columns());
    const Bits<Words> stones = state.stones(black) | state.stones(white);
    Bits<Words> owned[2];
    for (int colour : {black, white}) {
        // Without the cells that the opponent has taken since.
        owned[colour] = state.stones(colour) | (filled_in.captured[colour] - stones);
        owned[colour].for_each([&](int cell) { board_.put(board_.place_of(cell), colour); });
    }
    std::uint32_t count = 0;
    for (int cell = 0; cell < cells; ++cell) {
        const int place = board_.place_of(cell);
        index_[static_cast<std::size_t>(place)] = -1;
        if (owned[black].test(cell) || owned[white].test(cell) || filled_in.dead.test(cell)) continue;
        empty_[count] = static_cast<std::int16_t>(place);
        index_[static_cast<std::size_t>(place)] = static_cast<std::int16_t>(count++);
    }
    int before = last >= 0 && last < cells ? board_.place_of(last) : -1;
    for (int colour = state.colour_to_move(); count > 0; colour = 1 - colour) {
        int place = -1;
        if (before >= 0) {
            const std::uint32_t open =
                bridges_intruded[static_cast<std::size_t>(colour)][static_cast<std::size_t>(board_.code(before))];
            if (open != 0) {
                std::uint32_t chosen = open;
                if ((open & (open - 1)) != 0) {
                    for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(open))); skip > 0; --skip) {
                        chosen &= chosen - 1;
                    }
                }
                place = before + board_.step(std::countr_zero(chosen));
                if (index_[static_cast<std::size_t>(place)] < 0) place = -1;  // dead
            }
        }
        if (place < 0) {
            const std::uint64_t random = rng.next();
            // Numbers below `count`, each from 16 random bits; their probabilities differ by less than 1 %.
            const auto draw = [&](std::uint32_t number) {
                const auto bits = static_cast<std::uint32_t>(random >> (16 * number)) & 0xffff;
                return static_cast<int>(empty_[(bits * count) >> 16]);
            };
            place = draw(0);
            if (by_patterns) {
                const auto& weights = weights_[static_cast<std::size_t>(colour)];
                const auto weight = [&](int one) { return weights[static_cast<std::size_t>(board_.code(one))]; };
                float total = weight(place);
                auto chance = static_cast<std::uint32_t>(random >> 48);
                // Weighted sampling in one pass: each cell replaces the choice with its share of the weights so far.
                for (std::uint32_t number = 1; number < drawn; ++number) {
                    const int other = draw(number);
                    const float added = weight(other);
                    total += added;
                    chance = (chance * 0x9e3779b1u) ^ (chance >> 15);
                    if (static_cast<float>(chance & 0xffff) * total < added * 65536.0f) place = other;
                }
            }
        }
        owned[colour].set(board_.cell_at(place));
        board_.put(place, colour);
        const auto index = static_cast<std::size_t>(index_[static_cast<std::size_t>(place)]);
        empty_[index] = empty_[--count];
        index_[static_cast<std::size_t>(empty_[index])] = static_cast<std::int16_t>(index);
        before = place;
    }
    return owned[black];
}

template struct Policy<hex::State<1>>;
template struct Policy<hex::State<2>>;
template struct Policy<hex::State<3>>;
template struct Policy<hex::State<6>>;

}  // namespace boardai
