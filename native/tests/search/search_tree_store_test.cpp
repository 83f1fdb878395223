// The memory of search trees under the sanitizers: its bound, growing, outgrown blocks, packing, threads, what is kept.

#include <algorithm>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/trees/tree.hpp"
#include "boardai/search/trees/tree_store.hpp"
#include "native/tests/support/check.hpp"

namespace {

using namespace boardai;
using Place = TreeStore::Place;
constexpr Place nowhere = TreeStore::nowhere;

struct Block {
    Place place;
    std::size_t words;
    std::uint64_t first;  ///< its words are this and the following numbers
};

void write(const TreeStore& store, const Block& block) {
    auto* words = store.at<std::uint64_t>(block.place);
    std::iota(words, words + block.words, block.first);
}

bool holds(const TreeStore& store, const Block& block) {
    const auto* words = store.at<std::uint64_t>(block.place);
    for (std::size_t i = 0; i < block.words; ++i) {
        if (words[i] != block.first + i) return false;
    }
    return true;
}

/// Blocks of random sizes until the store is full.
std::vector<Block> fill(TreeStore& store, Rng& rng, std::size_t largest) {
    std::vector<Block> blocks;
    for (std::uint64_t i = 0;; ++i) {
        const std::size_t words = 1 + rng.below(static_cast<std::uint32_t>(largest));
        const Place place = store.allocate(words);
        if (place == nowhere) return blocks;
        blocks.push_back({place, words, i << 32});
        write(store, blocks.back());
    }
}

void a_full_store_answers_with_no_block() {
    for (const auto users : {TreeStore::Users::one_thread, TreeStore::Users::several_threads}) {
        Rng rng(1);
        TreeStore store(100'000, users);
        const std::vector<Block> blocks = fill(store, rng, 9);
        CHECK(blocks.size() > 2000 && store.used_bytes() <= 100'000 && store.capacity_bytes() <= 100'000);
        CHECK(store.used_bytes() > 100'000 - 9 * TreeStore::word - TreeStore::word);
        for (const Block& block : blocks) CHECK(block.place != nowhere && holds(store, block));
        CHECK(store.allocate(12'000) == nowhere);
        store.clear();
        CHECK(store.used_bytes() == 0 && store.capacity_bytes() > 99'000);
        CHECK(store.allocate(12'000) != nowhere);
    }
    TreeStore nothing;
    CHECK(nothing.allocate(1) == nowhere && nothing.used_bytes() == 0);
    nothing.begin_packing();
    nothing.plan();
    nothing.pack();
    CHECK(nothing.used_bytes() == 0);
}

void packing_keeps_what_is_marked() {
    Rng rng(2);
    TreeStore store(300'000);
    std::vector<Block> blocks = fill(store, rng, 200);  // many reach over groups of 64 words
    for (int round = 0; round < 6; ++round) {
        std::vector<Block> kept, dead;
        for (const Block& block : blocks) (rng.below(10) < 7 ? kept : dead).push_back(block);
        store.begin_packing();
        for (auto block = kept.rbegin(); block != kept.rend(); ++block) {  // in any order
            CHECK(store.mark(block->place, block->words));
            CHECK(!store.mark(block->place, block->words));
        }
        store.plan();
        CHECK(store.planned(nowhere) == nowhere);
        for (const Block& block : dead) CHECK(store.planned(block.place) == nowhere);
        std::size_t words = 0;
        for (Block& block : kept) {
            block.place = store.planned(block.place);
            words += block.words;
        }
        store.pack();
        CHECK(store.used_bytes() == words * TreeStore::word);
        for (const Block& block : kept) CHECK(holds(store, block));
        blocks = kept;
        const Place next = store.allocate(5);
        CHECK(next != nowhere);
        blocks.push_back({next, 5, 12345});
        write(store, blocks.back());
    }
    // Packing that was left off leaves no trace.
    store.begin_packing();
    store.mark(blocks[0].place, blocks[0].words);
    store.begin_packing();
    store.mark(blocks[1].place, blocks[1].words);
    store.plan();
    CHECK(store.planned(blocks[0].place) == nowhere && store.planned(blocks[1].place) == 1);
}

void outgrown_blocks_are_used_again() {
    TreeStore store(10'000);
    const Place small = store.allocate(4), large = store.allocate(8), other = store.allocate(4);
    CHECK(store.take_outgrown(2) == nowhere);
    store.give_outgrown(2, small);
    store.give_outgrown(3, large);
    store.give_outgrown(2, other);
    CHECK(store.take_outgrown(2) == other && store.take_outgrown(2) == small && store.take_outgrown(2) == nowhere);
    CHECK(store.take_outgrown(3) == large);
    store.give_outgrown(3, large);
    store.clear();
    CHECK(store.take_outgrown(3) == nowhere);
}

void words_set_aside_are_there() {
    TreeStore store(8 * 101);  // the first word is nowhere
    CHECK(store.has_room(100) && !store.has_room(101));
    store.keep(30);
    CHECK(store.has_room(70) && !store.has_room(71));
    CHECK(store.allocate(71) == nowhere && store.allocate(70) != nowhere && store.allocate(1) == nowhere);
    store.keep(-30);
    CHECK(store.allocate(30) != nowhere && !store.has_room(1));
}

void many_small_trees_take_what_they_use() {
    std::vector<TreeStore> stores;
    for (int i = 0; i < 1024; ++i) stores.emplace_back(std::size_t{1} << 30);
    std::size_t taken = 0;
    for (TreeStore& store : stores) {
        const Block block{store.allocate(100), 100, 7};
        write(store, block);
        taken += store.capacity_bytes();
    }
    CHECK(taken <= std::size_t{1024} * 32 * 1024);
    // Growing keeps what is there.
    TreeStore& store = stores[0];
    const Block block{store.allocate(50), 50, 99};
    write(store, block);
    CHECK(store.allocate(1'000'000) != nowhere && holds(store, block));
}

void threads_get_blocks_of_their_own() {
    TreeStore store(1 << 20, TreeStore::Users::several_threads);
    std::vector<std::vector<Block>> blocks(4);
    std::vector<std::ptrdiff_t> given(blocks.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t number = 0; number < blocks.size(); ++number) {
            threads.emplace_back([&, number] {
                Rng rng(number);
                blocks[number] = fill(store, rng, 20);
                given[number] = static_cast<std::ptrdiff_t>(std::min<std::size_t>(50, blocks[number].size()));
                for (auto i = given[number]; i-- > 0;) {
                    store.give_outgrown(1, blocks[number][static_cast<std::size_t>(i)].place);
                }
                for (auto i = given[number]; i-- > 0;) CHECK(store.take_outgrown(1) != nowhere);
            });
        }
    }
    std::vector<Block> all;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        all.insert(all.end(), blocks[i].begin() + given[i], blocks[i].end());
    }
    for (const Block& block : all) CHECK(holds(store, block));
    CHECK(store.used_bytes() > (1 << 20) - 200);
}

/// A line of positions with one action each. All have notes.
class Line : public Tree {
  public:
    explicit Line(int plies) : Tree({1 << 16}) {
        root_ = add();
        for (Place last = root_; plies > 0; --plies) {
            make_slot(last);
            const Place next = add();
            open_slot(at(last), next, Proof::unknown);
            last = next;
        }
    }
    int plies() const {
        int count = 0;
        for (Place place = root_; at(place).slot_count > 0; ++count) place = slots_of(at(place)).node[0];
        return count;
    }
    Place last() const {
        Place place = root_;
        while (at(place).slot_count > 0) place = slots_of(at(place)).node[0];
        return place;
    }
    void advance(const Moved& moved) { keep(below_root(action), moved); }

  private:
    static constexpr Action action = 7;
    Place add() {
        const Place place = new_node(0, 1, false);
        actions_of(at(place))[0] = action;
        mark_noted(place);
        return place;
    }
};

void a_tree_stays_as_it_was_where_its_notes_find_no_room() {
    Line line(5);
    const std::size_t bytes = line.used_bytes();
    int calls = 0;
    const auto without_room = [&](Place, Place) {
        if (++calls == 3) throw std::bad_alloc();
    };
    CHECK(throws_with<std::bad_alloc>([&] { line.advance(without_room); }, "bad_alloc"));
    CHECK(line.plies() == 5 && line.used_bytes() == bytes);
    Place moved_to = nowhere;
    line.advance([&](Place, Place now) { moved_to = now; });
    CHECK(line.plies() == 4 && line.used_bytes() < bytes && line.last() == moved_to);
}

}  // namespace

int main() {
    a_full_store_answers_with_no_block();
    packing_keeps_what_is_marked();
    outgrown_blocks_are_used_again();
    words_set_aside_are_there();
    many_small_trees_take_what_they_use();
    threads_get_blocks_of_their_own();
    a_tree_stays_as_it_was_where_its_notes_find_no_room();
    return test_result();
}
