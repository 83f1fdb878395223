#pragma once

#include <algorithm>
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
    notes_.clear();
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
    if constexpr (HasPolicy<S>) {
        if (options_.prior > 0) {
            walk.state = *root_;
            weigh(-1, walk);
        }
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
    if constexpr (Guided<S>) walk.advised.reach();
    for (Place place = nodes_.root();;) {
        if constexpr (Knowing<S>) {
            if (options_.knowledge > 0 && look(place, walk) == Looked::decided) {
                return walk.path.empty() ? Reached::decided : Reached::known;
            }
        }
        // 1. Select.
        MctsNodes::Taken taken;
        if (!nodes_.template take<shared>(place, walk, taken)) return Reached::leaf;
        if (taken.cached || walk.proof != Proof::unknown) return Reached::known;
        if constexpr (Guided<S>) walk.advised.follow(*walk.state, taken.action);
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
            if constexpr (Guided<S>) sift(taken.action, walk);
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

/// Looks closely at a position when its turn has come, or reads what was noted then.
template <GameState S>
typename MctsTree<S>::Looked MctsTree<S>::look(Place place, Walk& walk) {
    using Advice = MctsNodes::Advice;
    const Advice advice = nodes_.advice(place, options_.knowledge);
    if (advice == Advice::none) return Looked::open;
    Advised<S>& advised = walk.advised;
    if (advice == Advice::noted) {
        const SpinLock lock(notes_locked_, is_shared_);
        advised.reach(notes_.at(place));
        return Looked::open;
    }
    // Its actions have been chosen by others, and what is dominated among all need not be so among them.
    const bool is_root = walk.path.empty();
    if (is_root && !root_actions_.empty()) return Looked::open;
    const auto seen = advised.look(*walk.state);
    if (seen.decided()) {
        const int player = walk.state->current_player();
        const Proof proof = proof_of(seen.outcome(player));
        if (is_root) {
            if (proof == Proof::loss) {
                nodes_.learn_lost_root();  // and goes on searching, for the move that resists longest
                return Looked::open;
            }
            const bool won = proof == Proof::win && nodes_.learn_winning_root(seen.winning_move, walk);
            return won ? Looked::decided : Looked::open;
        }
        nodes_.learn_proof(place, proof);
        walk.proof = seen_by(proof, nodes_.player_at_end(walk) == player);
        walk.value = outcome_of(walk.proof);
        return Looked::decided;
    }
    if (options_.prune) nodes_.learn(place, [&](Action action) { return seen.fate(action); });
    {
        const SpinLock lock(notes_locked_, is_shared_);
        notes_[place] = seen.note;
    }
    nodes_.mark_noted(place);
    advised.reach(seen.note);
    return Looked::open;
}

/// The actions of a new position, those that need not be tried left out unless there are no others, and how good they
/// look. `last` is the action before.
template <GameState S>
void MctsTree<S>::sift(Action last, Walk& walk) const {
    ActionList& legal = walk.legal;
    const auto is_dominated = [&](Action action) { return walk.advised.is_dominated(action); };
    if (options_.knowledge > 0 && options_.prune && !std::all_of(legal.begin(), legal.end(), is_dominated)) {
        const Action* const end = std::remove_if(legal.begin(), legal.end(), is_dominated);
        const auto kept = static_cast<std::size_t>(end - legal.begin());
        legal.clear();
        legal.grow(kept);
    }
    if constexpr (HasPolicy<S>) {
        if (options_.prior > 0) weigh(last, walk);
    }
}

template <GameState S>
void MctsTree<S>::weigh(Action last, Walk& walk) const {
    ActionList& legal = walk.legal;
    // Equally good ones in random order.
    if (options_.shuffle) {
        for (std::size_t i = legal.size(); i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    walk.priors.resize(legal.size());
    walk.advised.expert().priors(*walk.state, last, legal, walk.priors.data());
}

template <GameState S>
void MctsTree<S>::advance(Action action) {
    if (!is_legal_action(*root_, action)) {
        throw std::invalid_argument("MCTS: " + std::to_string(action) + " is not a legal action in position " +
                                    std::string(root_->to_string()));
    }
    S next = *root_;
    next.apply(action);
    std::unordered_map<Place, Note> kept;
    if (nodes_.advance(action, [&](Place before, Place now) { kept.emplace(now, notes_.at(before)); })) {
        notes_ = std::move(kept);
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
