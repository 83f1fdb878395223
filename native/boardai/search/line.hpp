#pragma once
// The line a depth-first search is walking: the states from the root down, with the evaluation's accumulators.
//
// States are taken back where the game can (Undoable) and copied where it cannot: one copy a ply, into storage that
// is kept. An incremental evaluation follows every step.

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"

namespace boardai {

/// No line is searched deeper: keeps the call stack within bounds in games without an end.
constexpr int deepest_line = 6'000;

template <GameState S>
class SearchLine {
  public:
    SearchLine(const S& root, std::shared_ptr<const Evaluation<S>> evaluation)
        : evaluation_(std::move(evaluation)),
          values_(evaluation_->open_line()),
          is_incremental_(values_->is_incremental()),
          knowledge_(values_->knowledge()) {
        reset(root);
    }
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
        values_->reset(root);
        if constexpr (Knowing<S>) {
            if (own_knowledge_) own_knowledge_->reset(root);
        }
    }

    /// From now on the game's own knowledge is asked, whatever the evaluation shares. Precondition: at the root.
    void ask_knowledge()
        requires Knowing<S>
    {
        own_knowledge_ = std::make_unique<Knowledge<S>>(make_knowledge<S>());
        own_knowledge_->reset(state());
        knowledge_ = own_knowledge_.get();
    }
    /// What the game knows of the last position. Precondition: has_knowledge().
    FactsOf<S> facts()
        requires Knowing<S>
    {
        return knowledge_->analyse(state());
    }

    /// Whom an evaluation that takes long asks whether the search must stop; what it says then means nothing.
    void listen([[maybe_unused]] SearchControl* control) {
        if constexpr (Knowing<S>) {
            if (knowledge_) boardai::listen(*knowledge_, control);
        }
    }

    const S& state() const { return *state_; }
    /// Plies from the root.
    int ply() const { return static_cast<int>(actions_.size()); }
    /// The actions from the root; -1 stands for a step that push_with made.
    const std::vector<Action>& actions() const { return actions_; }

    void push(Action action) {
        if (is_incremental_) values_->push(state(), action);
        if constexpr (Knowing<S>) {
            if (own_knowledge_) own_knowledge_->push(state(), action);
        }
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
        if (is_incremental_ && action >= 0) values_->pop();
        if constexpr (Knowing<S>) {
            if (own_knowledge_ && action >= 0) own_knowledge_->pop();
        }
    }
    /// Back to `ply` plies from the root, after an exception or a stop.
    void pop_to(int ply) {
        while (this->ply() > ply) pop();
    }

    const Evaluation<S>& evaluation() const { return *evaluation_; }
    /// Static evaluation for the side to move.
    int evaluate() { return values_->evaluate(state()); }
    /// Whether the evaluation shares the game's knowledge.
    bool has_knowledge() const { return Knowing<S> && knowledge_ != nullptr; }
    /// Whether it is certain who wins: to look deeper changes nothing.
    bool is_decided() {
        if constexpr (Knowing<S>) {
            if (knowledge_) return knowledge_->analyse(state()).decided();
        }
        return false;
    }
    /// With knowledge: moves worth a search, the most promising first, at most `most` (0: all); none: nothing is known.
    /// The others lose, are dominated, or look worse than `most` others.
    void candidate_moves([[maybe_unused]] int most, ActionList& actions) {
        actions.clear();
        if constexpr (Knowing<S>) {
            const FactsOf<S> facts = knowledge_->analyse(state());
            if (facts.decided()) {
                const bool wins = facts.winner == state().current_player() && facts.winning_move >= 0;
                if (wins) actions.push_back(facts.winning_move);
                return;
            }
            if (!facts.restricted) return;
            (facts.candidates - facts.dominated).for_each([&](Action action) { actions.push_back(action); });
            values_->order(state(), actions);
            const auto kept = static_cast<std::size_t>(most);
            if (most == 0 || actions.size() <= kept) return;
            actions.clear();
            actions.grow(kept);  // the first of them, which are still there
        }
    }
    /// What is known of searches of this depth from here.
    ProbCutModel probcut(int depth) const { return evaluation_->probcut(state(), depth); }

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

    std::shared_ptr<const Evaluation<S>> evaluation_;
    std::unique_ptr<EvaluationLine<S>> values_;
    bool is_incremental_;
    Knowledge<S>* knowledge_;  ///< the evaluation's, or its own; null: none
    std::unique_ptr<Knowledge<S>> own_knowledge_;
    std::deque<S> states_;  // references to a state stay good while deeper ones are added
    S* state_ = nullptr;    // the line's last one
    std::vector<Action> actions_;
    std::vector<typename UndoOf<S>::type> undos_;
};

}  // namespace boardai
