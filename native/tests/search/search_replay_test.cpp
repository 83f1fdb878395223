// The replay buffer: what is read back is what was recorded, for every kind of game and start; both rings turn; a
// buffer begun in the middle holds and draws the same as one that saw everything; bad input changes nothing.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/records/replay-inl.hpp"
#include "games/chess/state.hpp"
#include "games/hex/state-inl.hpp"
#include "games/reversi/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using TicTacToe = tictactoe::State;
using Bad = std::invalid_argument;

constexpr double share_error = 1.001 / 65535;

/// What a position should be, straight from the record.
template <class S>
struct Expected {
    S state;
    std::vector<PolicyShare> policy;
    float root_value;
    int outcome0, score0, moves_left;
    GameRecord<S> game;  ///< all of it
    std::size_t ply;
};

template <class S>
struct Games {
    std::string bytes;
    std::vector<Expected<S>> positions;
    std::size_t count = 0;
};

/// Random games with random policies; about one ply in five is not to be learned from. Every other game begins some
/// plies into the game before it, with that game's history.
template <class S>
Games<S> random_games(const S& usual, int count, std::uint64_t seed, int max_plies) {
    Games<S> games;
    S start = usual;
    for (int number = 0; number < count; ++number) {
        Rng rng(seed, static_cast<std::uint64_t>(number));
        GameRecord<S> game{static_cast<std::uint64_t>(number), number % 2 ? start : usual, {}, Ending::rules, 0};
        S state = game.start;
        ActionList legal;
        std::vector<Expected<S>> positions;
        while (!state.is_terminal() && static_cast<int>(game.plies.size()) < max_plies) {
            state.legal_actions(legal);
            RecordedPly ply{legal[rng.below(static_cast<std::uint32_t>(legal.size()))], 0.0f, {}, true};
            ply.root_value = static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f;
            if (rng.below(5) > 0) {
                double total = 0;
                for (const Action action : legal) {
                    if (rng.below(4) == 0 && action != legal[0]) continue;
                    ply.policy.push_back({action, static_cast<float>(1 + rng.below(1000))});
                    total += static_cast<double>(ply.policy.back().share);
                }
                for (PolicyShare& part : ply.policy)
                    part.share = static_cast<float>(static_cast<double>(part.share) / total);
                ply.surprise = static_cast<float>(rng.below(3) * rng.below(100)) / 50.0f;
                positions.push_back({state, ply.policy, ply.root_value, 0, 0, 0, game, game.plies.size()});
            }
            if (ply.policy.empty() && rng.below(2) == 0) ply = {ply.action, 0.0f, {}, false};
            state.apply(ply.action);
            if (game.plies.size() == 2) start = state.is_terminal() ? usual : state;
            game.plies.push_back(ply);
        }
        const bool over = state.is_terminal();
        game.ending = over ? Ending::rules : Ending::adjudicated;
        game.outcome = over ? state.outcome(0) : static_cast<int>(rng.below(3)) - 1;
        int score = 0;
        if constexpr (Scored<S>) score = state.score(0);
        for (Expected<S>& position : positions) {
            position.outcome0 = game.outcome;
            position.score0 = score;
            position.moves_left = static_cast<int>(game.plies.size() - position.ply);
            position.game = game;
            games.positions.push_back(position);
        }
        write_game(games.bytes, game);
        ++games.count;
    }
    return games;
}

/// Arrays for `rows` rows, full of what must be overwritten.
struct Batch {
    template <class S>
    Batch(const Encoding<S>& encoding, std::size_t count)
        : rows(count),
          row_size(encoding.row_size()),
          width(static_cast<std::size_t>(encoding.policy_size())),
          planes(rows * row_size, NAN),
          policy(rows * width, NAN),
          outcome(rows, NAN),
          search_value(rows, NAN),
          moves_left(rows, NAN),
          score(rows, NAN),
          reply(rows * width, NAN),
          values_ahead(rows * 3, NAN),
          ownership(rows * owned_size(encoding), NAN),
          legal(rows * width, 77) {}

