#pragma once
// What a game's guide (guide.hpp) knows on a tree's way down.

#include <memory>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/search/trees/guide.hpp"

namespace boardai {

template <GameState S>
struct Advised {
    using Guide = typename TreeGuide<S>::type;
    using Note = typename TreeGuide<S>::Note;

    std::shared_ptr<Guide> guide;  ///< of one thread
    Note note{};                   ///< of the nearest position above that has one
    std::vector<Action> since;     ///< the actions from there

    /// A position with a note is reached; by default the root, without one.
    void reach(const Note& found = {}) {
        note = found;
        since.clear();
    }
    /// Before an action is taken.
    void follow(const S& state, Action action) {
        if (!Guide::stays(note, state, action)) note = {};
        since.push_back(action);
    }
    auto look(const S& state) { return expert().look(state, note, since); }
    /// Made when it is first needed.
    Guide& expert() {
        if (!guide) guide = std::make_shared<Guide>();
        return *guide;
    }
};

/// In games that tell nothing.
struct Unadvised {};

}  // namespace boardai
