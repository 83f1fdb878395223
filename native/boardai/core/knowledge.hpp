#pragma once
// A game's knowledge of a position beyond its rules: the winner before the game is over, the moves that lose or need
// not be tried, and the cells on which this depends (the proof set). One interface for all searches: df-pn, UCT, PUCT
// and Gumbel search, principal variation search, self-play.
//
// A game specialises Knowledge alongside its evaluations. Knowledge has two kinds:
// - facts about any position, available wherever a search asks (Hex: virtual connections, inferior cells);
// - the results of endings, proven at a cost that `cost()` gives (Reversi: its endgame solver).

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

class SearchControl;

/// An empty set of actions, for a game without facts about single moves. All other sets have the same members;
/// `for_each` goes in ascending order.
struct NoActions {
    static constexpr bool test(Action) { return false; }
    static constexpr void set(Action) {}
    static constexpr void clear(Action) {}
    template <class Visit>
    static constexpr void for_each(const Visit&) {}
    constexpr NoActions& operator|=(const NoActions&) { return *this; }
    friend constexpr NoActions operator&(const NoActions&, const NoActions&) { return {}; }
    friend constexpr NoActions operator-(const NoActions&, const NoActions&) { return {}; }
};

/// A set of actions below `size`, for games without a set type of their own.
template <int size>
struct ActionSet {
    std::uint64_t word[(size + 63) / 64]{};

    constexpr bool test(Action action) const { return (word[action / 64] >> (action % 64)) & 1; }
    constexpr void set(Action action) { word[action / 64] |= std::uint64_t{1} << (action % 64); }
    constexpr void clear(Action action) { word[action / 64] &= ~(std::uint64_t{1} << (action % 64)); }
    template <class Visit>
    constexpr void for_each(const Visit& visit) const {
        for (Action action = 0; action < size; ++action) {
            if (test(action)) visit(action);
        }
    }
    constexpr ActionSet& operator|=(const ActionSet& other) {
        return combine(other, [](auto& a, auto b) { a |= b; });
    }
    friend constexpr ActionSet operator&(ActionSet left, const ActionSet& right) {
        return left.combine(right, [](auto& a, auto b) { a &= b; });
    }
    /// What is in `left` alone.
    friend constexpr ActionSet operator-(ActionSet left, const ActionSet& right) {
        return left.combine(right, [](auto& a, auto b) { a &= ~b; });
    }

  private:
    template <class Change>
    constexpr ActionSet& combine(const ActionSet& other, const Change& change) {
        for (int i = 0; i < (size + 63) / 64; ++i) change(word[i], other.word[i]);
        return *this;
    }
};

/// A set of any actions, in ascending order, for games whose actions have no bound. df-pn does not keep such sets in
/// its table, but asks the game again.
class SparseActions {
  public:
    SparseActions() = default;
    explicit SparseActions(std::vector<Action> actions) : actions_(std::move(actions)) {
        std::sort(actions_.begin(), actions_.end());
        actions_.erase(std::unique(actions_.begin(), actions_.end()), actions_.end());
    }

    bool empty() const { return actions_.empty(); }
    bool test(Action action) const { return std::binary_search(actions_.begin(), actions_.end(), action); }
    void set(Action action) {
        const auto place = std::lower_bound(actions_.begin(), actions_.end(), action);
        if (place == actions_.end() || *place != action) actions_.insert(place, action);
    }
    void clear(Action action) { actions_.erase(std::remove(actions_.begin(), actions_.end(), action), actions_.end()); }
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (const Action action : actions_) visit(action);
    }
    SparseActions& operator|=(const SparseActions& other) {
        other.for_each([this](Action action) { set(action); });
        return *this;
    }
    friend SparseActions operator&(SparseActions left, const SparseActions& right) {
        left.keep([&right](Action action) { return right.test(action); });
        return left;
    }
    /// What is in `left` alone.
    friend SparseActions operator-(SparseActions left, const SparseActions& right) {
        left.keep([&right](Action action) { return !right.test(action); });
        return left;
    }

  private:
    template <class Wanted>
    void keep(const Wanted& wanted) {
        const auto is_unwanted = [&wanted](Action action) { return !wanted(action); };
        actions_.erase(std::remove_if(actions_.begin(), actions_.end(), is_unwanted), actions_.end());
    }

    std::vector<Action> actions_;
};

