// UCT under the sanitizers: proofs, the tree's memory while it is filled, packed and refilled, threads, exceptions.

#include <numeric>
#include <thread>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/trees/uct/mcts-inl.hpp"
#include "games/hex/states.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/report.hpp"
#include "native/tests/support/tictactoe.hpp"

namespace boardai {

/// Sets the counts of a root's first visited action to what takes hours to reach.
struct MctsNodesProbe {
    MctsNodes& nodes;
    void set_visits(std::int64_t visits, double mean) {
        auto& node = nodes.at(nodes.root());
        const auto slots = nodes.slots_of(node);
        node.visits += visits;
        slots.n[0] += visits;
        slots.w[0] += mean * static_cast<double>(visits);
        slots.q[0] = slots.w[0] / static_cast<double>(slots.n[0]);
        slots.u[0] = 1 / std::sqrt(static_cast<double>(slots.n[0]));
    }
    float& amaf_visits(std::size_t index) { return nodes.amaf_visits_of(nodes.at(nodes.root()))[index]; }
    float& amaf_sum(std::size_t index) { return nodes.amaf_sums_of(nodes.at(nodes.root()))[index]; }
};

}  // namespace boardai

namespace {

using namespace boardai;
using TicTacToe = tictactoe::State;
using Hex = hex::State<1>;

SearchLimits simulations(std::int64_t count) {
    SearchLimits limits;
    limits.nodes = count;
    return limits;
}

/// Actions and visits of the root, of the search as it stands.
template <class Search>
std::vector<std::pair<Action, std::int64_t>> table_of(Search& search) {
    search.publish();
    std::vector<std::pair<Action, std::int64_t>> table;
    if (!search.report()) return table;
    for (const ReportRow& row : search.report()->rows) table.emplace_back(row.action, *row.visits);
    return table;
}

template <class Search>
std::int64_t visits_of(Search& search) {
    std::int64_t sum = 0;
    for (const auto& [action, visits] : table_of(search)) sum += visits;
    return sum;
}

std::int64_t reused(const SearchSession& search) { return note_of<std::int64_t>(search, "reused"); }

void proves_tic_tac_toe() {
    Mcts<TicTacToe> draw(MctsOptions{}, "", 1, {});
    draw.run(TicTacToe(), simulations(2'000'000));
    CHECK(draw.report()->outcome && draw.report()->value == 0);
    Mcts<TicTacToe> win(MctsOptions{}, "", 1, {});
    win.run(TicTacToe::from_string("xx.oo...."), simulations(1000));
    CHECK(win.report()->outcome && win.report()->value == 1 && win.report()->action == 2);
    CHECK(win.report()->simulations < 1000);
    Mcts<TicTacToe> loss(MctsOptions{}, "", 1, {});
    loss.run(TicTacToe::from_string("x.o.x...."), simulations(3));  // too few: but something is known
    CHECK(!loss.report()->outcome && loss.report()->action >= 0);
}

void signs_follow_the_player() {
    // After the first move player 0 moves again; see double_move.hpp. Only 1 then 1 wins for player 0.
    MctsOptions options;
    options.solver = false;
    for (const bool rave : {false, true}) {
        options.rave = rave;
        Mcts<doublemove::State> search(options, "", 0, {});
        search.run(doublemove::State(), simulations(300));
        CHECK(search.report()->action == 1 && search.report()->value > 0);
    }
    options = {};
    options.parallel = MctsParallel::children;
    Mcts<doublemove::State> solved(options, "", 0, {});
    solved.run(doublemove::State(), simulations(300));
    CHECK(solved.report()->outcome && solved.report()->value == 1 && solved.report()->action == 1);
}

void values_from_outside_give_the_same_tree() {
    MctsOptions options;
    options.evaluator_share = 1;
    options.evaluator_scale = 70;
    Mcts<TicTacToe> one(options, "hash", 5, {}), other(options, "none", 5, {});
    one.run(TicTacToe(), simulations(500));
    other.begin(TicTacToe(), simulations(500));
    HashEvaluation hash;
    while (other.select()) other.tell(std::tanh(hash.evaluate(other.leaf()) / 70.0));
    CHECK(table_of(one) == table_of(other));
    CHECK(one.report()->simulations == 500 && other.report()->simulations == 500);
    CHECK(throws_with<std::logic_error>([&] { other.leaf(); }, "no leaf"));
}

void memory_is_packed_and_filled_again() {
    for (const bool rave : {false, true}) {
        MctsOptions options;
        options.megabytes = 1;
        options.rave = rave;
        options.solver = false;
        Mcts<Hex> search(options, "", 3, {});
        Hex state(7, 7);
        bool was_full = false;
        while (!state.is_terminal()) {
            const std::int64_t count = state.stones_played() == 0 ? 30'000 : 3000;
            search.run(state, simulations(count));
            const SearchReport report = *search.report();
            was_full = was_full || note_of<bool>(search, "pool_full");
            CHECK(note_of<double>(search, "megabytes") <= 1);
            CHECK(report.simulations == count);
            CHECK(visits_of(search) == reused(search) + count);
            const std::vector<Action>& line = report.line;
            const std::size_t length = line.size();
            CHECK(length >= 1 && line[0] == report.action);
            const TreeRecord record = search.tree(100);
            CHECK(record.size() > 1 && record.size() <= 100);
            Hex walked = state;
            for (std::size_t i = 0; i < length; ++i) {
                CHECK(walked.is_legal(line[i]));
                walked.apply(line[i]);
            }
            search.advance(report.action);
            state.apply(report.action);
            if (length > 1 && !state.is_terminal()) state.apply(line[1]);
        }
        CHECK(was_full);
    }
}

void threads_share_a_tree() {
    for (const MctsParallel parallel : {MctsParallel::tree, MctsParallel::root, MctsParallel::children}) {
        for (const double virtual_loss : {0.0, 1.0}) {
            for (const bool rave : {false, true}) {
                if (rave && parallel == MctsParallel::children) continue;
                MctsOptions options;
                options.threads = 4;
                options.parallel = parallel;
                options.virtual_loss = virtual_loss;
                options.rave = rave;
                options.megabytes = 4;
                Mcts<Hex> search(options, "", 3, {});
                search.run(Hex(5, 5), simulations(4000));
                search.run(Hex(5, 5), simulations(2000));
                CHECK(visits_of(search) == reused(search) + search.report()->simulations);
                CHECK(search.report()->outcome || reused(search) == 4000);
            }
        }
    }
}

/// Throws when a game has been played too far; counts over all threads.
struct Fragile {
    TicTacToe inner;
    static inline std::atomic<int> calls_left{0};
    static inline std::atomic<bool> comparing_throws{false};