    template <class S>
    static std::size_t owned_size(const Encoding<S>& encoding) {
        if constexpr (Owned<S>) {
            return static_cast<std::size_t>(encoding.shape().height * encoding.shape().width * S::ownership_planes);
        } else {
            return 0;
        }
    }

    BatchArrays arrays() {
        BatchArrays all;
        all.add_floats("planes", planes.data(), planes.size());
        all.add_floats("policy", policy.data(), policy.size());
        all.add_floats("outcome", outcome.data(), outcome.size());
        all.add_floats("search_value", search_value.data(), search_value.size());
        all.add_floats("moves_left", moves_left.data(), moves_left.size());
        all.add_floats("score", score.data(), score.size());
        all.add_floats("reply", reply.data(), reply.size());
        all.add_floats("values_ahead", values_ahead.data(), values_ahead.size());
        if (!ownership.empty()) all.add_floats("ownership", ownership.data(), ownership.size());
        all.add_bytes("legal", legal.data(), legal.size());
        return all;
    }
    template <class S>
    void sample(const Replay<S>& replay, std::uint64_t seed, std::uint64_t window, bool symmetries) {
        replay.sample(seed, window, symmetries, static_cast<int>(rows), arrays());
    }
    template <class S>
    void read(const Replay<S>& replay, std::uint64_t first, int symmetry) {
        replay.read(first, symmetry, static_cast<int>(rows), arrays());
    }
    friend bool operator==(const Batch& one, const Batch& other) {
        const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
            if (a.size() != b.size()) return false;
            return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;  // NaN too
        };
        return same(one.planes, other.planes) && same(one.policy, other.policy) && same(one.outcome, other.outcome) &&
               same(one.search_value, other.search_value) && same(one.moves_left, other.moves_left) &&
               same(one.score, other.score) && same(one.reply, other.reply) &&
               same(one.values_ahead, other.values_ahead) && same(one.ownership, other.ownership) &&
               one.legal == other.legal;
    }

    std::size_t rows, row_size, width;
    std::vector<float> planes, policy, outcome, search_value, moves_left, score, reply, values_ahead, ownership;
    std::vector<std::uint8_t> legal;
};

template <class S>
S seen_through([[maybe_unused]] int symmetry, const S& state) {
    if constexpr (Symmetric<S>) return state.transformed(symmetry);
    return state;
}

template <class S>
Action seen_action(const S& state, Action action, [[maybe_unused]] int symmetry) {
    if constexpr (Symmetric<S>) return state.transform_action(action, symmetry);
    (void)state;
    return action;
}

template <class S>
void check_row(const Encoding<S>& encoding, const Batch& batch, std::size_t row, const Expected<S>& expected,
               int symmetry) {
    const S seen = seen_through(symmetry, expected.state);
    std::vector<float> planes(batch.row_size), policy(batch.width);
    std::vector<std::uint8_t> legal(batch.width);
    encoding.write(seen, planes.data());
    CHECK(std::equal(planes.begin(), planes.end(),
                     batch.planes.begin() + static_cast<std::ptrdiff_t>(row * batch.row_size)));
    for (const PolicyShare& part : expected.policy) {
        const Action action = seen_action(expected.state, part.action, symmetry);
        policy[static_cast<std::size_t>(encoding.policy_index(seen, action))] = part.share;
    }
    ActionList actions;
    seen.legal_actions(actions);
    for (const Action action : actions) legal[static_cast<std::size_t>(encoding.policy_index(seen, action))] = 1;
    double total = 0;
    for (std::size_t i = 0; i < batch.width; ++i) {
        const float share = batch.policy[row * batch.width + i];
        CHECK(std::abs(static_cast<double>(share - policy[i])) < share_error);
        CHECK(batch.legal[row * batch.width + i] == legal[i]);
        total += static_cast<double>(share);
    }
    CHECK(std::abs(total - 1) < 1e-5);
    const int sign = expected.state.current_player() == 0 ? 1 : -1;
    CHECK(batch.outcome[row] == static_cast<float>(sign * expected.outcome0));
    // How a stopped game would have ended is unknown.
    CHECK(Scored<S> && !(expected.game.ending == Ending::rules)
              ? std::isnan(batch.score[row])
              : batch.score[row] == static_cast<float>(sign * expected.score0));
    CHECK((expected.game.ending == Ending::rules) ? batch.moves_left[row] == static_cast<float>(expected.moves_left)
                                                  : std::isnan(batch.moves_left[row]));
    CHECK(batch.search_value[row] == expected.root_value);
}

