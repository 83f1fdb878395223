#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/legality.hpp"
#include "boardai/search/trees/uct/mcts_tree.hpp"
#include "boardai/search/trees/way_below.hpp"

namespace boardai {

template <GameState S>
void MctsTree<S>::set_root(const S& state, std::vector<Action> actions) {
    S root = state;  // made before anything is forgotten: a copy may throw
    root_ = std::move(root);
    root_actions_ = std::move(actions);
    nodes_.clear();
    notes_.clear();
    known_root_ = {};
}

template <GameState S>
template <class Speculate>
void MctsTree<S>::expand_root(Walk& walk, const Speculate& speculate) {
    analyse_root(walk);
    if (nodes_.root() != MctsNodes::nowhere) return;
    if (root_actions_.empty()) {
        fill_with_actions(*root_, walk.legal);
        if constexpr (Knowing<S>) {
            sift([this](Action action) { return known_root_.facts.fate(action) != Fate::open; }, walk);
        }
    } else {
        walk.legal.clear();
        for (const Action action : root_actions_) walk.legal.push_back(action);
    }
    if constexpr (has_priors<S>) {
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
    if constexpr (Guided<S>) known_root_.looked ? walk.advised.reach(known_root_.facts.note) : walk.advised.reach();
    if (known_root_.winning >= 0 && nodes_.template play_proven_win<shared>(known_root_.winning, walk)) {
        return Reached::known;
    }
    for (Place place = nodes_.root();;) {
        if constexpr (Knowing<S>) {
            if (options_.knowledge > 0 && !walk.path.empty() && analyse(place, walk)) return Reached::known;
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
            if constexpr (Guided<S>) {
                sift([&](Action action) { return walk.advised.is_dominated(action); }, walk);
            }
            if constexpr (has_priors<S>) {
                if (options_.prior > 0) weigh(taken.action, walk);
            }
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

/// With knowledge: analyses a root that has not been analysed yet. The result is its winner, or else the actions that
/// need not be tried.
template <GameState S>
void MctsTree<S>::analyse_root([[maybe_unused]] Walk& walk) {
    if constexpr (Knowing<S>) {
        // An action that is dominated among all actions need not be dominated among some.
        if (options_.knowledge == 0 || known_root_.looked || !root_actions_.empty()) return;
        walk.advised.reach();
        const auto seen = walk.advised.analyse(*root_);
        if (seen.unfinished) return;
        known_root_.looked = true;
        known_root_.facts.note = seen.note;
        if (!seen.decided()) {
            known_root_.facts = seen;
            const auto fate = [&](Action action) { return seen.fate(action); };
            if (options_.prune && nodes_.root() != MctsNodes::nowhere) nodes_.learn(nodes_.root(), fate);
        } else if (seen.winner == root_->current_player()) {
            known_root_.winning = seen.winning_move;
        } else if (seen.winner != seen.draw) {
            nodes_.learn_lost_root();  // the search continues, for the move that resists longest
        }
    }
}

/// Analyses a position below the root once it has enough visits, or reads the note of that analysis. True: the position
/// is decided, and the walk ends there.
template <GameState S>
bool MctsTree<S>::analyse(Place place, Walk& walk) {
    const auto seen = notes_.analyse(nodes_, place, options_.knowledge, *walk.state, walk.advised);
    if (!seen) return false;
    if (seen->decided()) {
        const int player = walk.state->current_player();
        const Proof proof = proof_of(seen->outcome(player));
        nodes_.learn_proof(place, proof);
        walk.proof = seen_by(proof, nodes_.player_at_end(walk) == player);
        walk.value = outcome_of(walk.proof);
        return true;
    }
    if (options_.prune) nodes_.learn(place, [&](Action action) { return seen->fate(action); });
    return false;
}

/// Prunes the actions of a new position that need not be tried, unless there are no others.
template <GameState S>
template <class IsNeedless>
void MctsTree<S>::sift(const IsNeedless& is_needless, Walk& walk) const {
    ActionList& legal = walk.legal;
    if (options_.knowledge == 0 || !options_.prune || std::all_of(legal.begin(), legal.end(), is_needless)) return;
    const Action* const end = std::remove_if(legal.begin(), legal.end(), is_needless);
    const auto kept = static_cast<std::size_t>(end - legal.begin());
    legal.clear();
    legal.grow(kept);
}

/// Sets the priors of a new position's k actions: by the game's policy, or else by their rank in the game's order of
/// quiet moves, where the best gets k, the next k - 1 and the last 1 of k (k + 1) / 2. `last` is the previous action.
template <GameState S>
void MctsTree<S>::weigh([[maybe_unused]] Action last, Walk& walk) const {
    ActionList& legal = walk.legal;
    // So that equally good actions come in random order.
    if (options_.shuffle) {
        for (std::size_t i = legal.size(); i > 1; --i) {
            std::swap(legal[i - 1], legal[walk.rng.below(static_cast<std::uint32_t>(i))]);
        }
    }
    walk.priors.resize(legal.size());
    if constexpr (HasPolicy<S>) {
        walk.advised.expert().priors(*walk.state, last, legal, walk.priors.data());
    } else if constexpr (QuietOrdered<S>) {
        const S& state = *walk.state;
        std::stable_sort(legal.begin(), legal.end(), [&state](Action left, Action right) {
            return state.quiet_order(left) > state.quiet_order(right);
        });
        const auto count = static_cast<float>(legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i) {
            walk.priors[i] = 2 * (count - static_cast<float>(i)) / (count * (count + 1));
        }
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
    if (notes_.follow([&](const Tree::Moved& moved) { return nodes_.advance(action, moved); })) {
        root_ = std::move(next);
        root_actions_.clear();
        known_root_ = {};
    } else {
        set_root(next, {});
    }
}

template <GameState S>
bool MctsTree<S>::advance_to(const S& state) {
    if (!root_ || nodes_.root() == MctsNodes::nowhere) return false;
    if (!root_actions_.empty() && *root_ == state) return false;
    std::vector<Action> way;
    if (!find_way_below(nodes_, nodes_.root(), *root_, state, 2, way)) return false;
    for (Action action : way) advance(action);
    return true;
}

}  // namespace boardai
