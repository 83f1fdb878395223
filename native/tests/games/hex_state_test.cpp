// The Hex core against a plain reference: connections, rules, encodings, texts and playouts.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "games/hex/evaluators.hpp"
#include "games/hex/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/hex_reference.hpp"

using namespace boardai;
using namespace boardai::hex;
using hex_reference::has_connected;

namespace {

template <class S>
struct SatisfiesTheContract {
    static_assert(GameState<S>);
    static_assert(LegalityTest<S>);
    static_assert(Undoable<S>);
    static_assert(Symmetric<S>);
    static_assert(Playout<S>);
    static_assert(Encodable<S>);
    static_assert(Packable<S>);
    static_assert(EvaluatesPositions<ShortestPath, S>);
};
template struct SatisfiesTheContract<State<1>>;
template struct SatisfiesTheContract<State<2>>;
template struct SatisfiesTheContract<State<3>>;
template struct SatisfiesTheContract<State<6>>;

template <int Words>
std::vector<int> colours_of(const State<Words>& state) {
    std::vector<int> colours;
    for (int row = 0; row < state.rows(); ++row) {
        for (int column = 0; column < state.columns(); ++column) colours.push_back(state.stone_at(row, column));
    }
    return colours;
}

/// Random sets of every density: the Y-reduction is exact on all of them, and a full board has one winner.
template <int Words>
void connections(int rows, int columns, Rng& rng) {
    const auto& board = geometries<Words>[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns)];
    CHECK(board.board.count() == rows * columns);
    for (int cell = 0; cell < rows * columns; ++cell) {
        CHECK(board.row_of(cell) == cell / columns && board.column_of(cell) == cell % columns);
    }
    for (int trial = 0; trial < 40; ++trial) {
        const auto size = static_cast<int>(rng.below(static_cast<std::uint32_t>(board.cells + 1)));
        const Bits<Words> set = random_subset(board.board, board.cells, size, rng);
        CHECK(set.count() == size && !(set - board.board).any());
        std::vector<int> colours(static_cast<std::size_t>(board.cells), 1);
        set.for_each([&](int cell) { colours[static_cast<std::size_t>(cell)] = 0; });
        const bool black_wins = has_connected(colours, rows, columns, 0);
        CHECK(black_wins != has_connected(colours, rows, columns, 1));
        CHECK(board.joins_top_and_bottom(set) == black_wins);
        CHECK(board.joins_left_and_right(board.board - set) == !black_wins);
    }
}

template <int Words>
void play_games(int rows, int columns, bool swap, int games, Rng& rng) {
    for (int game = 0; game < games; ++game) {
        State<Words> state(rows, columns, swap);
        int swaps = 0;
        while (!state.is_terminal()) {
            CHECK(state.current_player() == ((state.stones_played() + swaps) & 1));
            ActionList actions;
            state.legal_actions(actions);
            CHECK(actions.size() == static_cast<std::size_t>(rows * columns - state.stones_played()) +
                                        static_cast<std::size_t>(state.swap_available()));
            for (Action action = -1; action <= rows * columns + 1; ++action) {
                CHECK(state.is_legal(action) == actions.contains(action));
            }
            for (Action action : actions) {
                CHECK(state.action_from_policy(state.policy_index(action)) == action);
                CHECK(state.action_from_string(state.action_to_string(action)) == action);
            }
            // `swap` is one action of many; take it in half of the games.
            Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            if (state.swap_available() && rng.below(2) == 0) action = rows * columns;
            const State<Words> before = state;
            const auto record = state.apply_undoable(action);
            swaps += static_cast<int>(action == rows * columns);
            State<Words> undone = state;
            undone.undo(action, record);
            CHECK(undone == before);
            CHECK(state != before && state.hash() != before.hash());

            const std::vector<int> colours = colours_of(state);
            const bool black_wins = has_connected(colours, rows, columns, 0);
            const bool white_wins = has_connected(colours, rows, columns, 1);
            CHECK(state.is_terminal() == (black_wins || white_wins));
            if (state.is_terminal()) {
                const int winner = (black_wins ? 0 : 1) ^ (swaps & 1);
                CHECK(state.outcome(winner) == 1 && state.outcome(1 - winner) == -1);
                CHECK(state.shortest_connection(winner) == 0 && state.shortest_connection(1 - winner) == unreachable);
                CHECK(state.random_playout(rng) == state.outcome(0));
                state.legal_actions(actions);
                CHECK(actions.empty());
            }
            CHECK(state.from_string(state.to_string()) == state);
            CHECK(State<Words>::unpack(state.pack()) == state);
            CHECK(state.transformed(1).transformed(1) == state);
            CHECK(state.transformed(1) == before.transformed(1).from_string(state.transformed(1).to_string()));
        }
    }
}