/// What follows a position, by playing its game.
template <class S>
void check_what_follows(const Encoding<S>& encoding, const Batch& batch, std::size_t row, const Expected<S>& expected,
                        int symmetry) {
    const std::vector<RecordedPly>& plies = expected.game.plies;
    std::vector<S> states{expected.state};
    for (std::size_t ply = expected.ply; ply < plies.size(); ++ply) {
        states.push_back(states.back());
        states.back().apply(plies[ply].action);
    }
    const int mover = expected.state.current_player();
    const int sign = mover == 0 ? 1 : -1;
    // The reply.
    std::vector<float> reply(batch.width);
    if (expected.ply + 1 < plies.size() && states[1].current_player() != mover) {
        const Action action = seen_action(states[1], plies[expected.ply + 1].action, symmetry);
        reply[static_cast<std::size_t>(encoding.policy_index(seen_through(symmetry, states[1]), action))] = 1;
    }
    CHECK(std::equal(reply.begin(), reply.end(), batch.reply.begin() + static_cast<std::ptrdiff_t>(row * batch.width)));
    // Values ahead, from the end backwards.
    const double means[] = {4, 16, 64};
    for (std::size_t i = 0; i < 3; ++i) {
        double value0 = expected.outcome0;
        for (std::size_t ply = plies.size(); ply-- > expected.ply;) {
            if (!plies[ply].searched) continue;
            const int by = states[ply - expected.ply].current_player() == 0 ? 1 : -1;
            value0 += (by * static_cast<double>(plies[ply].root_value) - value0) / means[i];
        }
        CHECK(std::abs(static_cast<double>(batch.values_ahead[3 * row + i]) - sign * value0) < 1e-4);
    }
    // Ownership.
    if constexpr (Owned<S>) {
        const std::size_t size = Batch::owned_size(encoding);
        const float* found = batch.ownership.data() + row * size;
        const auto plies_on = static_cast<std::size_t>(S::ownership_plies);
        const bool inside = plies_on > 0 && plies_on < states.size();
        if (!inside && expected.game.ending != Ending::rules) {
            CHECK(std::all_of(found, found + size, [](float value) { return std::isnan(value); }));
            return;
        }
        const S& later = inside ? states[plies_on] : states.back();
        std::vector<float> owners(size);
        const Shape board = encoding.shape();
        seen_through(symmetry, later)
            .write_ownership({owners.data(), {board.height, board.width, S::ownership_planes}},
                             seen_through(symmetry, expected.state));
        CHECK(std::equal(owners.begin(), owners.end(), found));
        const auto held = [&](float sign) { return std::count(owners.begin(), owners.end(), sign); };
        if constexpr (Scored<S>) {
            const auto difference = held(1) - held(-1);
            const int winner = later.is_terminal() ? (difference > 0) - (difference < 0) : 0;  // who gets what is empty
            CHECK(difference + winner * held(0) == later.score(mover));
        }
        if (plies_on == 0) CHECK((held(1) > held(-1)) == (later.outcome(mover) > 0));
    }
}

