#pragma once
// Small Hex boards by trying every move, and random positions on them.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "boardai/core/rng.hpp"
#include "games/hex/board/geometry.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

/// Who wins, every move tried, whatever the numbers of stones. Boards of up to 63 cells.
class Exhaustive {
  public:
    explicit Exhaustive(int side)
        : board_(geometries<1>[static_cast<std::size_t>(side)][static_cast<std::size_t>(side)]) {}

    int winner(const Bits<1>& black_stones, const Bits<1>& white_stones, int mover) {
        if (board_.joins_top_and_bottom(black_stones)) return black;
        if (board_.joins_left_and_right(white_stones)) return white;
        const Bits<1> empty = board_.board - black_stones - white_stones;
        const Key key{black_stones.word[0], white_stones.word[0] * 2 + static_cast<unsigned>(mover)};
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        int result = 1 - mover;
        empty.for_each([&](int cell) {
            if (result == mover) return;
            const Bits<1> stone = Bits<1>::of(cell);
            result = mover == black ? winner(black_stones | stone, white_stones, white)
                                    : winner(black_stones, white_stones | stone, black);
        });
        return known_[key] = result;
    }
    int winner(const State<1>& state) {
        return winner(state.stones(black), state.stones(white), state.colour_to_move());
    }

    const Geometry<1>& board() const { return board_; }
    /// Gives the memory back where positions have nothing to do with those before.
    void forget() { known_ = {}; }

  private:
    using Key = std::pair<std::uint64_t, std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return mix64(key.first ^ mix64(key.second)); }
    };

    const Geometry<1>& board_;
    std::unordered_map<Key, int, Hash> known_;
};

/// A random position without a winner.
inline State<1> random_position(int side, int stones, Rng& rng) {
    for (;;) {
        State<1> state(side, side);
        ActionList actions;
        for (int i = 0; i < stones && !state.is_terminal(); ++i) {
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
        if (!state.is_terminal()) return state;
    }
}

}  // namespace boardai::hex
