#pragma once
// A game with the search's score of its positions, and many of them as bytes: some 4 bytes per ply.
//
// A shard is a head, then one game after another. Little endian, no padding:
//
//   head    "BSGS"  u16 version = 1  u16 zero  u64 number of the first game  u32 games
//   game    u8 flags (1: actions are i32, 2: a start of its own)
//           u8 ending (as in game_record.hpp)
//           i8 outcome for player 0: -1, 0, 1; 2: not known, the game was stopped
//           u32 plies
//           a start of its own: u8 format (0: text of to_string(), 1: bytes of pack())  u32 length  start
//           the actions played, u16 each, or i32 where one is outside 0..65535
//           the scores for the players who moved, i16 each; -32768: none, as in an opening
//
// The action itself is kept, not its place among the legal ones: that place changes with every change of a move
// generator. What is legal is found out where a game is played again.

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/search/records/bytes.hpp"
#include "boardai/search/records/game_record-inl.hpp"

namespace boardai {

inline constexpr std::int16_t no_score = std::numeric_limits<std::int16_t>::min();
inline constexpr int unknown_outcome = 2;

struct ScoredPly {
    Action action = -1;
    std::int16_t score = no_score;  ///< the search's, for the player who moves
};

/// A game from `start`; without one, from the game's own start.
template <GameState S>
struct ScoredGame {
    const S* start = nullptr;
    std::vector<ScoredPly> plies;
    Ending ending = Ending::open;
    int outcome = unknown_outcome;  ///< for player 0
};

namespace scored_game_detail {

inline constexpr char magic[] = "BSGS";
inline constexpr std::uint16_t version = 1;
inline constexpr std::uint8_t wide_actions = 1, own_start = 2;
inline constexpr std::size_t bytes_of_head = 20, least_bytes_of_game = 7;

}  // namespace scored_game_detail

/// The head of a shard.
inline std::string scored_games_head(std::uint64_t first, std::uint32_t games) {
    std::string bytes;
    ByteWriter writer(bytes);
    writer.raw({scored_game_detail::magic, 4});
    writer.u16(scored_game_detail::version);
    writer.u16(0);
    writer.u64(first);
    writer.u32(games);
    return bytes;
}

/// Appends one game to `bytes`.
template <GameState S>
void write_scored_game(std::string& bytes, const ScoredGame<S>& game) {
    using namespace scored_game_detail;
    bool wide = false;
    for (const ScoredPly& ply : game.plies) wide |= ply.action < 0 || ply.action > 0xffff;
    ByteWriter writer(bytes);
    writer.u8(static_cast<std::uint8_t>((wide ? wide_actions : 0) | (game.start != nullptr ? own_start : 0)));
    writer.u8(static_cast<std::uint8_t>(game.ending));
    writer.i8(static_cast<std::int8_t>(game.outcome));
    writer.u32(static_cast<std::uint32_t>(game.plies.size()));
    if (game.start != nullptr) game_record_detail::write_start(writer, *game.start);
    for (const ScoredPly& ply : game.plies) {
        if (wide) {
            writer.i32(ply.action);
        } else {
            writer.u16(static_cast<std::uint16_t>(ply.action));
        }
    }
    for (const ScoredPly& ply : game.plies) writer.u16(static_cast<std::uint16_t>(ply.score));
}

/// A game as it lies in a shard; the views are of the shard's bytes.
struct ScoredGameView {
    std::string_view actions;
    std::string_view scores;
    std::string_view start;  ///< with its format; empty: the game's own
    std::uint32_t plies = 0;
    bool wide = false;
    Ending ending = Ending::open;
    int outcome = unknown_outcome;

    Action action(std::uint32_t ply) const {
        return wide ? static_cast<Action>(word<std::uint32_t>(actions, ply))
                    : Action{word<std::uint16_t>(actions, ply)};
    }
    int score(std::uint32_t ply) const { return static_cast<std::int16_t>(word<std::uint16_t>(scores, ply)); }

  private:
    template <class Word>
    static Word word(std::string_view bytes, std::uint32_t number) {
        Word found = 0;
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            const auto byte = static_cast<unsigned char>(bytes[number * sizeof(Word) + i]);
            found = static_cast<Word>(found | static_cast<Word>(byte) << (8 * i));
        }
        return found;
    }
};

/// The games of a shard, whose first one has that number. Throws std::invalid_argument naming the game and the reason;
/// whether their moves are legal is not asked.
inline std::vector<ScoredGameView> read_scored_games(std::string_view bytes, const std::string& place,
                                                     std::uint64_t first) {
    using namespace scored_game_detail;
    std::string what = place;
    ByteReader reader(bytes, what);
    if (reader.raw(4) != std::string_view(magic, 4)) reader.fail("these are no scored games");
    if (const std::uint16_t found = reader.u16(); found != version) {
        reader.fail("version " + std::to_string(found) + " of scored games is not known");
    }
    if (reader.u16() != 0) reader.fail("the head is not as expected");
    if (const std::uint64_t found = reader.u64(); found != first) {
        reader.fail("begins with game " + std::to_string(found) + ", not " + std::to_string(first));
    }
    const std::uint32_t count = reader.count(least_bytes_of_game);
    std::vector<ScoredGameView> games(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        ScoredGameView& game = games[number];
        what = place + ": game " + std::to_string(first + number);
        const std::uint8_t flags = reader.u8();
        if (flags > (wide_actions | own_start)) reader.fail("unknown flags");
        game.wide = (flags & wide_actions) != 0;
        const std::uint8_t ending = reader.u8();
        if (ending > static_cast<std::uint8_t>(Ending::open)) reader.fail("unknown ending");
        game.ending = static_cast<Ending>(ending);
        game.outcome = reader.i8();
        if (game.outcome < -1 || game.outcome > unknown_outcome) reader.fail("unknown outcome");
        game.plies = reader.u32();
        if ((flags & own_start) != 0) {
            const std::size_t begin = reader.position();
            reader.u8();
            reader.text();
            game.start = bytes.substr(begin, reader.position() - begin);
        }
        if (game.plies > reader.left() / ((game.wide ? 4u : 2u) + 2u)) reader.fail("truncated: more plies than bytes");
        game.actions = reader.raw(std::size_t{game.plies} * (game.wide ? 4 : 2));
        game.scores = reader.raw(std::size_t{game.plies} * 2);
    }
    what = place;
    if (reader.left() > 0) reader.fail(std::to_string(reader.left()) + " bytes after the last game");
    return games;
}

/// The position that a game begins with. Throws std::invalid_argument, the place named, if its bytes are no position.
template <GameState S>
S scored_game_start(const ScoredGameView& game, const S& usual, const std::string& place) {
    if (game.start.empty()) return usual;
    ByteReader reader(game.start, place);
    try {
        return game_record_detail::read_start(reader, usual);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(place + ": start: " + error.what());
    }
}

}  // namespace boardai