/// Distances by relaxing every cell until nothing changes.
template <int Words>
int slow_shortest_connection(const State<Words>& state, int player) {
    const int colour = state.colour_of(player);
    const int rows = state.rows();
    const int columns = state.columns();
    const std::vector<int> colours = colours_of(state);
    std::vector<int> distance(colours.size(), unreachable);
    const auto known = [&](int row, int column) {
        if (colour == 0 ? row < 0 : column < 0) return 0;
        if (row < 0 || row >= rows || column < 0 || column >= columns) return unreachable;
        return distance[static_cast<std::size_t>(row * columns + column)];
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < rows * columns; ++cell) {
            const int stone = colours[static_cast<std::size_t>(cell)];
            if (stone == 1 - colour) continue;
            const int row = cell / columns;
            const int column = cell % columns;
            int nearest = unreachable;
            for (int side : {-1, 1}) {
                nearest = std::min(
                    {nearest, known(row, column + side), known(row + side, column), known(row + side, column - side)});
            }
            const int length = nearest + (stone == colour ? 0 : 1);
            if (nearest < unreachable && length < distance[static_cast<std::size_t>(cell)]) {
                distance[static_cast<std::size_t>(cell)] = length;
                changed = true;
            }
        }
    }
    int shortest = unreachable;
    for (int cell = 0; cell < rows * columns; ++cell) {
        if (colour == 0 ? cell / columns == rows - 1 : cell % columns == columns - 1) {
            shortest = std::min(shortest, distance[static_cast<std::size_t>(cell)]);
        }
    }
    return shortest;
}

template <int Words>
void shortest_paths(int rows, int columns, Rng& rng) {
    State<Words> state(rows, columns, true);
    ActionList list;
    for (;;) {
        for (int player : {0, 1}) {
            const int length = state.shortest_connection(player);
            CHECK(length == slow_shortest_connection(state, player));
            state.shortest_path(player, list);
            CHECK(list.empty() == (length == unreachable));
            if (list.empty()) continue;
            const int colour = state.colour_of(player);
            int bought = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const int stone = state.stone_at(list[i] / columns, list[i] % columns);
                CHECK(stone != 1 - colour);
                bought += stone < 0;
            }
            CHECK(bought == length);
            CHECK(colour == 0 ? list[0] < columns : list[0] % columns == 0);
            const Action last = list[list.size() - 1];
            CHECK(colour == 0 ? last >= (rows - 1) * columns : last % columns == columns - 1);
        }
        if (state.is_terminal()) return;
        const int mover = state.current_player();
        const int value = ShortestPath().evaluate(state);
        CHECK(value == state.shortest_connection(1 - mover) - state.shortest_connection(mover));
        CHECK(std::abs(value) <= rows * columns);
        state.legal_actions(list);
        state.apply(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
    }
}

/// Exact probability that player 0 wins when both play uniformly random legal actions.
template <int Words>
double chance_of_player0(const State<Words>& state, std::map<std::string, double>& known) {
    if (state.is_terminal()) return state.outcome(0) > 0 ? 1.0 : 0.0;
    const auto found = known.find(state.to_string());
    if (found != known.end()) return found->second;
    ActionList actions;
    state.legal_actions(actions);
    double sum = 0.0;
    for (Action action : actions) {
        State<Words> child = state;
        child.apply(action);
        sum += chance_of_player0(child, known);
    }
    return known[state.to_string()] = sum / static_cast<double>(actions.size());
}

