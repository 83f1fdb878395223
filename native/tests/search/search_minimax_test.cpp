// The plain minimax searches on small games: equal values on random trees in which players move several times in a
// row, solved games, exact limits, records of trees, searches ended by exceptions, strategies that hold.

#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/plain/alphabeta-inl.hpp"
#include "boardai/search/plain/minimax-inl.hpp"
#include "boardai/search/plain/negamax-inl.hpp"
#include "boardai/search/plain/scout-inl.hpp"
#include "boardai/search/solvers/and_or-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/random_tree.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using Tree = randomtree::State;
using TicTacToe = tictactoe::State;

/// Two moves, and no end.
struct Endless {
    int plies = 0;
    int current_player() const { return plies % 2; }
    bool is_terminal() const { return false; }
    int outcome(int) const { return 0; }
    void legal_actions(ActionList& out) const {
        out.clear();
        out.push_back(0);
        out.push_back(1);
    }
    void apply(Action) { ++plies; }
    std::uint64_t hash() const { return static_cast<std::uint64_t>(plies); }
    friend bool operator==(const Endless&, const Endless&) = default;
    std::string to_string() const { return std::to_string(plies); }
    Endless from_string(const std::string& text) const { return {std::stoi(text)}; }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }
};

SearchLimits to_depth(int depth) {
    SearchLimits limits;
    limits.depth = depth;
    return limits;
}

template <class Search, class S>
SearchReport run(Search& search, const S& root, const SearchLimits& limits, std::size_t rows = 0) {
    search.run(root, limits, rows);
    return *search.report();
}

template <class Search>
std::vector<Action> line_of(const Search& search) {
    return search.report()->line;
}

void all_find_the_same_value() {
    Minimax<Tree> minimax({}, "hash");
    Negamax<Tree> negamax({}, "hash");
    AlphaBetaOptions options;
    options.ordering = MoveOrdering::game;
    AlphaBeta<Tree> soft(options, "hash");
    options.fail_soft = false;
    AlphaBeta<Tree> hard(options, "hash");
    options.ordering = MoveOrdering::evaluation;
    AlphaBeta<Tree> ordered(options, "hash");
    ScoutOptions as_listed;
    as_listed.ordering = MoveOrdering::game;
    Scout<Tree> scout(as_listed, "hash");
    int saved = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Tree root(seed);
        const SearchLimits limits = to_depth(static_cast<int>(seed % 8));  // 0: to the end
        const SearchReport expected = run(minimax, root, limits);
        const SearchReport same = run(negamax, root, limits);
        CHECK(same.value == expected.value && same.nodes == expected.nodes && same.action == expected.action);
        CHECK(line_of(negamax) == line_of(minimax));
        const SearchReport a = run(soft, root, limits), b = run(hard, root, limits);
        CHECK(a.value == expected.value && b.value == expected.value && a.action == expected.action);
        CHECK(a.nodes == b.nodes && a.nodes <= expected.nodes && a.leaf_value == expected.value);
        CHECK(run(ordered, root, limits).value == expected.value);
        CHECK(run(scout, root, limits).value == expected.value && line_of(scout) == line_of(soft));
        saved += a.nodes < expected.nodes;
        // Windows: inside it the value, outside a bound on the right side.
        options = AlphaBetaOptions();
        options.alpha = static_cast<int>(seed) - 200;
        options.beta = options.alpha + 20;
        AlphaBeta<Tree> windowed(options, "hash");
        const SearchReport c = run(windowed, root, limits);
        if (c.value <= options.alpha) {
            CHECK(expected.value <= c.value && c.kind == RowKind::upper_bound);
        } else if (c.value >= options.beta) {
            CHECK(expected.value >= c.value && c.kind == RowKind::lower_bound);
        } else {
            CHECK(expected.value == c.value && c.kind == RowKind::exact);
        }
    }
    CHECK(saved > 200);
}

void averages_lie_between() {
    const Tree root(3);
    MinimaxOptions options;
    options.average_best = options.average_worst = 100;
    Minimax<Tree> mean(options, "hash");
    Minimax<Tree> plain({}, "hash");
    const double best = *run(plain, root, to_depth(1)).value;
    CHECK(run(mean, root, to_depth(1)).value <= best);
    options = MinimaxOptions();
    options.change_threshold = 0;
    options.deeper = 2;
    Minimax<Tree> varied(options, "hash");
    const SearchReport deeper = run(varied, root, to_depth(2));
    CHECK(deeper.nodes > run(plain, root, to_depth(2)).nodes);
    CHECK(deeper.nodes <= run(plain, root, to_depth(4)).nodes);
}

void solves_small_games() {
    Negamax<TicTacToe> negamax({}, "");
    AlphaBeta<TicTacToe> alphabeta({}, "");
    const SearchReport drawn = run(alphabeta, TicTacToe(), SearchLimits());
    CHECK(drawn.value == 0 && drawn.outcome == 0 && drawn.depth == 9);
    const SearchReport won = run(negamax, TicTacToe::from_string("xx.oo...."), SearchLimits());
    CHECK(won.action == 2 && won.value == win_score - 1 && won.plies_to_end == 1 && won.outcome == 1);
    // After the first move player 0 moves again, see double_move.hpp: signs change with the player.
    Scout<doublemove::State> scout({}, "");
    AlphaBeta<doublemove::State> twice({}, "");
    CHECK(run(scout, doublemove::State(), SearchLimits()).value == win_score - 3);
    CHECK(run(twice, doublemove::State(), SearchLimits()).value == win_score - 3);
    CHECK((line_of(twice) == std::vector<Action>{1, 1, 0}));
    CHECK(run(twice, doublemove::State().from_string("0"), SearchLimits()).value == -(win_score - 2));
}

