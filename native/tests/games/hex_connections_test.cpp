// Virtual connections of Hex: each holds against every reply, and playing on finds what a fresh search finds.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "boardai/core/rng.hpp"
#include "games/hex/connections/connections.hpp"
#include "games/hex/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/hex_exhaustive.hpp"

using namespace boardai;
using namespace boardai::hex;

namespace {

/// Whether a colour can join two points within the carrier, everything outside being the opponent's: every move tried.
/// Sets of empty cells are masks of at most 64 of them.
template <int Words>
class PlayedOut {
  public:
    PlayedOut(const State<Words>& state, int colour, int x, int y)
        : board_(geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
          first_(colour == black ? board_.top : board_.left),
          second_(colour == black ? board_.bottom : board_.right),
          x_(x),
          y_(y),
          stones_(state.stones(colour)) {
        for (int point : {x, y}) {
            if (point < board_.cells) stones_.set(point);
        }
        (board_.board - state.stones(black) - state.stones(white)).for_each([&](int cell) { empty_.push_back(cell); });
        CHECK(empty_.size() <= 64);
    }

    bool holds(const Connection<Words>& connection) {
        std::uint64_t own = 0, left = 0;
        for (std::size_t i = 0; i < empty_.size(); ++i) {
            if (connection.carrier.test(empty_[i])) (empty_[i] == connection.key ? own : left) |= std::uint64_t{1} << i;
        }
        CHECK(connection.key < 0 || own != 0);
        return wins(own, left, false);
    }

  private:
    bool wins(std::uint64_t own, std::uint64_t left, bool own_turn) {
        if (joined(own)) return true;
        if (!joined(own | left)) return false;
        auto& known = known_[own_turn];
        if (const auto place = known.find({own, left}); place != known.end()) return place->second;
        bool result = !own_turn;
        for (std::uint64_t rest = left; rest && result != own_turn; rest &= rest - 1) {
            const std::uint64_t cell = rest & -rest;
            result = own_turn ? wins(own | cell, left & ~cell, false) : wins(own, left & ~cell, true);
        }
        return known[{own, left}] = result;
    }

    /// A plain walk, the edges being points of their own.
    bool joined(std::uint64_t mask) const {
        Bits<Words> own = stones_;
        for (std::size_t i = 0; i < empty_.size(); ++i) {
            if (mask >> i & 1) own.set(empty_[i]);
        }
        std::vector<int> pending{x_};
        std::vector<bool> seen(static_cast<std::size_t>(board_.cells) + 2);
        const auto visit = [&](int point) {
            if (!seen[static_cast<std::size_t>(point)]) pending.push_back(point);
            seen[static_cast<std::size_t>(point)] = true;
        };
        while (!pending.empty()) {
            const int point = pending.back();
            pending.pop_back();
            if (point == y_) return true;
            if (point >= board_.cells) {
                ((point == board_.cells ? first_ : second_) & own).for_each(visit);
                continue;
            }
            (board_.neighbours(Bits<Words>::of(point)) & own).for_each(visit);
            if (first_.test(point)) visit(board_.cells);
            if (second_.test(point)) visit(board_.cells + 1);
        }
        return false;
    }

    const Geometry<Words>& board_;
    const Bits<Words>&first_, &second_;
    int x_, y_;
    Bits<Words> stones_;
    std::vector<int> empty_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, bool> known_[2];
};

template <int Words, class Visit>
void for_each_pair(const Connections<Words>& connections, Visit visit) {
    for (int x = 1; x <= connections.goal(); ++x) {
        for (int y = 0; y < x; ++y) visit(x, y);
    }
}

/// Some of the connections, played out; one in `share` of them, with carriers of up to this many cells.
template <int Words>
void each_holds(const State<Words>& state, const Connections<Words>& connections, std::uint32_t share, Rng& rng,
                int largest = 10) {
    const Bits<Words> stones = state.stones(black) | state.stones(white);
    for_each_pair(connections, [&](int x, int y) {
        if (connections.between(x, y, true).empty() && connections.between(x, y, false).empty()) return;
        PlayedOut<Words> exhaustive(state, connections.colour(), x, y);
        for (bool full : {true, false}) {
            for (const Connection<Words>& one : connections.between(x, y, full)) {
                if (one.carrier.count() > largest || rng.below(share) != 0) continue;
                CHECK(full == (one.key < 0));
                CHECK(!(one.carrier & stones).any());
                CHECK((x >= connections.start() || !one.carrier.test(x)) &&
                      (y >= connections.start() || !one.carrier.test(y)));
                CHECK(exhaustive.holds(one));
            }
        }
    });
}

using Carriers = std::map<std::pair<int, int>, std::pair<std::set<std::uint64_t>, std::set<std::uint64_t>>>;

Carriers carriers(const Connections<1>& connections) {
    Carriers found;
    for_each_pair(connections, [&](int x, int y) {
        for (bool full : {true, false}) {
            for (const Connection<1>& one : connections.between(x, y, full)) {
                auto& [fulls, semis] = found[{x, y}];
                (full ? fulls : semis).insert(one.carrier.word[0]);
            }
        }
    });
    return found;
}

/// No more than the bounds allow, none contains another one, the smallest first.
template <int Words>
void lists_are_in_order(const Connections<Words>& connections, const ConnectionLimits& limits) {
    for_each_pair(connections, [&](int x, int y) {
        for (bool full : {true, false}) {
            const std::vector<Connection<Words>> found = connections.between(x, y, full);
            CHECK(found.size() <= static_cast<std::size_t>(full ? limits.full : limits.semi));
            for (std::size_t i = 0; i < found.size(); ++i) {
                CHECK(i == 0 || found[i - 1].carrier.count() <= found[i].carrier.count());
                for (std::size_t j = 0; j < i; ++j) CHECK((found[j].carrier - found[i].carrier).any());
            }
        }
    });
}

/// Several stones at once are as good as one after the other.
void several_at_once(const State<1>& state, int colour, const ConnectionLimits& limits, Rng& rng) {
    Bits<1> cells;
    ActionList moves;
    state.legal_actions(moves);
    for (int i = 0; i < 4; ++i) cells.set(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    const Connections<1> before(state, colour, limits);
    for (int owner : {1 - colour, colour}) {
        Connections<1> one = before, other = before;
        one.play(owner, cells);
        cells.for_each([&](int cell) { other.play(owner, cell); });
        CHECK(carriers(one) == carriers(other));
        CHECK(one.joined() == other.joined());
        lists_are_in_order(one, limits);
    }
}

/// Who wins with the colour to move, every move tried.
template <int Words>
bool mover_wins(State<Words>& state, std::map<std::uint64_t, bool>& known) {
    if (state.is_terminal()) return state.outcome(state.current_player()) > 0;
    const auto [place, is_new] = known.try_emplace(state.hash(), false);
    if (!is_new) return place->second;
    ActionList moves;
    state.legal_actions(moves);
    bool wins = false;
    for (Action move : moves) {
        if (wins) break;
        const auto record = state.apply_undoable(move);
        wins = !mover_wins(state, known);
        state.undo(move, record);
    }
    return known[state.hash()] = wins;
}

/// Claims about the whole game: a win is one, and a move outside the must-play region loses.
template <int Words>
void verdicts_hold(State<Words> state, const Connections<Words> (&connections)[2],
                   std::map<std::uint64_t, bool>& known) {
    const int mover = state.colour_to_move();
    const bool wins = mover_wins(state, known);
    CHECK(wins || !connections[mover].wins_first());
    CHECK(!wins || !connections[1 - mover].wins_second());
    const Bits<Words> must = connections[1 - mover].must_play();
    ActionList moves;
    state.legal_actions(moves);
    for (Action move : moves) {
        if (must.test(move)) continue;
        const auto record = state.apply_undoable(move);
        CHECK(mover_wins(state, known));
        state.undo(move, record);
    }
}

/// Random games: everything found is played out, afresh and as the stones fall.
void games(int rows, int columns, int count, const ConnectionLimits& limits, std::uint32_t share, Rng& rng) {
    for (int number = 0; number < count; ++number) {
        State<1> state(rows, columns);
        std::map<std::uint64_t, bool> known;
        Connections<1> kept[2] = {Connections<1>(state, black, limits), Connections<1>(state, white, limits)};
        while (!state.is_terminal()) {
            const Connections<1> fresh[2] = {Connections<1>(state, black, limits),
                                             Connections<1>(state, white, limits)};
            for (int colour : {black, white}) {
                each_holds(state, fresh[colour], share, rng);
                each_holds(state, kept[colour], share, rng);
                lists_are_in_order(fresh[colour], limits);
                lists_are_in_order(kept[colour], limits);
                several_at_once(state, colour, limits, rng);
                // With the edges between and without bounds there is one answer.
                if (limits.edges && limits.full > 1000) CHECK(carriers(fresh[colour]) == carriers(kept[colour]));
            }
            if (rows * columns - state.stones_played() <= 11) {
                verdicts_hold(state, fresh, known);
                verdicts_hold(state, kept, known);
            }
            ActionList moves;
            state.legal_actions(moves);
            const Action move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
            for (Connections<1>& one : kept) one.play(state.colour_to_move(), move);
            state.apply(move);
        }
        for (const Connections<1>& one : kept) {
            CHECK(one.joined() == (state.outcome(state.colour_of(0) == one.colour() ? 0 : 1) > 0));
        }
        // Also when all is over, every own stone belongs to a point.
        for (int colour : {black, white}) {
            const Connections<1> over(state, colour, limits);
            state.stones(colour).for_each([&](int cell) { CHECK(over.point_of(cell) >= 0); });
        }
    }
}

/// By hand: the bridge, and the third row's template.
void known_ones() {
    const State<1> start(5, 5);
    const Connections<1> connections(start, black);
    // b4 is a bridge away from the bottom: its carrier is a5 and b5.
    const auto bridge = connections.between(16, connections.goal(), true);
    CHECK(!bridge.empty() && bridge[0].carrier == (Bits<1>::of(20) | Bits<1>::of(21)));
    // b2 and c3 are a bridge: its carrier is c2 and b3.
    const auto between = connections.between(12, 6, true);
    CHECK(!between.empty() && between[0].carrier == (Bits<1>::of(7) | Bits<1>::of(11)));
    // b2 and c2 are neighbours.
    const auto neighbours = connections.between(7, 6, true);
    CHECK(neighbours.size() == 1 && !neighbours[0].carrier.any());
    // A stone in the middle has won 3x3.
    State<1> small(3, 3);
    small.apply(4);
    CHECK(Connections<1>(small, black).wins_second());
    CHECK(!Connections<1>(small, white).wins_first());
    CHECK(!Connections<1>(small, black).must_play().any());
}

/// Every connection of both colours that is found in a position, and what they say of the game where few cells are
/// left.
template <int Words>
void position_holds(const State<Words>& state, const ConnectionLimits& limits, std::uint32_t share, int largest,
                    Rng& rng) {
    const Connections<Words> found[2] = {Connections<Words>(state, black, limits),
                                         Connections<Words>(state, white, limits)};
    for (const Connections<Words>& one : found) each_holds(state, one, share, rng, largest);
    std::map<std::uint64_t, bool> known;
    if (state.rows() * state.columns() - state.stones_played() <= 13) verdicts_hold(state, found, known);
}

/// Every position of up to this many stones, each set of stones once.
void all_positions(const State<1>& state, int stones, std::uint32_t share, int from[2], Rng& rng) {
    position_holds(state, {}, share, 12, rng);
    if (stones == 0) return;
    const int colour = state.colour_to_move();
    for (int cell = from[colour]; cell < state.rows() * state.columns(); ++cell) {
        if (!state.is_legal(cell)) continue;
        State<1> next = state;
        next.apply(cell);
        int later[2] = {from[0], from[1]};
        later[colour] = cell + 1;
        if (!next.is_terminal()) all_positions(next, stones - 1, share, later, rng);
    }
}

/// A board of any size without a winner, full of stones but for a window of 3x4 cells.
template <int Words>
State<Words> window(int rows, int columns, Rng& rng) {
    for (;;) {
        State<Words> state(rows, columns);
        const int top = static_cast<int>(rng.below(static_cast<std::uint32_t>(rows - 2)));
        const int left = static_cast<int>(rng.below(static_cast<std::uint32_t>(columns - 3)));
        std::vector<int> cells;
        for (int cell = 0; cell < rows * columns; ++cell) {
            const int row = cell / columns - top, column = cell % columns - left;
            if (row < 0 || row >= 3 || column < 0 || column >= 4) cells.push_back(cell);
        }
        for (std::size_t i = 0; i < cells.size() && !state.is_terminal(); ++i) {
            std::swap(cells[i], cells[i + rng.below(static_cast<std::uint32_t>(cells.size() - i))]);
            state.apply(cells[i]);
        }
        if (!state.is_terminal()) return state;
    }
}

template <int Words>
void windows(int rows, int columns, int count, std::uint32_t share, Rng& rng) {
    for (int i = 0; i < count; ++i) position_holds(window<Words>(rows, columns, rng), {}, share, 12, rng);
}

/// A colour's connections on a board are the other's on the transposed board; turned round they are its own.
template <int Words>
void alike(int rows, int columns, int pairs, const ConnectionLimits& limits, Rng& rng) {
    const auto mirrored = [&](int cell) { return cell % columns * rows + cell / columns; };
    const auto round = [&](int cell) { return rows * columns - 1 - cell; };
    // As many stones of both colours, redrawn while a player has already won, on no board: black's first becomes
    // white's.
    std::vector<int> cells(static_cast<std::size_t>(rows * columns));
    const auto played = [&](const auto& place, bool other_way) {
        State<Words> state = other_way ? State<Words>(columns, rows) : State<Words>(rows, columns);
        for (int i = 0; i < 2 * pairs && !state.is_terminal(); ++i) {
            state.apply(place(cells[static_cast<std::size_t>(other_way ? i ^ 1 : i)]));
        }
        return state;
    };
    const auto itself = [](int cell) { return cell; };
    State<Words> state(rows, columns), other(columns, rows), turned(rows, columns);
    do {
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<int>(i);
        for (std::size_t i = cells.size(); i > 1; --i) {
            std::swap(cells[i - 1], cells[rng.below(static_cast<std::uint32_t>(i))]);
        }
        state = played(itself, false), other = played(mirrored, true), turned = played(round, false);
    } while (state.is_terminal() || other.is_terminal());
    const auto seen = [](const Bits<Words>& cells, const auto& place) {
        Bits<Words> image;
        cells.for_each([&](int cell) { image.set(place(cell)); });
        return image;
    };
    for (int colour : {black, white}) {
        const Connections<Words> one(state, colour, limits), two(other, 1 - colour, limits),
            three(turned, colour, limits);
        CHECK(one.wins_first() == two.wins_first() && one.wins_second() == two.wins_second());
        CHECK(one.wins_first() == three.wins_first() && one.wins_second() == three.wins_second());
        CHECK(seen(one.must_play(), mirrored) == two.must_play());
        CHECK(seen(one.must_play(), round) == three.must_play());
    }
}

/// What is sampled else: `hex_connections_test thorough`, without sanitizers a matter of minutes.
void thorough(Rng& rng) {
    for (const auto& [rows, columns, stones, share] :
         {std::tuple{3, 3, 9, 1u}, {3, 4, 5, 1u}, {4, 4, 2, 1u}, {4, 4, 4, 40u}, {5, 5, 2, 40u}}) {
        int from[2] = {0, 0};
        all_positions(State<1>(rows, columns), stones, share, from, rng);
    }
    for (int i = 0; i < 500; ++i) position_holds(random_position(5, 4 + i % 14, rng), {}, 40, 12, rng);
    for (int i = 0; i < 3'000; ++i) position_holds(random_position(6, 10 + i % 18, rng), {}, 400, 10, rng);
    windows<2>(11, 11, 300, 1, rng);
    windows<3>(13, 13, 200, 1, rng);
    windows<6>(19, 19, 100, 1, rng);
    windows<6>(16, 19, 100, 1, rng);
}

}  // namespace

int main(int count, char** words) {
    Rng rng(5);
    if (count > 1 && std::string(words[1]) == "thorough") {
        thorough(rng);
        return test_result();
    }
    known_ones();
    const ConnectionLimits all{1'000'000, 1'000'000, 30, true};
    for (const auto& [rows, columns] : {std::pair{3, 3}, {3, 4}, {4, 3}}) games(rows, columns, 1, all, 4, rng);
    games(4, 4, 2, {}, 12, rng);
    games(5, 5, 1, {}, 36, rng);
    games(6, 6, 1, {}, 600, rng);
    games(5, 5, 1, {8, 12, 3, true}, 600, rng);
    windows<2>(11, 11, 4, 4, rng);
    windows<6>(19, 19, 2, 8, rng);
    for (int trial = 0; trial < 9; ++trial) alike<1>(5, 4, 3 + trial % 3, {100'000, 100'000, 30, true}, rng);
    for (int trial = 0; trial < 2; ++trial) alike<2>(11, 9, 40, {100'000, 100'000, 30, true}, rng);
    return test_result();
}