/// random_playout against the exact probability, at the start, where swap can be played, and later.
void playouts(int rows, int columns, bool swap, int plies, Rng& rng) {
    State<1> state(rows, columns, swap);
    ActionList actions;
    for (int ply = 0; ply < plies && !state.is_terminal(); ++ply) {
        state.legal_actions(actions);
        state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    std::map<std::string, double> known;
    const double chance = chance_of_player0(state, known);
    constexpr int games = 20'000;
    int wins = 0;
    for (int game = 0; game < games; ++game) wins += state.random_playout(rng) > 0;
    if (chance == 0.0 || chance == 1.0) {
        CHECK(wins == static_cast<int>(chance) * games);
    } else {
        // Five standard deviations: one false alarm in a million.
        CHECK(std::abs(wins - games * chance) < 5.0 * std::sqrt(games * chance * (1.0 - chance)));
    }
}

/// All subsets of one size are equally likely: chi-square over the 70 ways to choose 4 of 8 cells of three words.
void uniform_subsets() {
    Bits<3> set;
    for (int cell : {3, 17, 63, 64, 70, 127, 128, 190}) set.set(cell);
    Rng rng(7);
    std::map<std::vector<int>, int> seen;
    constexpr int draws = 70'000;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<int> cells;
        random_subset(set, 8, 4, rng).for_each([&](int cell) { cells.push_back(cell); });
        CHECK(cells.size() == 4);
        ++seen[cells];
    }
    CHECK(seen.size() == 70);
    double statistic = 0.0;
    for (const auto& [cells, count] : seen) statistic += (count - 1000.0) * (count - 1000.0) / 1000.0;
    CHECK(statistic < 142.0);  // 69 degrees of freedom: one false alarm in two million
}

void select_bits() {
    Rng rng(11);
    for (int trial = 0; trial < 300; ++trial) {
        std::uint64_t word = rng.next();
        if (trial % 3 == 1) word &= rng.next() & rng.next();
        if (trial % 3 == 2) word |= rng.next() | rng.next();
        int index = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if (((word >> bit) & 1) == 0) continue;
            CHECK(nth_set_bit(word, index) == bit);
            CHECK(nth_set_bit_portable(word, index) == bit);
            ++index;
        }
    }
}

/// The same seed gives the same result whatever the number of words.
void words_do_not_matter() {
    for (int trial = 0; trial < 50; ++trial) {
        Rng one(static_cast<std::uint64_t>(trial));
        State<1> narrow(7, 8, true);
        State<6> wide(7, 8, true);
        ActionList actions;
        ActionList others;
        while (!narrow.is_terminal()) {
            narrow.legal_actions(actions);
            wide.legal_actions(others);
            CHECK(std::vector<Action>(actions.begin(), actions.end()) ==
                  std::vector<Action>(others.begin(), others.end()));
            const Action action = actions[one.below(static_cast<std::uint32_t>(actions.size()))];
            narrow.apply(action);
            wide.apply(action);
            CHECK(narrow.to_string() == wide.to_string() && narrow.pack() == wide.pack());
            CHECK(narrow.shortest_connection(0) == wide.shortest_connection(0));
        }
        CHECK(wide.is_terminal() && wide.outcome(0) == narrow.outcome(0));
    }
}

void encodings() {
    // Black c1, white b2 on 2 rows of 3: black to move sees the board as it is, in a 3x3 canvas.
    State<1> state(2, 3, true);
    state.apply(2);
    float data[3 * 3 * 4] = {};
    Canvas canvas{data, {3, 3, 4}};
    CHECK(state.observation_shape() == canvas.shape && policy_size(state) == 10);
    state.encode(canvas);  // white to move: transposed, black's c1 stands at row 3, column 1, and swap shows
    CHECK(canvas.at(2, 0, 1) == 1.0f && canvas.at(2, 0, 0) == 0.0f);
    CHECK(canvas.at(2, 1, 2) == 1.0f && canvas.at(0, 2, 2) == 0.0f && canvas.at(2, 1, 3) == 1.0f);
    CHECK(state.policy_index(4) == 1 * 3 + 1 && state.policy_index(3) == 1 && state.policy_index(6) == 9);
    CHECK(state.action_from_policy(2) == -1 && state.action_from_policy(9) == 6 && state.action_from_policy(10) == -1);
    const State<1> offered = state;
    state.apply(4);
    std::fill(std::begin(data), std::end(data), 0.0f);
    state.encode(canvas);
    CHECK(canvas.at(0, 2, 0) == 1.0f && canvas.at(1, 1, 1) == 1.0f);
    CHECK(canvas.at(1, 2, 2) == 1.0f && canvas.at(2, 0, 2) == 0.0f && canvas.at(0, 0, 3) == 0.0f);
    // After a swap the planes are those of the game in which the stone was left alone.
    State<1> swapped = offered;
    swapped.apply(6);
    CHECK(swapped.observation_key() != offered.observation_key());
    CHECK(swapped.current_player() == 0 && swapped.colour_of(0) == white && swapped.colour_of(1) == black);
    swapped.apply(4);
    CHECK(swapped.observation_key() == state.observation_key() && swapped.hash() != state.hash());
}

