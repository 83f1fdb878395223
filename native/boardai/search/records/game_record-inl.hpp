#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boardai/core/legality.hpp"
#include "boardai/search/records/bytes.hpp"
#include "boardai/search/records/game_record.hpp"

namespace boardai {
namespace game_record_detail {

inline constexpr char magic[] = "BGAM";
inline constexpr std::uint16_t version = 3, version_without_surprise = 2;
inline constexpr std::uint8_t not_searched = 0, searched = 1, learned_from = 2, value_learned_from = 3;

/// A start position as bytes: all of it where the game can pack it, else its text.
template <GameState S>
std::string start_bytes(const S& start) {
    if constexpr (Packable<S>) {
        return start.pack();
    } else {
        return std::string(start.to_string());
    }
}

template <GameState S>
void write_start(ByteWriter& writer, const S& start) {
    writer.u8(Packable<S> ? 1 : 0);
    writer.text(start_bytes(start));
}

template <GameState S>
S read_start(ByteReader& reader, const S& setting) {
    const std::uint8_t format = reader.u8();
    const std::string start(reader.text());
    if constexpr (Packable<S>) {
        if (format == 1) return S::unpack(start);
    }
    if (format != 0) reader.fail("start position in unknown format " + std::to_string(format));
    return setting.from_string(start);
}

/// Reads and checks one ply in `state`, the position before it.
template <GameState S>
RecordedPly read_ply(ByteReader& reader, const S& state, const ActionList& legal, bool has_surprise) {
    RecordedPly ply;
    ply.action = reader.i32();
    if (!legal.contains(ply.action)) {
        reader.fail("action " + std::to_string(ply.action) + " is illegal in " + std::string(state.to_string()));
    }
    const std::uint8_t search = reader.u8();
    if (search > value_learned_from) reader.fail("unknown kind of search " + std::to_string(search));
    if (search == not_searched) return ply;
    ply.searched = true;
    ply.root_value = reader.f32();
    if (!(ply.root_value >= -1 && ply.root_value <= 1)) reader.fail("root value is not in [-1, 1]");
    ply.value_alone = search == value_learned_from;
    if (search != learned_from) return ply;
    if (has_surprise) ply.surprise = reader.f32();
    if (!(ply.surprise >= 0 && std::isfinite(ply.surprise))) reader.fail("surprise is not a number from 0 on");
    const std::uint32_t count = reader.count(8);
    if (count > legal.size()) reader.fail("policy of " + std::to_string(count) + " actions, but fewer legal ones");
    ply.policy.reserve(count);
    double total = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Action action = reader.i32();
        const float share = reader.f32();
        const bool repeated = std::any_of(ply.policy.begin(), ply.policy.end(),
                                          [action](const PolicyShare& other) { return other.action == action; });
        if (repeated || !legal.contains(action)) {
            reader.fail("policy: action " + std::to_string(action) + (repeated ? " is listed twice" : " is illegal"));
        }
        if (!(share > 0 && share <= 1)) {
            reader.fail("policy: share " + std::to_string(share) + " of action " + std::to_string(action) +
                        " is not in (0, 1]");
        }
        ply.policy.push_back({action, share});
        total += static_cast<double>(share);
    }
    if (!(std::abs(total - 1) < 1e-3)) reader.fail("policy: shares add up to " + std::to_string(total));
    return ply;
}

template <GameState S>
GameRecord<S> read_payload(std::string_view payload, const S& setting, const std::string& place, bool open_allowed,
                           bool has_surprise) {
    std::string what = place;
    ByteReader reader(payload, what);
    const std::uint64_t number = reader.u64();
    what += " (game " + std::to_string(number) + ")";
    GameRecord<S> game{number, read_start(reader, setting), {}, Ending::open, 0};
    const std::uint8_t ending = reader.u8();
    if (ending > static_cast<std::uint8_t>(open_allowed ? Ending::open : Ending::adjudicated))
        reader.fail("unknown ending " + std::to_string(ending));
    game.ending = static_cast<Ending>(ending);
    game.outcome = reader.i8();
    if (game.outcome < -1 || game.outcome > 1) reader.fail("outcome " + std::to_string(game.outcome));
    if (game.ending == Ending::resigned && game.outcome == 0) reader.fail("resigned, but drawn");
    const std::uint32_t plies = reader.count(5);
    game.plies.reserve(plies);
    S state = game.start;
    ActionList legal;
    const std::string game_place = what;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
        what = game_place + ", ply " + std::to_string(ply);
        state.legal_actions(legal);
        game.plies.push_back(read_ply(reader, state, legal, has_surprise));
        state.apply(game.plies.back().action);
    }
    what = game_place;
    if (reader.left() > 0) reader.fail(std::to_string(reader.left()) + " bytes after its end");
    const bool over = state.is_terminal();
    if (over != (game.ending == Ending::rules)) {
        reader.fail(over ? "is over by the rules but recorded otherwise" : "recorded as over, but it is not");
    }
    if (over && state.outcome(0) != game.outcome) reader.fail("recorded outcome differs from the rules'");
    return game;
}

}  // namespace game_record_detail

