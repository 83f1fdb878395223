// The controls of several threads: one limit of nodes, kept for any speed of the threads; one clock; which stops
// concern one thread and which all.

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "boardai/search/control.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

std::vector<std::unique_ptr<SearchControl>> joined_to(SearchControl& main, int others) {
    std::vector<std::unique_ptr<SearchControl>> controls;
    for (int i = 0; i < others; ++i) {
        controls.push_back(std::make_unique<SearchControl>());
        controls.back()->join(main);
    }
    return controls;
}

void count_to_the_end(SearchControl& control, std::int64_t several) {
    while (several == 1 ? !control.count_node() : !control.count_node(several)) {
    }
}

/// By threads that all count until they find nothing left.
std::int64_t counted_together(std::int64_t nodes, int threads) {
    SearchControl main;
    main.start({.nodes = nodes}, threads);
    const auto others = joined_to(main, threads - 1);
    {
        std::vector<std::jthread> running;
        for (const auto& other : others) running.emplace_back([&other] { count_to_the_end(*other, 1); });
        count_to_the_end(main, 1);
    }
    std::int64_t counted = main.counted();
    for (const auto& other : others) {
        counted += other->counted();
        CHECK(other->stopped());
    }
    return counted;
}

void limits_are_kept_together() {
    for (const int threads : {2, 3, 8}) {
        CHECK(counted_together(1, threads) == threads);  // each counts one before it stops
        for (int again = 0; again < 30; ++again) CHECK(counted_together(50, threads) == 50);
        for (const std::int64_t nodes : {10'000, 300'000}) CHECK(counted_together(nodes, threads) == nodes);
    }
}

/// A thread that works alone has what the others do not hold, which stays theirs; one thread keeps the limit exactly.
void one_may_use_it_up() {
    SearchControl main;
    main.start({.nodes = 1'000'000}, 4);  // in portions of 976
    const auto others = joined_to(main, 3);
    CHECK(!main.count_node());
    count_to_the_end(*others[1], 1);
    CHECK(others[1]->counted() == 1'000'000 - 3 * 976 && others[1]->ran_out());
    CHECK(!main.stopped() && !others[0]->stopped() && !others[2]->stopped());
    count_to_the_end(main, 1);
    CHECK(main.counted() == 976 && main.ran_out() && !others[0]->stopped());
    CHECK(!others[0]->count_node() && others[0]->nodes_left() == 975);
    main.stop();  // also of those that have some left
    CHECK(others[0]->stopped() && !others[0]->ran_out() && !main.ran_out());
    main.start({.nodes = 1'000});
    count_to_the_end(main, 1);
    CHECK(main.counted() == 1'000);
    main.start({.nodes = 1'000});
    count_to_the_end(main, 7);
    CHECK(main.counted() == 1'001);
}

/// What is not visited comes back, and who only looks takes nothing.
void leaving_and_looking() {
    SearchControl main;
    main.start({.nodes = 100'000}, 2);
    SearchControl other;
    for (int launch = 0; launch < 5'000; ++launch) {
        other.join(main);
        CHECK(!other.count_node() && !other.check_now());
        other.leave();
    }
    count_to_the_end(main, 1);
    CHECK(main.counted() == 95'000);
    main.start({.nodes = 10});
    other.join(main);  // of a search whose other threads do not count
    CHECK(!other.check_now() && !other.poll() && !main.stopped());
}

void stops() {
    SearchControl main, other;
    main.start({}, 2);
    other.join(main);
    other.stop();
    CHECK(other.stopped() && !main.stopped());
    other.join(main);
    CHECK(!other.stopped());
    main.stop();
    CHECK(other.stopped());
    main.start({.seconds = 1e-9}, 2);
    other.join(main);
    CHECK(other.check_now() && main.stopped());  // its time is over for all
}

void a_stop_check_ends() {
    SearchControl control;
    control.start({});
    StopCheck stop_check(&control), endless;
    for (int i = 0; i < 100'000; ++i) CHECK(!stop_check.ends(1) && !endless.ends(1));
    control.stop();
    int steps = 0;
    while (!stop_check.ends(1)) ++steps;
    CHECK(steps < 5'000);
    CHECK(StopCheck(&control).ends(0) && !endless.ends(1'000'000));
}

}  // namespace

int main() {
    limits_are_kept_together();
    one_may_use_it_up();
    leaving_and_looking();
    stops();
    a_stop_check_ends();
    return test_result();
}