void bad_input() {
    const auto refuses = [](int rows, int columns, bool swap, const std::string& text, const std::string& part) {
        CHECK(throws_with<std::invalid_argument>([&] { State<1>(rows, columns, swap).from_string(text); }, part));
    };
    refuses(3, 3, false, "", "expected 3 fields");
    refuses(3, 3, false, "3/3/3  b no-swap", "expected 3 fields");
    refuses(3, 3, false, "3/3 b no-swap", "expected 3 rows, got 2");
    refuses(3, 3, false, "3/x2/3 b no-swap", "row 2, character 1: expected b, w or a number, got 'x'");
    refuses(3, 3, false, "3/\xc3\xa9/3 b no-swap", "got '\\xc3'");
    refuses(3, 3, false, "3/2/3 b no-swap", "row 2: expected 3 columns, got 2");
    refuses(3, 3, false, "3/3b/3 w no-swap", "row 2, character 2: more than 3 columns");
    refuses(3, 3, false, "3/0/3 b no-swap", "starts with 1 to 9");
    refuses(3, 3, false, "3/03/3 b no-swap", "starts with 1 to 9");
    refuses(3, 3, false, "3/99999/3 b no-swap", "number too large");
    refuses(3, 3, false, "3/3/3 w no-swap", "by the number of stones it is b");
    refuses(3, 3, false, "3/3/3 black no-swap", "field 2 (colour to move): expected b or w");
    refuses(3, 3, false, "3/3/3 b swap", "without the swap rule");
    refuses(3, 3, true, "3/3/3 b no-swap", "with the swap rule");
    refuses(3, 3, true, "3/3/3 b swapped", "swapped before the first stone");
    refuses(3, 3, true, "3/3/3 b swop", "expected no-swap, swap or swapped");
    refuses(1, 3, true, "b2 w swapped", "on one row the first stone ends the game");
    refuses(3, 3, false, "bb1/3/3 w no-swap", "black has 2 stones and white 0");
    refuses(3, 3, false, "bw1/bw1/bw1 b no-swap", "black has connected and is to move");
    refuses(3, 4, false, "bbww/bbww/bbw1 w no-swap", "black has connected twice");
    refuses(3, 3, false, "bbb/www/b2 w no-swap", "white has connected and is to move");
    CHECK(State<1>(3, 3).from_string("1bb/www/1b1 b no-swap").outcome(1) == 1);

    CHECK(throws_with<std::invalid_argument>([] { State<1>(0, 3); }, "rows: expected 1 to 19, got 0"));
    CHECK(throws_with<std::invalid_argument>([] { State<1>(3, 20); }, "columns: expected 1 to 19, got 20"));
    CHECK(throws_with<std::invalid_argument>([] { State<1>(8, 9); }, "72 cells does not fit 64 bits"));

    State<1> state(3, 4, true);
    const auto refuses_move = [&](const std::string& text, const std::string& part) {
        CHECK(throws_with<std::invalid_argument>([&] { state.action_from_string(text); }, part));
    };
    refuses_move("", "expected a letter and a number");
    refuses_move("A1", "expected a letter and a number");
    refuses_move("a", "expected a letter and a number");
    refuses_move("a01", "expected a letter and a number");
    refuses_move("a1 ", "expected a letter and a number");
    refuses_move("a99999999999", "expected a letter and a number");
    refuses_move("e1", "the last cell of this board is d3");
    refuses_move("a4", "the last cell of this board is d3");
    refuses_move("swap", "only the answer to the first stone");
    state.apply(state.action_from_string("d3"));
    refuses_move("d3", "the cell is occupied");
    CHECK(state.action_from_string("swap") == 12);
    CHECK(throws_with<std::invalid_argument>([&] { state.action_to_string(13); }, "actions 0 to 12"));
}

