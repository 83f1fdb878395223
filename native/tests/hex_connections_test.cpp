// Virtual connections of Hex: each holds against every reply, and playing on finds what a fresh search finds.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "boardai/core/rng.hpp"
#include "check.hpp"
#include "games/hex/connections/connections.hpp"
#include "games/hex/state-inl.hpp"
#include "hex_reference.hpp"

using namespace boardai;
using namespace boardai::hex;

namespace {

/// Whether a colour can join two points within the carrier, everything outside being the opponent's: every move tried.
class Exhaustive {
  public:
    Exhaustive(const State<1>& state, int colour, int x, int y)
        : board_(geometries<1>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
          first_(colour == black ? board_.top : board_.left),
          second_(colour == black ? board_.bottom : board_.right),
          x_(x),
          y_(y),
          own_(state.stones(colour)) {
        for (int point : {x, y}) {
            if (point < board_.cells) own_.set(point);
        }
    }

    bool holds(const Connection<1>& connection) {
        Bits<1> own = own_, left = connection.carrier;
        if (connection.key >= 0) {
            CHECK(left.test(connection.key));
            own.set(connection.key);
            left.clear(connection.key);
        }
        return wins(own, left, false);
    }

  private:
    bool wins(const Bits<1>& own, const Bits<1>& left, bool own_turn) {
        if (joined(own)) return true;
        if (!joined(own | left)) return false;
        const auto [known, is_new] = known_.try_emplace({own.word[0], left.word[0] * 2 + own_turn}, !own_turn);
        if (!is_new) return known->second;
        bool result = !own_turn;
        left.for_each([&](int cell) {
            if (result == own_turn) return;
            const Bits<1> rest = left - Bits<1>::of(cell);
            result = own_turn ? wins(own | Bits<1>::of(cell), rest, false) : wins(own, rest, true);
        });
        return known->second = result;
    }

    /// A plain walk, the edges being points of their own.
    bool joined(const Bits<1>& own) const {
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
            (board_.neighbours(Bits<1>::of(point)) & own).for_each(visit);
            if (first_.test(point)) visit(board_.cells);
            if (second_.test(point)) visit(board_.cells + 1);
        }
        return false;
    }

    const Geometry<1>& board_;
    const Bits<1>&first_, &second_;
    int x_, y_;
    Bits<1> own_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, bool> known_;
};

template <class Visit>
void for_each_pair(const Connections<1>& connections, Visit visit) {
    for (int x = 1; x <= connections.goal(); ++x) {
        for (int y = 0; y < x; ++y) visit(x, y);
    }
}

/// Some of the connections, played out; `share` of them, one in so many.
void each_holds(const State<1>& state, const Connections<1>& connections, std::uint32_t share, Rng& rng) {
    const Bits<1> stones = state.stones(black) | state.stones(white);
    for_each_pair(connections, [&](int x, int y) {
        Exhaustive exhaustive(state, connections.colour(), x, y);
        for (bool full : {true, false}) {
            for (const Connection<1>& one : connections.between(x, y, full)) {
                if (one.carrier.count() > 10 || rng.below(share) != 0) continue;
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

/// Who wins with the colour to move, every move tried.
bool mover_wins(State<1>& state, std::map<std::uint64_t, bool>& known) {
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
void verdicts_hold(State<1> state, const Connections<1> (&connections)[2], std::map<std::uint64_t, bool>& known) {
    const int mover = state.colour_to_move();
    const bool wins = mover_wins(state, known);
    CHECK(wins || !connections[mover].wins_first());
    CHECK(!wins || !connections[1 - mover].wins_second());
    const Bits<1> must = connections[1 - mover].must_play();
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

/// A colour's connections on a board are the other's on the transposed board.
void colours_are_alike(Rng& rng) {
    State<1> state(5, 4), other(4, 5);
    // Two moves each, mirrored; black's first becomes white's, so both boards get a pair of stones at a time.
    for (int pair = 0; pair < 2; ++pair) {
        ActionList moves;
        state.legal_actions(moves);
        const int first = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        int second = first;
        while (second == first) second = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        const auto mirrored = [](int cell) { return cell % 4 * 5 + cell / 4; };
        state.apply(first), state.apply(second);
        other.apply(mirrored(second)), other.apply(mirrored(first));
    }
    ConnectionLimits all{100'000, 100'000, 30, true};
    for (int colour : {black, white}) {
        const Connections<1> one(state, colour, all), two(other, 1 - colour, all);
        CHECK(one.wins_first() == two.wins_first() && one.wins_second() == two.wins_second());
        CHECK(one.must_play().count() == two.must_play().count());
    }
}

}  // namespace

int main() {
    Rng rng(5);
    known_ones();
    const ConnectionLimits all{1'000'000, 1'000'000, 30, true};
    for (const auto& [rows, columns] : {std::pair{3, 3}, {3, 4}, {4, 3}}) games(rows, columns, 2, all, 3, rng);
    games(4, 4, 2, {}, 4, rng);
    games(5, 5, 2, {}, 16, rng);
    games(6, 6, 1, {}, 100, rng);
    games(5, 5, 1, {8, 12, 3, true}, 200, rng);
    for (int trial = 0; trial < 20; ++trial) colours_are_alike(rng);
    return test_result();
}
