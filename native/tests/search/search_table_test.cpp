// The transposition table: what is stored comes back, what is replaced is what should be, and entries that threads
// write over each other are never mixed up; proofs stay.

#include <stdexcept>
#include <thread>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/table.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

void extremes_survive() {
    TranspositionTable table(1);
    CHECK(table.use() == 0);
    const TableEntry entries[] = {{2147483647, 32'001, TranspositionTable::deepest, Bound::exact, 32'767},
                                  {0, 0, 0, Bound::none},
                                  {-1, -32'001, 1, Bound::lower, -32'767},
                                  {17, -1, 300, Bound::upper, 0}};
    std::uint64_t key = 0;
    for (const TableEntry& entry : entries) table.store(key++, entry);
    key = 0;
    for (const TableEntry& entry : entries) {
        TableEntry found;
        CHECK(table.probe(key++, found));
        CHECK(found.action == entry.action && found.score == entry.score);
        CHECK(found.depth == entry.depth && found.bound == entry.bound);
        CHECK(found.static_value == entry.static_value);
    }
    TableEntry untouched{5, 6, 7, Bound::lower};
    CHECK(!table.probe(key, untouched) && untouched.action == 5);
    table.store(0, {-1, 3, 9'999, Bound::lower});
    CHECK(table.probe(0, untouched) && untouched.action == 2147483647 && untouched.score == 3);
    CHECK(untouched.depth == TranspositionTable::deepest);
    table.clear();
    CHECK(!table.probe(0, untouched));
}

/// One cluster: four entries, so that the fifth shows what is replaced.
void the_least_useful_is_replaced() {
    TranspositionTable table(1e-9);
    CHECK(table.capacity() == 4 && table.bytes() == 64);
    TableEntry found;
    for (int i = 0; i < 4; ++i) table.store(static_cast<std::uint64_t>(i), {i, 0, 10 - i, Bound::exact});
    CHECK(table.use() == 1);
    table.store(9, {9, 0, 1, Bound::exact});
    CHECK(!table.probe(3, found) && table.probe(0, found) && table.probe(9, found));
    for (int search = 0; search < 2; ++search) table.new_search();
    table.store(9, {9, 0, 1, Bound::exact});  // young, therefore kept; of the old ones the shallowest goes
    table.store(10, {9, 0, 1, Bound::exact});
    CHECK(!table.probe(2, found) && table.probe(1, found) && table.probe(9, found) && table.probe(10, found));
    for (int search = 0; search < 1'000; ++search) table.new_search();
    CHECK(table.probe(0, found) && found.depth == 10);

    TranspositionTable always(1e-9, true);
    always.store(3, {1, 0, 500, Bound::exact});
    always.store(7, {2, 0, 0, Bound::exact});
    CHECK(!always.probe(3, found) && always.probe(7, found));
}

/// What a finished tree says of a position is not replaced by what an unfinished one says.
void proven_values_stay() {
    constexpr int proven = TranspositionTable::deepest;
    const TableEntry proofs[] = {{1, 0, proven, Bound::exact},
                                 {1, win_score - 3, proven, Bound::lower},
                                 {1, 4 - win_score, proven, Bound::upper}};
    for (const TableEntry& proof : proofs) {
        TranspositionTable table(1e-9);
        TableEntry found;
        table.store(7, proof);
        table.store(7, {2, 50, 200, Bound::exact});
        CHECK(table.probe(7, found) && found.action == 1 && found.score == proof.score && found.depth == proven);
        table.store(7, {3, win_score - 1, proven, Bound::exact});
        CHECK(table.probe(7, found) && found.action == 3 && found.score == win_score - 1);
    }
    // A bound that leaves the outcome open is no proof.
    TranspositionTable table(1e-9);
    TableEntry found;
    table.store(7, {1, 0, proven, Bound::lower});
    table.store(7, {2, 50, 3, Bound::exact});
    CHECK(table.probe(7, found) && found.action == 2 && found.depth == 3);
}

/// Every writer's entries for a key are recognised by the action, so a mixed entry would show.
void threads_share_it() {
    TranspositionTable table(0.001);
    std::vector<std::thread> threads;
    std::vector<int> wrong(2, 0);
    for (int writer = 0; writer < 2; ++writer) {
        threads.emplace_back([&table, &wrong, writer] {
            for (int i = 0; i < 40'000; ++i) {
                const auto key = static_cast<std::uint64_t>(i % 200);
                const int number = static_cast<int>(key) * 2 + writer;
                table.store(key, {number, number, number % 512, Bound::exact, static_cast<int>(key)});
                TableEntry found;
                if (!table.probe(static_cast<std::uint64_t>((i * 7) % 200), found)) continue;
                const bool whole = found.action / 2 == (i * 7) % 200 && found.score == found.action &&
                                   found.depth == found.action % 512 && found.static_value == (i * 7) % 200;
                wrong[static_cast<std::size_t>(writer)] += !whole;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong[0] + wrong[1] == 0);
}

}  // namespace

int main() {
    extremes_survive();
    the_least_useful_is_replaced();
    proven_values_stay();
    threads_share_it();
    for (double bad : {0.0, -1.0, 2e6}) {
        CHECK(throws_with<std::invalid_argument>([bad] { TranspositionTable table(bad); }, "table size"));
    }
    return test_result();
}
