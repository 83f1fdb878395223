#pragma once
// Games played by search, as values and as bytes: what self-play writes, replay reads and a run stores.
//
// A games file is any number of records one after another, so files are joined by joining their bytes.
// Little endian, no padding:
//
//   record   "BGAM"  u16 version = 3  u16 zero  u32 payload length  u64 FNV-1a checksum of the payload  payload
//   payload  u64 game number
//            u8 start format (0: text of to_string(), 1: bytes of pack())  u32 length  start
//            u8 ending (0: by the rules, 1: at the ply limit, 2: resigned, 3: adjudicated, 4: still open)
//            i8 outcome for player 0: -1, 0, +1
//            u32 plies, and for each
//              i32 action played
//              u8 search (0: none, as in an opening; 1: searched; 2: searched, and to be learned from; 3: of its
//              value alone something is to be learned)
//              unless 0: f32 value of the root for the player to move
//              where 2:  f32 surprise (not in version 2); u32 number of actions in the policy; (i32 action, f32 share)
//                        each
//
// Version 2 can be read as well; the surprise of its positions is 0.
//
// Reading trusts nothing: the checksum, every action's legality, every count and the outcome are checked by
// playing the game again; a policy's shares must add up to 1.

#include <cstdint>
#include <string>
#include <vector>

#include "boardai/core/game_state.hpp"

namespace boardai {

/// One action's part of the policy that a search found.
struct PolicyShare {
    Action action = -1;
    float share = 0;
    friend bool operator==(const PolicyShare&, const PolicyShare&) = default;
};

struct RecordedPly {
    Action action = -1;
    float root_value = 0;  ///< the search's value for the player to move; 0 where not searched
    /// What to train on: shares of the visits, or the improved policy. They add up to 1. Empty where no policy is to be
    /// learned: not searched, or searched too briefly.
    std::vector<PolicyShare> policy;
    bool searched = false;     ///< always, where there is a policy
    bool value_alone = false;  ///< searched, and to be learned from without a policy
    /// How much more the search knew than the network before it: sum of share ln(share / prior) over the policy, in
    /// nats (the divergence of Kullback and Leibler); 0 where there is no network.
    float surprise = 0;

    /// Whether the position before this ply is to be learned from.
    bool teaches() const { return !policy.empty() || value_alone; }
    friend bool operator==(const RecordedPly&, const RecordedPly&) = default;
};

/// Why a game ended. The player who resigned made the last move; so did the player who moved when the game was
/// adjudicated.
enum class Ending : std::uint8_t { rules = 0, ply_limit = 1, resigned = 2, adjudicated = 3, open = 4 };

template <GameState S>
struct GameRecord {
    std::uint64_t number = 0;
    S start;
    std::vector<RecordedPly> plies;
    Ending ending = Ending::open;
    int outcome = 0;  ///< for player 0
    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// Appends one record to `bytes`.
template <GameState S>
void write_game(std::string& bytes, const GameRecord<S>& game);

/// All records of `bytes`. `setting` is any state of the same game (from_string may need its board and rules).
/// Throws std::invalid_argument naming the record, the game and the ply.
template <GameState S>
std::vector<GameRecord<S>> read_games(const S& setting, const std::string& bytes);

}  // namespace boardai