    int current_player() const { return inner.current_player(); }
    bool is_terminal() const { return inner.is_terminal(); }
    int outcome(int player) const { return inner.outcome(player); }
    void legal_actions(ActionList& out) const {
        if (--calls_left == 0) throw std::runtime_error("fragile");
        inner.legal_actions(out);
    }
    void apply(Action action) { inner.apply(action); }
    std::uint64_t hash() const { return inner.hash(); }
    friend bool operator==(const Fragile& left, const Fragile& right) {
        if (comparing_throws) throw std::runtime_error("not to be compared");
        return left.inner == right.inner;
    }
    std::string to_string() const { return inner.to_string(); }
    Fragile from_string(const std::string& text) const { return {TicTacToe::from_string(text)}; }
    std::string action_to_string(Action action) const { return inner.action_to_string(action); }
    Action action_from_string(const std::string& text) const { return inner.action_from_string(text); }
};

void exceptions_leave_a_usable_tree() {
    for (const int threads : {1, 3}) {
        for (const MctsParallel parallel : {MctsParallel::tree, MctsParallel::root, MctsParallel::children}) {
            MctsOptions options;
            options.threads = threads;
            options.parallel = parallel;
            options.solver = false;
            Mcts<Fragile> search(options, "", 3, {});
            for (const int calls : {1, 2, 40, 333, 1000}) {
                Fragile::calls_left = calls;
                CHECK(throws_with<std::runtime_error>([&] { search.run(Fragile(), simulations(5000)); }, "fragile"));
            }
            Fragile::calls_left = 1 << 30;
            search.run(Fragile(), simulations(500));
            CHECK(visits_of(search) == reused(search) + 500);
        }
    }
}

void a_root_that_cannot_be_set_leaves_no_results() {
    Fragile::calls_left = 1 << 30;
    for (const MctsParallel parallel : {MctsParallel::tree, MctsParallel::root}) {
        MctsOptions options;
        options.threads = parallel == MctsParallel::root ? 3 : 1;
        options.parallel = parallel;
        Mcts<Fragile> search(options, "", 3, {});
        const auto has_results = [&] {
            search.publish();
            return search.report() != nullptr || search.tree(10).size() > 0;
        };
        search.run(Fragile(), simulations(300));
        CHECK(has_results());
        Fragile other;
        other.apply(4);
        Fragile::comparing_throws = true;
        CHECK(throws_with<std::runtime_error>([&] { search.run(other, simulations(10)); }, "not to be compared"));
        Fragile::comparing_throws = false;
        CHECK(!has_results());
        CHECK(throws_with<std::invalid_argument>([&] { search.advance(0); }, "before the first search"));
        search.run(other, simulations(10));
        CHECK(has_results());
        const Fragile over{TicTacToe::from_string("xxxoo....")};
        CHECK(throws_with<std::invalid_argument>([&] { search.run(over, simulations(1)); }, "game is over"));
        CHECK(!has_results());
    }
}

void visits_count_beyond_32_bits() {
    MctsNodes nodes(MctsOptions{}, 1 << 20, false);
    MctsNodes::Walk walk{Rng(1)};
    for (Action action = 0; action < 3; ++action) walk.legal.push_back(action);
    nodes.add_root(0, walk);
    const auto simulate = [&](int count) {
        for (int i = 0; i < count; ++i) {
            walk.path.clear();
            MctsNodes::Taken taken;
            CHECK(nodes.take<false>(nodes.root(), walk, taken));
            nodes.backup<false>(walk, walk.path[0].slot == 0 ? 0.5 : -0.5, 0);
        }
    };
    simulate(10);
    const std::int64_t known = nodes.root_actions()[0].visits;
    const std::int64_t before = (std::int64_t{1} << 31) - 20;
    MctsNodesProbe{nodes}.set_visits(before, 0.5);
    simulate(100);
    const std::vector<RootAction> rows = nodes.root_actions();
    CHECK(rows[0].visits + rows[1].visits + rows[2].visits == 110 + before);
    CHECK(rows[0].visits >= before + known && rows[0].value() == 0.5);
    for (const RootAction& row : rows) CHECK(std::isfinite(row.ucb) && row.ucb < 10);
    CHECK(nodes.record(10).size() == 4);
}

void amaf_goes_on_counting() {
    MctsOptions options;
    options.rave = true;
    MctsNodes nodes(options, 1 << 20, false);
    MctsNodes::Walk walk{Rng(1)};
    for (Action action = 0; action < 3; ++action) walk.legal.push_back(action);
    nodes.add_root(0, walk);
    MctsNodes::Taken taken;
    CHECK(nodes.take<false>(nodes.root(), walk, taken));
    MctsNodesProbe probe{nodes};
    constexpr float most = 1 << 24;  // one more makes no difference to a float
    probe.amaf_visits(0) = most - 2;
    probe.amaf_sum(0) = -(most - 2) / 2;
    for (int i = 0; i < (1 << 21) + 10; ++i) {
        PlayedActions played;
        nodes.credit<false>(walk, played, -0.5, 0);
    }
    CHECK(probe.amaf_visits(0) + 1 > probe.amaf_visits(0) && probe.amaf_visits(0) > 100'000);
    CHECK(std::abs(probe.amaf_sum(0) / probe.amaf_visits(0) + 0.5f) < 0.001f);
    CHECK(probe.amaf_visits(1) < 1 && probe.amaf_sum(1) / probe.amaf_visits(1) > 1e9f);  // never taken
}

void a_limit_ends_the_games_from_a_leaf() {
    for (const int threads : {1, 3}) {
        for (const MctsParallel parallel : {MctsParallel::tree, MctsParallel::root, MctsParallel::children}) {
            MctsOptions options;
            options.rollouts = 1'000'000;  // seconds, where it is not asked between them
            options.threads = threads;
            options.parallel = parallel;
            Mcts<Hex> search(options, "", 3, {});
            SearchLimits limits;
            limits.seconds = 0.01;
            search.run(Hex(8, 8), limits);
            CHECK(search.report()->simulations >= 1 && search.report()->action >= 0);
            CHECK(search.report()->seconds < 3);
        }
    }
}

void reports_while_trees_of_their_own_run() {
    // What ThreadSanitizer looks at: results are read by the calling thread while the others continue.
    MctsOptions options;
    options.threads = 3;
    options.parallel = MctsParallel::root;
    Mcts<Hex> search(options, "", 3, {});
    struct Seen {
        Mcts<Hex>* search;
        int reports;
    } seen{&search, 0};
    const auto report = [](void* data) {
        auto& to = *static_cast<Seen*>(data);
        ++to.reports;
        CHECK(visits_of(*to.search) > 0 && !to.search->report()->line.empty() && to.search->tree(20).size() > 1);
    };
    search.set_progress({report, &seen});
    SearchLimits limits;
    limits.seconds = 0.35;
    search.run(Hex(7, 7), limits);
    CHECK(seen.reports > 0);
    CHECK(visits_of(search) == search.report()->simulations);
}

void hex_tells_who_owns_the_filled_board() {
    Rng rng(4);
    for (int round = 0; round < 200; ++round) {
        Hex state(4, 5, true);
        const int opening = static_cast<int>(rng.below(6));
        ActionList actions;
        for (int ply = 0; ply < opening && !state.is_terminal(); ++ply) {
            state.legal_actions(actions);
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
        if (state.is_terminal()) continue;
        PlayedActions played;
        const int outcome = state.random_playout(rng, played);
        int cells[2] = {0, 0};
        for (Action cell = 0; cell < 20; ++cell) {
            const bool first = played.of(0, 21)[cell] > 0, second = played.of(1, 21)[cell] > 0;
            CHECK(first != second);  // every cell has one owner
            cells[second] += 1;
        }
        CHECK(cells[0] == 10 && cells[1] == 10 && (outcome == 1 || outcome == -1));
        played.clear();
        for (Action cell = 0; cell < 21; ++cell) CHECK(played.of(0, 64)[cell] == 0 && played.of(1, 64)[cell] == 0);
    }
}

/// Keeps two numbers an action, of which the second counts its visits.
struct Counting {
    static constexpr int numbers = 2;
    static double score(const RulePosition& position, std::size_t action) {
        return position.mean(action) + std::sqrt(position.log_visits() / static_cast<double>(position.visits(action)));
    }
    static double backup(RulePosition& position, std::size_t action, double value) {
        position.number(action, 0) += value;
        position.number(action, 1) += 1;
        return position.set_mean(action, position.number(action, 0) / position.number(action, 1));
    }
    static double root_score(const RootAction& action, std::int64_t) { return -static_cast<double>(action.action); }
};

void rules_keep_their_numbers_as_the_tree_grows_and_moves() {
    for (const int threads : {1, 3}) {
        for (const bool solver : {false, true}) {
            MctsOptions options;
            options.selection = MctsSelection::written;
            options.choice = MctsChoice::written;
            options.threads = threads;
            options.solver = solver;
            options.megabytes = 4;
            Mcts<Hex> search(options, "", 3, rules_of<Counting>());
            Hex state(5, 5);
            for (int move = 0; move < 4; ++move) {
                search.run(state, simulations(5000));
                if (search.report()->outcome) break;
                CHECK(visits_of(search) == reused(search) + 5000);
                state.apply(search.report()->action);
            }
            CHECK(solver || state.stones_played() == 4);
        }
        for (const MctsSelection selection : {MctsSelection::ucb_tuned, MctsSelection::ments}) {
            MctsOptions options;
            options.selection = selection;
            options.threads = threads;
            Mcts<TicTacToe> search(options, "", 3, {});
            search.run(TicTacToe(), simulations(200'000));
            CHECK(search.report()->outcome == 0);
        }
    }
}

void refuses_bad_input() {
    using Bad = std::invalid_argument;
    MctsOptions options;
    Mcts<TicTacToe> search(options, "", 0, {});
    CHECK(throws_with<Bad>([&] { search.run(TicTacToe::from_string("xxxoo...."), simulations(1)); }, "game is over"));
    CHECK(throws_with<Bad>([&] { search.advance(0); }, "before the first search"));
    search.begin(TicTacToe(), simulations(5));
    CHECK(search.select());
    CHECK(throws_with<Bad>([&] { search.tell(std::nan("")); }, "[-1, 1]"));
    CHECK(throws_with<std::logic_error>([&] { search.select(); }, "waits for tell()"));
    search.tell(1);
    CHECK(throws_with<Bad>([&] { search.advance(9); }, "not a legal action"));
}

}  // namespace

int main() {
    proves_tic_tac_toe();
    signs_follow_the_player();
    values_from_outside_give_the_same_tree();
    memory_is_packed_and_filled_again();
    threads_share_a_tree();
    exceptions_leave_a_usable_tree();
    a_root_that_cannot_be_set_leaves_no_results();
    visits_count_beyond_32_bits();
    amaf_goes_on_counting();
    a_limit_ends_the_games_from_a_leaf();
    reports_while_trees_of_their_own_run();
    hex_tells_who_owns_the_filled_board();
    rules_keep_their_numbers_as_the_tree_grows_and_moves();
    refuses_bad_input();
    return test_result();
}