template <class S>
void what_is_read_is_what_was_recorded(const S& usual, int count, int max_plies) {
    const Games<S> games = random_games(usual, count, 7, max_plies);
    Replay<S> replay(usual, games.positions.size(), games.bytes.size());
    CHECK(replay.add_games(games.bytes) == count);
    CHECK(replay.size() == games.positions.size() && replay.games_added() == games.count);
    const Encoding<S> encoding(usual);
    int symmetries = 1;
    if constexpr (Symmetric<S>) symmetries = usual.symmetry_count();
    std::uint64_t drawn = 0;
    for (std::size_t i = 0; i < games.positions.size(); ++i) {
        CHECK(replay.state(i) == games.positions[i].state);  // the history too, where a state has one
        drawn += games.positions[i].outcome0 == 0;
    }
    CHECK(replay.drawn() == drawn);
    Batch batch(encoding, games.positions.size());
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        batch.read(replay, 0, symmetry);
        for (std::size_t i = 0; i < batch.rows; ++i) {
            check_row(encoding, batch, i, games.positions[i], symmetry);
            check_what_follows(encoding, batch, i, games.positions[i], symmetry);
        }
    }
    CHECK(throws_with<Bad>([&] { batch.read(replay, 1, 0); }, "Replay.read: positions 1 to"));
    CHECK(throws_with<Bad>([&] { batch.read(replay, 0, symmetries); }, "symmetry"));
    CHECK(throws_with<Bad>([&] { (void)replay.state(games.positions.size()); }, "Replay.state"));
    CHECK(Replay<S>::bytes_per_position(usual, 3, 1) > sizeof(PackedPosition));
}