void limits_are_kept() {
    AlphaBeta<TicTacToe> search({}, "hash");
    for (std::int64_t nodes = 1; nodes < 400; nodes += 7) {
        SearchLimits limits;
        limits.nodes = nodes;
        const SearchReport result = run(search, TicTacToe(), limits);
        CHECK(result.nodes == nodes && result.action >= 0 && !result.line.empty());
        // The last complete depth counts: the value is that of a single search to it.
        if (result.depth > 0) {
            AlphaBeta<TicTacToe> single({}, "hash");
            CHECK(run(single, TicTacToe(), to_depth(result.depth)).value == result.value);
        }
    }
    CHECK(throws_with<std::invalid_argument>([&] { run(search, TicTacToe::from_string("xxxoo...."), {}); }, "over"));
}

void trees_add_up() {
    AlphaBeta<TicTacToe> search({}, "hash");
    const SearchReport result = run(search, TicTacToe::from_string("x...o...."), to_depth(3), 100'000);
    const TreeRecord& tree = search.tree();
    const std::size_t size = tree.size();
    std::vector<std::int32_t> parents(size), actions(size), kinds(size);
    std::vector<double> values(size);
    std::vector<std::int64_t> visits(size);
    tree.columns(parents.data(), actions.data(), values.data(), visits.data(), kinds.data(), size);
    std::int64_t searched = 0, pruned = 0;
    for (std::size_t row = 0; row < size; ++row) {
        const bool cut = kinds[row] == static_cast<int>(RowKind::pruned);
        (cut ? pruned : searched) += 1;
        CHECK(cut == (visits[row] == 0));
    }
    CHECK(searched == result.nodes && pruned > 0 && visits[0] == result.nodes && values[0] == result.value);
    run(search, TicTacToe(), to_depth(3), 10);
    CHECK(search.tree().size() == 10 && !search.tree().complete());
}

void an_exception_leaves_the_search_usable() {
    struct Enough {};
    ProgressHook hook;
    hook.call = [](void*) { throw Enough(); };
    Negamax<Endless> search({}, "");
    search.set_progress(hook);
    bool thrown = false;
    try {
        search.run(Endless(), to_depth(100), 0);
    } catch (const Enough&) {
        thrown = true;
    }
    CHECK(thrown);
    search.set_progress(ProgressHook());
    CHECK(run(search, Endless(), to_depth(4)).nodes == 31);
}

/// Plays a strategy against every reply; false where it is none.
template <class S>
bool holds(const S& state, int player, int goal, const std::vector<std::int32_t>& plies,
           const std::vector<std::int32_t>& actions, std::size_t& at, int ply) {
    if (state.is_terminal()) return state.outcome(player) >= goal;
    ActionList legal;
    state.legal_actions(legal);
    std::vector<Action> played;
    while (at < plies.size() && plies[at] == ply) {
        const Action action = actions[at++];
        for (Action earlier : played) {
            if (earlier == action) return false;
        }
        if (!legal.contains(action)) return false;
        played.push_back(action);
        S child = state;
        child.apply(action);
        if (!holds(child, player, goal, plies, actions, at, ply + 1)) return false;
    }
    return played.size() == (state.current_player() == player ? 1 : legal.size());
}

template <class S>
void strategies_hold_for(const S& root) {
    AndOr<S> search({}, "");
    search.run(root, SearchLimits(), 0);
    const SearchReport report = *search.report();
    const ProofStrategy strategy = search.strategy();
    Negamax<S> negamax({}, "");
    CHECK(report.outcome && strategy.size() > 0);
    CHECK(report.outcome == run(negamax, root, SearchLimits()).outcome);
    CHECK(strategy.player == (*report.outcome < 0 ? 1 - root.current_player() : root.current_player()));
    std::vector<std::int32_t> plies(strategy.size()), actions(strategy.size());
    strategy.columns(plies.data(), actions.data());
    std::size_t at = 0;
    CHECK(holds(root, strategy.player, strategy.goal, plies, actions, at, 1) && at == plies.size());
    CHECK(report.line == strategy.longest_line() && report.action == report.line[0]);
    // With a limit of nodes: the outcome or nothing, never a wrong one.
    for (std::int64_t nodes : {1, 10, 100, 1000}) {
        SearchLimits limits;
        limits.nodes = nodes;
        search.run(root, limits, 50);
        CHECK(search.report()->nodes <= nodes && search.report()->action >= 0);
        CHECK(!search.report()->outcome || search.report()->outcome == report.outcome);
    }
}

void strategies_hold() {
    for (std::uint64_t seed = 0; seed < 200; ++seed) strategies_hold_for(Tree(seed));
    for (const char* text : {"x...o....", "xx.oo....", "x...o...x", "xox.o...."}) {
        strategies_hold_for(TicTacToe::from_string(text));
    }
    strategies_hold_for(doublemove::State());
    strategies_hold_for(doublemove::State().from_string("0"));
}

void refuses_bad_options() {
    using Bad = std::invalid_argument;
    AlphaBetaOptions captures;
    captures.ordering = MoveOrdering::captures;
    CHECK(throws_with<Bad>([&] { AlphaBeta<TicTacToe>(captures, ""); }, "no captures"));
    AlphaBetaOptions points;
    points.points = true;
    CHECK(throws_with<Bad>([&] { AlphaBeta<TicTacToe>(points, ""); }, "not decided by points"));
    CHECK(throws_with<Bad>([&] { AndOr<TicTacToe>({}, "x"); }, "unknown evaluator"));
}

}  // namespace

int main() {
    all_find_the_same_value();
    averages_lie_between();
    solves_small_games();
    limits_are_kept();
    trees_add_up();
    an_exception_leaves_the_search_usable();
    strategies_hold();
    refuses_bad_options();
    return test_result();
}
