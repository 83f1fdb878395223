#pragma once
// A game's contributions to a tree search: its knowledge (core/knowledge.hpp), its policy (core/policy.hpp), and the
// notes that the knowledge keeps at positions.

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "boardai/core/action.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/core/policy.hpp"
#include "boardai/search/trees/tree.hpp"

namespace boardai {

/// Games with knowledge, a policy, or both.
template <class S>
concept Guided = Knowing<S> || HasPolicy<S>;

/// The knowledge and the policy of one thread, made when they are first needed.
template <GameState S>
struct Advised {
    using Note = typename Knowledge<S>::Note;

    std::optional<Knowledge<S>> knowledge;
    std::shared_ptr<Policy<S>> policy;
    SearchControl* control = nullptr;

    /// The control that the knowledge polls from now on; null: none.
    void listen([[maybe_unused]] SearchControl* asked) {
        control = asked;
        if constexpr (Knowing<S>) {
            if (knowledge) boardai::listen(*knowledge, control);
        }
    }
    /// Moves to the root, which has no note.
    void reach() {
        if (knowledge) reach(Note{});
    }
    /// Moves to a position with this note.
    void reach([[maybe_unused]] const Note& found) {
        if constexpr (Knowing<S>) analyst().resume(found);
    }
    /// Called before an action is played.
    void follow([[maybe_unused]] const S& state, [[maybe_unused]] Action action) {
        if constexpr (Knowing<S>) {
            if (knowledge) knowledge->push(state, action);
        }
    }
    FactsOf<S> analyse([[maybe_unused]] const S& state) {
        if constexpr (Knowing<S>) {
            return analyst().analyse(state);
        } else {
            return {};
        }
    }
    /// The note of the nearest position above that has one.
    const Note& note() const {
        static constexpr Note none{};
        if constexpr (requires { knowledge->note(); }) {
            if (knowledge) return knowledge->note();
        }
        return none;
    }
    /// Whether an action is dominated, by what was found above.
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
        if (!knowledge) {
            knowledge.emplace(make_knowledge<S>());
            boardai::listen(*knowledge, control);
        }
        return *knowledge;
    }
};

/// In place of Advised in games without either.
struct Unadvised {};

/// The notes of a tree's positions, by node.
template <GameState S>
class Notes {
  public:
    using Place = Tree::Place;
    using Note = typename Knowledge<S>::Note;

    /// `is_shared`: several threads may use them.
    explicit Notes(bool is_shared) : is_shared_(is_shared) {}

    void clear() { notes_.clear(); }
    /// Analyses a position once it has this many visits, unless the control stops the analysis; analyses of positions
    /// below continue from its note. Returns new facts, which the caller enters into the tree.
    std::optional<FactsOf<S>> analyse(const Tree& tree, Place place, std::int64_t visits, const S& state,
                                      Advised<S>& advised) {
        const Tree::Advice advice = tree.advice(place, visits);
        if (advice == Tree::Advice::noted) {
            const SpinLock lock(locked_, is_shared_);
            advised.reach(notes_[place]);
        }
        if (advice != Tree::Advice::due) return {};
        const auto facts = advised.analyse(state);
        if (facts.unfinished) {
            tree.ask_again(place);
            return {};
        }
        if (facts.decided()) return facts;
        {
            const SpinLock lock(locked_, is_shared_);
            notes_[place] = facts.note;
        }
        tree.mark_noted(place);
        advised.reach(facts.note);
        return facts;
    }
    /// Follows a tree that keeps a subtree: keep(moved) returns whether it does, and calls moved(before, now) for its
    /// nodes with notes. Changes nothing if that throws.
    template <class Keep>
    bool follow(const Keep& keep) {
        std::unordered_map<Place, Note> kept;
        const Tree::Moved moved = [&](Place before, Place now) { kept.emplace(now, notes_[before]); };
        if (!keep(moved)) return false;
        notes_ = std::move(kept);
        return true;
    }

  private:
    std::unordered_map<Place, Note> notes_;
    bool is_shared_;
    std::uint8_t locked_ = 0;
};

}  // namespace boardai
