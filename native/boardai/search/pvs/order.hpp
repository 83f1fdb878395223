#pragma once
// Move ordering of principal variation search, and its history statistics.
//
// Idea: alpha-beta visits about the square root of minimax's nodes when the best move comes first. In order:
//   1. the table's move;
//   2. noisy moves that do not lose the exchange, by the game's own order (chess: most valuable victim, then least
//      valuable attacker) and by history, if the game groups similar ones;
//   3. two killers: quiet moves that caused a cutoff in a sister position;
//   4. quiet moves by history: h += bonus - h |bonus| / limit for a move that causes a cutoff, and the same with a
//      negative bonus for the quiet moves tried before it; once by player and action, once by the moves one, two and
//      four plies before (continuation history);
//   5. noisy moves that lose the exchange.
//   Or instead: Kála's priority 2 Hs + Hn + Hp for every move, or the skipped-move order for quiet ones.
// Complexity: linear in the moves for ranking; picking the next one is linear too, since few are picked.
// Papers: Akl and Newborn 1977 (killers), Schaeffer 1989 (history); Kála 2015, A4 and D6.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "boardai/core/search_hooks.hpp"
#include "boardai/search/pvs/margins.hpp"
#include "boardai/search/pvs/options.hpp"

namespace boardai {

/// A move with its place in the order.
struct RankedAction {
    Action action;
    int rank;
    bool noisy;
    bool exchange_unknown;  ///< noisy, and the exchange has not been evaluated
};

/// A move played on the line, as the order uses it; -1 where there is none.
struct PlayedAction {
    Action action = -1;
    int group = -1;
    int player = 0;  ///< who played it
    bool noisy = false;
};

template <GameState S>
class MoveOrder {
  public:
    static constexpr int history_limit = 16'384;

    explicit MoveOrder(const PvsOptions& options)
        : options_(options),
          history_(2 * slots),
          continuation_(options.continuation ? 2 * groups * groups : 0),
          captures_(options.capture_history ? capture_slots : 0) {}

    /// Between two searches: halves the histories and forgets the killers.
    void age() {
        for (std::int16_t& value : history_) value = static_cast<std::int16_t>(value / 2);
        for (std::int16_t& value : captures_) value = static_cast<std::int16_t>(value / 2);
        for (auto& pair : killers_) pair = {-1, -1};
    }
    void forget() {
        history_.assign(history_.size(), 0);
        continuation_.assign(continuation_.size(), 0);
        captures_.assign(captures_.size(), 0);
        for (auto& pair : killers_) pair = {-1, -1};
    }

    /// Makes room for killers down to this ply.
    void reach(int ply) {
        if (killers_.size() <= static_cast<std::size_t>(ply) + 2)
            killers_.resize(static_cast<std::size_t>(ply) + 3, {-1, -1});
    }
    void forget_killers(int ply) { killers_[static_cast<std::size_t>(ply)] = {-1, -1}; }

    static int group_of(const S& state, Action action) {
        if constexpr (Grouped<S>) {
            return state.action_group(action);
        } else {
            return static_cast<int>(static_cast<unsigned>(action) % groups);
        }
    }

    static PlayedAction played(const S& state, Action action) {
        return {action, group_of(state, action), state.current_player(), is_noisy(state, action)};
    }

    /// Moves are generated in stages, each only when the one before is used up, since most positions are cut off after
    /// their first moves: the table's move; noisy moves; quiet moves. A single stage has all moves if they have one
    /// order (threat_order, no capture_order) or if the game cannot generate the stages separately.
    enum class Stage : std::uint8_t { table, noisy, quiet, all, done };

    /// The list of moves of one position, the first `next` of which have been tried.
    struct List {
        std::vector<RankedAction> moves;
        Stage stage = Stage::done;
        Action table_action = -1;
        bool careful = true;     ///< deep enough for the game's own order of quiet moves to be worth its cost
        PlayedAction before[3];  ///< the moves one, two and four plies before
    };