/// Small rings that turn often: what is held are always the newest positions, and all that there is room for.
void both_rings_turn() {
    const TicTacToe start;
    for (const std::size_t memory : {500u, 3000u, 100'000u}) {
        for (const std::size_t capacity : {1u, 13u, 64u}) {
            Replay<TicTacToe> replay(start, capacity, memory);
            CHECK(replay.bytes() == memory / 2 * 2 + capacity * 16);
            std::vector<Expected<TicTacToe>> all;
            Encoding<TicTacToe> encoding(start);
            for (std::uint64_t round = 0; round < 40; ++round) {
                const Games<TicTacToe> games = random_games(start, 3, round, 9);
                all.insert(all.end(), games.positions.begin(), games.positions.end());
                replay.add_games(games.bytes);
                CHECK(replay.positions_added() == all.size());
                CHECK(replay.size() > 0 && replay.size() <= std::min(capacity, all.size()));
                CHECK(replay.bytes_used() <= replay.bytes());
                if (memory == 100'000) CHECK(replay.size() == std::min(capacity, all.size()));
                Batch batch(encoding, replay.size());
                batch.read(replay, 0, 0);
                for (std::size_t i = 0; i < batch.rows; ++i) {
                    check_row(encoding, batch, i, all[all.size() - replay.size() + i], 0);
                }
            }
            // A game takes about 300 bytes here: the smallest memory holds one or two, however large the capacity.
            if (memory == 500 && capacity == 64) CHECK(replay.size() < 20);
        }
    }
}

void begun_in_the_middle_it_is_the_same() {
    const TicTacToe start;
    std::deque<Games<TicTacToe>> files;
    for (std::uint64_t i = 0; i < 30; ++i) files.push_back(random_games(start, 4, 100 + i, 9));
    const Encoding<TicTacToe> encoding(start);
    for (const std::size_t memory : {2000u, 50'000u}) {
        const std::size_t capacity = 70;
        Replay<TicTacToe> whole(start, capacity, memory);
        for (const auto& file : files) whole.add_games(file.bytes);
        // The newest files that hold at least `capacity` positions.
        std::size_t first = files.size(), found = 0;
        while (found < capacity) found += files[--first].positions.size();
        CHECK(first > 20);
        Replay<TicTacToe> late(start, capacity, memory);
        late.begin_at(whole.positions_added() - found, 4 * first);
        for (std::size_t i = first; i < files.size(); ++i) late.add_games(files[i].bytes);
        CHECK(late.size() == whole.size() && late.positions_added() == whole.positions_added());
        CHECK(late.games_added() == whole.games_added() && late.drawn() == whole.drawn());
        CHECK(late.bytes_used() == whole.bytes_used());
        Batch one(encoding, 500), other(encoding, 500);
        one.sample(whole, 5, 60, true);
        other.sample(late, 5, 60, true);
        CHECK(one == other);
        CHECK(throws_with<Bad>([&] { late.begin_at(0, 0); }, "not empty"));
    }
}

void draws_are_uniform_over_the_window() {
    const TicTacToe start;
    const Games<TicTacToe> games = random_games(start, 20, 3, 9);
    Replay<TicTacToe> replay(start, 30, 100'000);
    replay.add_games(games.bytes);
    CHECK(replay.size() == 30);
    const Encoding<TicTacToe> encoding(start);
    Batch all(encoding, 30), batch(encoding, 6000);
    all.read(replay, 0, 0);
    // Search values distinguish the positions.
    std::map<float, std::size_t> number_of;
    for (std::size_t i = 0; i < 30; ++i) number_of[all.search_value[i]] = i;
    CHECK(number_of.size() == 30);
    for (const std::size_t window : {1u, 12u, 30u, 1000u}) {
        batch.sample(replay, 9, window, false);
        std::vector<int> drawn(30);
        for (const float value : batch.search_value) ++drawn[number_of.at(value)];
        const std::size_t newest = std::min<std::size_t>(window, 30);
        for (std::size_t i = 0; i < 30; ++i) {
            const double mean = 6000.0 / static_cast<double>(newest);
            const bool inside = i >= 30 - newest;
            CHECK(inside ? std::abs(drawn[i] - mean) < 6 * std::sqrt(mean) : drawn[i] == 0);
        }
    }
    // Without symmetries a position is always seen as it is.
    batch.sample(replay, 9, 1, false);
    for (std::size_t i = 0; i < 6000; ++i) {
        CHECK(std::equal(all.planes.end() - 18, all.planes.end(),
                         batch.planes.begin() + static_cast<std::ptrdiff_t>(18 * i)));
    }
    // Equal seeds draw alike, and each row through one of the eight symmetries, all of which come up.
    Batch again(encoding, 6000);
    batch.sample(replay, 9, 1, true);
    again.sample(replay, 9, 1, true);
    CHECK(batch == again);
    again.sample(replay, 10, 1, true);
    CHECK(!(batch == again));
    std::map<std::vector<float>, int> views;
    for (std::size_t i = 0; i < 6000; ++i) {
        ++views[{batch.planes.begin() + static_cast<std::ptrdiff_t>(18 * i),
                 batch.planes.begin() + static_cast<std::ptrdiff_t>(18 * i + 18)}];
    }
    const TicTacToe newest = replay.state(29);
    std::vector<TicTacToe> distinct;
    for (int k = 0; k < 8; ++k) {
        const TicTacToe seen = newest.transformed(k);
        if (std::find(distinct.begin(), distinct.end(), seen) == distinct.end()) distinct.push_back(seen);
    }
    CHECK(views.size() == distinct.size() && distinct.size() > 1);
}

void shares_are_rounded_to_the_whole() {
    Rng rng(4);
    for (int trial = 0; trial < 2000; ++trial) {
        std::vector<PolicyShare> policy;
        const std::uint32_t size = 1 + rng.below(trial % 10 == 0 ? 400 : 5);
        double total = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            policy.push_back({static_cast<Action>(i), std::pow(10.0f, -static_cast<float>(rng.below(8)))});
            total += static_cast<double>(policy.back().share);
        }
        const std::vector<std::uint16_t> shares = quantised_shares(policy);
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            sum += shares[i];
            CHECK(std::abs(shares[i] / 65535.0 - static_cast<double>(policy[i].share) / total) < share_error);
        }
        CHECK(sum == 65535);
    }
}

/// By surprise positions are kept a whole number of times next to their weight, and a game counts as before.
void surprise_decides_how_often() {
    const TicTacToe start;
    const Encoding<TicTacToe> encoding(start);
    for (const double share : {0.0, 0.5, 1.0}) {
        double kept = 0, meant = 0;  // of positions that surprised more than their game on average
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const Games<TicTacToe> games = random_games(start, 1, seed, 9);
            if (games.positions.empty()) continue;
            Replay<TicTacToe> replay(start, 100, 10'000, share);
            replay.add_games(games.bytes);
            CHECK(replay.size() == games.positions.size());
            double sum = 0;
            for (const auto& one : games.positions) sum += static_cast<double>(one.game.plies[one.ply].surprise);
            std::size_t row = 0;
            Batch batch(encoding, replay.size());
            batch.read(replay, 0, 0);
            for (const auto& one : games.positions) {
                const double part = static_cast<double>(one.game.plies[one.ply].surprise) / (sum == 0 ? 1 : sum);
                const double weight =
                    sum == 0 ? 1 : 1 - share + share * static_cast<double>(games.positions.size()) * part;
                int times = 0;
                for (; row < replay.size() && replay.state(row) == one.state; ++row, ++times) {
                    check_row(encoding, batch, row, one, 0);
                }
                CHECK(std::abs(times - weight) < 1);
                if (weight > 1) kept += times, meant += weight;
            }
            CHECK(row == replay.size());
        }
        CHECK(std::abs(kept - meant) <= 0.05 * meant);  // rounded either way
    }
    CHECK(throws_with<Bad>([&] { (void)Replay<TicTacToe>(start, 1, 100, 1.5); }, "surprise_share"));
}

/// New targets stand where they were put, in as many actions as before, and those that are put again are the same.
template <class S>
void new_targets_take_the_place_of_old_ones(const S& start) {
    const Games<S> games = random_games(start, 12, 3, 20);
    const Encoding<S> encoding(start);
    Replay<S> replay(start, 1000, 100'000), again(start, 1000, 100'000);
    replay.add_games(games.bytes);
    again.add_games(games.bytes);
    Batch before(encoding, replay.size()), after(encoding, replay.size()), other(encoding, replay.size());
    before.read(replay, 0, 0);
    std::vector<std::int64_t> numbers;
    std::vector<float> policies, values;
    Rng rng(6);
    for (std::size_t number = 0; number < replay.size(); number += 1 + rng.below(3)) {
        numbers.push_back(static_cast<std::int64_t>(number));
        values.push_back(static_cast<float>(rng.below(2001)) / 1000.0f - 1.0f);
        for (std::size_t i = 0; i < before.width; ++i) policies.push_back(static_cast<float>(1 + rng.below(1000)));
    }
    const auto replace = [&](Replay<S>& where) {
        return where.replace_targets(numbers.data(), static_cast<int>(numbers.size()), policies.data(), policies.size(),
                                     values.data());
    };
    const std::string bytes = replace(replay);
    again.restore_targets(bytes);
    after.read(replay, 0, 0);
    other.read(again, 0, 0);
    CHECK(after == other && !(after == before));
    CHECK(after.planes == before.planes && after.outcome == before.outcome && after.legal == before.legal);
    for (std::size_t row = 0, next = 0; row < replay.size(); ++row) {
        const auto policy = [&](const Batch& batch) { return batch.policy.data() + row * batch.width; };
        if (next == numbers.size() || static_cast<std::size_t>(numbers[next]) != row) {
            CHECK(std::equal(policy(before), policy(before) + before.width, policy(after)));
            CHECK(after.search_value[row] == before.search_value[row]);
            continue;
        }
        CHECK(after.search_value[row] == values[next]);
        // The likeliest of the legal ones, as many as there were.
        std::vector<std::pair<float, std::size_t>> wanted;
        std::size_t room = 0;
        for (std::size_t i = 0; i < before.width; ++i) {
            if (after.legal[row * after.width + i]) wanted.push_back({policies[next * after.width + i], i});
            room += policy(before)[i] > 0;
        }
        std::stable_sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        wanted.resize(std::min(room, wanted.size()));
        double total = 0, sum = 0;
        for (const auto& one : wanted) total += static_cast<double>(one.first);
        for (std::size_t i = 0; i < after.width; ++i) sum += static_cast<double>(policy(after)[i]);
        CHECK(std::abs(sum - 1) < 1e-4);
        // Of equal ones either may be the last.
        const bool tied = room < wanted.size();
        for (const auto& [share, i] : wanted) {
            CHECK(tied || std::abs(static_cast<double>(policy(after)[i]) - static_cast<double>(share) / total) < 2e-5 ||
                  share == wanted.back().first);
        }
        ++next;
    }
    // What cannot be changes nothing.
    values.back() = 2;
    CHECK(throws_with<Bad>([&] { replace(replay); }, "value 2"));
    values.back() = 0;
    policies.pop_back();
    CHECK(throws_with<Bad>([&] { replace(replay); }, "policies must have"));
    policies.push_back(1);
    policies[0] = NAN;
    for (std::size_t i = 0; i < before.width; ++i) policies[i] = NAN;
    CHECK(throws_with<Bad>([&] { replace(replay); }, "position 0: share"));
    numbers[0] = static_cast<std::int64_t>(replay.size());
    CHECK(throws_with<Bad>([&] { replace(replay); }, "of " + std::to_string(replay.size())));
    other.read(replay, 0, 0);
    CHECK(after == other);
    CHECK(throws_with<Bad>([&] { again.restore_targets(bytes.substr(0, bytes.size() - 1)); }, "truncated"));
    for (int i = 0; i < 500; ++i) {
        std::string damaged = bytes;
        char& byte = damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))];
        byte = static_cast<char>(byte ^ (1 << rng.below(8)));
        try {
            again.restore_targets(damaged);  // what fits, as another value would, is taken
        } catch (const Bad&) {
        }
    }
    other.read(again, 0, 0);
    // A buffer that was begun later takes those it holds.
    Replay<S> late(start, 1000, 100'000);
    late.begin_at(replay.positions_added(), replay.games_added());
    late.restore_targets(bytes);
    CHECK(late.size() == 0);
}

