#pragma once

#include <stdexcept>
#include <utility>

#include "boardai/core/evaluator.hpp"
#include "boardai/core/random_opening.hpp"
#include "boardai/search/game_record-inl.hpp"
#include "boardai/search/network_rows.hpp"
#include "boardai/search/puct_tree-inl.hpp"
#include "boardai/search/self_play.hpp"

namespace boardai {
namespace self_play_detail {

inline constexpr char magic[] = "BOPN";
inline constexpr std::uint16_t version = 2;

inline void check_options(const SelfPlayOptions& options) {
    const auto require = [](bool valid, const char* name, double value, const char* range) {
        if (valid) return;
        throw std::invalid_argument(std::string("self-play option ") + name + " must be " + range + ", got " +
                                    std::to_string(value));
    };
    boardai::check_options(options.puct);
    require(options.games >= 1, "games", options.games, "at least 1");
    require(options.temperature_plies >= 0, "temperature_plies", options.temperature_plies, "at least 0");
    require(options.temperature >= 0, "temperature", options.temperature, "at least 0");
    require(options.max_plies >= 0, "max_plies", options.max_plies, "at least 0");
    require(options.adjudication_margin >= 0, "adjudication_margin", options.adjudication_margin, "at least 0");
    require(options.random_plies >= 0, "random_plies", options.random_plies, "at least 0");
    require(options.max_plies == 0 || options.random_plies < options.max_plies, "random_plies", options.random_plies,
            "below max_plies");
    require(options.game_step >= 1, "game_step", static_cast<double>(options.game_step), "at least 1");
}

/// The fields of the counters in the order they are stored.
inline std::vector<std::uint64_t*> fields(SelfPlayCounters& counters) {
    return {&counters.games,       &counters.plies, &counters.wins0,       &counters.draws,      &counters.wins1,
            &counters.adjudicated, &counters.moves, &counters.simulations, &counters.evaluations};
}

/// Outcome for player 0 of a game that is stopped: by the sign of the score where the game has one, else by its
/// default evaluation, which must reach `margin` (0: a draw).
template <GameState S>
int adjudicate(const S& state, [[maybe_unused]] int margin) {
    if constexpr (Scored<S>) {
        const int score = state.score(0);
        return (score > 0) - (score < 0);
    } else {
        if (margin == 0) return 0;
        typename DefaultEvaluator<S>::type evaluator{};
        const int value = evaluator.evaluate(state);  // of the side to move
        const int value0 = state.current_player() == 0 ? value : -value;
        return (value0 >= margin) - (value0 <= -margin);
    }
}

}  // namespace self_play_detail

template <Encodable S>
SelfPlay<S>::SelfPlay(const S& start, const SelfPlayOptions& options)
    : start_(start),
      options_(options),
      encoding_(start),
      cache_(static_cast<std::size_t>(std::max(options.puct.cache_mb, 0)) << 20),
      next_game_(options.first_game) {
    self_play_detail::check_options(options);
    if (start.is_terminal()) throw std::invalid_argument("self-play: the start position is over");
    const auto count = static_cast<std::size_t>(options.games);
    games_.reserve(count);
    trees_.reserve(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        games_.push_back({GameRecord<S>{0, start_, {}, Ending::open, 0}, start_});
        trees_.emplace_back(options.puct, Rng());
        start_game(slot);
    }
}

template <Encodable S>
void SelfPlay<S>::start_game(std::size_t slot) {
    Rng rng(options_.seed, next_game_);
    S state = start_;
    GameRecord<S> record{next_game_, start_, {}, Ending::open, 0};
    play_random_opening(state, options_.random_plies, rng,
                        [&](Action action) { record.plies.push_back({action, 0.0f, {}, false}); });
    trees_[slot].set_root(state);
    trees_[slot].rng() = rng;
    games_[slot] = OpenGame{std::move(record), std::move(state)};
    next_game_ += options_.game_step;
}

template <Encodable S>
bool SelfPlay<S>::select_row(std::size_t slot, float* row) {
    // A search whose last simulations all ended in finished games needs no row: its move is played at once.
    InterruptPoll poll;
    for (;;) {
        if (trees_[slot].finished()) play_move(slot);
        if (trees_[slot].select(encoding_, row, cache())) return true;
        if (!trees_[slot].finished()) return false;
        poll();
    }
}

template <Encodable S>
int SelfPlay<S>::select(float* planes, std::size_t size) {
    abandon_rows(trees_, row_trees_);
    const std::size_t capacity = row_capacity("SelfPlay.select", size, encoding_.row_size());
    if (capacity < trees_.size()) {
        throw std::invalid_argument("SelfPlay.select: planes hold " + std::to_string(capacity) + " rows, but " +
                                    std::to_string(trees_.size()) + " games need one each");
    }
    row_trees_.reserve(capacity);
    for (bool any = true; any && row_trees_.size() < capacity;) {
        any = false;
        for (std::size_t slot = 0; slot < trees_.size() && row_trees_.size() < capacity; ++slot) {
            if (!select_row(slot, planes + row_trees_.size() * encoding_.row_size())) continue;
            row_trees_.push_back(static_cast<std::int32_t>(slot));
            any = true;
        }
    }
    return static_cast<int>(row_trees_.size());
}

template <Encodable S>
void SelfPlay<S>::backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size) {
    backup_rows("SelfPlay.backup", trees_, row_trees_, encoding_.policy_size(), logits, logits_size, values,
                values_size, cache());
    counters_.evaluations += values_size;
}

