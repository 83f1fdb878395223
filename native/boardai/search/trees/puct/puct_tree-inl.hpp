#pragma once

#include <limits>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "boardai/core/knowledge.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/played_actions.hpp"
#include "boardai/core/quiet_line.hpp"
#include "boardai/search/control.hpp"
#include "boardai/search/trees/advised.hpp"
#include "boardai/search/trees/puct/puct_tree.hpp"
#include "boardai/search/trees/way_below.hpp"

namespace boardai {

namespace puct_detail {

inline constexpr const char* nothing_known =
    "PUCT option knowledge: must be 0, since this game knows nothing of open positions";

}  // namespace puct_detail

/// This tree's use of the game's knowledge.
template <GameState S>
struct PuctTree<S>::Known {
    std::conditional_t<Guided<S>, Advised<S>, Unadvised> advised;
    Notes<S> notes{false};
    struct Root {
        typename Knowledge<S>::Note note{};
        Action winning = -1;  ///< a winning action, until it has been played into the tree
    };
    Root root;
};

template <GameState S>
PuctOptions PuctTree<S>::for_learning(PuctOptions options) {
    if constexpr (SolvesEndings<S>) options.solver = options.solver || options.endings;
    return options;
}

template <GameState S>
PuctTree<S>::PuctTree(const PuctOptions& options, const Rng& rng, [[maybe_unused]] const Knowledge<S>* knowledge)
    : PuctNodes(options, rng) {
    if (options.knowledge > 0) {
        if constexpr (Knowing<S>) {
            known_ = std::make_shared<Known>();
            if (knowledge) known_->advised.knowledge.emplace(*knowledge);
        } else {
            throw std::invalid_argument(puct_detail::nothing_known);
        }
    }
    if (!Exchanging<S> && options.quiet_plies > 0) {
        throw std::invalid_argument("PUCT option quiet_plies: must be 0, since this game knows no exchanges; got " +
                                    std::to_string(options.quiet_plies));
    }
}

template <GameState S>
void PuctTree<S>::set_root(const S& state, std::vector<Action> actions) {
    if (known_ && !knows(state)) throw std::invalid_argument(puct_detail::nothing_known);
    // Copied before anything is forgotten, because a copy may throw.
    S root = state;
    const bool over = root.is_terminal();
    const int outcome = over ? root.outcome(root.current_player()) : 0;
    root_ = std::move(root);
    root_actions_ = std::move(actions);
    if constexpr (Knowing<S>) {
        if (known_) {
            known_->notes.clear();
            known_->root = {};
            known_->advised.listen(nullptr);
            known_->advised.reach();
        }
    }
    over ? set_finished_root(outcome) : set_open_root();
}

template <GameState S>
bool PuctTree<S>::advance(Action action) {
    // Computes the new position and its actions before anything changes, because the game may throw.
    S next = *root_;
    next.apply(action);
    const bool over = next.is_terminal();
    const int outcome = over ? next.outcome(next.current_player()) : 0;
    ActionList actions;
    if (!over) fill_with_actions(next, actions);
    abandon();
    if constexpr (Knowing<S>) {
        if (known_) {  // the new root is analysed from the old one, without the last search's control
            known_->advised.listen(nullptr);
            known_->advised.reach(known_->root.note);
            known_->advised.follow(*root_, action);
        }
    }
    const auto keep = [&](const Moved& moved) { return !over && keep_below(action, moved); };
    const bool kept = known_ ? known_->notes.follow(keep) : keep([](Place, Place) {});
    root_ = std::move(next);
    root_actions_.clear();
    if (known_) {
        if (!kept) known_->notes.clear();
        known_->root = {};
    }
    if (!kept) {
        over ? set_finished_root(outcome) : set_open_root();
        return false;
    }
    try {
        analyse_root(*root_);
        // Positions that were evaluated at once get their actions late.
        return prepare_kept_root(actions.begin(), actions.size());
    } catch (...) {
        set_open_root();  // no root instead of an incomplete one
        throw;
    }
}

template <GameState S>
bool PuctTree<S>::advance_to(const S& state) {
    if (!root_ || PuctNodes::root() == nowhere) return false;
    if (!root_actions_.empty() && *root_ == state) return false;
    std::vector<Action> way;
    if (!find_way_below(*this, PuctNodes::root(), *root_, state, 2, way)) return false;
    std::vector<double> noise = take_root_noise();
    for (std::size_t i = 0; i + 1 < way.size(); ++i) advance(way[i]);
    set_root_noise(noise.data(), noise.size());
    if (!way.empty()) advance(way.back());
    return true;
}

/// Runs simulations until one reaches a position that must wait; evaluate(state, leaf) says whether it must.
template <GameState S>
template <class Evaluate>
bool PuctTree<S>::select_leaf(const Evaluate& evaluate, SearchControl* control) {
    if (!wants_leaf()) return false;
    Leaf& leaf = next_leaf();
    if constexpr (Knowing<S>) {
        if (known_) known_->advised.listen(control);
    }
    InterruptPoll poll;
    while (wants_simulation()) {
        if (has_choice()) {
            // The simulation has begun, and is counted.
        } else if (control == nullptr) {
            poll();
        } else if (root_evaluated() && control->count_node()) {
            return false;
        } else if (plans_rounds() && control->limits().seconds > 0) {
            set_time_share(control->seconds() / control->limits().seconds);
        }
        S state = *root_;
        if (has_choice()) state = std::move(*walked_);
        const Reached reached = descend(state, leaf, control);
        if (reached == Reached::undecided) {
            walked_.emplace(std::move(state));
            return false;
        }
        if (reached == Reached::finished_game) {
            finish_known(leaf);
            continue;
        }
        if (reached == Reached::no_more) {
            constexpr double worth_so_far = std::numeric_limits<double>::quiet_NaN();
            finish_without_more(leaf, worth_so_far);
            continue;
        }
        if (reached == Reached::waiting_leaf && count_collision(leaf)) continue;
        if (reached != Reached::new_position) return false;
        // 2. A position that is not in the tree.
        leaf.player = state.current_player();
        const Answer answer = evaluate(state, leaf);
        // Nothing below throws, so an exception from the game leaves the tree as it was.
        open_leaf(leaf);
        if (answer == Answer::later) {
            hold_leaf(leaf);
            return true;
        }
        answer == Answer::logits ? expand_and_backup(leaf) : expand_and_backup_uniform(leaf);
    }
    return false;
}

template <GameState S>
int PuctTree<S>::select(const Encoding_t<S>& encoding, float* rows, EvaluationCache* cache, SearchControl* control) {
    if constexpr (Encodable<S>) {
        std::optional<S> quiet;
        ActionList actions;
        int asked = 0;
        const auto evaluate = [&](const S& state, Leaf& leaf) {
            const bool keyed = cache || encoding.uses_symmetries();
            float* row = rows;
            leaf.quiet.asked = false;
            if (find_quiet(state, leaf, quiet)) {
                fill_with_actions(*quiet, actions);
                const std::uint64_t key = keyed ? quiet->observation_key() : 0;
                ask(*quiet, actions.begin(), actions.size(), key, leaf.quiet, encoding, row, cache);
                if (leaf.quiet.asked) row += encoding.row_size();
            }
            list_actions(state, leaf);
            const std::uint64_t key = keyed ? key_here(state.observation_key()) : 0;
            ask(state, leaf.actions.data(), leaf.actions.size(), key, leaf.own, encoding, row, cache);
            asked = leaf.quiet.asked + leaf.own.asked;
            if (asked > 0) return Answer::later;
            take_value(leaf);
            return Answer::logits;
        };
        return select_leaf(evaluate, control) ? asked : 0;
    } else {
        throw std::logic_error("PUCT: this game has no planes for a network");
    }
}

/// Takes the network's output from the cache; if it is not cached, writes the position's planes to `row`.
template <GameState S>
void PuctTree<S>::ask(const S& state, const Action* actions, std::size_t count, std::uint64_t key,
                      LeafEvaluation& evaluation, const Encoding_t<S>& encoding, float* row,
                      const EvaluationCache* cache) {
    // `seen`: the position as shown to the network; action_seen: the number of an action there.
    const auto show = [&](const S& seen, const auto& action_seen) {
        evaluation.policy_indices.clear();
        for (std::size_t i = 0; i < count; ++i) {
            evaluation.policy_indices.push_back(encoding.policy_index(seen, action_seen(actions[i])));
        }
        Forecast known{};
        evaluation.asked =
            !(cache && cache->find(key, evaluation.policy_indices, evaluation.logits, known, cache_reader_));
        if (evaluation.asked) return encoding.write(seen, row);
        evaluation.value = static_cast<double>(known.value);
        evaluation.forecasts = {static_cast<double>(known.draw), static_cast<double>(known.moves_left)};
    };
    evaluation.cache_key = key;
    if constexpr (Symmetric<S>) {
        if (const int symmetry = encoding.symmetry_for(state, key); symmetry != 0) {
            return show(state.transformed(symmetry),
                        [&](Action action) { return state.transform_action(action, symmetry); });
        }
    }
    show(state, [](Action action) { return action; });
}

/// With quiet_plies: the position whose value the leaf takes. False where it needs no evaluation: the leaf itself is
/// quiet, or the game ends on the way.
template <GameState S>
bool PuctTree<S>::find_quiet(const S& state, Leaf& leaf, std::optional<S>& quiet) const {
    leaf.quiet_sign = 0;
    if constexpr (Exchanging<S>) {
        if (options_.quiet_plies == 0) return false;
        quiet = state;
        if (play_winning_exchanges(*quiet, options_.quiet_plies) == 0) return false;
        leaf.quiet_sign = quiet->current_player() == leaf.player ? 1 : -1;
        if (!quiet->is_terminal()) return true;
        leaf.quiet.value = quiet->outcome(quiet->current_player());
        leaf.quiet.forecasts = {leaf.quiet.value == 0 ? 1.0 : 0.0, 0};
    }
    return false;
}

template <GameState S>
bool PuctTree<S>::select_state(SearchControl* control) {
    if (options_.quiet_plies > 0) {
        throw std::invalid_argument(
            "PUCT option quiet_plies: must be 0 with an evaluator of states, which is shown the leaf alone; got " +
            std::to_string(options_.quiet_plies));
    }
    const auto evaluate = [this](const S& state, Leaf& leaf) {
        list_actions(state, leaf);
        leaf.own.policy_indices.resize(leaf.actions.size());
        std::iota(leaf.own.policy_indices.begin(), leaf.own.policy_indices.end(), 0);
        leaf.own.asked = true;
        return Answer::later;
    };
    return select_leaf(evaluate, control);
}

template <GameState S>
template <class Evaluation>
void PuctTree<S>::search(Evaluation& evaluation, SearchControl& control) {
    abandon();
    const auto stop = [&] { return control.poll(); };
    std::optional<S> quiet;
    const auto evaluate = [&](const S& state, Leaf& leaf) {
        if (!root_evaluated()) list_actions(state, leaf);
        if (find_quiet(state, leaf, quiet)) {
            leaf.quiet.value = evaluation.value(*quiet, rng(), [](PlayedActions&, double) {}, stop);
        } else if (leaf.quiet_sign == 0) {
            leaf.own.value = evaluation.value(state, rng(), [](PlayedActions&, double) {}, stop);
        }
        take_value(leaf);
        return Answer::uniform;
    };
    select_leaf(evaluate, &control);
}

template <GameState S>
void PuctTree<S>::list_actions(const S& state, Leaf& leaf) {
    if (!root_evaluated()) analyse_root(state);
    if (!root_evaluated() && !root_actions_.empty()) {
        leaf.actions = root_actions_;
        return;
    }
    ActionList legal;
    fill_with_actions(state, legal);
    leaf.actions.assign(legal.begin(), legal.end());
}

/// The key of the current position. A root restricted to some of its actions has another key, so that neither the cache
/// nor the graph takes it for the unrestricted position.
template <GameState S>
std::uint64_t PuctTree<S>::key_here(std::uint64_t key) const {
    if (root_evaluated()) return key;
    for (const Action action : root_actions_) key = mix64(key ^ static_cast<std::uint64_t>(action + 1));
    return key;
}

/// The outcome for a player in a position that the search does not continue from: the game is over, counts as drawn, or
/// is so near its end that the game's knowledge proves its outcome.
template <GameState S>
std::optional<int> PuctTree<S>::outcome_here(const S& state, int player) {
    if (state.is_terminal()) return state.outcome(player);
    if constexpr (Repeating<S>) {
        constexpr int all_of_the_game = 1 << 20;
        if (options_.repetition_draws && state.repeats_within(all_of_the_game)) return 0;
    }
    if constexpr (SolvesEndings<S>) {
        if (!options_.endings) return {};
        constexpr int plies = 4;  // costs about as much as a few evaluations by a small network
        if (Knowledge<S>::cost(state) > plies) return {};
        if (!endings_) endings_ = std::make_shared<Knowledge<S>>(make_knowledge<S>());
        return endings_->analyse(state).outcome(player);
    }
    return {};
}

/// With knowledge: called before a root gets its actions. The knowledge has followed the path to it.
template <GameState S>
void PuctTree<S>::analyse_root([[maybe_unused]] const S& state) {
    if constexpr (Knowing<S>) {
        if (!known_) return;
        known_->root = {};
        // An action that is dominated among all actions need not be dominated among some.
        if (!root_actions_.empty()) return;
        const auto seen = known_->advised.analyse(state);
        if (seen.unfinished) return;
        known_->root.note = seen.note;  // also for a decided position: the next analysis starts from it
        if (!seen.decided()) {
            leave_out_at_root([seen](Action action) { return seen.fate(action); });
        } else if (seen.winner == state.current_player()) {
            known_->root.winning = seen.winning_move;
        } else if (seen.winner != seen.draw) {
            note_lost_root();  // the search continues, for the move that resists longest
        }
    }
}

/// With knowledge: analyses the position that the path has reached once it has enough visits, or reads the note of that
/// analysis. True: the position is proven, and the walk ends there.
template <GameState S>
bool PuctTree<S>::analyse([[maybe_unused]] const S& state, [[maybe_unused]] Leaf& leaf) {
    if constexpr (Knowing<S>) {
        const auto seen = known_->notes.analyse(*this, leaf.place, options_.knowledge, state, known_->advised);
        if (!seen) return false;
        if (seen->decided()) {
            end_proven(leaf, proof_of(seen->outcome(state.current_player())));
            return true;
        }
        prune_dominated(leaf.place, [&](Action action) { return seen->fate(action); });
    }
    return false;
}

/// With graph: positions with equal keys share a node.
template <GameState S>
std::uint64_t PuctTree<S>::graph_key(const S& state) const {
    std::uint64_t key = state.hash();
    if constexpr (RemembersHistory<S>) key = mix64(key) + state.history_key();
    return key;
}

/// 1. Select: from the root down, or from where the walk was undecided; `state` follows the path.
template <GameState S>
typename PuctTree<S>::Reached PuctTree<S>::descend(S& state, Leaf& leaf, SearchControl* control) {
    bool continues = has_choice();
    if (!continues) begin_walk(leaf);
    if (!root_evaluated()) {
        if (waiting() > 0) return Reached::waiting_leaf;  // the root itself
        if (options_.graph) leaf.graph_key = key_here(graph_key(state));
        return Reached::new_position;
    }
    // Runs however the walk ends, including by an exception of the game.
    struct Walk {
        PuctTree& tree;
        Leaf& leaf;
        ~Walk() {
            if (tree.options_.graph && !tree.is_undecided()) tree.end_walk(leaf);
        }
    };
    const Walk walk{*this, leaf};
    if constexpr (Knowing<S>) {
        if (known_ && !continues) {
            known_->advised.reach(known_->root.note);
            if (known_->root.winning >= 0 && play_proven_win(leaf, std::exchange(known_->root.winning, -1))) {
                return Reached::finished_game;
            }
        }
    }
    for (std::size_t ply = leaf.path.size() + 1;; ++ply) {
        if (!continues) {
            if (!has_actions(leaf.place)) {
                ActionList actions;
                fill_with_actions(state, actions);
                if (!give_actions(leaf.place, actions.begin(), actions.size(), nullptr)) return Reached::no_more;
            }
            if (ply % 64 == 0) {  // long walks poll the clock
                if (ply > longest_walk) return Reached::no_more;
                if (control != nullptr && control->poll()) return Reached::stopped;
            }
            if (known_ && !leaf.path.empty() && analyse(state, leaf)) return Reached::finished_game;
        }
        continues = false;
        Way way = step(leaf);
        if (way == Way::known || way == Way::opens) {
            if constexpr (Knowing<S>) {
                if (known_) known_->advised.follow(state, leaf.action);
            }
            state.apply(leaf.action);
        }
        if (way == Way::opens) {
            if (const std::optional<int> outcome = outcome_here(state, player_before(leaf))) {
                open_finished(leaf, *outcome);
                return Reached::finished_game;
            }
            if (options_.graph) {
                leaf.graph_key = graph_key(state);
                way = open_shared(leaf);
            }
        }
        switch (way) {
            case Way::known:
                break;
            case Way::opens:
                return Reached::new_position;
            case Way::ends:
                return Reached::finished_game;
            case Way::waits:
                return Reached::waiting_leaf;
            case Way::no_more:
                return Reached::no_more;
            case Way::undecided:
                return Reached::undecided;
        }
    }
}

}  // namespace boardai
