// Principal variation search on small games: values of solved games, every option alone, a player who moves twice in a
// row, games with and without undo, records of the tree, tables of any size, and searches that are broken off.

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/pvs/pvs-inl.hpp"
#include "games/chess/evaluators.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/endless_checks.hpp"
#include "native/tests/support/report.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

/// Chess that counts calls of its piece values.
struct Counting : chess::State {
    explicit Counting(const chess::State& state) : chess::State(state) {}
    Counting from_string(const std::string& text) const { return Counting(chess::State::from_string(text)); }
    int capture_order(Action action) const { return ++asked[0], chess::State::capture_order(action); }
    int captured_value(Action action) const { return ++asked[1], chess::State::captured_value(action); }
    bool see_ge(Action action, int threshold) const { return ++asked[2], chess::State::see_ge(action, threshold); }
    int threat_order(Action action) const { return ++asked[3], chess::State::threat_order(action); }

    static inline std::array<int, 4> asked{};
};

}  // namespace

namespace boardai {
template <>
struct GameEvaluations<Counting> : GameEvaluations<chess::State> {};
}  // namespace boardai

namespace {

SearchLimits to_depth(int depth) {
    SearchLimits limits;
    limits.depth = depth;
    return limits;
}

template <class S>
SearchReport found(const S& root, const PvsOptions& options, int depth, std::int64_t rows = 0) {
    Pvs<S> search(options, "", rows);
    search.run(root, to_depth(depth));
    return *search.report();
}

using Switch = bool PvsOptions::*;
constexpr Switch switches[] = {
    &PvsOptions::cutoffs,
    &PvsOptions::null_window,
    &PvsOptions::iterative_deepening,
    &PvsOptions::mate_distance,
    &PvsOptions::repetition_draws,
    &PvsOptions::always_replace,
    &PvsOptions::hash_move,
    &PvsOptions::capture_order,
    &PvsOptions::capture_values,
    &PvsOptions::killers,
    &PvsOptions::history,
    &PvsOptions::continuation,
    &PvsOptions::quiet_order,
    &PvsOptions::null_move,
    &PvsOptions::late_move_reductions,
    &PvsOptions::internal_deepening,
    &PvsOptions::reverse_futility,
    &PvsOptions::futility,
    &PvsOptions::razoring,
    &PvsOptions::late_move_pruning,
    &PvsOptions::exchange_pruning,
    &PvsOptions::probcut,
    &PvsOptions::check_extension,
    &PvsOptions::quiescence,
    &PvsOptions::delta_pruning,
    &PvsOptions::same_depth,
    &PvsOptions::skipped_move_order,
    &PvsOptions::threat_order,
    &PvsOptions::far_continuation,
    &PvsOptions::capture_history,
    &PvsOptions::internal_reduction,
    &PvsOptions::correction_history,
    &PvsOptions::singular_extensions,
};

/// Each option turned round alone, on solved positions.
void solved_games() {
    for (const Switch option : switches) {
        PvsOptions options;
        options.table_megabytes = 0.01;
        options.*option = !(options.*option);
        CHECK(found(tictactoe::State(), options, 10).value == 0);
        const SearchReport won = found(tictactoe::State::from_string("xx.oo...."), options, 9);
        CHECK(won.value == win_score - 1 && won.action == 2);
        const SearchReport lost = found(tictactoe::State::from_string("x.x.o.x.o"), options, 9);
        CHECK(lost.value == -(win_score - 2));
        // The same player moves twice: wins with 1, 1, and the loser's own last move changes nothing.
        const SearchReport twice = found(doublemove::State(), options, 3);
        CHECK(twice.value == win_score - 3 && twice.action == 1 && !twice.line.empty());
    }
}

void chess_with_each_option() {
    const auto root =
        chess::State::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, true);
    for (const Switch option : switches) {
        PvsOptions options;
        options.table_megabytes = 0.05;
        options.*option = !(options.*option);
        if (!options.cutoffs) options.quiescence = false;  // every capture of every line would be followed
        const SearchReport summary = found(root, options, options.cutoffs ? 5 : 2, 2'000);
        CHECK(root.is_legal(summary.action) && summary.depth >= 2 && summary.nodes > 40);
    }
    PvsOptions options;
    options.root_check_extension = 5;
    options.multi_pv = 3;
    options.aspiration = 2;
    CHECK(root.is_legal(found(root, options, 4).action));
}

/// Without capture_values only the evaluator gives piece values, whichever other options are on.
void values_of_captures() {
    const Counting root(
        chess::State::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, true));
    const auto asked = [&root](const PvsOptions& options, const std::string& evaluator) {
        Pvs<Counting> search(options, evaluator, 0);
        SearchLimits limits = to_depth(6);
        limits.nodes = 5'000;
        Counting::asked = {};
        search.run(root, limits);
        return Counting::asked;
    };
    tuned_margins().probcut_captures_from = 3;
    PvsOptions options;
    for (const bool threats : {false, true}) {
        options.threat_order = threats;
        const auto all = asked(options, "material");
        CHECK(all[0] > 0 && all[1] > 0 && all[2] > 0 && (all[3] > 0) == threats);
    }
    options = {};
    options.capture_values = false;
    for (const std::string evaluator : {"material", "hash", "pesto"}) {
        CHECK(asked(options, evaluator) == (std::array<int, 4>{}));
    }
    for (const Switch option : switches) {
        if (option == &PvsOptions::capture_values || option == &PvsOptions::cutoffs) continue;
        PvsOptions changed = options;
        changed.*option = !(changed.*option);
        CHECK(asked(changed, "material") == (std::array<int, 4>{}));
    }
    tuned_margins() = PvsMargins{};
}

