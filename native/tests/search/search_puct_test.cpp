// PUCT and Gumbel search on small games: forced wins are found, counts add up, results repeat bit for bit and do not
// depend on the other trees, values change sign with the player and not with the ply, bad input is refused; proofs,
// graphs, reuse between moves and the evaluation cache in all their combinations.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/trees/puct/dirichlet.hpp"
#include "boardai/search/trees/puct/puct-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/fake_network.hpp"
#include "native/tests/support/puct_driver.hpp"
#include "native/tests/support/report.hpp"
#include "native/tests/support/tictactoe.hpp"

namespace boardai {

/// Gives a root's visited actions as many visits more as take hours to make.
struct PuctNodesProbe {
    static void add_visits(PuctNodes& nodes, std::int64_t visits) {
        auto& root = nodes.at(nodes.root_);
        const auto slots = nodes.slots_of(root);
        for (std::size_t i = 0; i < root.slot_count; ++i) {
            const double mean = slots.w[i] / static_cast<double>(slots.n[i]);
            slots.n[i] += visits;
            slots.w[i] += mean * static_cast<double>(visits);
            root.visits += visits;
            root.value_sum += mean * static_cast<double>(visits);
            nodes.simulations_started_ += visits;
            nodes.simulations_done_ += visits;
            nodes.refresh(root, i);
        }
    }
};

}  // namespace boardai

using namespace boardai;

