#pragma once
// The line a depth-first search is walking: the states from the root down, with the evaluator's accumulators.
//
// States are taken back where the game can (Undoable) and copied where it cannot: one copy a ply, into storage that
// is kept. An incremental evaluator is told of every step.

#include <cstddef>
#include <deque>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "boardai/core/evaluation/evaluator.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

/// No line is searched deeper: keeps the call stack within bounds in games without an end.
constexpr int deepest_line = 6'000;

/// The evaluator of that spec. An E that is one evaluator alone takes no name.
/// Throws std::invalid_argument on an unknown name.
template <class E>
E named_evaluator(const EvaluatorSpec& spec) {
    if constexpr (std::is_constructible_v<E, const EvaluatorSpec&>) {
        return E(spec);
    } else {
        if (!spec.name.empty()) throw std::invalid_argument("this search has one evaluator and takes no name for it");
        return E();
    }
}

template <GameState S, class E>
    requires Evaluator<E, S>
class SearchLine {
  public:
    SearchLine(const S& root, E evaluator) : evaluator_(std::move(evaluator)) { reset(root); }
    SearchLine(const SearchLine&) = delete;
    SearchLine& operator=(const SearchLine&) = delete;
    SearchLine(SearchLine&&) = default;
    SearchLine& operator=(SearchLine&&) = default;

    void reset(const S& root) {
        states_.clear();
        states_.push_back(root);
        state_ = &states_.front();
        actions_.clear();
        undos_.clear();
        if constexpr (IncrementalEvaluator<E, S>) evaluator_.reset(root);
    }

    const S& state() const { return *state_; }
    /// Plies from the root.
    int ply() const { return static_cast<int>(actions_.size()); }
    /// The actions from the root; -1 stands for a step that push_with made.
    const std::vector<Action>& actions() const { return actions_; }

    void push(Action action) {
        if constexpr (IncrementalEvaluator<E, S>) evaluator_.push(state(), action);
        if constexpr (Undoable<S>) {
            undos_.push_back(state_->apply_undoable(action));
        } else {
            S& next = next_copy();
            next.apply(action);
            state_ = &next;
        }
        actions_.push_back(action);
    }
    /// A step that is no action (a null move): `change(next)` alters a copy of the state. Only where states are
    /// copied and the evaluation does not depend on what changes.
    template <class Change>
    void push_with(const Change& change)
        requires(!Undoable<S>)
    {
        S& next = next_copy();
        change(next);
        state_ = &next;
        actions_.push_back(-1);
    }
    void pop() {
        const Action action = actions_.back();
        actions_.pop_back();
        if constexpr (Undoable<S>) {
            state_->undo(action, undos_.back());
            undos_.pop_back();
        } else {
            state_ = &states_[actions_.size()];
        }
        if constexpr (IncrementalEvaluator<E, S>) {
            if (action >= 0) evaluator_.pop();
        }
    }
    /// Back to `ply` plies from the root, after an exception or a stop.
    void pop_to(int ply) {
        while (this->ply() > ply) pop();
    }

    const E& evaluator() const { return evaluator_; }
    /// Static evaluation for the side to move.
    int evaluate() { return evaluator_.evaluate(state()); }
    /// Whether the evaluator knows who wins for certain: to look deeper changes nothing.
    bool settled() {
        if constexpr (requires { evaluator_.settled(state()); }) {
            return evaluator_.settled(state());
        } else {
            return false;
        }
    }
    /// Whether the evaluator says which actions are promising.
    bool promises() const {
        if constexpr (requires { evaluator_.promises(); }) {
            return evaluator_.promises();
        } else {
            return false;
        }
    }
    /// Actions worth a search by the evaluator, the most promising first, at most so many (0: all); none: it knows
    /// nothing of them. Those left out lose for certain, are no better than another, or look worse than `most` others.
    void promising([[maybe_unused]] int most, ActionList& actions) {
        actions.clear();
        if constexpr (requires { evaluator_.promising(state(), most, actions); }) {
            evaluator_.promising(state(), most, actions);
        }
    }
    /// What the evaluator knows of searches of this depth from here.
    ProbCutModel probcut([[maybe_unused]] int depth) {
        if constexpr (requires { evaluator_.probcut(state(), depth); }) {
            return evaluator_.probcut(state(), depth);
        } else {
            return {};
        }
    }

  private:
    struct Nothing {};
    template <class T>
    struct UndoOf {
        using type = Nothing;
    };
    template <Undoable T>
    struct UndoOf<T> {
        using type = typename T::Undo;
    };

    /// In the storage of the next ply.
    S& next_copy() {
        const std::size_t next = actions_.size() + 1;
        if (states_.size() == next) return states_.emplace_back(*state_);
        return states_[next] = *state_;
    }

    E evaluator_;
    std::deque<S> states_;  // references to a state stay good while deeper ones are added
    S* state_ = nullptr;    // the line's last one
    std::vector<Action> actions_;
    std::vector<typename UndoOf<S>::type> undos_;
};

}  // namespace boardai