template <Encodable S>
void SelfPlay<S>::play_move(std::size_t slot) {
    PuctTree<S>& tree = trees_[slot];
    OpenGame& game = games_[slot];
    // 1. Choose by visit counts, and note what the search found.
    const bool drawn = game.record.plies.size() < static_cast<std::size_t>(options_.temperature_plies);
    RecordedPly ply{
        tree.sample_action(drawn ? options_.temperature : 0.0), static_cast<float>(tree.root_value()), {}, true};
    std::vector<double> shares(tree.root_action_count());
    tree.policy(shares.data());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const auto share = static_cast<float>(shares[i]);
        if (share > 0) ply.policy.push_back({tree.root_action(i).action, share});
    }
    const auto simulations = static_cast<std::uint64_t>(tree.simulations_done());
    // 2. Play it on a copy: if the game's own code throws anywhere below, the game stands before the move.
    S next = game.state;
    next.apply(ply.action);
    const bool over = next.is_terminal();
    const bool limit =
        !over && options_.max_plies > 0 && game.record.plies.size() + 1 >= static_cast<std::size_t>(options_.max_plies);
    if (over || limit) {
        finish_game(slot, std::move(ply), over ? Ending::rules : Ending::ply_limit,
                    over ? next.outcome(0) : self_play_detail::adjudicate(next, options_.adjudication_margin));
    } else {
        tree.set_root(next);
        game.record.plies.push_back(std::move(ply));
        game.state = std::move(next);
    }
    ++counters_.moves;
    counters_.simulations += simulations;
}

/// Records the game that ends with `last`, and starts the next one in its place.
template <Encodable S>
void SelfPlay<S>::finish_game(std::size_t slot, RecordedPly last, Ending ending, int outcome) {
    GameRecord<S> record = games_[slot].record;
    record.plies.push_back(std::move(last));
    record.ending = ending;
    record.outcome = outcome;
    std::string bytes;
    write_game(bytes, record);
    start_game(slot);
    finished_games_ += bytes;
    ++games_waiting_;
    ++counters_.games;
    counters_.plies += record.plies.size();
    counters_.wins0 += outcome > 0;
    counters_.draws += outcome == 0;
    counters_.wins1 += outcome < 0;
    counters_.adjudicated += ending == Ending::ply_limit;
}

template <Encodable S>
std::string SelfPlay<S>::take_games() {
    games_waiting_ = 0;
    return std::exchange(finished_games_, {});
}