namespace {

void uniform_network(const float*, std::size_t rows, float* logits, float* values) {
    for (std::size_t i = 0; i < 9 * rows; ++i) logits[i] = 0;
    for (std::size_t i = 0; i < rows; ++i) values[i] = 0;
}

std::int64_t sum(const std::vector<std::int64_t>& numbers) {
    std::int64_t total = 0;
    for (std::int64_t number : numbers) total += number;
    return total;
}

using TicTacToe = tictactoe::State;
const FakeNetwork fake{18, 9};

void finds_forced_wins() {
    struct Case {
        const char* position;
        Action best;
        double value;
    };
    // One move wins; one move saves; a fork wins in three plies.
    for (const Case& c : {Case{"xx.oo....", 2, 1}, Case{"xx..o....", 2, 0}, Case{"x...o...x", -1, 0}}) {
        PuctOptions options;
        options.simulations = 2000;
        Puct<TicTacToe> search(1, options, 1);
        const TicTacToe position = TicTacToe::from_string(c.position);
        search.set_root(0, position);
        run(search, position, 1, uniform_network);
        if (c.best >= 0) CHECK(search.tree(0).best_action() == c.best);
        CHECK(std::abs(search.tree(0).root_value() - c.value) < 0.15);
        CHECK(sum(result_of(search, 0).visits) == 2000);
        CHECK(search.simulations_done(0) == 2000);
        const std::vector<Action> line = search.tree(0).line().actions;
        CHECK(!line.empty() && line[0] == search.tree(0).best_action());
    }
    // Second player to move and lost: its value is negative, the root's is for the player to move.
    PuctOptions options;
    options.simulations = 3000;
    Puct<TicTacToe> search(1, options, 1);
    const TicTacToe lost = TicTacToe::from_string("x.x.o.x.o");  // o to move? stones 3 x, 2 o: o moves
    search.set_root(0, lost);
    run(search, lost, 1, uniform_network);
    CHECK(search.tree(0).root_value() < -0.8);
}

void repeats_and_is_independent() {
    PuctOptions options;
    options.simulations = 150;
    options.dirichlet_fraction = 0.25;
    const TicTacToe start;
    const TicTacToe other = TicTacToe::from_string("x...o....");
    std::vector<Result<TicTacToe>> first;
    for (int repeat = 0; repeat < 2; ++repeat) {
        Puct<TicTacToe> search(3, options, 7);
        search.set_root(0, start);
        search.set_root(1, other);
        search.set_root(2, start);
        run(search, start, repeat == 0 ? 3 : 2, fake);  // fewer rows than trees: another interleaving
        std::vector<Result<TicTacToe>> results;
        for (int tree = 0; tree < 3; ++tree) results.push_back(result_of(search, tree));
        if (repeat == 0) first = results;
        CHECK(results == first);
    }
    CHECK(!(first[0] == first[2]));  // noise from streams of their own
    Puct<TicTacToe> alone(1, options, 7);
    alone.set_root(0, start);
    run(alone, start, 1, fake);
    CHECK(result_of(alone, 0) == first[0]);
    double total = 0;
    for (float prior : first[0].priors) total += prior;
    CHECK(std::abs(total - 1) < 1e-5);
}

void several_leaves_per_tree() {
    PuctOptions options;
    options.simulations = 400;
    options.leaves_per_tree = 8;
    const TicTacToe start = TicTacToe::from_string("xx.oo....");
    Puct<TicTacToe> search(1, options, 3);
    search.set_root(0, start);
    run(search, start, 8, fake);
    const Result<TicTacToe> result = result_of(search, 0);
    CHECK(sum(result.visits) == 400);
    CHECK(search.tree(0).best_action() == 2);
    for (double value : result.values) CHECK(value >= -1 && value <= 1);  // no virtual loss left behind
    CHECK(search.tree(0).root_value() >= -1 && search.tree(0).root_value() <= 1);
}

void abandoned_rows_change_nothing() {
    PuctOptions options;
    options.simulations = 60;
    const TicTacToe start;
    std::vector<Result<TicTacToe>> results;
    for (bool disturbed : {false, true}) {
        Puct<TicTacToe> search(1, options, 3);
        search.set_root(0, start);
        std::vector<float> planes(18), logits(9), values(1);
        while (search.select(planes.data(), planes.size()) == 1) {
            if (disturbed) CHECK(search.select(planes.data(), planes.size()) == 1);
            fake(planes.data(), 1, logits.data(), values.data());
            search.backup(logits.data(), 9, values.data(), 1);
        }
        results.push_back(result_of(search, 0));
    }
    CHECK(results[0] == results[1]);
}

/// Counts the values that came back for each action in numbers of its own, which move with the actions.
struct Counting {
    static constexpr int numbers = 2;
    static double score(const PuctPosition& position, std::size_t action) {
        CHECK(position.number(action, 1) <= static_cast<double>(position.visits(action)));
        return position.mean(action) +
               position.exploration() * position.prior(action) / (1 + static_cast<double>(position.visits(action)));
    }
    static double backup(PuctPosition& position, std::size_t action, double value) {
        position.number(action, 1) += 1;
        for (std::size_t i = 0; i < position.visited(); ++i) {
            CHECK(position.number(i, 0) == 0 && position.number(i, 1) == static_cast<double>(position.visits(i)));
        }
        return position.average(action, value);
    }
    static double root_score(const RootAction& action, std::int64_t visits) {
        CHECK(action.visits > 0 && action.visits <= visits);
        return static_cast<double>(action.visits);
    }
};

/// Every way to search that a tree knows.
std::vector<PuctOptions> variants() {
    std::vector<PuctOptions> found;
    for (int bits = 0; bits < 32; ++bits) {
        PuctOptions options;
        options.simulations = 150;
        options.leaves_per_tree = bits & 1 ? 6 : 1;
        options.graph = bits & 2;
        options.solver = bits & 4;
        options.gumbel.considered = bits & 8 ? 5 : 0;
        options.virtual_loss = bits & 16 ? 0 : 1;
        options.dirichlet_fraction = bits & 16 ? 0.25 : 0;
        found.push_back(options);
        if (options.graph || options.gumbel.considered > 0) continue;
        options.rule = puct_rule_of<Counting>();
        found.push_back(options);
    }
    return found;
}

void abandoned_batches_leave_a_whole_tree() {
    // Many leaves waiting, finished games among them, taken back again and again: counts still add up, and every
    // legal action is still there once.
    const TicTacToe start = TicTacToe::from_string("x.o.x....");
    for (const PuctOptions& options : variants()) {
        Puct<TicTacToe> search(1, options, 3);
        search.set_root(0, start);
        std::vector<float> planes(6 * 18), logits(6 * 9), values(6);
        Rng rng(8);
        while (!search.finished(0)) {
            const int rows = search.select(planes.data(), planes.size());
            CHECK(rows > 0 || search.finished(0));
            if (rows == 0) break;
            if (rng.below(3) == 0) continue;
            const auto n = static_cast<std::size_t>(rows);
            fake(planes.data(), n, logits.data(), values.data());
            search.backup(logits.data(), n * 9, values.data(), n);
        }
        const Result<TicTacToe> result = result_of(search, 0);
        CHECK(sum(result.visits) == search.simulations_done(0));
        if (!options.solver) CHECK(sum(result.visits) == 150);
        std::vector<std::int32_t> actions = result.actions;
        std::sort(actions.begin(), actions.end());
        CHECK(actions == std::vector<std::int32_t>{1, 3, 5, 6, 7, 8});
        for (double value : result.values) CHECK(value >= -1 && value <= 1);
    }
}

void plays_games_in_one_tree() {
    // Move by move with what the tree still knows, to the end; the visits below the move are kept.
    for (const PuctOptions& options : variants()) {
        Puct<TicTacToe> search(1, options, 4);
        TicTacToe state;
        search.set_root(0, state);
        while (!state.is_terminal()) {
            run(search, state, 6, fake);
            search.publish();
            const SearchReport found = *search.report();
            const std::size_t bytes = search.tree(0).memory_bytes();
            CHECK(search.simulations_done(0) == 150 || found.outcome);
            const Action action = search.tree(0).best_action();
            const Result<TicTacToe> before = result_of(search, 0);
            std::int64_t visits = 0;
            for (std::size_t i = 0; i < before.actions.size(); ++i) {
                if (before.actions[i] == action) visits = before.visits[i];
            }
            state.apply(action);
            if (search.advance(0, action)) {
                CHECK(static_cast<std::int64_t>(search.tree(0).position_count()) < found.nodes);
                CHECK(search.tree(0).memory_bytes() < bytes && search.simulations_done(0) == 0);
                // With graph a position may have been visited by other ways as well.
                const std::int64_t kept = sum(result_of(search, 0).visits);
                CHECK(options.graph ? kept >= visits - 1 : kept == visits - 1);
            }
        }
        CHECK(search.finished(0));
        CHECK(throws_with<std::invalid_argument>([&] { search.advance(0, 0); }, "not legal"));
    }
}

void proofs_change_sign_with_the_player() {
    for (const bool graph : {false, true}) {
        PuctOptions options;
        options.simulations = 1000;
        options.solver = true;
        options.graph = graph;
        Puct<doublemove::State> search(1, options, 2);
        search.set_root(0, doublemove::State());
        search.search({}, {});
        CHECK(search.tree(0).root_proof() == Proof::win && search.tree(0).best_action() == 1 &&
              search.simulations_done(0) < 1000);
        CHECK(search.tree(0).root_value() == 1);
    }
}

void the_cache_is_bounded_and_exact() {
    EvaluationCache cache(4096);
    CacheReader reader;
    std::vector<float> row(64), logits;
    Forecast answer{};
    Rng rng(5);
    int found = 0;
    for (std::uint64_t key = 1; key <= 500; ++key) {
        std::vector<std::int32_t> indices;
        for (std::int32_t i = 0; i < 64; ++i) {
            row[static_cast<std::size_t>(i)] = static_cast<float>(key) + static_cast<float>(i) / 64;
            if (rng.below(3) == 0) indices.push_back(i);
        }
        CHECK(!cache.find(mix64(key), indices, logits, answer, reader));
        std::vector<float> given;
        for (const std::int32_t index : indices) given.push_back(row[static_cast<std::size_t>(index)]);
        const Forecast stored{static_cast<float>(key), 0.25f, static_cast<float>(2 * key)};
        std::uint32_t* const room = cache.reserve(mix64(key), indices.size(), stored);
        CHECK(room && cache.holds(1, indices.size()) && !cache.holds(1000, indices.size()));
        EvaluationCache::write(room, indices, given.data(), reader.order);
        std::reverse(indices.begin(), indices.end());  // another order of the same actions
        CHECK(cache.find(mix64(key), indices, logits, answer, reader) && answer.value == static_cast<float>(key));
        CHECK(answer.draw == 0.25f && answer.moves_left == static_cast<float>(2 * key));
        for (std::size_t i = 0; i < indices.size(); ++i) CHECK(logits[i] == row[static_cast<std::size_t>(indices[i])]);
        std::vector<std::int32_t> others(indices.size() + 1, 0);
        CHECK(!cache.find(mix64(key), others, logits, answer, reader));  // another number of actions: another position
        for (std::uint64_t old = 1; old < key; ++old)
            found += cache.find(mix64(old), {1, 2, 3}, logits, answer, reader);
    }
    CHECK(found == 0);
    CHECK(reader.hits == 500);
    cache.clear();
    CHECK(!cache.find(mix64(500), {1}, logits, answer, reader));
    EvaluationCache none;
    CHECK(!none.enabled());
}

/// One pile, one or two taken at a time: a game that no network can look at.
struct Pile {
    int left = 11;
    int player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return left == 0; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(ActionList& out) const {
        out.clear();
        for (Action take = 1; take <= 2 && take <= left; ++take) out.push_back(take);
    }
    void apply(Action take) {
        left -= take;
        player = 1 - player;
    }
    std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(2 * left + player)); }
    bool operator==(const Pile&) const = default;
    std::string to_string() const { return std::to_string(left); }
    static Pile from_string(const std::string&) { return {}; }
    std::string action_to_string(Action take) const { return std::to_string(take); }
    Action action_from_string(const std::string& text) const { return std::stoi(text); }
};