/// What a search does with an action of an analysed position.
enum class Fate {
    open,       ///< tries it
    dominated,  ///< need not try it: if any action wins, one that is open does
    losing,     ///< counts it as lost
};

/// What is known about a position's moves if its winner is not known.
///
/// A proof set shows a known winner, or the loss of all moves that are not candidates. It is a set of cells, written as
/// actions: the same result holds in every position that differs from this one only by the loser's moves outside the
/// set.
template <class Actions>
struct MoveFacts {
    bool restricted = false;  ///< whether the sets are known (of a decided position: the proof set); if the winner is
                              ///< unknown, there are then candidates that are not dominated
    Actions candidates{};     ///< if any move wins, one of these that is not dominated wins
    Actions dominated{};      ///< some of the candidates
    Actions proof_set{};      ///< of a decided position as well
};

/// What is known about a position. It must be certain: proofs are built on it.
template <class Actions, class Note>
struct Facts : MoveFacts<Actions> {
    static constexpr int unknown = -1, draw = 2;

    int winner = unknown;      ///< a player, or `draw`
    Action winning_move = -1;  ///< if the player to move wins: a move that keeps the win; -1: none is named
    Actions losing{};          ///< of the other moves those that certainly lose
    Note note{};               ///< what Knowledge::resume() continues from
    bool unfinished = false;   ///< the search ended before the analysis: no facts are given, though there may be some

    bool decided() const { return winner != unknown; }
    /// Of a decided position.
    int outcome(int player) const { return winner == draw ? 0 : winner == player ? 1 : -1; }
    Fate fate(Action action) const {
        if (!this->restricted) return Fate::open;
        if (losing.test(action)) return Fate::losing;
        return this->candidates.test(action) && !this->dominated.test(action) ? Fate::open : Fate::dominated;
    }
};

/// A search's options for the game's knowledge. A game uses those that apply to it.
struct KnowledgeOptions {
    bool thorough = false;        ///< for proofs: finds as much as possible, and orders moves; else quick
    int kept_positions = 0;       ///< number of positions of which more than the note may be kept; 0: the game's choice
    double megabytes = 1.0 / 16;  ///< for a table of endings, above 0
    int threads = 1;              ///< number of threads of solve()
};

/// Base class of knowledge that does not use earlier positions; with the sets it reports, if any.
template <class S, class Set = NoActions>
struct PositionKnowledge {
    using Actions = Set;
    struct Note {};
    using Facts = boardai::Facts<Actions, Note>;
    void reset(const S&) {}
    void resume(const Note&) {}
    void push(const S&, Action) {}
    void pop() {}
    static bool is_dominated(Action) { return false; }
    static void add_proof_of_dominated(const S&, MoveFacts<Actions>&) {}
};

