#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boardai/core/legality.hpp"
#include "boardai/search/bytes.hpp"
#include "boardai/search/game_record.hpp"

namespace boardai {
namespace game_record_detail {

inline constexpr char magic[] = "BGAM";
inline constexpr std::uint16_t version = 1;

template <GameState S>
void write_start(ByteWriter& writer, const S& start) {
    if constexpr (Packable<S>) {
        writer.u8(1);
        writer.text(start.pack());
    } else {
        writer.u8(0);
        writer.text(std::string(start.to_string()));
    }
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
RecordedPly read_ply(ByteReader& reader, const S& state, const ActionList& legal) {
    RecordedPly ply;
    ply.action = reader.i32();
    if (!legal.contains(ply.action)) {
        reader.fail("action " + std::to_string(ply.action) + " is illegal in " + std::string(state.to_string()));
    }
    const std::uint32_t visited = reader.count(8);
    if (visited == 0) return ply;
    if (visited > legal.size()) reader.fail(std::to_string(visited) + " visited actions, but fewer legal ones");
    ply.root_value = reader.f32();
    if (!(ply.root_value >= -1 && ply.root_value <= 1)) reader.fail("root value is not in [-1, 1]");
    ply.visits.reserve(visited);
    for (std::uint32_t i = 0; i < visited; ++i) {
        const Action action = reader.i32();
        const std::uint32_t visits = reader.u32();
        const bool repeated = std::any_of(ply.visits.begin(), ply.visits.end(),
                                          [action](const VisitCount& other) { return other.action == action; });
        if (repeated || !legal.contains(action)) {
            reader.fail("visited action " + std::to_string(action) + (repeated ? " is listed twice" : " is illegal"));
        }
        if (visits == 0) reader.fail("visited action " + std::to_string(action) + " has no visits");
        ply.visits.push_back({action, visits});
    }
    return ply;
}

template <GameState S>
GameRecord<S> read_payload(std::string_view payload, const S& setting, const std::string& place, bool open_allowed) {
    std::string what = place;
    ByteReader reader(payload, what);
    const std::uint64_t number = reader.u64();
    what += " (game " + std::to_string(number) + ")";
    GameRecord<S> game{number, read_start(reader, setting), {}, Ending::open, 0};
    const std::uint8_t ending = reader.u8();
    if (ending > (open_allowed ? 2 : 1)) reader.fail("unknown ending " + std::to_string(ending));
    game.ending = static_cast<Ending>(ending);
    game.outcome = reader.i8();
    if (game.outcome < -1 || game.outcome > 1) reader.fail("outcome " + std::to_string(game.outcome));
    const std::uint32_t plies = reader.count(8);
    game.plies.reserve(plies);
    S state = game.start;
    ActionList legal;
    const std::string game_place = what;
    for (std::uint32_t ply = 0; ply < plies; ++ply) {
        what = game_place + ", ply " + std::to_string(ply);
        state.legal_actions(legal);
        game.plies.push_back(read_ply(reader, state, legal));
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
        writer.u32(static_cast<std::uint32_t>(ply.visits.size()));
        if (ply.visits.empty()) continue;
        writer.f32(ply.root_value);
        for (const VisitCount& visit : ply.visits) {
            writer.i32(visit.action);
            writer.u32(visit.visits);
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
        if (version != game_record_detail::version) reader.fail("unknown version " + std::to_string(version));
        if (reader.u16() != 0) reader.fail("reserved field is not zero");
        const std::uint32_t length = reader.u32();
        const std::uint64_t expected = reader.u64();
        const std::string_view payload = reader.raw(length);
        if (checksum(payload) != expected) reader.fail("damaged: checksum differs");
        games.push_back(game_record_detail::read_payload(payload, setting, place, open_allowed));
    }
    return games;
}

template <GameState S>
std::vector<GameRecord<S>> read_games(const S& setting, const std::string& bytes) {
    return read_games_from(std::string_view(bytes), setting, "games file", false);
}

}  // namespace boardai
