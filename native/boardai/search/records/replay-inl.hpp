#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "boardai/core/interrupt.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/records/packed_games-inl.hpp"
#include "boardai/search/records/replay.hpp"

namespace boardai {
namespace replay_detail {

/// The game's last score for player 0; 0 in a game without.
template <GameState S>
int final_score(const GameRecord<S>& game) {
    if constexpr (Scored<S>) {
        S state = game.start;
        for (const RecordedPly& ply : game.plies) state.apply(ply.action);
        return state.score(0);
    } else {
        return 0;
    }
}

}  // namespace replay_detail

template <Encodable S>
Replay<S>::Replay(const S& start, std::size_t capacity, std::size_t memory)
    : start_(start), encoding_(start), capacity_(capacity), ring_(std::max<std::size_t>(memory / 2, 1)) {
    if (capacity == 0 || capacity > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument("Replay: capacity must be from 1 to 4294967295, got " + std::to_string(capacity));
    }
    positions_ = std::make_unique_for_overwrite<PackedPosition[]>(capacity);
}

template <Encodable S>
double Replay<S>::bytes_per_position(const S& start, long games, std::uint64_t seed) {
    if (games < 1) throw std::invalid_argument("Replay.bytes_per_position: at least one game is needed");
    std::size_t bytes = 0;
    std::size_t positions = 0;
    InterruptPoll poll;
    ActionList legal;
    for (long number = 0; number < games; ++number) {
        Rng rng(seed, static_cast<std::uint64_t>(number));
        GameRecord<S> game{0, start, {}, Ending::rules, 0};
        S state = start;
        while (!state.is_terminal()) {
            poll();
            fill_with_actions(state, legal);
            RecordedPly ply{legal[rng.below(static_cast<std::uint32_t>(legal.size()))], 0.0f, {}, true};
            for (const Action action : legal) ply.policy.push_back({action, 1.0f / static_cast<float>(legal.size())});
            state.apply(ply.action);
            game.plies.push_back(std::move(ply));
        }
        const PackedWords packed = pack_game(game, start, 0);
        bytes += 2 * packed.words.size() + packed.positions.size() * sizeof(PackedPosition);
        positions += packed.positions.size();
    }
    if (positions == 0) throw std::invalid_argument("Replay.bytes_per_position: the start position is over");
    return static_cast<double>(bytes) / static_cast<double>(positions);
}

template <Encodable S>
void Replay<S>::begin_at(std::uint64_t positions_added, std::uint64_t games_added) {
    if (size() > 0) throw std::invalid_argument("Replay.begin_at: the buffer is not empty");
    positions_added_ = oldest_ = positions_added;
    games_added_ = games_added;
}

template <Encodable S>
int Replay<S>::add_games(const std::string& bytes) {
    // 1. Everything is read and packed before anything is added.
    std::vector<GameRecord<S>> games = read_games(start_, bytes);
    std::vector<PackedWords> packed;
    packed.reserve(games.size());
    for (GameRecord<S>& game : games) {
        encoding_.check_same(game.start, "games file");
        packed.push_back(pack_game(game, start_, replay_detail::final_score(game)));
        if (packed.back().words.size() > ring_.size()) {
            throw std::invalid_argument("Replay: game " + std::to_string(game.number) + " takes " +
                                        std::to_string(2 * packed.back().words.size()) + " bytes, more than all of " +
                                        std::to_string(2 * ring_.size()) + " set aside");
        }
        game.plies = {};  // packed now
    }
    // 2. It is added.
    for (const PackedWords& game : packed) add_game(game);
    games_added_ += games.size();
    return static_cast<int>(games.size());
}

template <Encodable S>
void Replay<S>::add_game(const PackedWords& game) {
    if (game.positions.empty()) return;
    // 1. Room: whole games leave.
    while (words_used() + game.words.size() > ring_.size()) {
        for (const std::uint64_t leaving = position(0).game; size() > 0 && position(0).game == leaving;) drop_oldest();
    }
    // 2. Its words, then its positions, each in the place of the oldest once there are `capacity`.
    const std::uint64_t place = ring_.end();
    for (const std::uint16_t word : game.words) ring_.push(word);
    WordReader reader(ring_, place);
    const bool drawn = read_packed_game(reader).outcome0 == 0;
    for (PackedPosition added : game.positions) {
        if (size() == capacity_) drop_oldest();
        added.game = place;
        positions_[positions_added_ % capacity_] = added;
        ++positions_added_;
        drawn_ += drawn;
    }
}

template <Encodable S>
void Replay<S>::drop_oldest() {
    WordReader reader(ring_, position(0).game);
    drawn_ -= read_packed_game(reader).outcome0 == 0;
    ++oldest_;
}

template <Encodable S>
S Replay<S>::state(std::uint64_t number) const {
    if (number >= size()) {
        throw std::invalid_argument("Replay.state: position " + std::to_string(number) + " of " +
                                    std::to_string(size()));
    }
    return unpack_position(ring_, position(number), start_);
}

/// `seen` is `state` through the symmetry; actions go through it too.
template <Encodable S>
void Replay<S>::write_policy(WordReader reader, const PackedGame& game, [[maybe_unused]] const S& state, const S& seen,
                             [[maybe_unused]] int symmetry, const Row& row) const {
    std::fill_n(row.policy, encoding_.policy_size(), 0.0f);
    const std::uint16_t count = reader.u16();
    *row.search_value = reader.f32();
    for (std::uint16_t i = 0; i < count; ++i) {
        Action action = read_action(reader, game);
        if constexpr (Symmetric<S>) action = state.transform_action(action, symmetry);
        row.policy[encoding_.policy_index(seen, action)] += static_cast<float>(reader.u16()) / whole_share;
    }
    std::fill_n(row.legal, encoding_.policy_size(), std::uint8_t{0});
    ActionList legal;
    seen.legal_actions(legal);
    for (const Action action : legal) row.legal[encoding_.policy_index(seen, action)] = 1;
}

template <Encodable S>
void Replay<S>::fill_row(const PackedPosition& position, const S& state, int symmetry, const Row& row) const {
    WordReader head(ring_, position.game);
    const PackedGame game = read_packed_game(head);
    const WordReader reader(ring_, position.game + position.words);
    if (symmetry == 0) {
        encoding_.write(state, row.planes);
        write_policy(reader, game, state, state, 0, row);
    } else if constexpr (Symmetric<S>) {
        const S seen = state.transformed(symmetry);
        encoding_.write(seen, row.planes);
        write_policy(reader, game, state, seen, symmetry, row);
    }
    const int sign = state.current_player() == 0 ? 1 : -1;
    *row.outcome = static_cast<float>(sign * game.outcome0);
    *row.moves_left = static_cast<float>(game.plies - position.ply);
    *row.score = static_cast<float>(sign * game.score0);
}

template <Encodable S>
void Replay<S>::check_rows(const char* where, int rows, const Sizes& sizes) const {
    if (size() == 0) throw std::invalid_argument(std::string(where) + ": the buffer is empty");
    if (rows < 0) {
        throw std::invalid_argument(std::string(where) + ": rows must be at least 0, got " + std::to_string(rows));
    }
    const auto count = static_cast<std::size_t>(rows);
    const std::size_t policy = count * static_cast<std::size_t>(encoding_.policy_size());
    check_array_size(where, "planes", sizes.planes, count * encoding_.row_size());
    check_array_size(where, "policy", sizes.policy, policy);
    check_array_size(where, "outcome", sizes.outcome, count);
    check_array_size(where, "search_value", sizes.search_value, count);
    check_array_size(where, "moves_left", sizes.moves_left, count);
    check_array_size(where, "score", sizes.score, count);
    check_array_size(where, "legal", sizes.legal, policy);
}

template <Encodable S>
typename Replay<S>::Row Replay<S>::row_of(const Row& first, std::size_t row) const {
    const std::size_t policy = row * static_cast<std::size_t>(encoding_.policy_size());
    return {first.planes + row * encoding_.row_size(),
            first.policy + policy,
            first.outcome + row,
            first.search_value + row,
            first.moves_left + row,
            first.score + row,
            first.legal + policy};
}

template <Encodable S>
int Replay<S>::symmetries_of([[maybe_unused]] const S& state) const {
    if constexpr (Symmetric<S>) {
        return state.symmetry_count();
    } else {
        return 1;
    }
}

template <Encodable S>
void Replay<S>::sample(std::uint64_t seed, std::uint64_t window, bool symmetries, int rows, float* planes,
                       std::size_t planes_size, float* policy, std::size_t policy_size, float* outcome,
                       std::size_t outcome_size, float* search_value, std::size_t search_value_size, float* moves_left,
                       std::size_t moves_left_size, float* score, std::size_t score_size, std::uint8_t* legal,
                       std::size_t legal_size) const {
    check_rows("Replay.sample", rows,
               {planes_size, policy_size, outcome_size, search_value_size, moves_left_size, score_size, legal_size});
    if (window == 0) throw std::invalid_argument("Replay.sample: window must be at least 1");
    const std::uint64_t newest = std::min<std::uint64_t>(window, size());
    const std::uint64_t left_out = size() - newest;
    const Row first{planes, policy, outcome, search_value, moves_left, score, legal};
    Rng rng(seed);
    InterruptPoll poll;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        poll();
        const PackedPosition& drawn = position(left_out + rng.below(static_cast<std::uint32_t>(newest)));
        const S state = unpack_position(ring_, drawn, start_);
        int symmetry = 0;
        if (const int count = symmetries_of(state); symmetries && count > 1) {
            symmetry = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
        }
        fill_row(drawn, state, symmetry, row_of(first, row));
    }
}