    void begin(const S& state, List& list, Action table_action, bool all_at_once, bool careful = true) const {
        list.moves.clear();
        list.careful = careful;
        list.table_action = options_.hash_move ? table_action : -1;
        list.stage = Stage::all;
        if constexpr (has_stages) {
            if (all_at_once || !in_stages()) return;
            list.stage = Stage::noisy;
            if (list.table_action >= 0 && state.is_legal(list.table_action)) list.stage = Stage::table;
        }
    }
    /// Puts the next move to its place, number `next`; false: there is none.
    bool next(const S& state, int ply, List& list, std::size_t next) const {
        for (;;) {
            if (next < list.moves.size()) {
                pick(state, list.moves, next);
                if (list.stage == Stage::done || !loses_exchange(list.moves[next])) return true;
            } else if (list.stage == Stage::done) {
                return false;
            }
            add_stage(state, ply, list);
        }
    }
    /// Starts a list of only these moves, in this order, but with the table's move first.
    void begin_with(const S& state, List& list, const ActionList& actions, Action table_action) const {
        list.moves.clear();
        list.stage = Stage::done;
        list.table_action = options_.hash_move ? table_action : -1;
        int rank = 0;
        for (const Action action : actions) {
            --rank;
            list.moves.push_back({action, action == list.table_action ? 1 : rank, is_noisy(state, action), false});
        }
    }
    /// Removes one move from a list: it is not tried.
    static void drop(List& list, std::size_t number) {
        list.moves.erase(list.moves.begin() + static_cast<std::ptrdiff_t>(number));
    }
    /// Removes the quiet moves after number `last` that give no check from a list.
    static void drop_quiet(const S& state, List& list, std::size_t last) {
        auto& moves = list.moves;
        const auto rest = moves.begin() + static_cast<std::ptrdiff_t>(last) + 1;
        const auto quiet = [&state](const RankedAction& move) {
            if constexpr (Checking<S>) {
                return !move.noisy && !state.gives_check(move.action);
            } else {
                return !move.noisy;
            }
        };
        moves.erase(std::remove_if(rest, moves.end(), quiet), moves.end());
    }
    /// Makes all stages at once, for orders that need to see all moves.
    void fill(const S& state, int ply, List& list) const {
        while (list.stage != Stage::done) add_stage(state, ply, list);
    }
    /// Noisy moves only, for quiescence and ProbCut.
    void begin_noisy(const S& state, List& list, Action table_action) const {
        list.moves.clear();
        list.table_action = options_.hash_move ? table_action : -1;
        list.stage = Stage::done;
        add_noisy(state, list, list.table_action, true);
    }

    static bool loses_exchange(const RankedAction& move) {
        return move.noisy && move.rank < losing_rank + noisy_base / 2;
    }

    bool is_killer(int ply, Action action) const {
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        return action == killers.first || action == killers.second;
    }
    /// History of a quiet move, both kinds together.
    int history_score(const S& state, int player, Action action, const PlayedAction* before) const {
        return rows_of(player, before).score(action, group_of(state, action));
    }

    /// History of a noisy move; 0: none is kept.
    int capture_score(const S& state, Action action) const {
        if constexpr (CaptureGrouped<S>) {
            if (!captures_.empty()) return captures_[capture_slot(state, action)];
        }
        return 0;
    }

    /// A move caused a cutoff; the first `tried` of `moves` did not.
    void learn_cutoff(const S& state, int ply, int depth, const RankedAction& move, const PlayedAction* before,
                      const std::vector<RankedAction>& moves, std::size_t tried) {
        const Action action = move.action;
        if (options_.killers && !move.noisy) {
            auto& killers = killers_[static_cast<std::size_t>(ply)];
            if (killers.first != action) killers = {action, killers.first};
        }
        const int player = state.current_player();
        const int bonus = bonus_of(depth);
        // A cutoff by a noisy move says nothing about the quiet ones before it.
        if (has_history(move)) adjust(player, action, group_of(state, action), before, bonus);
        if (move.noisy) adjust_capture(state, action, bonus);
        for (std::size_t i = 0; i < tried; ++i) {
            if (moves[i].action == action) continue;
            if (has_history(move) && has_history(moves[i])) {
                adjust(player, moves[i].action, group_of(state, moves[i].action), before, -bonus);
            }
            if (moves[i].noisy) adjust_capture(state, moves[i].action, -bonus);
        }
    }

    /// No reply to a move was good enough, so the move was good: it gets half the bonus of a cutoff. `before`: the
    /// moves before it.
    void learn_refuted(const PlayedAction& played, const PlayedAction* before, int depth) {
        if (played.action < 0 || (played.noisy && options_.capture_values)) return;
        adjust(played.player, played.action, played.group, before, bonus_of(depth) / 2);
    }

