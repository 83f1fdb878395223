#pragma once
// The parts of the steps of principal variation search (search-inl.hpp): setting the root, playing moves, values with
// their signs, keys, lines, and the skipped-move order.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "boardai/core/legality.hpp"
#include "boardai/search/pvs/searcher.hpp"

namespace boardai {

template <GameState S>
PvsSearcher<S>::PvsSearcher(const PvsOptions& options, const S& root, std::shared_ptr<const Evaluation<S>> evaluation,
                            TranspositionTable* table, SearchControl& control, bool main, std::size_t rows)
    : PvsRoot(options, control, main),
      line_(root, std::move(evaluation)),
      table_(table),
      order_(options),
      corrections_(options.correction_history, line_.evaluation().margin_unit()),
      plies_(max_ply + 4),
      reductions_(64 * 64) {
    knows_ = options.knowledge;
    if (knows_ && !knows(root)) throw std::invalid_argument(no_knowledge);
    if constexpr (Knowing<S>) {
        if (knows_) line_.ask_knowledge();
    }
    line_.listen(&control);
    if (knows_ || !line_.has_knowledge()) first_moves_ = options.width;
    candidates_only_ = !knows_ && line_.has_knowledge() && (!options.same_depth || options.width > 0);
    unit_ = line_.evaluation().margin_unit();
    point_ = searched_point(line_.evaluation(), options.points);
    if constexpr (Scored<S>) reported_point_ = line_.evaluation().point();
    root_alpha_ = score_of_bound(options.alpha, point_);
    root_beta_ = score_of_bound(options.beta, point_);
    static_values_ = unit_ > 0 || (options_.null_move && skips_turns);
    for (int depth = 1; depth < 64; ++depth) {
        for (int number = 1; number < 64; ++number) {
            const double plies = pvs_margins.late_move_reduction_base +
                                 std::log(depth) * std::log(number) / pvs_margins.late_move_reduction_divisor;
            reductions_[static_cast<std::size_t>(depth * 64 + number)] =
                static_cast<std::uint8_t>(std::min(plies, 200.0));
        }
    }
    order_.reach(max_ply + 4);
    recorder_.keep(rows, max_ply + 4, point_);
}

template <GameState S>
void PvsSearcher<S>::set_root(const S& root, const std::vector<Action>& actions) {
    forget_results();  // first: what follows may throw, a game's own exceptions and Ctrl-C
    is_limited_ = !actions.empty();
    line_.reset(root);
    order_.age();
    root_player_ = root.current_player();
    unit_ = line_.evaluation().margin_unit();
    if constexpr (MatingEndings<S>) {
        if (options_.mating_endings && root.is_mating_ending()) unit_ = 0;  // no technique uses margins
    }
    for (Ply& ply : plies_) {
        ply.line.clear();
        ply.played = {};
    }
    // A first order, and a move to play if the time is over at once.
    TableEntry entry;
    Ply& here = at(0);
    here.key = table_ ? key_of(root) : 0;
    const bool known = probe(0, entry);
    for (PlayedAction& before : here.list.before) before = {};
    order_.begin(root, here.list, known ? entry.action : -1, true);
    order_.fill(root, 0, here.list);
    if constexpr (skips_turns) {
        if (options_.skipped_move_order) rank_by_skipping(0);
    }
    if (candidates_only_ && !is_limited_) {
        ActionList candidates;
        line_.candidate_moves(options_.width, candidates);
        if (candidates.size() > 0) order_.begin_with(root, here.list, candidates, known ? entry.action : -1);
    }
    int value = 0;
    if (knows_) is_known(0, value);
    for (std::size_t number = 0; order_.next(root, 0, here.list, number); ++number) {
        PvsRootMove move;
        move.action = here.list.moves[number].action;
        if (knows_ && !is_limited_ && is_left_out(0, move.action)) continue;
        if (is_limited_ && std::find(actions.begin(), actions.end(), move.action) == actions.end()) continue;
        move.line.assign(1, move.action);
        moves_.push_back(move);
    }
    found_ = moves_;
    root_value_ = leaf_value_ = line_.evaluate();
}

/// Near the end of the move count, positions with different counts are different positions.
template <GameState S>
std::uint64_t PvsSearcher<S>::key_of(const S& state) const {
    if constexpr (Repeating<S>) {
        const int left = state.plies_until_draw();
        if (left <= fifty_move_window) return state.hash() ^ mix64(static_cast<std::uint64_t>(left) + 0x64726177);
    }
    return state.hash();
}

template <GameState S>
bool PvsSearcher<S>::probe(int ply, TableEntry& entry) {
    if (!table_ || !table_->probe(at(ply).key, entry)) return false;
    if (!options_.points) entry.score = score_from_table(entry.score, ply);
    return true;
}

/// The evaluator's value, from the table if it is `stored` there, corrected by correction history.
template <GameState S>
int PvsSearcher<S>::static_evaluation(int stored, int ply) {
    const int value = stored != TableEntry::unknown ? stored : line_.evaluate();
    at(ply).evaluated_value = value;
    return unit_ > 0 ? corrections_.corrected(line_.state(), value) : value;
}

/// With `knowledge`: whether the game knows who wins; if not, its facts about the moves are kept for is_left_out().
template <GameState S>
[[gnu::noinline]] bool PvsSearcher<S>::is_known([[maybe_unused]] int ply, [[maybe_unused]] int& value) {
    if constexpr (Knowing<S>) {
        const S& state = line_.state();
        auto& facts = at(ply).facts;
        facts = {};
        if (state.is_terminal()) return false;
        facts = line_.facts();
        if (facts.decided()) {
            value = known_score(facts.outcome(state.current_player()), ply);
            facts.restricted = false;  // at the root all moves are searched
            return true;
        }
        // Not if that left no move.
        ActionList actions;
        fill_with_actions(state, actions);
        const auto is_open = [&facts](Action action) { return facts.fate(action) == Fate::open; };
        if (!std::any_of(actions.begin(), actions.end(), is_open)) facts.restricted = false;
    }
    return false;
}

template <GameState S>
bool PvsSearcher<S>::is_left_out([[maybe_unused]] int ply, [[maybe_unused]] Action action) {
    if constexpr (Knowing<S>) return at(ply).facts.fate(action) != Fate::open;
    return false;
}

/// A static value, or a better one from the table.
template <GameState S>
int PvsSearcher<S>::better_known(int value, const TableEntry& entry) const {
    if (entry.bound == Bound::none || is_decided_score(entry.score)) return value;
    const bool better =
        entry.bound == Bound::exact || (entry.bound == Bound::lower ? entry.score > value : entry.score < value);
    return better ? entry.score : value;
}

template <GameState S>
void PvsSearcher<S>::play(int ply, Action action) {
    at(ply).played = MoveOrder<S>::played(line_.state(), action);
    line_.push(action);
}

/// Prefetches the table's entry for the position after a move.
template <GameState S>
[[gnu::always_inline]] inline void PvsSearcher<S>::prefetch(Action action) {
    if constexpr (HashAhead<S>) {
        if (table_) table_->prefetch(line_.state().hash_after(action));
    }
}

/// The value of the position after the move just played, for `player` who made it, by `search(low, high)` of that
/// position: the sign changes only if the player does.
template <GameState S>
template <class Search>
int PvsSearcher<S>::value_for(int player, int low, int high, int ply, const Search& search) {
    const std::int32_t row = recorder_.begin(ply, at(ply).played.action);
    const std::int64_t nodes_before = nodes_;
    const int value = line_.state().current_player() == player ? search(low, high) : -search(-high, -low);
    recorder_.end(row, player == root_player_, value, low, high, nodes_ - nodes_before);
    return value;
}

template <GameState S>
int PvsSearcher<S>::child(int player, int low, int high, int depth, int ply, bool cut_node, bool allow_null) {
    return value_for(player, low, high, ply, [this, depth, ply, cut_node, allow_null](int alpha, int beta) {
        return search(alpha, beta, depth, ply + 1, cut_node, allow_null);
    });
}

/// A position's value rests on all that the value of its move rests on.
template <GameState S>
void PvsSearcher<S>::inherit(Ply& here, const Ply& below, bool deciding) {
    here.horizon |= below.horizon;
    here.move_count |= below.move_count;
    if (deciding) here.repetition = std::min(here.repetition, below.repetition);
}

/// The best line from here: the move, then the best line after it.
template <GameState S>
void PvsSearcher<S>::begin_line(Ply& here, Action action, const Ply& below) {
    here.line.assign(1, action);
    here.line.insert(here.line.end(), below.line.begin(), below.line.end());
}

/// Records the moves after a cut.
template <GameState S>
void PvsSearcher<S>::record_rest(int ply, std::size_t number) {
    auto& list = at(ply).list;
    order_.fill(line_.state(), ply, list);
    for (std::size_t i = number + 1; i < list.moves.size(); ++i) recorder_.pruned(ply, list.moves[i].action);
}

/// The skipped-move order (Kála 2015, A4): quiet moves by what the player could do next if the opponent did nothing.
template <GameState S>
void PvsSearcher<S>::rank_by_skipping(int ply) {
    if constexpr (skips_turns) {
        Ply& here = at(ply);
        for (RankedAction& move : here.list.moves) {
            if (move.noisy || move.rank > (1 << 20)) continue;
            play(ply, move.action);
            if (!line_.state().is_terminal() && line_.state().null_move_allowed()) {
                line_.push_with([](S& next) { next.make_null_move(); });
                move.rank = best_follow_up();
                line_.pop();
            } else {
                move.rank = 0;
            }
            line_.pop();
        }
    }
}

/// The best evaluation after any move of the player to move, for that player.
template <GameState S>
int PvsSearcher<S>::best_follow_up() {
    const S& state = line_.state();
    const int player = state.current_player();
    ActionList actions;
    state.legal_actions(actions);
    int best = -infinite_score;
    for (const Action action : actions) {
        line_.push(action);
        const S& after = line_.state();
        const int value = after.is_terminal() ? terminal_score(after, 0, point_) : line_.evaluate();
        best = std::max(best, after.current_player() == player ? value : -value);
        line_.pop();
    }
    return best;
}

template <GameState S>
int PvsSearcher<S>::follow(std::vector<Action>& line) {
    std::size_t length = 0;
    for (ActionList actions; length < line.size(); ++length) {
        line_.state().legal_actions(actions);
        if (!actions.contains(line[length])) break;
        line_.push(line[length]);
    }
    line.resize(length);
    const bool ended = line_.state().is_terminal();
    const int value = ended ? terminal_score(line_.state(), line_.ply(), point_) : line_.evaluate();
    const int sign = line_.state().current_player() == root_player_ ? 1 : -1;
    line_.pop_to(0);
    return sign * value;
}

/// Where all moves of the root count and no tree is requested.
template <GameState S>
bool PvsSearcher<S>::solve_ending(int depth, SearchControl& control) {
    static_assert(SolvesEndings<S> || !knowledge_detail::HasPrice<S>, "Knowledge<S> lacks what SolvesEndings asks for");
    if constexpr (SolvesEndings<S>) {
        if (!options_.endings || is_limited_) return false;
        if (Knowledge<S>::cost(line_.state()) > depth) return false;
        if (!main_) return true;  // left to the main thread, whose solver has threads of its own
        constexpr double least_megabytes = 1;
        if (!endings_) {
            const double megabytes = std::max(options_.table_megabytes, least_megabytes);
            endings_.emplace(make_knowledge<S>({.megabytes = megabytes, .threads = options_.threads}));
        }
        const SolvedEnding ending = endings_->solve(line_.state(), options_.multi_pv, control);
        nodes_ += ending.nodes;
        at(0).horizon = false;
        if (!control.stopped()) publish_ending(ending);
        return true;
    } else {
        return false;
    }
}

}  // namespace boardai
