#pragma once
// What is proven about an action or a position: the outcome of the game with best play.

#include <cstdint>

namespace boardai {

/// For the player who takes the action, or who moves in the position. Ordered by preference.
enum class Proof : std::int8_t { unknown = 0, loss = 1, draw = 2, win = 3 };

inline Proof proof_of(int outcome) { return static_cast<Proof>(outcome + 2); }
inline int outcome_of(Proof proof) { return static_cast<int>(proof) - 2; }
/// The same for another player, where the players differ.
inline Proof seen_by(Proof proof, bool same_player) {
    return same_player || proof == Proof::unknown ? proof : static_cast<Proof>(4 - static_cast<int>(proof));
}

}  // namespace boardai
