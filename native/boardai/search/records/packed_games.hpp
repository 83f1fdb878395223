#pragma once
// The memory of replay: games as moves and search policies, each position found again by playing its game up to it.
//
// A position costs its move and its policy, whatever its game's state weighs: a chess state with the history that its
// planes and its draw rules need is 1.4 kB, a game's plies are 4 bytes each and 4 for every action in a policy. The
// price is playing on from the start when a position is wanted, tens of nanoseconds a ply in the shipped games.
//
// A game is a run of 16-bit words (u32 and f32 are two, low half first):
//
//   u32 words of the game, u32 plies, u16 flags (bit 0: actions are two words, bit 1: a start of its own,
//   bits 2 and 3: outcome for player 0, plus 1; bit 4: ended by the rules), i32 final score for player 0
//   a start of its own: u32 bytes of pack(), or of to_string() for states without; the bytes, two a word
//   the actions played, one word each, or two where an action is outside 0..65535
//   the root's value of each ply for player 0, a word each: 32,767ths plus 32,768, or 0 where no search ran
//   each ply to be learned from: u16 actions in its policy, f32 value of the root; (action, u16 share) each
//
// Shares are 65,535ths, rounded so that they add up to exactly that: none is off by more than one of them, and one
// that comes out as 0 is left out.
//
// Complexity: memory is the words; finding a position is O(plies before it).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boardai/search/records/game_record.hpp"
#include "boardai/search/records/word_ring.hpp"

namespace boardai {

inline constexpr std::uint32_t whole_share = 65535;

/// Where a position to be learned from stands.
struct PackedPosition {
    std::uint64_t game;   ///< place of its game
    std::uint32_t ply;    ///< plies before it
    std::uint32_t words;  ///< from the game's place to the position's policy
};

/// What a packed game says of itself.
struct PackedGame {
    std::uint32_t words = 0;
    std::uint32_t plies = 0;
    bool wide_actions = false;
    bool own_start = false;
    bool finished = false;  ///< by the rules
    int outcome0 = 0;
    int score0 = 0;
};

/// One game as words, and where its positions are in them.
struct PackedWords {
    std::vector<std::uint16_t> words;
    std::vector<PackedPosition> positions;  ///< their `game` is still 0
    std::vector<float> surprises;           ///< of the positions
    std::uint64_t number = 0;               ///< of the game
};

/// The shares as 65,535ths; a zero stands where none is left.
inline std::vector<std::uint16_t> quantised_shares(const std::vector<PolicyShare>& policy);

/// `usual`: the start that need not be stored.
template <GameState S>
PackedWords pack_game(const GameRecord<S>& game, const S& usual);

/// The head of the game at `place`; `reader` then stands after it.
inline PackedGame read_packed_game(WordReader& reader);

/// Where the game's actions begin, each words_of_action() long, and where its values do.
inline WordReader first_action(const WordRing& ring, std::uint64_t place, const PackedGame& game);
inline std::uint64_t words_of_action(const PackedGame& game) { return game.wide_actions ? 2 : 1; }
inline WordReader first_value(const WordRing& ring, std::uint64_t place, const PackedGame& game);
/// A value for player 0 as it is kept; none where no search ran.
inline std::optional<double> kept_value(std::uint16_t word);

/// The state that a game begins from; the reader stands after the game's head, and then after its start.
template <GameState S>
S unpack_start(WordReader& reader, const PackedGame& game, const S& usual);

/// The state of a position, by playing its game up to it. `usual` is what pack_game() was given.
template <GameState S>
S unpack_position(const WordRing& ring, const PackedPosition& position, const S& usual);

}  // namespace boardai