void games_without_planes() {
    static_assert(!Encodable<Pile>);
    PuctOptions options;
    options.simulations = 600;
    options.solver = true;
    Puct<Pile> search(1, options, 2, false);
    search.set_root(0, Pile());
    search.search({}, {});
    CHECK(search.tree(0).best_action() == 2 && search.tree(0).root_proof() == Proof::win);
    search.set_root(0, Pile());
    std::vector<std::int32_t> path(64), actions(ActionList::capacity);
    const std::vector<float> logits(2);
    while (search.select_state(0)) {
        const std::size_t plies = search.leaf_path(0, path.data(), path.size());
        Pile state;
        for (std::size_t i = 0; i < plies; ++i) state.apply(path[i]);
        const std::size_t count = search.leaf_actions(0, actions.data(), actions.size());
        CHECK(count == (state.left == 1 ? 1u : 2u));
        search.backup_state(0, logits.data(), count, 0.5f);
    }
    CHECK(search.tree(0).best_action() == 2 && search.tree(0).root_proof() == Proof::win);
    float row = 0;
    CHECK(throws_with<std::invalid_argument>([&] { search.select(&row, 1); }, "no planes"));
}

void player_moves_twice() {
    // After the first move player 0 moves again; see double_move.hpp. Only 1 then 1 wins for player 0.
    const doublemove::State start;
    PuctOptions options;
    options.simulations = 200;
    Puct<doublemove::State> search(1, options, 0);
    search.set_root(0, start);
    run(search, start, 1, [](const float*, std::size_t rows, float* logits, float* values) {
        for (std::size_t i = 0; i < 2 * rows; ++i) logits[i] = 0;
        for (std::size_t i = 0; i < rows; ++i) values[i] = 0;
    });
    CHECK(search.tree(0).best_action() == 1);
    CHECK(search.tree(0).root_value() > 0.5);
    const Result<doublemove::State> result = result_of(search, 0);
    CHECK(result.values[1] > 0.5 && result.values[0] <= 0);
}

