#pragma once
// Self-play: everything a new process needs to continue, as bytes.
//
//   "BOPN"  u16 version = 4  u16 zero  u64 checksum of the rest
//   u64 next game number; the counters (8 bytes each); u32 finished games not taken, u32 length, their records
//   u32 open games; for each four u64 words of its random stream and its standing (i32 each); their records
//
// Records are as in game_record.hpp.

#include <bit>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/self_play/self_play.hpp"
#include "boardai/search/self_play/self_play_counters.hpp"

namespace boardai {
namespace self_play_detail {

inline constexpr char magic[] = "BOPN";
inline constexpr std::uint16_t version = 4;

/// Calls use(field) for what a game in progress remembers, in the order it is stored.
template <class Standing, class Use>
void each_standing(Standing& standing, const Use& use) {
    for (auto* field :
         {&standing.opening_plies, &standing.opening_tries, &standing.opening_settled, &standing.losing[0],
          &standing.losing[1], &standing.would_resign, &standing.streak, &standing.from_book, &standing.mirrored}) {
        use(*field);
    }
}

}  // namespace self_play_detail

template <Encodable S>
std::string SelfPlay<S>::open_games(std::size_t most) const {
    std::string bytes;
    for (std::size_t slot = 0; slot < std::min(most, games_.size()); ++slot) write_game(bytes, games_[slot].record);
    return bytes;
}

template <Encodable S>
std::string SelfPlay<S>::save_open_games() const {
    std::string payload;
    ByteWriter writer(payload);
    writer.u64(next_game_);
    self_play_detail::each_counter(counters_,
                                   [&](const auto& field) { writer.u64(std::bit_cast<std::uint64_t>(field)); });
    writer.u32(static_cast<std::uint32_t>(lengths_.size()));
    writer.text(finished_games_);
    writer.u32(static_cast<std::uint32_t>(games_.size()));
    for (std::size_t slot = 0; slot < games_.size(); ++slot) {
        for (int word = 0; word < 4; ++word) writer.u64(trees_[slot].rng().word(word));
        self_play_detail::each_standing(games_[slot].standing, [&](std::int32_t field) { writer.i32(field); });
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
    // 1. Read and check everything.
    const std::string what = "open games";
    ByteReader reader(bytes, what);
    if (reader.raw(4) != std::string_view(self_play_detail::magic, 4)) reader.fail("does not begin with BOPN");
    if (const int found = reader.u16(); found != self_play_detail::version) {
        reader.fail("unknown version " + std::to_string(found));
    }
    if (reader.u16() != 0) reader.fail("reserved field is not zero");
    const std::uint64_t expected = reader.u64();
    if (checksum(std::string_view(bytes).substr(reader.position())) != expected) {
        reader.fail("damaged or truncated: checksum differs");
    }
    const std::uint64_t next_game = reader.u64();
    SelfPlayCounters counters;
    self_play_detail::each_counter(
        counters, [&](auto& field) { field = std::bit_cast<std::remove_reference_t<decltype(field)>>(reader.u64()); });
    const std::uint32_t waiting = reader.u32();
    std::string finished(reader.text());
    std::vector<std::int32_t> lengths;
    for (const GameRecord<S>& record : read_games_from(std::string_view(finished), start_, what, false)) {
        lengths.push_back(static_cast<std::int32_t>(record.plies.size()));
    }
    if (lengths.size() != waiting) reader.fail("another number of finished games than it says");
    const std::uint32_t count = reader.u32();
    if (count != games_.size()) {
        reader.fail("holds " + std::to_string(count) + " games, but " + std::to_string(games_.size()) + " are set");
    }
    std::vector<Rng> streams(count);
    std::vector<Standing> standings(count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        for (int word = 0; word < 4; ++word) streams[slot].set_word(word, reader.u64());
        self_play_detail::each_standing(standings[slot], [&](std::int32_t& field) {
            field = reader.i32();
            if (field < -1'000'000 || field > 1'000'000) reader.fail("a game's standing is out of range");
        });
    }
    const std::vector<GameRecord<S>> records = read_games_from(reader.raw(reader.left()), start_, what, true);
    if (records.size() != count) reader.fail("another number of open games than it says");
    std::vector<OpenGame> games;
    std::vector<PuctTree<S>> trees;
    games.reserve(count);
    trees.reserve(count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        const GameRecord<S>& record = records[slot];
        const std::string game = "game " + std::to_string(record.number);
        if (record.ending != Ending::open) reader.fail(game + " is not open");
        const std::int32_t opening = standings[slot].opening_plies;
        if (opening < 0 || static_cast<std::size_t>(opening) > record.plies.size()) {
            reader.fail(game + " has an opening of " + std::to_string(opening) + " plies");
        }
        encoding_.check_same(record.start, "open games");
        S state = record.start;
        for (const RecordedPly& ply : record.plies) state.apply(ply.action);
        games.push_back({record, std::move(state), standings[slot]});
        trees.push_back(new_tree(streams[slot]));
    }
    // 2. Take it over.
    std::swap(trees_, trees);
    try {
        for (std::uint32_t slot = 0; slot < count; ++slot) begin_search(slot, games[slot]);
    } catch (...) {  // the game's own code
        std::swap(trees_, trees);
        throw;
    }
    row_trees_.clear();
    if (cache_.enabled()) cache_.clear();
    games_ = std::move(games);
    next_game_ = next_game;
    counters_ = counters;
    counted_.assign(count, SelfPlayCounters{});
    lengths_ = std::move(lengths);
    finished_games_ = std::move(finished);
}

}  // namespace boardai