  private:
    static int bonus_of(int depth) {
        return std::min(pvs_margins.history_bonus * depth, pvs_margins.history_bonus_most);
    }
    static constexpr std::size_t slots = 4096;
    static constexpr std::size_t groups = 512;
    static constexpr int table_rank = 1 << 30;
    static constexpr int noisy_base = 1 << 24;
    static constexpr int killer_rank = 1 << 22;
    static constexpr int losing_rank = -(1 << 28);

    static constexpr std::size_t capture_slots = [] {
        if constexpr (CaptureGrouped<S>) {
            return static_cast<std::size_t>(2 * S::capture_groups);
        } else {
            return std::size_t{0};
        }
    }();

    static constexpr bool has_stages = LegalityTest<S> && NoisyTest<S>;

    /// History of one player's quiet moves after the moves before them: rows to look single moves up in.
    struct HistoryRows {
        const std::int16_t* history;
        const std::int16_t* one_back;
        const std::int16_t* two_back;
        const std::int16_t* four_back;
        int score(Action action, int group) const {
            return history[static_cast<unsigned>(action) % slots] + one_back[group] + two_back[group] +
                   four_back[group] / 2;
        }
    };
    HistoryRows rows_of(int player, const PlayedAction* before) const {
        static constexpr std::int16_t nothing[groups] = {};
        const auto row = [&](int back) {
            const int group = before[back].group;
            return group < 0 || continuation_.empty() ? nothing : &continuation_[pair_slot(back, group, 0)];
        };
        const std::int16_t* const far = options_.far_continuation ? row(2) : nothing;
        return {&history_[slot(player, 0)], row(0), row(1), far};  // without options_.history that is all zero
    }

    bool in_stages() const { return options_.capture_order && !options_.threat_order && !options_.skipped_move_order; }

    void add_stage(const S& state, int ply, List& list) const {
        switch (list.stage) {
            case Stage::table:
                list.moves.push_back({list.table_action, table_rank, is_noisy(state, list.table_action), false});
                list.stage = Stage::noisy;
                break;
            case Stage::noisy:
                add_noisy(state, list, list.moves.empty() ? -1 : list.table_action, false);
                list.stage = Stage::quiet;
                break;
            case Stage::quiet:
                add_quiet(state, ply, list);
                list.stage = Stage::done;
                break;
            default:
                add_all(state, ply, list);
                list.stage = Stage::done;
        }
    }
    static bool is_noisy(const S& state, Action action) {
        if constexpr (NoisyTest<S>) {
            return state.is_noisy(action);
        } else {
            return false;
        }
    }
    void add_noisy(const S& state, List& list, Action table_action, bool with_table_action) const {
        if constexpr (Tactical<S>) {
            ActionList actions;
            state.noisy_actions(actions);
            for (const Action action : actions) {
                RankedAction ranked{action, table_rank, true, false};
                if (action != table_action) {
                    noisy_rank(state, action, ranked);
                } else if (!with_table_action) {
                    continue;
                }
                list.moves.push_back(ranked);
            }
        }
    }
    /// The quiet moves that remain after the earlier stages.
    void add_quiet(const S& state, int ply, List& list) const {
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        const HistoryRows rows = rows_of(state.current_player(), list.before);
        ActionList actions;
        if constexpr (QuietGenerating<S>) {
            state.quiet_actions(actions);
        } else {
            state.legal_actions(actions);
        }
        list.moves.reserve(list.moves.size() + actions.size());
        for (const Action action : actions) {
            if (action == list.table_action) continue;
            if (!QuietGenerating<S> && is_noisy(state, action)) continue;
            list.moves.push_back({action, quiet_rank(state, rows, killers, action, list), false, false});
        }
    }
    /// All moves at once.
    void add_all(const S& state, int ply, List& list) const {
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        const HistoryRows rows = rows_of(state.current_player(), list.before);
        ActionList actions;
        state.legal_actions(actions);
        ActionList noisy;
        if constexpr (Tactical<S> && !NoisyTest<S>) state.noisy_actions(noisy);
        for (const Action action : actions) {
            RankedAction ranked{action, table_rank, is_noisy(state, action), false};
            if constexpr (Tactical<S> && !NoisyTest<S>) ranked.noisy = noisy.contains(action);
            if (action != list.table_action) rank(state, rows, killers, list, ranked);
            list.moves.push_back(ranked);
        }
    }
    /// Moves the best of the moves from `next` on to that place. An exchange is evaluated when the noisy move's turn
    /// comes; a losing one goes back to the end.
    void pick(const S& state, std::vector<RankedAction>& moves, std::size_t next) const {
        RankedAction* const place = moves.data() + next;
        RankedAction* const end = moves.data() + moves.size();
        for (;;) {
            RankedAction* best = place;
            int rank = best->rank;
            for (RankedAction* move = place + 1; move != end; ++move) {
                if (move->rank <= rank) continue;
                best = move;
                rank = move->rank;
            }
            if (best != place) {
                // Not a swap: moves of equal rank keep their order.
                const RankedAction picked = *best;
                std::move_backward(place, best, best + 1);
                *place = picked;
            }
            if (!place->exchange_unknown) return;
            place->exchange_unknown = false;
            if constexpr (Exchanging<S>) {
                if (state.see_ge(place->action, 0)) return;
                place->rank += losing_rank - noisy_base;
            } else {
                return;
            }
        }
    }