/// Also in batches with too little room for all trees, and after walks that were left undecided.
void the_caller_selects_by_the_formula() {
    std::vector<float> planes(9 * 18);
    for (const int variant : {0, 1, 2, 3}) {
        PuctOptions options;
        options.simulations = 120;
        options.graph = options.solver = variant > 1;
        options.leaves_per_tree = variant % 2 == 0 ? 1 : 3;
        Puct<TicTacToe> own(3, options, 1), by_caller(3, options, 1);
        by_caller.leave_selection_to_caller();
        for (int tree = 0; tree < 3; ++tree) own.set_root(tree, {}), by_caller.set_root(tree, {});
        for (const int rows : {9, 2}) {
            run(own, TicTacToe(), 9, fake);
            run(by_caller, TicTacToe(), options.leaves_per_tree == 1 ? rows : 9, fake);
            for (int tree = 0; tree < 3; ++tree) {
                CHECK(result_of(by_caller, tree).visits == result_of(own, tree).visits);
                CHECK(result_of(by_caller, tree).values == result_of(own, tree).values);
                own.set_simulations(tree, 150), by_caller.set_simulations(tree, 150);
            }
            if (rows == 2) continue;
            by_caller.select(planes.data(), planes.size());
            CHECK(by_caller.undecided() == 3);
            const std::vector<std::int32_t> columns = columns_by_formula(by_caller);
            by_caller.choose(columns.data(), 3, planes.data(), planes.size());
            const auto of_four = [&] { by_caller.choose(columns.data(), 4, planes.data(), planes.size()); };
            CHECK(throws_with<std::invalid_argument>(of_four, "columns"));
        }
        by_caller.set_simulations(1, 200);
        by_caller.select(planes.data(), planes.size());
        CHECK(by_caller.undecided() == 1);
        CHECK(by_caller.advance(1, own.best_action(1)) && by_caller.undecided() == 0);
    }
}

