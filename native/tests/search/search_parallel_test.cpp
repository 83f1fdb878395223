// Principal variation search by several threads on small games: the value of one thread by root split and parallel
// aspiration, whatever the window and where players move several times in a row; searches ended by exceptions.

#include <stdexcept>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/pvs/pvs-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/random_tree.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using Tree = randomtree::State;
using TicTacToe = tictactoe::State;

PvsOptions sound(int threads, PvsParallel parallel, int width) {
    PvsOptions options;
    options.null_move = options.late_move_reductions = options.late_move_pruning = options.quiescence = false;
    options.repetition_draws = options.check_extension = false;
    options.same_depth = true;
    options.threads = threads;
    options.parallel = parallel;
    options.aspiration = width;
    options.table_megabytes = 0.1;
    return options;
}

template <class S>
int value_of(const S& state, const PvsOptions& options, int depth) {
    Pvs<S> search(options, "hash", 0);
    SearchLimits limits;
    limits.depth = depth;
    search.run(state, limits);
    const SearchReport& found = *search.report();
    ActionList actions;
    state.legal_actions(actions);
    CHECK(actions.contains(found.action));
    return static_cast<int>(*found.value);
}

template <class S>
void compare(const S& state) {
    for (int depth : {1, 4, 6}) {
        const int expected = value_of(state, sound(1, PvsParallel::lazy, 25), depth);
        for (PvsParallel parallel : {PvsParallel::root, PvsParallel::aspiration}) {
            for (int width : {0, 1, 10}) {
                CHECK(value_of(state, sound(3, parallel, width), depth) == expected);
            }
        }
        value_of(state, sound(3, PvsParallel::lazy, 25), depth);
    }
}

void test_values() {
    for (std::uint64_t seed = 0; seed < 25; ++seed) compare(Tree(seed));
    TicTacToe state;
    for (Action action : {4, 0, 8}) {
        compare(state);
        state.apply(action);
    }
}

/// However early a thread finds no nodes left, the search comes to its end with a move, and the limit is kept.
void test_node_limits() {
    constexpr int threads = 3;
    for (PvsParallel parallel : {PvsParallel::lazy, PvsParallel::root, PvsParallel::aspiration}) {
        for (int nodes = 1; nodes < 400; nodes += nodes < 40 ? 1 : 17) {
            Pvs<TicTacToe> search(sound(threads, parallel, 1), "hash", 0);
            search.run(TicTacToe(), {.nodes = nodes});
            CHECK(is_legal_action(TicTacToe(), search.report()->action));
            CHECK(search.report()->nodes <= nodes + threads);
        }
    }
}

/// The calling thread's exception comes out, the others have ended, and the search continues working.
void test_exceptions() {
    for (PvsParallel parallel : {PvsParallel::lazy, PvsParallel::root, PvsParallel::aspiration}) {
        int calls = 0;
        Pvs<TicTacToe> search(sound(3, parallel, 10), "hash", 0);
        ProgressHook hook;
        hook.data = &calls;
        hook.call = [](void* data) {
            ++*static_cast<int*>(data);
            throw std::runtime_error("enough");
        };
        SearchLimits limits;
        limits.depth = 9;
        search.set_progress(hook);
        for (int i = 0; i < 40 && calls == 0; ++i) {
            search.forget();
            try {
                search.run(TicTacToe(), limits);
            } catch (const std::runtime_error&) {
            }
        }
        search.set_progress({});
        search.run(TicTacToe(), limits);
        CHECK(search.report()->value == 0);
    }
    PvsOptions options = sound(2, PvsParallel::root, 10);
    CHECK(throws_with<std::invalid_argument>([&] { Pvs<Tree>(options, "", 10); }, "parallel = lazy"));
}

}  // namespace

int main() {
    test_values();
    test_node_limits();
    test_exceptions();
    return test_result();
}
