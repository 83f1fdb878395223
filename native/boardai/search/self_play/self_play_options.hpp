#pragma once
// How self-play plays, and what it counts. The same names as in boardai/learn/self_play/config.py, where each has its
// range, which is checked there alone, and its default for training; here everything that is optional is off.

#include <cstdint>
#include <string>

#include "boardai/search/trees/options.hpp"

namespace boardai {

/// Where games begin.
struct StartOptions {
    double book_share = 0;      ///< of the games begin with a line of the book
    std::string book{};         ///< lines of actions (numbers) from the start position
    int random_plies = 0;       ///< the other games open with 0 to this many uniformly random plies
    double balance = 0;         ///< a random opening must be worth no more than this to either side; 0: anything goes
    int balance_tries = 8;      ///< random openings drawn at most; the last is played whatever it is worth
    double mirrored_share = 0;  ///< of the games begin from the mirrored start position
    double midway_share = 0;    ///< of the other games begin at a position of a random game, any of its plies
};

/// Actions are drawn in proportion to policy^(1 / temperature); t counts the plies since the opening.
struct TemperatureOptions {
    double start = 1;          ///< while t < plies
    double end = 0;            ///< approached afterwards; 0: the best action
    int plies = 0;             ///< at the start temperature
    double halving_plies = 0;  ///< the distance to `end` halves after this many plies; 0: it is gone at once
    bool with_gumbel = false;  ///< Gumbel searches too are drawn from; else they act by their own noise...
    int gumbel_plies = 0;      ///< ...while t is below this, then by the improved policy's best; 0: always
};

/// Playout cap randomisation (Wu 2019, arXiv:1902.10565, section 3.1).
struct PlayoutCapOptions {
    double full_share = 1;      ///< of the moves are searched in full; only these are learned from
    int quick_simulations = 8;  ///< of the other searches, which have no noise
    bool when_lost = false;     ///< a player whose loss is known before the search also gets `quick_simulations`; these
                                ///< positions are still learned from, or late positions would only be wins
};

/// A player resigns after `moves` own moves in a row with a search value of -threshold or less.
struct ResignationOptions {
    double threshold = 0;    ///< 0: no resignation
    int moves = 3;           ///< own ones in a row
    double never_share = 0;  ///< of the games are played to the end, without adjudication too: how such games end
};

/// A game is decided once the same player has been ahead by `threshold` for `plies` plies in a row, from some ply on.
struct AdjudicationOptions {
    double threshold = 0;        ///< 0: games are played out
    int ply = 0;                 ///< not before this ply, the opening's included
    double final_threshold = 0;  ///< with iterations > 1, threshold and ply go in equal steps...
    int final_ply = 0;           ///< ...from those above, in iteration 1, to these...
    int iterations = 0;          ///< ...in this iteration
    int plies = 4;               ///< in a row
    bool by_evaluation = false;  ///< by the game's points or default evaluation, instead of the search's value
    int cap_margin = 0;          ///< at max_plies, without points: won by this much default evaluation; 0: drawn
    bool proven = false;         ///< also at any ply, with any threshold, once a search has proven who wins
};

struct SelfPlayOptions {
    int games = 64;              ///< played side by side
    int threads = 1;             ///< that walk the trees of these games; no result depends on it
    PuctOptions puct{};          ///< of every full search
    bool reuse_subtree = false;  ///< the next search continues in the part of the tree below the move
    bool reuse_counts =
        false;                ///< its visits count among the simulations; not in a Gumbel search, whose rounds need all
    bool symmetries = false;  ///< positions are evaluated through a symmetry drawn from their key
    int max_plies = 0;  ///< stop here: by the sign of the score where the game has one, else see cap_margin; 0: never
    StartOptions starts{};
    TemperatureOptions temperature{};
    PlayoutCapOptions playout_cap{};
    ResignationOptions resignation{};
    AdjudicationOptions adjudication{};
    std::uint64_t seed = 0;        ///< of all games
    std::uint64_t first_game = 0;  ///< number of the first game
    std::uint64_t game_step = 1;   ///< from one game number to the next: groups that run side by side interleave
};

/// Sums since construction (or as saved).
struct SelfPlayCounters {
    std::uint64_t games = 0;  ///< finished
    std::uint64_t plies = 0;  ///< of finished games, openings included
    std::uint64_t wins0 = 0;
    std::uint64_t draws = 0;
    std::uint64_t wins1 = 0;
    std::uint64_t by_rules = 0;  ///< games that ended by the rules; with the next three, all
    std::uint64_t capped = 0;    ///< at max_plies
    std::uint64_t resigned = 0;
    std::uint64_t adjudicated = 0;
    std::uint64_t never_resign_games = 0;  ///< games that were to be played to their end, where others stop before
    std::uint64_t would_resign = 0;        ///< of these, games in which a player would have resigned...
    std::uint64_t false_resigns = 0;       ///< ...and did not lose
    std::uint64_t mirrored_games = 0;
    std::uint64_t book_games = 0;
    std::uint64_t openings_rejected = 0;  ///< random openings that were not balanced
    std::uint64_t moves = 0;              ///< searched moves played, in open games too
    std::uint64_t full_searches = 0;      ///< of the moves
    std::uint64_t quick_searches = 0;
    std::uint64_t agreements = 0;  ///< full searches whose policy prefers the action that the network's does
    std::uint64_t simulations = 0;
    std::uint64_t evaluations = 0;  ///< network rows answered
    std::uint64_t cache_lookups = 0;
    std::uint64_t cache_hits = 0;
    double target_entropy = 0;  ///< of the full searches' policies, summed, in nats
    friend bool operator==(const SelfPlayCounters&, const SelfPlayCounters&) = default;
};

}  // namespace boardai