void refuses_bad_input() {
    using Bad = std::invalid_argument;
    PuctOptions options;
    options.simulations = 8;
    CHECK(throws_with<Bad>([&] { Puct<TicTacToe>(0, options, 0); }, "trees"));

    Puct<TicTacToe> search(2, options, 0);
    std::vector<float> planes(2 * 18), logits(2 * 9), values(2);
    CHECK(search.select(planes.data(), planes.size()) == 0);  // no roots
    search.set_root(0, TicTacToe());
    search.set_root(1, TicTacToe());
    CHECK(throws_with<Bad>([&] { search.select(planes.data(), 17); }, "planes"));
    CHECK(throws_with<std::logic_error>([&] { search.tree(0).best_action(); }, "not been evaluated"));
    CHECK(search.select(planes.data(), planes.size()) == 2);
    CHECK(throws_with<Bad>([&] { search.backup(logits.data(), 9, values.data(), 2); }, "logits"));
    CHECK(throws_with<Bad>([&] { search.backup(logits.data(), 18, values.data(), 1); }, "values"));
    values[1] = 1.5;
    CHECK(throws_with<Bad>([&] { search.backup(logits.data(), 18, values.data(), 2); }, "row 1"));
    values[1] = 0;
    logits[3] = std::numeric_limits<float>::quiet_NaN();
    CHECK(throws_with<Bad>([&] { search.backup(logits.data(), 18, values.data(), 2); }, "row 0"));
    logits[3] = 0;
    search.backup(logits.data(), 18, values.data(), 2);
    CHECK(throws_with<std::out_of_range>([&] { search.tree(2).best_action(); }, "tree 2 of 2"));
}