/// Actions outside 16 bits take two words each.
class WideDoubleMove {
  public:
    static constexpr Action offset = -70'000'000;
    int current_player() const { return state_.current_player(); }
    bool is_terminal() const { return state_.is_terminal(); }
    int outcome(int player) const { return state_.outcome(player); }
    void legal_actions(ActionList& out) const {
        state_.legal_actions(out);
        for (Action& action : out) action += offset;
    }
    void apply(Action action) { state_.apply(action - offset); }
    std::uint64_t hash() const { return state_.hash(); }
    friend bool operator==(const WideDoubleMove&, const WideDoubleMove&) = default;
    std::string to_string() const { return state_.to_string(); }
    WideDoubleMove from_string(const std::string& text) const {
        WideDoubleMove state;
        state.state_ = state_.from_string(text);
        return state;
    }
    std::string action_to_string(Action action) const { return state_.action_to_string(action - offset); }
    Action action_from_string(const std::string& text) const { return state_.action_from_string(text) + offset; }
    Shape observation_shape() const { return state_.observation_shape(); }
    void encode(const Canvas& canvas) const { state_.encode(canvas); }
    int policy_planes() const { return 0; }
    int policy_extras() const { return 2; }
    int policy_index(Action action) const { return action - offset; }
    Action action_from_policy(int index) const { return index + offset; }
    std::uint64_t observation_key() const { return hash(); }

