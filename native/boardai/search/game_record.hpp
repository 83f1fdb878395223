#pragma once
// Games played by search, as values and as bytes: what self-play writes, replay reads and a run stores.
//
// A games file is any number of records one after another, so files are joined by joining their bytes.
// Little endian, no padding:
//
//   record   "BGAM"  u16 version = 1  u16 zero  u32 payload length  u64 FNV-1a checksum of the payload  payload
//   payload  u64 game number
//            u8 start format (0: text of to_string(), 1: bytes of pack())  u32 length  start
//            u8 ending (0: by the rules, 1: adjudicated at the ply limit, 2: still open)
//            i8 outcome for player 0: -1, 0, +1
//            u32 plies, and for each
//              i32 action played
//              u32 number of visited actions; 0 where the move was not searched (a random opening)
//              and unless 0: f32 value of the root for the player to move; (i32 action, u32 visits) each
//
// Reading trusts nothing: the checksum, every action's legality, every count and the outcome are checked by
// playing the game again.

#include <cstdint>
#include <string>
#include <vector>

#include "boardai/core/game_state.hpp"

namespace boardai {

struct VisitCount {
    Action action = -1;
    std::uint32_t visits = 0;
    friend bool operator==(const VisitCount&, const VisitCount&) = default;
};

struct RecordedPly {
    Action action = -1;
    float root_value = 0;            ///< for the player to move; 0 where not searched
    std::vector<VisitCount> visits;  ///< visited actions only; empty where not searched
    friend bool operator==(const RecordedPly&, const RecordedPly&) = default;
};

enum class Ending : std::uint8_t { rules = 0, ply_limit = 1, open = 2 };

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
