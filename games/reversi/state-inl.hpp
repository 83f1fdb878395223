#pragma once
// The functions of state.hpp that searches call at every node.

#include <cassert>
#include <utility>

#include "games/reversi/board/moves-inl.hpp"
#include "games/reversi/state.hpp"

namespace boardai::reversi {

/// The first words of a board's mask; the other words are empty.
template <int Words>
inline Bits<Words> on_words(const Board::Mask& mask) {
    Bits<Words> bits;
    for (int i = 0; i < Words; ++i) bits.word[i] = mask[static_cast<std::size_t>(i)];
    return bits;
}

/// The empty cells on which `own` would flip at least one disc.
template <int Words>
inline Bits<Words> placements_of(const Bits<Words>& own, const Bits<Words>& opponent, const Bits<Words>& shape) {
    return reached(own, opponent) & shape & ~(own | opponent);
}

template <int Words>
inline void State<Words>::find_placements() {
    const Bits<Words> shape = on_words<Words>(board_->shape());
    placements_ = placements_of(own_, opponent_, shape);
    must_pass_ = !placements_.any() && placements_of(opponent_, own_, shape).any();
}

/// The margin of a finished game; the empty cells count for the winner.
inline int final_margin(int own, int opponent, int cells) {
    return own > opponent ? cells - 2 * opponent : own < opponent ? 2 * own - cells : 0;
}

template <int Words>
inline int State<Words>::score(int player) const {
    int difference = own_.count() - opponent_.count();
    if (counts_empty_ && is_terminal()) {
        difference = final_margin(own_.count(), opponent_.count(), board_->cell_count());
    }
    return player == player_ ? difference : -difference;
}

template <int Words>
inline int State<Words>::outcome(int player) const {
    const int difference = (own_.count() - opponent_.count()) * (player == player_ ? 1 : -1);
    return (difference > 0) - (difference < 0);
}

template <int Words>
inline void State<Words>::legal_actions(ActionList& out) const {
    out.clear();
    placements_.for_each([&](int cell) { out.push_back(board_->action_of_cell(cell)); });
    if (must_pass_) out.push_back(board_->pass_action());
}

template <int Words>
inline bool State<Words>::is_legal(Action action) const {
    if (action < 0 || action > board_->pass_action()) return false;
    if (action == board_->pass_action()) return must_pass_;
    return placements_.contains(board_->cell_of_action(action));
}

template <int Words>
inline void State<Words>::apply(Action action) {
    assert(is_legal(action));
    if (action != board_->pass_action()) {
        const int cell = board_->cell_of_action(action);
        const Bits<Words> flips = flipped(cell, own_, opponent_);
        own_ = own_ | flips | Bits<Words>::single(cell);
        opponent_ = opponent_ ^ flips;
    }
    std::swap(own_, opponent_);
    player_ ^= 1;
    find_placements();
}

template <int Words>
inline bool State<Words>::is_noisy(Action action) const {
    if (action == board_->pass_action()) return false;
    return on_words<Words>(board_->regions().corners).contains(board_->cell_of_action(action));
}

template <int Words>
inline void State<Words>::noisy_actions(ActionList& out) const {
    out.clear();
    const Bits<Words> corners = placements_ & on_words<Words>(board_->regions().corners);
    corners.for_each([&](int cell) { out.push_back(board_->action_of_cell(cell)); });
}

template <int Words>
inline int State<Words>::capture_order(Action action) const {
    if (action == board_->pass_action()) return 0;
    return flipped(board_->cell_of_action(action), own_, opponent_).count();
}

template <int Words>
inline int State<Words>::quiet_order(Action action) const {
    if (action == board_->pass_action()) return 0;
    const int cell = board_->cell_of_action(action);
    const Bits<Words> flips = flipped(cell, own_, opponent_);
    const Bits<Words> own = own_ | flips | Bits<Words>::single(cell);
    const int replies = placements_of(opponent_ ^ flips, own, on_words<Words>(board_->shape())).count();
    const Regions& regions = board_->regions();
    int order = -500 * (replies < 16 ? replies : 16);
    if (on_words<Words>(regions.steep).contains(cell)) order -= 1500;
    if (on_words<Words>(regions.flank).contains(cell)) order -= 500;
    return order;
}

template <int Words>
inline void State<Words>::write_grid(std::uint8_t* codes) const {
    const int width = board_->width();
    for (int row = 0; row < board_->height(); ++row) {
        for (int column = 0; column < width; ++column) {
            const int cell = row * stride<Words> + column;
            const auto bit = [cell](const Bits<Words>& set) { return (set.word[cell >> 6] >> (cell & 63)) & 1; };
            *codes++ = static_cast<std::uint8_t>(bit(own_) + 2 * bit(opponent_));
        }
    }
}

template <int Words>
inline std::uint64_t State<Words>::observation_key() const {
    return absolute_view_ ? hash() : discs_key();
}

template <int Words>
inline std::uint64_t State<Words>::discs_key() const {
    std::uint64_t key = board_->shape_key();
    for (int i = 0; i < Words; ++i) key = mix64(mix64(key ^ own_.word[i]) ^ opponent_.word[i]);
    return key;
}

template <int Words>
inline std::uint64_t State<Words>::hash() const {
    constexpr std::uint64_t light_to_move = 0x9d39247e33776d41ULL;
    return discs_key() ^ (player_ == 0 ? 0 : light_to_move);
}

template <int Words>
inline int State<Words>::random_playout(Rng& rng) const {
    const Bits<Words> shape = on_words<Words>(board_->shape());
    Bits<Words> own = own_;
    Bits<Words> opponent = opponent_;
    Bits<Words> choices = placements_;
    bool own_is_dark = player_ == 0;
    while (true) {
        if (!choices.any()) {
            choices = placements_of(opponent, own, shape);
            if (!choices.any()) break;
            std::swap(own, opponent);
            own_is_dark = !own_is_dark;
        }
        const int number = static_cast<int>(rng.below(static_cast<std::uint32_t>(choices.count())));
        const int cell = nth_cell(choices, number);
        const Bits<Words> flips = flipped(cell, own, opponent);
        const Bits<Words> moved = own | flips | Bits<Words>::single(cell);
        own = opponent ^ flips;
        opponent = moved;
        own_is_dark = !own_is_dark;
        choices = placements_of(own, opponent, shape);
    }
    const int difference = own.count() - opponent.count();
    const int sign = (difference > 0) - (difference < 0);
    return own_is_dark ? sign : -sign;
}

}  // namespace boardai::reversi