void bad_bytes() {
    const std::string bytes = State<1>(3, 3, true).pack();  // 3 bytes of header, 2 of black cells, 2 of white
    CHECK(bytes.size() == 7);
    const auto refuses = [&](std::size_t at, char value, const std::string& part) {
        std::string damaged = bytes;
        damaged[at] = value;
        CHECK(throws_with<std::invalid_argument>([&] { State<1>::unpack(damaged); }, part));
    };
    refuses(0, 0, "rows: expected 1 to 19, got 0");
    refuses(1, 20, "columns: expected 1 to 19, got 20");
    refuses(1, 9, "expected 11 bytes, got 7");
    refuses(2, 3, "byte 2: expected 0 to 2, 4 to 6, 8 to 10 or 12 to 14, got 3");
    refuses(2, 7, "byte 2: expected 0 to 2, 4 to 6, 8 to 10 or 12 to 14, got 7");
    refuses(2, 11, "byte 2: expected 0 to 2, 4 to 6, 8 to 10 or 12 to 14, got 11");
    refuses(2, 16, "byte 2: expected 0 to 2, 4 to 6, 8 to 10 or 12 to 14, got 16");
    refuses(2, 6, "swapped before the first stone");
    refuses(2, 2, "swapped before the first stone");
    refuses(3, 3, "black has 2 stones and white 0");
    refuses(4, 2, "a stone off the board");
    std::string both = bytes;
    both[3] = both[5] = 1;
    CHECK(throws_with<std::invalid_argument>([&] { State<1>::unpack(both); }, "two stones on one cell"));
    CHECK(throws_with<std::invalid_argument>([] { State<1>::unpack("ab"); }, "too short"));
}

}  // namespace

int main() {
    Rng rng(1);
    for (int rows = 1; rows <= max_side; ++rows) {
        for (int columns = 1; columns <= max_side; ++columns) {
            if (rows * columns <= 64) connections<1>(rows, columns, rng);
            if (rows * columns <= 128) connections<2>(rows, columns, rng);
            if (rows * columns <= 192) connections<3>(rows, columns, rng);
            connections<6>(rows, columns, rng);
        }
    }
    for (bool swap : {false, true}) {
        for (int rows = 1; rows <= 6; ++rows) {
            for (int columns = 1; columns <= 6; ++columns) play_games<1>(rows, columns, swap, 4, rng);
        }
        play_games<1>(8, 8, swap, 3, rng);
        play_games<2>(11, 11, swap, 2, rng);
        play_games<2>(19, 6, swap, 2, rng);
        play_games<3>(13, 13, swap, 1, rng);
        play_games<6>(16, 19, swap, 1, rng);
        play_games<6>(19, 19, swap, 1, rng);
        for (int plies : {0, 1, 2, 4}) {
            playouts(3, 3, swap, plies, rng);
            playouts(2, 3, swap, plies, rng);
            playouts(4, 2, swap, plies, rng);
        }
        playouts(1, 1, swap, 0, rng);
        playouts(1, 4, swap, 0, rng);
        playouts(4, 1, swap, 0, rng);
        playouts(4, 1, swap, 1, rng);
    }
    for (int trial = 0; trial < 3; ++trial) {
        shortest_paths<1>(1, 1, rng);
        shortest_paths<1>(1, 7, rng);
        shortest_paths<1>(7, 1, rng);
        shortest_paths<1>(4, 7, rng);
        shortest_paths<2>(11, 11, rng);
        shortest_paths<6>(19, 17, rng);
    }
    uniform_subsets();
    select_bits();
    words_do_not_matter();
    encodings();
    bad_input();
    bad_bytes();
    return test_result();
}