    static std::size_t slot(int player, Action action) {
        return static_cast<std::size_t>(player) * slots + static_cast<unsigned>(action) % slots;
    }
    static std::size_t pair_slot(int back, int before, int group) {
        const std::size_t table = back == 0 ? 0 : 1;  // two and four plies before it was the same player's move
        return (table * groups + static_cast<std::size_t>(before)) * groups + static_cast<std::size_t>(group);
    }
    static std::size_t capture_slot(const S& state, Action action) {
        if constexpr (CaptureGrouped<S>) {
            return static_cast<std::size_t>(state.current_player() * S::capture_groups + state.capture_group(action));
        } else {
            return 0;
        }
    }
    /// Whether the history of quiet moves applies to the move.
    bool has_history(const RankedAction& move) const { return !move.noisy || !options_.capture_values; }

    void noisy_rank(const S& state, Action action, RankedAction& ranked) const {
        if constexpr (Tactical<S>) {
            if (!options_.capture_values) {
                ranked.rank = noisy_base + history_[slot(state.current_player(), action)];
                return;
            }
            ranked.rank = noisy_base + state.capture_order(action);
            ranked.rank += capture_score(state, action) / pvs_margins.capture_history;
            ranked.exchange_unknown = Exchanging<S>;
        }
    }
    int quiet_rank(const S& state, const HistoryRows& rows, const std::pair<Action, Action>& killers, Action action,
                   const List& list) const {
        if (options_.killers) {
            if (action == killers.first) return killer_rank + 1;
            if (action == killers.second) return killer_rank;
        }
        int rank = rows.score(action, group_of(state, action));
        if constexpr (QuietOrdered<S>) {
            if (options_.quiet_order && list.careful) rank += state.quiet_order(action);
        }
        return rank;
    }
    void rank(const S& state, const HistoryRows& rows, const std::pair<Action, Action>& killers, const List& list,
              RankedAction& ranked) const {
        if constexpr (ThreatOrdered<S>) {
            if (options_.threat_order && options_.capture_values) {
                ranked.rank = state.threat_order(ranked.action);
                return;
            }
        }
        if (ranked.noisy && options_.capture_order) {
            noisy_rank(state, ranked.action, ranked);
        } else {
            ranked.rank = quiet_rank(state, rows, killers, ranked.action, list);
        }
    }
    static void move(std::int16_t& value, int bonus) {
        const int size = bonus < 0 ? -bonus : bonus;
        value = static_cast<std::int16_t>(value + bonus - value * size / history_limit);
    }
    void adjust(int player, Action action, int group, const PlayedAction* before, int bonus) {
        if (options_.history) move(history_[slot(player, action)], bonus);
        if (options_.continuation) {
            for (int back = 0; back < (options_.far_continuation ? 3 : 2); ++back) {
                if (before[back].group >= 0) move(continuation_[pair_slot(back, before[back].group, group)], bonus);
            }
        }
    }
    void adjust_capture(const S& state, Action action, int bonus) {
        if (!captures_.empty()) move(captures_[capture_slot(state, action)], bonus);
    }

    const PvsOptions& options_;
    std::vector<std::int16_t> history_;       ///< [player][action]
    std::vector<std::int16_t> continuation_;  ///< [the opponent's or an own move][its group][group of the move]
    std::vector<std::int16_t> captures_;      ///< [player][group of the noisy move]
    std::vector<std::pair<Action, Action>> killers_;
};

}  // namespace boardai
