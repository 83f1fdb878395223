#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "boardai/core/search_hooks.hpp"
#include "boardai/search/records/columns.hpp"
#include "boardai/search/records/packed_games-inl.hpp"

namespace boardai {
namespace columns_detail {

inline constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// In plies.
inline constexpr std::array<double, 3> values_ahead_means{4, 16, 64};

/// An action as it means the same through the symmetry.
template <Encodable S>
Action seen_action(const SeenPosition<S>& position, Action action) {
    if constexpr (Symmetric<S>) {
        if (position.symmetry != 0) return position.played.transform_action(action, position.symmetry);
    }
    return action;
}

/// What the network sees.
template <Encodable S>
void planes(const SeenPosition<S>& position, float* row) {
    position.encoding.write(position.seen, row);
}

/// The search's policy; adds up to 1, or is zeros where the value alone is to be learned.
template <Encodable S>
void policy(const SeenPosition<S>& position, float* row) {
    std::fill_n(row, position.encoding.policy_size(), 0.0f);
    WordReader reader(position.ring, position.place.game + position.place.words);
    const std::uint16_t count = reader.u16();
    reader.f32();  // the root's value
    for (std::uint16_t i = 0; i < count; ++i) {
        const Action action = seen_action(position, read_action(reader, position.game));
        row[position.encoding.policy_index(position.seen, action)] += static_cast<float>(reader.u16()) / whole_share;
    }
}

/// How the game ended: -1, 0 or 1; by its rules, or as it was given.
template <Encodable S>
void outcome(const SeenPosition<S>& position, float* row) {
    *row = static_cast<float>(position.sign * position.game.outcome0);
}

/// What the search of this ply thought the position worth, -1 to 1.
template <Encodable S>
void search_value(const SeenPosition<S>& position, float* row) {
    WordReader reader(position.ring, position.place.game + position.place.words);
    reader.u16();
    *row = reader.f32();
}

/// Plies to the end by the rules; unknown where the game was stopped before.
template <Encodable S>
void moves_left(const SeenPosition<S>& position, float* row) {
    *row = position.game.finished ? static_cast<float>(position.game.plies - position.place.ply) : unknown;
}

/// Plies that were played from here, to the end or to where the game was stopped.
template <Encodable S>
void plies_ahead(const SeenPosition<S>& position, float* row) {
    *row = static_cast<float>(position.game.plies - position.place.ply);
}

/// The game's final score in points, 0 in a game without; unknown where the game was stopped before its end.
template <Encodable S>
void score(const SeenPosition<S>& position, float* row) {
    *row = !Scored<S> || position.game.finished ? static_cast<float>(position.sign * position.game.score0) : unknown;
}

/// The position reached by playing on from the drawn one, `plies` further or to the end of the game, and whether it is
/// one or the other: a game that was stopped before does not get there.
template <Encodable S>
std::pair<S, bool> played_on(const SeenPosition<S>& position, std::uint32_t plies) {
    WordReader reader = first_action(position.ring, position.place.game, position.game);
    reader.skip(position.place.ply * words_of_action(position.game));
    const std::uint32_t left = position.game.plies - position.place.ply;
    S state = position.played;
    for (std::uint32_t ply = 0; ply < std::min(plies, left); ++ply) state.apply(read_action(reader, position.game));
    return {state, plies <= left || position.game.finished};
}

/// What becomes of the cells (Owned); unknown where the game was stopped before.
template <Encodable S>
    requires Owned<S>
void ownership(const SeenPosition<S>& position, float* row) {
    const Shape board = position.encoding.shape();
    const Canvas canvas{row, {board.height, board.width, S::ownership_planes}};
    constexpr auto plies = S::ownership_plies > 0 ? static_cast<std::uint32_t>(S::ownership_plies)
                                                  : std::numeric_limits<std::uint32_t>::max();
    auto [later, reached] = played_on(position, plies);
    std::fill_n(row, canvas.shape.size(), reached ? 0.0f : unknown);
    if (!reached) return;
    if constexpr (Symmetric<S>) {
        if (position.symmetry != 0) later = later.transformed(position.symmetry);
    }
    later.write_ownership(canvas, position.seen);
}

/// The opponent's move, as the policy of the position after this move would name it: 1 for it, 0 for all others; zeros
/// alone where the game was over, and where the same player moves again.
template <Encodable S>
void reply(const SeenPosition<S>& position, float* row) {
    std::fill_n(row, position.encoding.policy_size(), 0.0f);
    if (position.game.plies - position.place.ply < 2) return;
    S next = played_on(position, 1).first;
    if (next.current_player() == position.played.current_player()) return;
    WordReader reader = first_action(position.ring, position.place.game, position.game);
    reader.skip((position.place.ply + 1) * words_of_action(position.game));
    Action action = read_action(reader, position.game);
    if constexpr (Symmetric<S>) {
        if (position.symmetry != 0) {
            action = next.transform_action(action, position.symmetry);
            next = next.transformed(position.symmetry);
        }
    }
    row[position.encoding.policy_index(next, action)] = 1.0f;
}

/// The position after this one's move, as it looks through the symmetry; nothing where the move ended the game.
template <Encodable S>
std::optional<S> next_seen(const SeenPosition<S>& position) {
    S next = played_on(position, 1).first;
    if (next.is_terminal()) return std::nullopt;
    if constexpr (Symmetric<S>) {
        if (position.symmetry != 0) return next.transformed(position.symmetry);
    }
    return next;
}

/// What the network sees after this position's move; zeros where the game is over.
template <Encodable S>
void next_planes(const SeenPosition<S>& position, float* row) {
    const Shape board = position.encoding.shape();
    if (const std::optional<S> next = next_seen(position)) {
        position.encoding.write(*next, row);
    } else {
        std::fill_n(row, board.size(), 0.0f);
    }
}

/// 1 where a policy index is a legal action there; zeros alone where the game is over.
template <Encodable S>
void next_legal(const SeenPosition<S>& position, float* row) {
    std::fill_n(row, position.encoding.policy_size(), 0.0f);
    const std::optional<S> next = next_seen(position);
    if (!next) return;
    ActionList actions;
    next->legal_actions(actions);
    for (const Action action : actions) row[position.encoding.policy_index(*next, action)] = 1.0f;
}

/// 1 where the same player moves again, -1 where the other one does, 0 where the game is over.
template <Encodable S>
void next_sign(const SeenPosition<S>& position, float* row) {
    const S next = played_on(position, 1).first;
    const bool same = next.current_player() == position.played.current_player();
    *row = next.is_terminal() ? 0.0f : same ? 1.0f : -1.0f;
}

/// Values soon to come: means of what the searches from this ply on thought of their positions, from the view of the
/// player to move here, weights falling by plies with means 4, 16 and 64; the outcome stands for everything after the
/// game's end (Wu 2019's short-term value targets, https://github.com/lightvector/KataGo).
template <Encodable S>
void values_ahead(const SeenPosition<S>& position, float* row) {
    WordReader reader = first_value(position.ring, position.place.game, position.game);
    reader.skip(position.place.ply);
    std::array<double, values_ahead_means.size()> left, sum{};
    left.fill(1.0);
    for (std::uint32_t ply = position.place.ply; ply < position.game.plies; ++ply) {
        const std::optional<double> value = kept_value(reader.u16());
        if (!value) continue;  // not searched: the weight goes to what follows
        for (std::size_t i = 0; i < left.size(); ++i) {
            const double weight = left[i] / values_ahead_means[i];
            sum[i] += weight * *value;
            left[i] -= weight;
        }
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        row[i] = static_cast<float>(position.sign * (sum[i] + left[i] * position.game.outcome0));
    }
}

/// 1 where what stands there says what a position is worth: the player to move is in no check, and the search's move
/// is no noisy one (a capture); else 0.
template <Encodable S>
void quiet([[maybe_unused]] const SeenPosition<S>& position, float* row) {
    bool quiet = true;
    if constexpr (Checking<S>) quiet = !position.played.is_check();
    if constexpr (NoisyTest<S>) {
        WordReader reader(position.ring, position.place.game + position.place.words);
        const std::uint16_t count = reader.u16();
        reader.f32();  // the root's value
        std::uint16_t largest = 0;
        std::optional<Action> best;
        for (std::uint16_t i = 0; i < count; ++i) {
            const Action action = read_action(reader, position.game);
            const std::uint16_t share = reader.u16();
            if (share <= largest) continue;
            largest = share;
            best = action;
        }
        quiet = quiet && !(best && position.played.is_noisy(*best));
    }
    *row = quiet ? 1.0f : 0.0f;
}

/// 1 where a policy index is a legal action.
template <Encodable S>
void legal(const SeenPosition<S>& position, std::uint8_t* row) {
    std::fill_n(row, position.encoding.policy_size(), std::uint8_t{0});
    ActionList actions;
    position.seen.legal_actions(actions);
    for (const Action action : actions) row[position.encoding.policy_index(position.seen, action)] = 1;
}

}  // namespace columns_detail

template <Encodable S>
std::size_t Column<S>::size() const {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1},
                           [](std::size_t product, int extent) { return product * static_cast<std::size_t>(extent); });
}

