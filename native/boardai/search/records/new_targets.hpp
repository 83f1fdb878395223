#pragma once
// New targets for positions that are kept (reanalyse): what a search with newer weights thinks of them, in place of
// what the search thought that played them (Schrittwieser et al. 2021, arXiv:2104.06294).
//
// A packed policy stays as long as it is: of a new one with more actions the likeliest are taken, and one with fewer is
// filled up with shares of 0. As bytes, little endian, for a program that refills the buffer:
//
//   for each  u64 number of the position, of all there ever were; f32 value; u16 actions; (i32 action, u16 share) each

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/legality.hpp"
#include "boardai/search/records/bytes.hpp"
#include "boardai/search/records/packed_games-inl.hpp"

namespace boardai {

struct NewTarget {
    struct Share {
        Action action;
        std::uint16_t share;
    };
    std::uint64_t number = 0;
    float value = 0;  ///< for the player to move
    std::vector<Share> shares;
};

/// Shares for as many actions as there is room for. `policy` adds up to something above 0.
inline std::vector<NewTarget::Share> fitted_shares(std::vector<PolicyShare> policy, std::size_t room) {
    std::stable_sort(policy.begin(), policy.end(),
                     [](const PolicyShare& left, const PolicyShare& right) { return left.share > right.share; });
    policy.resize(std::min(policy.size(), room));
    const std::vector<std::uint16_t> quantised = quantised_shares(policy);
    std::vector<NewTarget::Share> shares;
    for (std::size_t i = 0; i < policy.size(); ++i) shares.push_back({policy[i].action, quantised[i]});
    if (!shares.empty()) shares.resize(room, {shares.front().action, 0});
    return shares;
}

inline void write_target(ByteWriter& writer, const NewTarget& target) {
    writer.u64(target.number);
    writer.f32(target.value);
    writer.u16(static_cast<std::uint16_t>(target.shares.size()));
    for (const NewTarget::Share& one : target.shares) {
        writer.i32(one.action);
        writer.u16(one.share);
    }
}

inline NewTarget read_target(ByteReader& reader) {
    NewTarget target;
    target.number = reader.u64();
    target.value = reader.f32();
    if (!(target.value >= -1 && target.value <= 1)) reader.fail("value is not in [-1, 1]");
    target.shares.resize(reader.u16());
    std::uint32_t total = 0;
    for (NewTarget::Share& one : target.shares) {
        one.action = reader.i32();
        one.share = reader.u16();
        total += one.share;
    }
    if (!target.shares.empty() && total != whole_share) reader.fail("shares do not add up to 1");
    return target;
}

/// How many actions the policy of a kept position has.
inline std::size_t kept_actions(const WordRing& ring, const PackedPosition& position) {
    return ring[position.game + position.words];
}

/// Puts a target in the place of the one that is kept, which has as many actions. `player`: who moves there.
inline void put_target(WordRing& ring, const PackedPosition& position, int player, const NewTarget& target) {
    WordReader head(ring, position.game);
    const PackedGame game = read_packed_game(head);
    std::vector<std::uint16_t> words;
    packed_detail::WordWriter writer(words);
    writer.u16(static_cast<std::uint16_t>(target.shares.size()));
    writer.f32(target.value);
    for (const NewTarget::Share& one : target.shares) {
        writer.action(one.action, game.wide_actions);
        writer.u16(one.share);
    }
    for (std::size_t i = 0; i < words.size(); ++i) ring.set(position.game + position.words + i, words[i]);
    // The value of its ply, which earlier positions are to predict.
    const std::uint64_t values = first_value(ring, position.game, game).place();
    ring.set(values + position.ply, packed_detail::value_word(player == 0 ? target.value : -target.value));
}

}  // namespace boardai