void finished_roots_and_no_simulations() {
    PuctOptions options;
    options.simulations = 0;
    Puct<TicTacToe> search(2, options, 5);
    const TicTacToe over = TicTacToe::from_string("xxxoo....");
    const TicTacToe start;
    search.set_root(0, over);
    search.set_root(1, start);
    CHECK(search.finished(0) && !search.finished(1));
    CHECK(search.tree(0).root_value() == -1);  // o would move, and has lost
    run(search, start, 2, fake);
    const Result<TicTacToe> result = result_of(search, 1);
    CHECK(sum(result.visits) == 0);
    std::size_t best = 0;
    for (std::size_t i = 0; i < 9; ++i) best = result.priors[i] > result.priors[best] ? i : best;
    CHECK(search.tree(1).best_action() == result.actions[best]);  // the policy alone
}

void rollouts_find_wins() {
    PuctOptions options;
    options.simulations = 500;
    Puct<TicTacToe> search(1, options, 2);
    search.set_root(0, TicTacToe::from_string("xx.oo...."));
    search.search({}, {});
    CHECK(search.finished(0) && search.tree(0).best_action() == 2 && search.tree(0).root_value() > 0.8);
}

void more_visits_than_32_bits_count() {
    for (const int considered : {0, 4}) {
        PuctOptions options;
        options.gumbel.considered = considered;
        PuctTree<TicTacToe> tree(options, Rng(1));
        tree.set_root(TicTacToe());
        LeafEvaluation<TicTacToe> leaf({}, Evaluations<TicTacToe>::find("none"));
        SearchControl control;
        control.start({});
        tree.set_simulations(200);
        tree.search(leaf, control);
        constexpr std::int64_t many = std::int64_t{1} << 31;
        PuctNodesProbe::add_visits(tree, many);
        tree.set_simulations(tree.simulations_done() + 500);
        tree.search(leaf, control);
        CHECK(tree.finished());
        std::int64_t visits = 0;
        for (std::size_t i = 0; i < tree.root_action_count(); ++i) {
            const RootAction found = tree.root_action(i);
            visits += found.visits;
            CHECK(found.visits >= 0 && std::abs(found.value()) <= 1 && found.prior > 0);
        }
        CHECK(visits == tree.simulations_done() && visits > 2 * many);
        CHECK(std::abs(tree.root_value()) <= 1);
        std::vector<double> shares(tree.root_action_count());
        tree.policy(shares.data());
        for (const double share : shares) CHECK(share >= 0 && share <= 1);
    }
}