template <GameState S>
void write_game(std::string& bytes, const GameRecord<S>& game) {
    std::string payload;
    ByteWriter writer(payload);
    writer.u64(game.number);
    game_record_detail::write_start(writer, game.start);
    writer.u8(static_cast<std::uint8_t>(game.ending));
    writer.i8(static_cast<std::int8_t>(game.outcome));
    writer.u32(static_cast<std::uint32_t>(game.plies.size()));
    for (const RecordedPly& ply : game.plies) {
        writer.i32(ply.action);
        if (!ply.searched) {
            writer.u8(game_record_detail::not_searched);
            continue;
        }
        writer.u8(!ply.policy.empty() ? game_record_detail::learned_from
                  : ply.value_alone   ? game_record_detail::value_learned_from
                                      : game_record_detail::searched);
        writer.f32(ply.root_value);
        if (ply.policy.empty()) continue;
        writer.f32(ply.surprise);
        writer.u32(static_cast<std::uint32_t>(ply.policy.size()));
        for (const PolicyShare& part : ply.policy) {
            writer.i32(part.action);
            writer.f32(part.share);
        }
    }
    ByteWriter record(bytes);
    record.raw({game_record_detail::magic, 4});
    record.u16(game_record_detail::version);
    record.u16(0);
    record.u32(static_cast<std::uint32_t>(payload.size()));
    record.u64(checksum(payload));
    record.raw(payload);
}

/// As read_games(); open games too when `open_allowed`; `what` names the source in errors.
template <GameState S>
std::vector<GameRecord<S>> read_games_from(std::string_view bytes, const S& setting, const std::string& what,
                                           bool open_allowed) {
    std::vector<GameRecord<S>> games;
    std::string place;
    ByteReader reader(bytes, place);
    while (reader.left() > 0) {
        place = what + ", record " + std::to_string(games.size()) + " at byte " + std::to_string(reader.position());
        if (reader.raw(4) != std::string_view(game_record_detail::magic, 4)) reader.fail("does not begin with BGAM");
        const std::uint16_t version = reader.u16();
        const bool has_surprise = version != game_record_detail::version_without_surprise;
        if (has_surprise && version != game_record_detail::version) {
            reader.fail("unknown version " + std::to_string(version));
        }
        if (reader.u16() != 0) reader.fail("reserved field is not zero");
        const std::uint32_t length = reader.u32();
        const std::uint64_t expected = reader.u64();
        const std::string_view payload = reader.raw(length);
        if (checksum(payload) != expected) reader.fail("damaged: checksum differs");
        games.push_back(game_record_detail::read_payload(payload, setting, place, open_allowed, has_surprise));
    }
    return games;
}

template <GameState S>
std::vector<GameRecord<S>> read_games(const S& setting, const std::string& bytes) {
    return read_games_from(std::string_view(bytes), setting, "games file", false);
}

}  // namespace boardai