template <Encodable S>
void Replay<S>::read(std::uint64_t first, int symmetry, int rows, float* planes, std::size_t planes_size, float* policy,
                     std::size_t policy_size, float* outcome, std::size_t outcome_size, float* search_value,
                     std::size_t search_value_size, float* moves_left, std::size_t moves_left_size, float* score,
                     std::size_t score_size, std::uint8_t* legal, std::size_t legal_size) const {
    check_rows("Replay.read", rows,
               {planes_size, policy_size, outcome_size, search_value_size, moves_left_size, score_size, legal_size});
    const auto count = static_cast<std::uint64_t>(rows);
    if (first > size() || count > size() - first) {
        throw std::invalid_argument("Replay.read: positions " + std::to_string(first) + " to " +
                                    std::to_string(first + count) + " of " + std::to_string(size()));
    }
    const Row row{planes, policy, outcome, search_value, moves_left, score, legal};
    InterruptPoll poll;
    for (std::uint64_t number = 0; number < count; ++number) {
        poll();
        const PackedPosition& chosen = position(first + number);
        const S state = unpack_position(ring_, chosen, start_);
        if (symmetry < 0 || symmetry >= symmetries_of(state)) {
            throw std::invalid_argument("Replay.read: symmetry " + std::to_string(symmetry) + " of " +
                                        std::to_string(symmetries_of(state)));
        }
        fill_row(chosen, state, symmetry, row_of(row, static_cast<std::size_t>(number)));
    }
}

}  // namespace boardai
