#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/records/packed_games.hpp"

namespace boardai {
namespace packed_detail {

class WordWriter {
  public:
    explicit WordWriter(std::vector<std::uint16_t>& words) : words_(words) {}

    void u16(std::uint16_t value) { words_.push_back(value); }
    void u32(std::uint32_t value) {
        u16(static_cast<std::uint16_t>(value & 0xffff));
        u16(static_cast<std::uint16_t>(value >> 16));
    }
    void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
    void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
    void action(Action value, bool wide) {
        if (wide) {
            i32(value);
        } else {
            u16(static_cast<std::uint16_t>(value));
        }
    }
    void bytes(const std::string& text) {
        u32(static_cast<std::uint32_t>(text.size()));
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const auto byte = [&](std::size_t at) {
                return at < text.size() ? static_cast<unsigned>(static_cast<unsigned char>(text[at])) : 0u;
            };
            u16(static_cast<std::uint16_t>(byte(i) | byte(i + 1) << 8));
        }
    }

  private:
    std::vector<std::uint16_t>& words_;
};

/// Words of what every game begins with.
inline constexpr std::uint64_t words_of_head = 7;

inline constexpr int value_steps = 32767, value_zero = 32768;

inline std::uint16_t value_word(float value) {
    return static_cast<std::uint16_t>(value_zero + std::lround(value * value_steps));
}

template <GameState S>
S start_from_bytes(const std::string& bytes, [[maybe_unused]] const S& usual) {
    if constexpr (Packable<S>) {
        return S::unpack(bytes);
    } else {
        return usual.from_string(bytes);
    }
}

template <GameState S>
bool needs_wide_actions(const GameRecord<S>& game) {
    const auto fits = [](Action action) { return action >= 0 && action <= 0xffff; };
    for (const RecordedPly& ply : game.plies) {
        if (!fits(ply.action)) return true;
        for (const PolicyShare& part : ply.policy) {
            if (!fits(part.action)) return true;
        }
    }
    return false;
}

}  // namespace packed_detail

inline std::vector<std::uint16_t> quantised_shares(const std::vector<PolicyShare>& policy) {
    double total = 0;
    for (const PolicyShare& part : policy) total += static_cast<double>(part.share);
    // Each sum is rounded, not each share: so the errors do not add up, and the last sum is the total itself.
    std::vector<std::uint16_t> shares;
    shares.reserve(policy.size());
    double sum = 0;
    std::uint32_t before = 0;
    for (const PolicyShare& part : policy) {
        sum += static_cast<double>(part.share);
        const auto now = static_cast<std::uint32_t>(std::lround(sum / total * whole_share));
        shares.push_back(static_cast<std::uint16_t>(now - before));
        before = now;
    }
    return shares;
}

template <GameState S>
PackedWords pack_game(const GameRecord<S>& game, const S& usual) {
    PackedWords packed;
    packed.number = game.number;
    packed_detail::WordWriter writer(packed.words);
    const bool wide = packed_detail::needs_wide_actions(game);
    const bool own_start = !(game.start == usual);
    writer.u32(0);  // the number of words, below
    writer.u32(static_cast<std::uint32_t>(game.plies.size()));
    const bool finished = game.ending == Ending::rules;
    writer.u16(static_cast<std::uint16_t>((wide ? 1 : 0) | (own_start ? 2 : 0) | (game.outcome + 1) << 2 |
                                          (finished ? 16 : 0)));
    // Who moves is known by playing the game, and so is its score.
    S state = game.start;
    std::vector<std::uint16_t> values;
    values.reserve(game.plies.size());
    for (const RecordedPly& ply : game.plies) {
        const float value0 = state.current_player() == 0 ? ply.root_value : -ply.root_value;
        values.push_back(ply.searched ? packed_detail::value_word(value0) : std::uint16_t{0});
        state.apply(ply.action);
    }
    if constexpr (Scored<S>) {
        writer.i32(state.score(0));
    } else {
        writer.i32(0);
    }
    if (own_start) writer.bytes(game_record_detail::start_bytes(game.start));
    for (const RecordedPly& ply : game.plies) writer.action(ply.action, wide);
    for (const std::uint16_t value : values) writer.u16(value);
    for (std::size_t number = 0; number < game.plies.size(); ++number) {
        const RecordedPly& ply = game.plies[number];
        if (!ply.teaches()) continue;
        packed.positions.push_back(
            {0, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(packed.words.size())});
        packed.surprises.push_back(ply.surprise);
        const std::vector<std::uint16_t> shares = quantised_shares(ply.policy);
        std::uint16_t count = 0;
        for (const std::uint16_t share : shares) count = static_cast<std::uint16_t>(count + (share > 0));
        writer.u16(count);
        writer.f32(ply.root_value);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            if (shares[i] == 0) continue;
            writer.action(ply.policy[i].action, wide);
            writer.u16(shares[i]);
        }
    }
    if (packed.words.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::invalid_argument("game " + std::to_string(game.number) + " is too long to be kept");
    }
    const auto words = static_cast<std::uint32_t>(packed.words.size());
    packed.words[0] = static_cast<std::uint16_t>(words & 0xffff);
    packed.words[1] = static_cast<std::uint16_t>(words >> 16);
    return packed;
}

inline PackedGame read_packed_game(WordReader& reader) {
    PackedGame game;
    game.words = reader.u32();
    game.plies = reader.u32();
    const std::uint16_t flags = reader.u16();
    game.wide_actions = (flags & 1) != 0;
    game.own_start = (flags & 2) != 0;
    game.outcome0 = (flags >> 2 & 3) - 1;
    game.finished = (flags & 16) != 0;
    game.score0 = reader.i32();
    return game;
}

inline std::optional<double> kept_value(std::uint16_t word) {
    if (word == 0) return std::nullopt;
    return static_cast<double>(word - packed_detail::value_zero) / packed_detail::value_steps;
}

inline Action read_action(WordReader& reader, const PackedGame& game) {
    return game.wide_actions ? reader.i32() : Action{reader.u16()};
}

inline WordReader first_action(const WordRing& ring, std::uint64_t place, const PackedGame& game) {
    WordReader reader(ring, place + packed_detail::words_of_head);
    if (game.own_start) reader.skip((reader.u32() + 1) / 2);
    return reader;
}

inline WordReader first_value(const WordRing& ring, std::uint64_t place, const PackedGame& game) {
    WordReader reader = first_action(ring, place, game);
    reader.skip(game.plies * words_of_action(game));
    return reader;
}

template <GameState S>
S unpack_start(WordReader& reader, const PackedGame& game, const S& usual) {
    if (!game.own_start) return usual;
    std::string bytes(reader.u32(), '\0');
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const std::uint16_t word = reader.u16();
        bytes[i] = static_cast<char>(word & 0xff);
        if (i + 1 < bytes.size()) bytes[i + 1] = static_cast<char>(word >> 8);
    }
    return packed_detail::start_from_bytes(bytes, usual);
}

template <GameState S>
S unpack_position(const WordRing& ring, const PackedPosition& position, const S& usual) {
    WordReader reader(ring, position.game);
    const PackedGame game = read_packed_game(reader);
    S state = unpack_start(reader, game, usual);
    for (std::uint32_t ply = 0; ply < position.ply; ++ply) state.apply(read_action(reader, game));
    return state;
}

}  // namespace boardai