  private:
    doublemove::State state_;
};

void bad_input_changes_nothing() {
    const TicTacToe start;
    CHECK(throws_with<Bad>([&] { (void)Replay<TicTacToe>(start, 0, 100); }, "capacity"));
    const Games<TicTacToe> games = random_games(start, 10, 1, 9);
    Replay<TicTacToe> replay(start, 50, 10'000);
    const Encoding<TicTacToe> encoding(start);
    Batch batch(encoding, 3);
    CHECK(throws_with<Bad>([&] { batch.sample(replay, 1, 5, false); }, "empty"));
    CHECK(throws_with<Bad>([&] { replay.add_games(games.bytes + "x"); }, "truncated"));
    CHECK(replay.size() == 0 && replay.games_added() == 0);
    replay.add_games(games.bytes);
    const std::size_t size = replay.size();
    batch.sample(replay, 1, 5, false);
    const Batch before = batch;
    Rng rng(8);
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = games.bytes;
        char& byte = damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))];
        byte = static_cast<char>(byte ^ (1 << rng.below(8)));
        CHECK(throws_with<Bad>([&] { replay.add_games(damaged); }, "games file, record "));
    }
    batch.sample(replay, 1, 5, false);
    CHECK(batch == before && replay.size() == size && replay.games_added() == 10);
    Replay<TicTacToe> tiny(start, 50, 60);
    CHECK(throws_with<Bad>([&] { tiny.add_games(games.bytes); }, "more than all of 60 set aside"));
    CHECK(tiny.size() == 0);
    CHECK(throws_with<Bad>([&] { batch.sample(replay, 1, 0, false); }, "window"));
    batch.legal.pop_back();
    CHECK(throws_with<Bad>([&] { batch.sample(replay, 1, 5, false); }, "legal must have 27"));
    float number = 0;
    const auto sample_into = [&](const BatchArrays& arrays) { replay.sample(1, 5, false, 1, arrays); };
    BatchArrays unknown, of_another_kind;
    unknown.add_floats("ownersip", &number, 1);
    CHECK(throws_with<Bad>([&] { sample_into(unknown); }, "no column 'ownersip'"));
    CHECK(throws_with<Bad>([&] { unknown.add_floats("ownersip", &number, 1); }, "two arrays"));
    of_another_kind.add_floats("legal", &number, 1);
    CHECK(throws_with<Bad>([&] { sample_into(of_another_kind); }, "legal has elements of another kind"));
    // What there is no array for is not made.
    BatchArrays outcomes;
    outcomes.add_floats("outcome", &number, 1);
    sample_into(outcomes);
    CHECK(std::abs(number) <= 1);
    CHECK(replay.column_list().starts_with("planes float32 3 3 2\npolicy float32 9\noutcome float32\n"));
}

}  // namespace

int main() {
    what_is_read_is_what_was_recorded(TicTacToe(), 60, 9);
    what_is_read_is_what_was_recorded(doublemove::State(), 10, 9);
    what_is_read_is_what_was_recorded(WideDoubleMove(), 10, 9);
    what_is_read_is_what_was_recorded(hex::State<1>(3, 5, true), 30, 50);
    what_is_read_is_what_was_recorded(
        reversi::State<1>(reversi::Board::from_text("name: 4x4\n\n----\n-OX-\n-XO-\n----\n")), 30, 40);
    what_is_read_is_what_was_recorded(chess::State::start(0, true, false), 3, 60);
    both_rings_turn();
    begun_in_the_middle_it_is_the_same();
    draws_are_uniform_over_the_window();
    shares_are_rounded_to_the_whole();
    surprise_decides_how_often();
    new_targets_take_the_place_of_old_ones(TicTacToe());
    new_targets_take_the_place_of_old_ones(WideDoubleMove());
    new_targets_take_the_place_of_old_ones(hex::State<1>(3, 4, true));
    bad_input_changes_nothing();
    return test_result();
}
