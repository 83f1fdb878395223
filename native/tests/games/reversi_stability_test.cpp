// Stable discs on small boards of many shapes, against every game that can still be played there: what is called stable
// is never flipped. Prints what share of the discs that are in fact never flipped is missed.

#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

#include "boardai/core/action.hpp"
#include "games/reversi/board/stability-inl.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;
using namespace boardai::reversi;

namespace {

using S = State<1>;

/// Discs that some continuation flips, by position.
class Flippable {
  public:
    const Bits<1>& of(const S& state) {
        const auto known = found_.find(state.hash());
        if (known != found_.end()) return known->second;
        const Bits<1> discs = state.own_discs() | state.opponent_discs();
        Bits<1> flipped_ones;
        ActionList actions;
        state.legal_actions(actions);
        for (Action action : actions) {
            S child = state;
            child.apply(action);
            if (action != state.board().pass_action()) {
                flipped_ones = flipped_ones |
                               flipped(state.board().cell_of_action(action), state.own_discs(), state.opponent_discs());
            }
            flipped_ones = flipped_ones | (of(child) & discs);
        }
        return found_[state.hash()] = flipped_ones;
    }
    std::size_t positions() const { return found_.size(); }

  private:
    std::unordered_map<std::uint64_t, Bits<1>> found_;
};

struct Counts {
    long truly = 0;
    long found = 0;
};

void walk(const S& state, Flippable& flippable, std::unordered_map<std::uint64_t, bool>& seen, Counts& counts) {
    if (!seen.emplace(state.hash(), true).second) return;
    const Bits<1> discs = state.own_discs() | state.opponent_discs();
    const Bits<1> truly = discs & ~flippable.of(state);
    const StableDiscs<1> found = all_stable_discs(state);
    CHECK(!((found.own | found.opponent) & ~truly).any());
    CHECK(!(found.own & ~state.own_discs()).any() && !(found.opponent & ~state.opponent_discs()).any());
    // What corners alone make stable is part of it.
    const Regions& regions = state.board().regions();
    for (const Bits<1>& own : {state.own_discs(), state.opponent_discs()}) {
        Bits<1> safe[4];
        for (std::size_t axis = 0; axis < 4; ++axis) safe[axis] = on_words<1>(regions.safe[axis]);
        CHECK(!(stable_among(own, safe) & ~(found.own | found.opponent)).any());
    }
    counts.truly += truly.count();
    counts.found += (found.own | found.opponent).count();
    ActionList actions;
    state.legal_actions(actions);
    for (Action action : actions) {
        S child = state;
        child.apply(action);
        walk(child, flippable, seen, counts);
    }
}

void every_position(const std::string& name, const std::string& grid) {
    const S start(Board::from_text("name: " + name + "\nto move: dark\n\n" + grid));
    Flippable flippable;
    std::unordered_map<std::uint64_t, bool> seen;
    Counts counts;
    walk(start, flippable, seen, counts);
    CHECK(counts.truly > 0 && counts.found > 0);
    std::printf("%-10s %8zu positions, %.1f %% of the discs that are never flipped again are missed\n", name.c_str(),
                flippable.positions(),
                100.0 * static_cast<double>(counts.truly - counts.found) / static_cast<double>(counts.truly));
}

/// Lines and axes by hand.
void by_hand() {
    const Board& board = Board::from_text("name: row\nto move: dark\n\n--OX-\n--XO-\n-----\n");
    // The top row is full, so its discs are safe along it; all other axes end above it.
    const S full = S(board).from_string("XOXOXOOO----XX- X");
    const StableDiscs<1> stable = all_stable_discs(full);
    CHECK((stable.own | stable.opponent).word[0] == 0b11111);
    const S open = S(board).from_string("-OXO-OOO----XX- X");
    CHECK(!(all_stable_discs(open).own | all_stable_discs(open).opponent).any());
}

}  // namespace

int main() {
    by_hand();
    every_position("4x4", "----\n-OX-\n-XO-\n----\n");
    every_position("5x3", "-----\n-OX--\n-XO--\n");
    every_position("hole", "----\n-OX-\n-XO-\n-#--\n");
    every_position("cross", "#--#\n-OX-\n-XO-\n#--#\n");
    every_position("parts", "---#---\n-OX#OX-\n-XO#XO-\n");
    every_position("slant", "---#\n-OX-\n-XO-\n#---\n");
    return test_result();
}
