#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "boardai/core/in_quotes.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/search/records/columns-inl.hpp"
#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/records/replay.hpp"
#include "boardai/search/records/surprise.hpp"

namespace boardai {

template <Encodable S>
Replay<S>::Replay(const S& start, std::size_t capacity, std::size_t memory, double surprise_share)
    : start_(start),
      encoding_(start),
      columns_(columns(encoding_)),
      capacity_(capacity),
      surprise_share_(surprise_share),
      ring_(std::max<std::size_t>(memory / 2, 1)) {
    if (capacity == 0 || capacity > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument("Replay: capacity must be from 1 to 4294967295, got " + std::to_string(capacity));
    }
    if (!(surprise_share >= 0 && surprise_share <= 1)) {
        throw std::invalid_argument("Replay: surprise_share must be from 0 to 1, got " +
                                    std::to_string(surprise_share));
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
        const PackedWords packed = pack_game(game, start);
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
Variety Replay<S>::variety(std::uint64_t positions) const {
    Variety found;
    std::unordered_set<std::uint64_t> seen_positions;
    std::unordered_set<std::uint64_t> seen_games;
    InterruptPoll poll;
    const std::uint64_t end = size();
    for (std::uint64_t number = end - std::min<std::uint64_t>(positions, end); number < end;) {
        // 1. A game is played once, for all its positions.
        const std::uint64_t place = position(number).game;
        WordReader reader(ring_, place);
        const PackedGame game = read_packed_game(reader);
        S state = unpack_start(reader, game, start_);
        std::uint64_t moves = mix64(state.hash());
        for (std::uint32_t ply = 0; ply < game.plies; ++ply) {
            poll();
            // 2. The position, if it is one to be learned from.
            bool counted = false;
            for (; number < end && position(number).game == place && position(number).ply == ply; ++number) {
                if (std::exchange(counted, true)) continue;
                ++found.positions;
                found.different_positions += seen_positions.insert(state.hash()).second;
            }
            const Action action = read_action(reader, game);
            moves = mix64(moves ^ static_cast<std::uint64_t>(action));
            state.apply(action);
        }
        // 3. The game.
        ++found.games;
        found.different_games += seen_games.insert(moves).second;
    }
    return found;
}

template <Encodable S>
int Replay<S>::add_games(const std::string& bytes) {
    // 1. Everything is read and packed before anything is added.
    std::vector<GameRecord<S>> games = read_games(start_, bytes);
    std::vector<PackedWords> packed;
    packed.reserve(games.size());
    for (GameRecord<S>& game : games) {
        encoding_.check_same(game.start, "games file");
        packed.push_back(pack_game(game, start_));
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
    const std::vector<int> times = times_by_surprise(game.surprises, surprise_share_, game.number);
    for (std::size_t i = 0; i < times.size(); ++i) {
        PackedPosition added = game.positions[i];
        added.game = place;
        for (int time = 0; time < times[i]; ++time) {
            if (size() == capacity_) drop_oldest();
            positions_[positions_added_ % capacity_] = added;
            ++positions_added_;
            drawn_ += drawn;
        }
    }
}

template <Encodable S>
void Replay<S>::drop_oldest() {
    WordReader reader(ring_, position(0).game);
    drawn_ -= read_packed_game(reader).outcome0 == 0;
    ++oldest_;
}

/// What stands for a policy and a value at a position held.
template <Encodable S>
NewTarget Replay<S>::new_target(std::uint64_t number, const float* policy, float value) const {
    const auto fail = [number](const std::string& reason) {
        throw std::invalid_argument("Replay.replace_targets: position " + std::to_string(number) + ": " + reason);
    };
    if (!(value >= -1 && value <= 1)) fail("value " + std::to_string(value) + " is not in [-1, 1]");
    const PackedPosition& kept = position(number);
    const S state = unpack_position(ring_, kept, start_);
    WordReader head(ring_, kept.game);
    const bool wide = read_packed_game(head).wide_actions;
    ActionList legal;
    state.legal_actions(legal);
    std::vector<PolicyShare> shares;
    for (const Action action : legal) {
        const float share = policy[encoding_.policy_index(state, action)];
        if (!(share >= 0) || !std::isfinite(share)) fail("share " + std::to_string(share));
        // A game whose own actions are all small has no room for a large one.
        if (share > 0 && (wide || (action >= 0 && action <= 0xffff))) shares.push_back({action, share});
    }
    const std::size_t room = kept_actions(ring_, kept);
    if (room > 0 && shares.empty()) fail("no legal action has a share");
    return {oldest_ + number, value, fitted_shares(std::move(shares), room)};
}

template <Encodable S>
std::string Replay<S>::replace_targets(const std::int64_t* numbers, int rows, const float* policies, std::size_t size,
                                       const float* values) {
    // 1. Everything is checked before anything is changed.
    const auto row_size = static_cast<std::size_t>(encoding_.policy_size());
    check_array_size("Replay.replace_targets", "policies", size, static_cast<std::size_t>(rows) * row_size);
    std::vector<NewTarget> targets;
    InterruptPoll poll;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        poll();
        if (numbers[row] < 0 || static_cast<std::uint64_t>(numbers[row]) >= this->size()) {
            throw std::invalid_argument("Replay.replace_targets: position " + std::to_string(numbers[row]) + " of " +
                                        std::to_string(this->size()));
        }
        targets.push_back(new_target(static_cast<std::uint64_t>(numbers[row]), policies + row * row_size, values[row]));
    }
    // 2. It is changed.
    std::string bytes;
    ByteWriter writer(bytes);
    for (const NewTarget& target : targets) {
        const PackedPosition& kept = position(target.number - oldest_);
        put_target(ring_, kept, unpack_position(ring_, kept, start_).current_player(), target);
        write_target(writer, target);
    }
    return bytes;
}

template <Encodable S>
void Replay<S>::restore_targets(const std::string& bytes) {
    std::string place = "new targets";
    ByteReader reader(bytes, place);
    InterruptPoll poll;
    while (reader.left() > 0) {
        poll();
        place = "new targets, byte " + std::to_string(reader.position());
        const NewTarget target = read_target(reader);
        if (target.number >= positions_added_) reader.fail("no such position");
        if (target.number < oldest_) continue;  // it has left
        const PackedPosition& kept = position(target.number - oldest_);
        const S state = unpack_position(ring_, kept, start_);
        if (target.shares.size() != kept_actions(ring_, kept)) reader.fail("another number of actions");
        for (const NewTarget::Share& one : target.shares) {
            if (!is_legal_action(state, one.action))
                reader.fail("action " + std::to_string(one.action) + " is illegal");
        }
        put_target(ring_, kept, state.current_player(), target);
    }
}

template <Encodable S>
S Replay<S>::state(std::uint64_t number) const {
    if (number >= size()) {
        throw std::invalid_argument("Replay.state: position " + std::to_string(number) + " of " +
                                    std::to_string(size()));
    }
    return unpack_position(ring_, position(number), start_);
}

template <Encodable S>
std::string Replay<S>::column_list() const {
    std::string list;
    for (const Column<S>& column : columns_) {
        list += column.name + (column.write.index() == 0 ? " float32" : " uint8");
        for (const int extent : column.shape) list += " " + std::to_string(extent);
        list += "\n";
    }
    return list;
}

/// The columns there are arrays for, each checked.
template <Encodable S>
std::vector<typename Replay<S>::Wanted> Replay<S>::wanted(const char* where, int rows,
                                                          const BatchArrays& arrays) const {
    const std::string place(where);
    if (size() == 0) throw std::invalid_argument(place + ": the buffer is empty");
    if (rows < 0) throw std::invalid_argument(place + ": rows must be at least 0, got " + std::to_string(rows));
    std::vector<Wanted> found;
    for (const auto& [name, array] : arrays.by_name()) {
        const auto column = std::find_if(columns_.begin(), columns_.end(),
                                         [&name = name](const Column<S>& one) { return one.name == name; });
        if (column == columns_.end()) throw std::invalid_argument(place + ": no column " + in_quotes(name));
        if (array.data.index() != column->write.index()) {
            throw std::invalid_argument(place + ": " + name + " has elements of another kind");
        }
        check_array_size(where, name.c_str(), array.size, static_cast<std::size_t>(rows) * column->size());
        found.push_back({&*column, array});
    }
    return found;
}

template <Encodable S>
void Replay<S>::fill_row(const PackedPosition& position, const S& state, int symmetry,
                         const std::vector<Wanted>& wanted, std::size_t row) const {
    WordReader head(ring_, position.game);
    const PackedGame game = read_packed_game(head);
    const auto fill = [&](const S& seen) {
        const int sign = state.current_player() == 0 ? 1 : -1;
        const SeenPosition<S> shown{encoding_, ring_, game, position, state, seen, symmetry, sign};
        for (const auto& [column, array] : wanted) {
            const std::size_t at = row * column->size();
            if (array.data.index() == 0) {
                std::get<0>(column->write)(shown, std::get<0>(array.data) + at);
            } else {
                std::get<1>(column->write)(shown, std::get<1>(array.data) + at);
            }
        }
    };
    if constexpr (Symmetric<S>) {
        if (symmetry != 0) return fill(state.transformed(symmetry));
    }
    fill(state);
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
int Replay<S>::drawn_symmetry(const S& state, bool symmetries, Rng& rng) const {
    const int count = symmetries_of(state);
    return symmetries && count > 1 ? static_cast<int>(rng.below(static_cast<std::uint32_t>(count))) : 0;
}

template <Encodable S>
void Replay<S>::sample(std::uint64_t seed, std::uint64_t window, bool symmetries, int rows,
                       const BatchArrays& arrays) const {
    const std::vector<Wanted> columns = wanted("Replay.sample", rows, arrays);
    if (window == 0) throw std::invalid_argument("Replay.sample: window must be at least 1");
    const std::uint64_t newest = std::min<std::uint64_t>(window, size());
    const std::uint64_t left_out = size() - newest;
    Rng rng(seed);
    InterruptPoll poll;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        poll();
        const PackedPosition& drawn = position(left_out + rng.below(static_cast<std::uint32_t>(newest)));
        const S state = unpack_position(ring_, drawn, start_);
        fill_row(drawn, state, drawn_symmetry(state, symmetries, rng), columns, row);
    }
}

template <Encodable S>
void Replay<S>::gather(const std::int64_t* numbers, std::uint64_t seed, bool symmetries, int rows,
                       const BatchArrays& arrays) const {
    const std::vector<Wanted> columns = wanted("Replay.gather", rows, arrays);
    Rng rng(seed);
    InterruptPoll poll;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
        poll();
        if (numbers[row] < 0 || static_cast<std::uint64_t>(numbers[row]) >= size()) {
            throw std::invalid_argument("Replay.gather: position " + std::to_string(numbers[row]) + " of " +
                                        std::to_string(size()));
        }
        const PackedPosition& chosen = position(static_cast<std::uint64_t>(numbers[row]));
        const S state = unpack_position(ring_, chosen, start_);
        fill_row(chosen, state, drawn_symmetry(state, symmetries, rng), columns, row);
    }
}

template <Encodable S>
void Replay<S>::read(std::uint64_t first, int symmetry, int rows, const BatchArrays& arrays) const {
    const std::vector<Wanted> columns = wanted("Replay.read", rows, arrays);
    const auto count = static_cast<std::uint64_t>(rows);
    if (first > size() || count > size() - first) {
        throw std::invalid_argument("Replay.read: positions " + std::to_string(first) + " to " +
                                    std::to_string(first + count) + " of " + std::to_string(size()));
    }
    InterruptPoll poll;
    for (std::uint64_t number = 0; number < count; ++number) {
        poll();
        const PackedPosition& chosen = position(first + number);
        const S state = unpack_position(ring_, chosen, start_);
        if (symmetry < 0 || symmetry >= symmetries_of(state)) {
            throw std::invalid_argument("Replay.read: symmetry " + std::to_string(symmetry) + " of " +
                                        std::to_string(symmetries_of(state)));
        }
        fill_row(chosen, state, symmetry, columns, static_cast<std::size_t>(number));
    }
}

}  // namespace boardai