template <Encodable S>
void SelfPlay<S>::restart_searches() {
    abandon_rows(trees_, row_trees_);
    if (cache_.enabled()) cache_.clear();
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) trees_[slot].set_root(games_[slot].state);
}

// Layout: "BOPN" u16 version u16 zero u64 checksum of the rest; then u64 next game number, the counters (u64
// each), u64 games waiting, their records (u32 length, bytes), u32 open games, four u64 words of each one's random
// stream, and their records, all as in game_record.hpp.
template <Encodable S>
std::string SelfPlay<S>::save_open_games() const {
    std::string payload;
    ByteWriter writer(payload);
    writer.u64(next_game_);
    SelfPlayCounters counters = counters_;
    for (const std::uint64_t* field : self_play_detail::fields(counters)) writer.u64(*field);
    writer.u64(games_waiting_);
    writer.text(finished_games_);
    writer.u32(static_cast<std::uint32_t>(games_.size()));
    for (const PuctTree<S>& tree : trees_) {
        for (int word = 0; word < 4; ++word) writer.u64(tree.rng().word(word));
    }
    for (const OpenGame& game : games_) write_game(payload, game.record);
    std::string bytes;
    ByteWriter file(bytes);
    file.raw({self_play_detail::magic, 4});
    file.u16(self_play_detail::version);
    file.u16(0);
    file.u64(checksum(payload));
    file.raw(payload);
    return bytes;
}

template <Encodable S>
void SelfPlay<S>::restore_open_games(const std::string& bytes) {
    // 1. Read and check all of it.
    const std::string what = "open games";
    ByteReader reader(bytes, what);
    if (reader.raw(4) != std::string_view(self_play_detail::magic, 4)) reader.fail("does not begin with BOPN");
    const std::uint16_t version = reader.u16();
    if (version != self_play_detail::version) reader.fail("unknown version " + std::to_string(version));
    if (reader.u16() != 0) reader.fail("reserved field is not zero");
    const std::uint64_t expected = reader.u64();
    if (checksum(std::string_view(bytes).substr(reader.position())) != expected) {
        reader.fail("damaged or truncated: checksum differs");
    }
    const std::uint64_t next_game = reader.u64();
    SelfPlayCounters counters;
    for (std::uint64_t* field : self_play_detail::fields(counters)) *field = reader.u64();
    const auto waiting = static_cast<std::size_t>(reader.u64());
    std::string finished(reader.text());
    if (read_games_from(std::string_view(finished), start_, what, false).size() != waiting) {
        reader.fail("another number of finished games than it says");
    }
    const std::uint32_t count = reader.u32();
    if (count != games_.size()) {
        reader.fail("holds " + std::to_string(count) + " games, but " + std::to_string(games_.size()) + " are set");
    }
    std::vector<PuctTree<S>> trees;
    trees.reserve(count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        Rng rng;
        for (int word = 0; word < 4; ++word) rng.set_word(word, reader.u64());
        trees.emplace_back(options_.puct, rng);
    }
    const std::vector<GameRecord<S>> records = read_games_from(reader.raw(reader.left()), start_, what, true);
    if (records.size() != count) reader.fail("another number of open games than it says");
    std::vector<OpenGame> games;
    games.reserve(count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        const GameRecord<S>& record = records[slot];
        if (record.ending != Ending::open) reader.fail("game " + std::to_string(record.number) + " is not open");
        encoding_.check_same(record.start, "open games");
        S state = record.start;
        for (const RecordedPly& ply : record.plies) state.apply(ply.action);
        trees[slot].set_root(state);
        games.push_back({record, std::move(state)});
    }
    // 2. Take it over.
    row_trees_.clear();
    trees_ = std::move(trees);
    games_ = std::move(games);
    next_game_ = next_game;
    counters_ = counters;
    games_waiting_ = waiting;
    finished_games_ = std::move(finished);
}

}  // namespace boardai
