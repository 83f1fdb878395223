#pragma once
// What a game tells a tree on its way down: what it knows (core/knowledge.hpp), and its policy (core/policy.hpp).

#include <memory>
#include <optional>

#include "boardai/core/action.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/core/policy.hpp"

namespace boardai {

/// Games that tell trees something: facts, a policy, or both.
template <class S>
concept Guided = Knowing<S> || HasPolicy<S>;

/// Of one thread. Knowledge and policy are made when they are first needed.
template <GameState S>
struct Advised {
    using Note = typename Knowledge<S>::Note;

    std::optional<Knowledge<S>> knowledge;
    std::shared_ptr<Policy<S>> policy;

    /// The root, of which nothing is known.
    void reach() {
        if (knowledge) reach(Note{});
    }
    /// A position with a note.
    void reach([[maybe_unused]] const Note& found) {
        if constexpr (Knowing<S>) analyst().resume(found);
    }
    /// Before an action is taken.
    void follow([[maybe_unused]] const S& state, [[maybe_unused]] Action action) {
        if constexpr (Knowing<S>) {
            if (knowledge) knowledge->push(state, action);
        }
    }
    FactsOf<S> look([[maybe_unused]] const S& state) {
        if constexpr (Knowing<S>) {
            return analyst().analyse(state);
        } else {
            return {};
        }
    }
    /// Of the nearest position above that has one.
    const Note& note() const {
        static constexpr Note none{};
        if constexpr (requires { knowledge->note(); }) {
            if (knowledge) return knowledge->note();
        }
        return none;
    }
    /// By what was found above.
    bool is_dominated([[maybe_unused]] Action action) const {
        if constexpr (Knowing<S>) return knowledge && knowledge->is_dominated(action);
        return false;
    }
    Policy<S>& expert() {
        if (!policy) policy = std::make_shared<Policy<S>>();
        return *policy;
    }

  private:
    Knowledge<S>& analyst() {
        if (!knowledge) knowledge.emplace(make_knowledge<S>());
        return *knowledge;
    }
};

/// In games that tell nothing.
struct Unadvised {};

}  // namespace boardai
