// Random games to the end: moves are counted and one is picked by its number, without a move list.

#include "games/chess/board/count.hpp"
#include "games/chess/board/play.hpp"
#include "games/chess/state.hpp"

namespace boardai::chess {

namespace {

/// A game in progress: only what the rules need, without the history for planes.
struct Playout {
    Position position;
    int halfmove_limit;
    int occurrence_limit;
    std::uint32_t key_count;
    std::uint64_t keys[max_halfmove];

    /// One random move of `us`. Returns false when the game is over, `result` being white's.
    template <int us>
    bool advance(Rng& rng, int& result) {
        const MoveSets<us> sets(position);
        const int size = sets.size(position);
        if (size == 0) {
            result = !sets.restraints.checkers ? 0 : us == white ? -1 : 1;
            return false;
        }
        if (position.halfmove >= halfmove_limit) return false;  // mate was already ruled out
        const Move move = pick_move<us>(sets, position, static_cast<int>(rng.below(static_cast<std::uint32_t>(size))));
        keys[key_count++] = position.key;
        const Bitboard castling = position.castling;
        play_kind<us>(position, move.kind, move.from, move.to, move.promotion);
        if (position.halfmove == 0) {
            key_count = 0;
            return !position.insufficient_material();
        }
        if (position.castling != castling) {
            key_count = 0;
            return true;
        }
        return !repeated();
    }

    bool repeated() const {
        int seen = 1;
        for (int i = static_cast<int>(key_count) - 4; i >= 0; i -= 2) seen += keys[i] == position.key;
        return seen >= occurrence_limit;
    }
};

}  // namespace

int State::random_playout(Rng& rng) const {
    if (is_terminal()) return outcome(0);
    Playout game;
    game.position = position_;
    game.halfmove_limit = halfmove_limit();
    game.occurrence_limit = occurrence_limit();
    game.key_count = key_count_;
    std::memcpy(game.keys, keys_, key_count_ * sizeof keys_[0]);
    int result = 0;
    if (position_.side == black && !game.advance<black>(rng, result)) return result;
    while (game.advance<white>(rng, result) && game.advance<black>(rng, result)) {
    }
    return result;
}

}  // namespace boardai::chess
