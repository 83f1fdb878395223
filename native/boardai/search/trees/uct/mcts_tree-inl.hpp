#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/legality.hpp"
#include "boardai/search/trees/uct/mcts_tree.hpp"

namespace boardai {

template <GameState S>
void MctsTree<S>::set_root(const S& state, std::vector<Action> actions) {
    S root = state;  // made before anything is forgotten: a copy may throw
    root_ = std::move(root);
    root_actions_ = std::move(actions);
    nodes_.clear();
}

template <GameState S>
template <class Speculate>
void MctsTree<S>::expand_root(Walk& walk, const Speculate& speculate) {
    if (nodes_.root() != MctsNodes::nowhere) return;
    if (root_actions_.empty()) {
        fill_with_actions(*root_, walk.legal);
    } else {
        walk.legal.clear();
        for (const Action action : root_actions_) walk.legal.push_back(action);
    }
    nodes_.add_root(root_->current_player(), walk);
    ChildValues found;
    if (speculate(*root_, walk.legal, found)) nodes_.set_child_values(nodes_.root(), found);
}

template <GameState S>
template <bool shared, class Speculate>
typename MctsTree<S>::Reached MctsTree<S>::descend(Walk& walk, const Speculate& speculate) {
    walk.path.clear();
    walk.proof = Proof::unknown;
    walk.state = *root_;
    for (Place place = nodes_.root();;) {
        // 1. Select.
        MctsNodes::Taken taken;
        if (!nodes_.template take<shared>(place, walk, taken)) return Reached::leaf;
        if (taken.cached || walk.proof != Proof::unknown) return Reached::known;
        walk.state->apply(taken.action);
        if (taken.next == MctsNodes::nowhere) {
            if (walk.state->is_terminal()) {
                const int outcome = walk.state->outcome(nodes_.player_at(place));
                walk.value = outcome;
                walk.proof = proof_of(outcome);
                return Reached::known;
            }
            if (taken.first_visit) return Reached::leaf;
            // 2. Expand: a second visit.
            fill_with_actions(*walk.state, walk.legal);
            taken.next = nodes_.template expand<shared>(walk.state->current_player(), walk);
            if (taken.next == MctsNodes::nowhere) return Reached::leaf;
            if constexpr (!shared) {
                ChildValues found;
                if (speculate(*walk.state, walk.legal, found)) nodes_.set_child_values(taken.next, found);
            }
        }
        place = taken.next;
    }
}

template <GameState S>
void MctsTree<S>::advance(Action action) {
    if (!is_legal_action(*root_, action)) {
        throw std::invalid_argument("MCTS: " + std::to_string(action) + " is not a legal action in position " +
                                    std::string(root_->to_string()));
    }
    S next = *root_;
    next.apply(action);
    if (nodes_.advance(action)) {
        root_ = std::move(next);
        root_actions_.clear();
    } else {
        set_root(next, {});
    }
}

template <GameState S>
bool MctsTree<S>::advance_to(const S& state) {
    if (!root_ || nodes_.root() == MctsNodes::nowhere) return false;
    if (!root_actions_.empty() && *root_ == state) return false;
    std::vector<Action> way;
    if (!find(state, nodes_.root(), *root_, 2, way)) return false;
    for (Action action : way) advance(action);
    return true;
}

/// The way from an expanded position to an equal one at most `plies` below.
template <GameState S>
bool MctsTree<S>::find(const S& wanted, Place from, const S& state, int plies, std::vector<Action>& way) const {
    if (state == wanted) return true;
    if (plies == 0) return false;
    for (const MctsNodes::Expanded& child : nodes_.expanded_children(from)) {
        S next = state;
        next.apply(child.action);
        way.push_back(child.action);
        if (find(wanted, child.node, next, plies - 1, way)) return true;
        way.pop_back();
    }
    return false;
}

}  // namespace boardai