/// A tree whose rows are parents before children, with the root's value.
void the_record() {
    Pvs<tictactoe::State> search(PvsOptions{}, "", 1'000'000);
    search.run(tictactoe::State(), to_depth(4));
    const TreeRecord& tree = search.tree();
    CHECK(tree.complete() && tree.size() > 50);
    std::vector<std::int32_t> parents(tree.size()), actions(tree.size()), kinds(tree.size());
    std::vector<double> values(tree.size());
    std::vector<std::int64_t> visits(tree.size());
    tree.columns(parents.data(), actions.data(), values.data(), visits.data(), kinds.data(), tree.size());
    for (std::size_t i = 1; i < tree.size(); ++i) CHECK(parents[i] >= 0 && static_cast<std::size_t>(parents[i]) < i);
    CHECK(values[0] == search.report()->value);
    Pvs<tictactoe::State> small(PvsOptions{}, "", 10);
    small.run(tictactoe::State(), to_depth(4));
    CHECK(small.tree().size() == 10 && !small.tree().complete());
}

struct Stop : std::runtime_error {
    Stop() : std::runtime_error("stop") {}
};

void broken_off() {
    const chess::State root;
    Pvs<chess::State> search(PvsOptions{}, "", 0);
    SearchLimits limits;
    for (const std::int64_t nodes : {1, 2, 7, 100, 3'000}) {
        limits.nodes = nodes;
        search.run(root, limits);
        CHECK(search.report()->nodes == nodes && root.is_legal(search.report()->action));
    }
    ProgressHook hook;
    hook.call = [](void*) { throw Stop(); };
    search.set_progress(hook);
    limits.nodes = 0;
    limits.seconds = 60;
    bool stopped = false;
    try {
        search.run(root, limits);
    } catch (const Stop&) {
        stopped = true;
    }
    CHECK(stopped && root.is_legal(search.report()->action));
    search.set_progress(ProgressHook{});
    search.forget();
    search.run(root, to_depth(4));
    CHECK(search.report()->depth == 4 && search.report()->value == found(root, PvsOptions{}, 4).value);
}

/// Quiescence in check makes all moves: it ends soon by its own margin, and without one at the deepest ply.
void endless_checks() {
    for (const int checks : {0, 64}) {
        PvsOptions options;
        options.root_check_extension = checks;
        Pvs<endlesschecks::State> search(options, "none", 0);
        if (checks == 0) {
            search.run(endlesschecks::State(), to_depth(1));
            CHECK(search.report()->depth == 1 && search.report()->nodes < 1'000);
        }
        search.forget();
        tuned_margins().quiescence_plies = 10'000;
        SearchLimits limits;
        limits.depth = 300;
        limits.nodes = 100'000;
        search.run(endlesschecks::State(), limits);
        tuned_margins() = PvsMargins{};
        const auto longest = note_of<std::int64_t>(search, "selective depth");
        CHECK(longest > 200 && longest <= 255);
    }
}

void margins_are_tuned() {
    const auto nodes = [] {
        Pvs<chess::State> search(PvsOptions{}, "", 0);
        search.run(chess::State(), to_depth(6));
        return search.report()->nodes;
    };
    const std::int64_t usual = nodes();
    tuned_margins().late_move_reduction_base = 3;
    CHECK(nodes() != usual);
    tuned_margins() = PvsMargins{};
    CHECK(nodes() == usual);
}

/// Counts how often each position is evaluated.
struct CountingEvaluation final : Evaluation<chess::State> {
    std::unique_ptr<EvaluationLine<chess::State>> open_line() const override {
        return std::make_unique<PositionLine<chess::State, CountingEvaluation>>(*this);
    }
    int margin_unit() const override { return 100; }
    void check(const chess::State&) const {}
    int value(const chess::State& state) const {
        ++calls[state.hash()];
        return static_cast<int>(state.hash() % 100);
    }
    mutable std::map<std::uint64_t, int> calls;
};

/// Every iteration visits the root's children, some several times; the table has most of their static values.
void static_values_come_from_the_table() {
    const auto counting = std::make_shared<CountingEvaluation>();
    Pvs<chess::State> search(PvsOptions{}, EvaluationSpec(counting), 0);
    const chess::State root;
    search.run(root, to_depth(8));
    const SearchReport report = *search.report();
    chess::State best = root;
    best.apply(report.action);
    CHECK(report.depth == 8 && counting->calls[best.hash()] < report.depth);
}

void bad_input() {
    CHECK(throws_with<std::invalid_argument>([] { Pvs<tictactoe::State> search(PvsOptions{}, "nonsense", 0); },
                                             "unknown evaluator"));
    CHECK(throws_with<std::invalid_argument>([] { Pvs<tictactoe::State> search(PvsOptions{}, "", -1); }, "tree_rows"));
    CHECK(throws_with<std::invalid_argument>([] { found(tictactoe::State::from_string("xxxoo...."), PvsOptions{}, 1); },
                                             "the game is over"));
}

}  // namespace

int main() {
    solved_games();
    chess_with_each_option();
    values_of_captures();
    the_record();
    broken_off();
    endless_checks();
    margins_are_tuned();
    static_values_come_from_the_table();
    bad_input();
    return test_result();
}