template <Encodable S>
std::vector<Column<S>> columns(const Encoding<S>& encoding) {
    using Floats = typename Column<S>::Floats;
    using Bytes = typename Column<S>::Bytes;
    const Shape board = encoding.shape();
    const int actions = encoding.policy_size();
    std::vector<Column<S>> all{
        {"planes", {board.height, board.width, board.channels}, Floats(columns_detail::planes<S>)},
        {"policy", {actions}, Floats(columns_detail::policy<S>)},
        {"outcome", {}, Floats(columns_detail::outcome<S>)},
        {"search_value", {}, Floats(columns_detail::search_value<S>)},
        {"moves_left", {}, Floats(columns_detail::moves_left<S>)},
        {"plies_ahead", {}, Floats(columns_detail::plies_ahead<S>)},
        {"score", {}, Floats(columns_detail::score<S>)},
        {"legal", {actions}, Bytes(columns_detail::legal<S>)},
        {"reply", {actions}, Floats(columns_detail::reply<S>)},
        {"values_ahead", {3}, Floats(columns_detail::values_ahead<S>)},
        {"next_planes", {board.height, board.width, board.channels}, Floats(columns_detail::next_planes<S>)},
        {"next_legal", {actions}, Floats(columns_detail::next_legal<S>)},
        {"next_sign", {}, Floats(columns_detail::next_sign<S>)},
        {"quiet", {}, Floats(columns_detail::quiet<S>)},
    };
    if constexpr (Owned<S>) {
        const Floats ownership = columns_detail::ownership<S>;
        all.push_back({"ownership", {board.height, board.width, S::ownership_planes}, ownership});
    }
    return all;
}

}  // namespace boardai
