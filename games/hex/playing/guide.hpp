#pragma once
// What Hex tells Monte-Carlo tree search: boardai/search/trees/guide.hpp says what is asked.
//
// A position is looked at by its virtual connections, smaller lists of them than solvers keep: a search looks at a
// thousand positions a second. They come from those of the position above it, where these are still kept.
// Cells found dead or captured are filled in for all positions below; random games begin with them.

#include <cstdint>
#include <memory>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/search/trees/options.hpp"
#include "games/hex/patterns/prior.hpp"
#include "games/hex/playing/playouts.hpp"
#include "games/hex/playing/tree_guide.hpp"
#include "games/hex/solving/known_position.hpp"

namespace boardai::hex {

template <int Words>
class Guide {
  public:
    using Note = FilledIn<Words>;
    struct Seen {
        int winner = -1;
        Action action = -1;
        Note note{};
        bool all_open = true;
        Bits<Words> moves{};   ///< all others that are not filled in lose
        Bits<Words> spared{};  ///< of these, those that need not be tried
        Fate fate(Action cell) const {
            if (all_open) return Fate::open;
            // A stone on a filled-in cell changes nothing: who is ahead by a move may well win so.
            if (is_needless(note, cell)) return Fate::needless;
            if (!moves.test(cell)) return Fate::loses;
            return spared.test(cell) ? Fate::needless : Fate::open;
        }
    };

    /// `kept`: positions whose connections are kept, for those below them; 0: some 60 MB of them on 11x11, a few times
    /// that on 19x19.
    explicit Guide(int kept = 0) : kept_(static_cast<std::size_t>(kept)) {}

    Seen look(const State<Words>& state, const Note& above, const std::vector<Action>& since);
    static bool stays(const Note& note, const State<Words>& state, Action action) {
        return note.key == 0 || !note.captured[1 - state.colour_to_move()].test(action);
    }
    static bool is_needless(const Note& note, Action action) {
        return note.key != 0 && (note.captured[black] | note.captured[white] | note.dead).test(action);
    }
    void priors(const State<Words>& state, Action last, const ActionList& actions, float* out) {
        prior_.weigh(state, last, actions, out);
    }
    int playout(const State<Words>& state, const Note& note, Action last, MctsPlayouts policy, Rng& rng,
                PlayedActions* played);

  private:
    struct Kept {
        std::uint64_t key = 0;
        std::unique_ptr<KnownPosition<Words>> position;
    };

    std::vector<Kept> kept_;  ///< by key; what is lost is found again
    Kept decided_;            ///< the last one that was decided: searches end there, but games go on
    Prior<Words> prior_;
    Playouts<Words> playouts_;
};

extern template class Guide<1>;
extern template class Guide<2>;
extern template class Guide<3>;
extern template class Guide<6>;

}  // namespace boardai::hex