/// A game's knowledge; the general template stands for none. A specialisation has:
///
///     template <> struct Knowledge<mygame::State> : PositionKnowledge<mygame::State> {
///         Facts analyse(const mygame::State& state);
///     };
///
/// (The state of a game that is compiled at run time names such a struct: `using Knowledge = MyKnowledge;`.)
///
/// - `analyse(state)`: what is known about the line's last position.
///
/// and, in place of inherited members, if it uses the line that the search follows:
///
/// - `reset(root)`, then `push(before, action)` and `pop()`: cheap, since most positions are never analysed.
/// - `Note`, copied byte by byte; a default-constructed one is empty. A tree keeps one for each analysed position.
///   `resume(note)`: the line starts there, and only goes down. `is_dominated(action)`: by what was found above, this
///   action of the line's last position need not be tried. `note()`: that of the nearest position above with a note,
///   for the game's policy.
/// - `Actions`: its sets of actions (ActionSet, SparseActions, or others).
///   `add_proof_of_dominated(state, facts)` adds to the proof set the cells that show why the dominated candidates need
///   not be tried.
/// - `order(state, actions, out)` appends the actions of a set, the most promising first; without it, in ascending
///   order. `static constexpr double widening`: the share of them that df-pn tries at a time.
/// - `listen(control)`: if `analyse` takes more than some milliseconds, the control that it polls for a stop
///   (StopCheck, search/control.hpp; null: none). After a stop it returns `unfinished` facts.
/// - A constructor that takes KnowledgeOptions. A copy has a line of its own and shares the stored facts, within one
///   thread.
///
/// A game with an endgame solver has the following instead (SolvesEndings):
///
/// - `cost(state)`, static: analyse() takes as long as a search of this many plies.
/// - `analyse(state)`: always decided. It has no limit, so it is only called if the cost is small. Throws what hooks of
///   an interrupted thread throw.
/// - `solve(state, exact_moves, control)` -> SolvedEnding: the final margin of the state's best moves, `exact_moves` of
///   them. It ends when the control stops it, whose hooks may throw, and counts its nodes there.
template <class S>
struct Knowledge {
    using Actions = NoActions;
    struct Note {};
};

template <class S>
    requires requires { typename S::Knowledge; }
struct Knowledge<S> : S::Knowledge {};

template <class S>
using FactsOf = Facts<typename Knowledge<S>::Actions, typename Knowledge<S>::Note>;

namespace knowledge_detail {

/// The facts known about the line's last position: the winner, or which actions need not be searched. The comment of
/// Knowledge in this header lists further methods.
template <class S>
concept Analyses = requires(Knowledge<S>& knowledge, const S& state) {
    { knowledge.analyse(state) } -> std::same_as<FactsOf<S>>;
};
template <class S>
concept HasPrice = requires(const S& state) {
    { Knowledge<S>::cost(state) } -> std::same_as<int>;
};

}  // namespace knowledge_detail

/// Games with facts about any position.
template <class S>
concept Knowing = knowledge_detail::Analyses<S> && !knowledge_detail::HasPrice<S>;

/// Whether this game has knowledge. A state whose class stands for many games (python/python_state.hpp) has `bool
/// has_knowledge() const`.
template <class S>
bool knows([[maybe_unused]] const S& state) {
    if constexpr (requires { state.has_knowledge(); }) return state.has_knowledge();
    return Knowing<S>;
}

/// What was proven about a move: bounds of the final margin for the player who makes it.
struct EndingMove {
    Action action = -1;
    int lower = 0;
    int upper = 0;
    std::int64_t nodes = 0;  ///< visited for it
};

/// A solved ending, or what is proven about one whose solution was stopped.
struct SolvedEnding {
    std::vector<EndingMove> moves;  ///< the best first
    std::vector<Action> line;       ///< best play to the end; cut short if the solution was stopped
    std::int64_t nodes = 0;
};

/// Games with an endgame solver. `static int cost(const S&)`: analyse() takes as long as a search of this many plies.
template <class S>
concept SolvesEndings = Scored<S> && knowledge_detail::Analyses<S> && knowledge_detail::HasPrice<S> &&
                        requires(Knowledge<S>& knowledge, const S& state, SearchControl& control) {
                            { knowledge.solve(state, 1, control) } -> std::same_as<SolvedEnding>;
                        };

template <class S>
Knowledge<S> make_knowledge([[maybe_unused]] const KnowledgeOptions& options = {}) {
    if constexpr (std::constructible_from<Knowledge<S>, const KnowledgeOptions&>) {
        return Knowledge<S>(options);
    } else {
        return Knowledge<S>();
    }
}

/// Passes on the control. Fast knowledge does not poll it.
template <class S>
void listen([[maybe_unused]] Knowledge<S>& knowledge, [[maybe_unused]] SearchControl* control) {
    if constexpr (requires { knowledge.listen(control); }) knowledge.listen(control);
}

}  // namespace boardai