void rounds_are_laid_out_by_simulations_and_by_the_clock() {
    const auto plan = [](int considered, int simulations) {
        SequentialHalving halving(considered, simulations);
        std::vector<std::int64_t> found;
        for (int i = 0; i < simulations; ++i) found.push_back(halving.visits_at(i, 0));
        return found;
    };
    CHECK((plan(4, 16) == std::vector<std::int64_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
    CHECK((plan(5, 9) == std::vector<std::int64_t>{0, 0, 0, 0, 0, 1, 1, 2, 2}));
    CHECK((plan(1, 3) == std::vector<std::int64_t>{0, 1, 2}));
    // Simulations are taken back across the beginning of a round, and made again.
    SequentialHalving halving(4, 16);
    for (const int i : {7, 8, 9, 7, 6, 8, 10})
        CHECK(halving.visits_at(i, 0) == plan(4, 16)[static_cast<std::size_t>(i)]);
    // Without a number of simulations: eight actions until a third of the time is over, then four, then two. A round is
    // over when all have as many visits.
    constexpr std::int64_t unlimited = std::int64_t{1} << 62;
    SequentialHalving timed(8, unlimited);
    for (int i = 0; i < 20; ++i) CHECK(timed.visits_at(i, 0.3) == i / 8);
    for (int i = 20; i < 24; ++i) CHECK(timed.visits_at(i, 0.4) == 2);
    for (int i = 24; i < 40; ++i) CHECK(timed.visits_at(i, 0.5) == 3 + (i - 24) / 4);
    for (int i = 40; i < 60; ++i) CHECK(timed.visits_at(i, 0.7) == 7 + (i - 40) / 2);
    // Two rounds' time is over at once; and the first round with not even one visit for all.
    SequentialHalving late(8, unlimited);
    for (int i = 0; i < 8; ++i) CHECK(late.visits_at(i, 0.1) == 0);
    for (int i = 8; i < 12; ++i) CHECK(late.visits_at(i, 0.9) == 1 + (i - 8) / 2);
    SequentialHalving slow(8, unlimited);
    CHECK(slow.visits_at(0, 0) == 0 && slow.visits_at(1, 0.5) == 0 && slow.visits_at(2, 0.6) == 1);
    CHECK(slow.visits_at(3, 0.8) == 1 && slow.visits_at(4, 0.9) == 2);
}

void walks_have_an_end() {
    // One action a position: every simulation is one ply longer than the one before.
    struct Corridor : Pile {
        void legal_actions(ActionList& out) const {
            out.clear();
            if (left > 0) out.push_back(1);
        }
        Corridor from_string(const std::string&) const { return {}; }
    };
    Corridor corridor;
    corridor.left = 20'000;
    PuctOptions options;
    options.simulations = 7'000;
    Puct<Corridor> search(1, options, 1, false);
    search.set_root(0, corridor);
    search.search({.rollouts = 0}, {});
    CHECK(search.finished(0) && search.tree(0).depth() == static_cast<int>(PuctTree<Corridor>::longest_walk));
    CHECK(sum(result_of(search, 0).visits) == 7'000);
}

void evaluators_value_leaves() {
    PuctOptions options;
    options.simulations = 300;
    Puct<TicTacToe> search(1, options, 2, false);
    search.set_root(0, TicTacToe());
    search.search({.evaluator_share = 1}, EvaluationSpec("hash"));
    const Result<TicTacToe> first = result_of(search, 0);
    search.set_root(0, TicTacToe());
    search.search({.evaluator_share = 1}, EvaluationSpec("hash"));
    CHECK(result_of(search, 0) == first && sum(first.visits) == 300);
    CHECK(throws_with<std::invalid_argument>([&] { search.search({}, EvaluationSpec("wise")); }, "wise"));
}

void dirichlet_distribution() {
    // Mean 1/n and variance (1/n)(1 - 1/n)/(n alpha + 1) of each component.
    Rng rng(11);
    for (double alpha : {0.03, 0.3, 2.0}) {
        constexpr int size = 5, samples = 40000;
        double mean = 0, square = 0;
        for (int i = 0; i < samples; ++i) {
            const std::vector<double> sample = dirichlet(rng, alpha, size);
            double total = 0;
            for (double x : sample) total += x;
            CHECK(std::abs(total - 1) < 1e-12);
            mean += sample[2] / samples;
            square += sample[2] * sample[2] / samples;
        }
        const double variance = 0.2 * 0.8 / (size * alpha + 1);
        CHECK(std::abs(mean - 0.2) < 5 * std::sqrt(variance / samples));
        CHECK(std::abs(square - mean * mean - variance) < 0.05 * variance);
    }
}

}  // namespace

int main() {
    finds_forced_wins();
    repeats_and_is_independent();
    several_leaves_per_tree();
    abandoned_rows_change_nothing();
    abandoned_batches_leave_a_whole_tree();
    plays_games_in_one_tree();
    player_moves_twice();
    proofs_change_sign_with_the_player();
    the_cache_is_bounded_and_exact();
    games_without_planes();
    the_caller_selects_by_the_formula();
    refuses_bad_input();
    finished_roots_and_no_simulations();
    rollouts_find_wins();
    more_visits_than_32_bits_count();
    rounds_are_laid_out_by_simulations_and_by_the_clock();
    walks_have_an_end();
    evaluators_value_leaves();
    dirichlet_distribution();
    return test_result();
}
