// Reversi: bit tricks against a cell-by-cell reading of the rules, perft against published counts, ends and passes,
// texts and their errors, symmetries, planes.

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/core/playout.hpp"
#include "games/reversi/evaluators.hpp"
#include "games/reversi/state-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/damage.hpp"

using namespace boardai;
using namespace boardai::reversi;

static_assert(GameState<State<1>> && LegalityTest<State<1>> && Scored<State<1>> && Symmetric<State<1>>);
static_assert(Playout<State<2>> && Encodable<State<2>> && Packable<State<4>> && OwnPerft<State<4>>);
static_assert(EvaluatesPositions<Discs, State<4>>);
static_assert(std::is_trivially_copyable_v<State<4>>, "searches copy states at every node");

namespace {

const std::string standard_text =
    "name: standard\n\n--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n";

State<1> standard() { return State<1>(standard_text); }

/// The rules, cell by cell, on text rows.
struct SlowBoard {
    std::vector<std::string> rows;

    char at(int row, int column) const {
        if (row < 0 || row >= static_cast<int>(rows.size()) || column < 0 ||
            column >= static_cast<int>(rows[0].size())) {
            return '#';
        }
        return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
    std::vector<std::pair<int, int>> flips(int row, int column, char mover) const {
        std::vector<std::pair<int, int>> all;
        if (at(row, column) != '-') return all;
        const char other = mover == 'X' ? 'O' : 'X';
        for (int down = -1; down <= 1; ++down) {
            for (int right = -1; right <= 1; ++right) {
                std::vector<std::pair<int, int>> line;
                int r = row + down, c = column + right;
                for (; (down != 0 || right != 0) && at(r, c) == other; r += down, c += right) line.emplace_back(r, c);
                if (at(r, c) == mover) all.insert(all.end(), line.begin(), line.end());
            }
        }
        return all;
    }
    bool can_move(char mover) const {
        for (int r = 0; r < static_cast<int>(rows.size()); ++r) {
            for (int c = 0; c < static_cast<int>(rows[0].size()); ++c) {
                if (!flips(r, c, mover).empty()) return true;
            }
        }
        return false;
    }
    std::string text(char mover) const {
        std::string all;
        for (const std::string& row : rows) all += row;
        return all + ' ' + mover;
    }
};

std::string board_text(const SlowBoard& board, const std::string& header = "name: test\n") {
    std::string text = header + "\n";
    for (const std::string& row : board.rows) text += row + "\n";
    return text;
}

/// A rectangle of random extent with random holes and discs.
SlowBoard random_board(Rng& rng, int smallest, int largest) {
    const auto side = [&] {
        return smallest + static_cast<int>(rng.below(static_cast<unsigned>(largest - smallest + 1)));
    };
    SlowBoard board;
    const int height = side(), width = side();
    const unsigned holes = rng.below(4), discs = 1 + rng.below(8);
    for (int r = 0; r < height; ++r) {
        std::string row;
        for (int c = 0; c < width; ++c) {
            if (rng.below(10) < holes) {
                row += '#';
            } else {
                row += rng.below(10) < discs ? (rng.below(2) ? 'X' : 'O') : '-';
            }
        }
        board.rows.push_back(row);
    }
    return board;
}

/// Plays a random game on both; every position must agree in text, actions, end and score.
template <int Words>
void compare_game(SlowBoard slow, Rng& rng) {
    const Board& board = Board::from_text(board_text(slow));
    State<Words> state(board);
    char mover = 'X';
    ActionList actions;
    while (true) {
        const char other = mover == 'X' ? 'O' : 'X';
        CHECK(state.to_string() == slow.text(mover));
        CHECK(state.current_player() == (mover == 'X' ? 0 : 1));
        std::vector<Action> expected;
        for (int action = 0; action < board.pass_action(); ++action) {
            const bool legal = !slow.flips(action / board.width(), action % board.width(), mover).empty();
            if (legal) expected.push_back(action);
            CHECK(state.is_legal(action) == legal);
        }
        if (expected.empty() && slow.can_move(other)) expected.push_back(board.pass_action());
        state.legal_actions(actions);
        CHECK(std::vector<Action>(actions.begin(), actions.end()) == expected);
        CHECK(state.is_terminal() == expected.empty());
        CHECK(state.from_string(state.to_string()) == state);
        CHECK(State<Words>::unpack(state.pack()) == state);
        if (expected.empty()) break;

        const Action action = expected[rng.below(static_cast<unsigned>(expected.size()))];
        state.apply(action);
        if (action != board.pass_action()) {
            const int row = action / board.width(), column = action % board.width();
            for (auto [r, c] : slow.flips(row, column, mover)) {
                slow.rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = mover;
            }
            slow.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = mover;
        }
        mover = other;
    }
    int difference = 0;
    for (const std::string& row : slow.rows) {
        for (char c : row) difference += (c == 'X') - (c == 'O');
    }
    CHECK(state.outcome(0) == (difference > 0) - (difference < 0));
    int empty = 0;  // the winner's
    for (const std::string& row : slow.rows) empty += static_cast<int>(std::count(row.begin(), row.end(), '-'));
    difference += state.outcome(0) * empty;
    CHECK(state.score(0) == difference && state.score(1) == -difference);
}

void random_shapes_agree_with_the_slow_rules() {
    Rng rng(7);
    int games = 0;
    while (games < 150) {
        const int largest[3] = {8, 11, 16};
        const SlowBoard slow = random_board(rng, 1, largest[games % 3]);
        if (!slow.can_move('X') && !slow.can_move('O')) continue;
        ++games;
        switch (Board::from_text(board_text(slow)).words()) {
            case 1:
                compare_game<1>(slow, rng);
                break;
            case 2:
                compare_game<2>(slow, rng);
                break;
            default:
                compare_game<4>(slow, rng);
        }
    }
}

/// Every form of the move generator on the same boards, full ones and those with discs on all sides included.
void general_and_special_forms_agree() {
    Rng rng(13);
    for (int round = 0; round < 3000; ++round) {
        Bits<4> own, opponent;
        Bits<1> own8, opponent8;
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t taken = round % 2 == 0 ? ~std::uint64_t{0} : rng.next() | rng.next();
            const std::uint64_t mine = rng.next() & (round % 3 == 0 ? rng.next() : ~std::uint64_t{0});
            own.word[i] = taken & mine;
            opponent.word[i] = taken & ~mine;
        }
        own8.word[0] = own.word[0];
        opponent8.word[0] = opponent.word[0];
        CHECK(reached(own, opponent) == reached_in_all_directions(own, opponent));
        CHECK(reached(own8, opponent8) == reached_in_all_directions(own8, opponent8));
    }
}

void perft_equals_published_counts() {
    const std::uint64_t counts[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216};
    for (int depth = 0; depth <= 8; ++depth) CHECK(standard().perft(depth) == counts[depth]);
}

/// Leaves by the contract's functions alone.
template <class S>
std::uint64_t plain_perft(const S& state, int depth) {
    if (depth == 0 || state.is_terminal()) return 1;
    ActionList actions;
    state.legal_actions(actions);
    std::uint64_t leaves = 0;
    for (Action action : actions) {
        S child = state;
        child.apply(action);
        leaves += plain_perft(child, depth - 1);
    }
    return leaves;
}

void bulk_perft_handles_passes_and_ends() {
    Rng rng(3);
    ActionList actions;
    int passes = 0;
    for (int game = 0; game < 40; ++game) {
        State<1> state = standard();
        for (int ply = 0; !state.is_terminal(); ++ply) {
            state.legal_actions(actions);
            passes += actions[0] == state.board().pass_action();
            // Late positions, where passes and ends are common.
            for (int depth = 1; ply >= 45 && depth <= 4; ++depth)
                CHECK(state.perft(depth) == plain_perft(state, depth));
            state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
        }
    }
    CHECK(passes > 0);
    const State<2> wide("name: wide\n\n---------\n---OX----\n---XO----\n---------\n-###-----\n");
    for (int depth = 1; depth <= 5; ++depth) CHECK(wide.perft(depth) == plain_perft(wide, depth));
}

void passes_and_ends() {
    ActionList actions;
    // Dark (a1) is shut in behind nothing it could bracket; light can take b1 by c1.
    const State<1> row("name: row\n\nXO--\n");
    State<1> state = row;
    state.apply(2);
    CHECK(state.to_string() == "XXX- O" && state.is_terminal() && state.outcome(0) == 1 && state.score(1) == -4);
    const State<1> discs(state.board(), false, false);
    CHECK(discs.from_string("XXX- O").score(1) == -3 && State<1>::unpack(discs.pack()) == discs);

    // Dark has no move, light has one: the only action is the pass, and light then continues.
    const State<1> shut("name: shut\n\nOX-\n");
    state = shut;
    state.legal_actions(actions);
    CHECK(actions.size() == 1 && actions[0] == 3 && !state.is_terminal());
    CHECK(!state.is_legal(2) && state.action_from_string("pass") == 3 && state.perft(1) == 1 && state.perft(2) == 1);
    state.apply(3);
    CHECK(state.current_player() == 1 && state.is_legal(2) && !state.is_legal(3));
    state.apply(2);
    CHECK(state.is_terminal() && state.outcome(1) == 1);  // dark is wiped out, one side's discs alone are left

    // Empty cells are left, neither side can move; equal numbers are a draw.
    const State<1> still = standard().from_string("X------O" + std::string(56, '-') + " X");
    CHECK(still.is_terminal() && still.outcome(0) == 0 && still.outcome(1) == 0);
    const State<1> nobody = standard().from_string(std::string(64, '-') + " O");
    CHECK(nobody.is_terminal() && nobody.outcome(1) == 0);
    // A line of discs stops at a hole.
    CHECK(!State<1>("name: hole\n\nXO#-\nXO--\n").is_legal(3));
    for (Action action : {-1, -64, 65, 1000, 1 << 30}) CHECK(!standard().is_legal(action));
}

void texts_and_their_errors() {
    const auto refused = [](const std::string& text, const std::string& part) {
        return throws_with<std::invalid_argument>([&] { Board::from_text(text); }, part);
    };
    CHECK(refused("", "line 1, column 1: no 'name:' line"));
    CHECK(refused("name: a\n", "no grid"));
    CHECK(refused("name: a\n\n\n", "no grid"));
    CHECK(refused("name: a\nname: b\n\nXO-\n", "line 2, column 1: a second 'name:'"));
    CHECK(refused("name: a\nto move: dark\nto move: light\n\nXO-\n", "line 3, column 1: a second 'to move:'"));
    CHECK(refused("name: a\nto move:  red\n\nXO-\n", "line 2, column 11: expected 'dark' or 'light', got 'red'"));
    CHECK(refused("name:\n\nXO-\n", "line 1, column 6: expected a value"));
    CHECK(refused("name: a\tb\n\nXO-\n", "line 1, column 8: control characters"));
    CHECK(refused("name: \xc3\xa1\n\nXO-\n", "line 1, column 7: a name is ASCII without commas"));
    CHECK(refused("name: a,b\n\nXO-\n", "line 1, column 8: a name is ASCII without commas, got ','"));
    CHECK(refused("name: a\nsize: 3\n\nXO-\n", "line 2, column 1: unknown key 'size'"));
    CHECK(refused("name: a\nXO-\n", "line 2, column 1: expected 'name:'"));
    CHECK(refused("name: a\n\nXO-\nXO\n", "line 4, column 3: this row has 2 cells, the first one 3"));
    CHECK(refused("name: a\n\nXO-\nXO--\n", "line 4, column 4: this row has 4 cells"));
    CHECK(refused("name: a\n\nXO-\nX*-\n", "line 4, column 2: expected '-' (empty), 'X' (dark), 'O' (light) or '#'"));
    CHECK(refused("name: a\n\nXO \n",
                  "line 3, column 3: expected '-' (empty), 'X' (dark), 'O' (light) or '#' (no cell), got a space"));
    CHECK(refused("name: a\n\nXO-\n\nXO-\n", "line 4, column 1: a blank line inside the grid"));
    CHECK(refused("name: a\n\n##\n##\n", "line 3, column 1: the board has no cells"));
    CHECK(refused("name: a\n\nXO---------------\n", "line 3, column 17: a board has at most 16 columns"));
    std::string tall = "name: a\n\n";
    for (int i = 0; i < 17; ++i) tall += "XO-\n";
    CHECK(refused(tall, "line 19, column 1: a board has at most 16 rows"));
    CHECK(refused("name: a\n\nX--\n", "line 3, column 1: neither side has a move"));

    // One object for equal boards, however they were written.
    const Board& board = Board::from_text("comment: any\r\nname: a\r\n\r\nXO-\r\n\r\n");
    CHECK(&board == &Board::from_text("name: a\nto move: dark\n\nXO-"));
    CHECK(board.text() == "name: a\nto move: dark\n\nXO-\n" && board.cell_count() == 3);
    CHECK(throws_with<std::invalid_argument>([&] { State<2> wrong(board); }, "needs a state of 1 words, not 2"));

    const State<1> state = standard();
    const std::string good = state.to_string();
    CHECK(good == "---------------------------OX------XO--------------------------- X");
    const auto bad_position = [&](const std::string& text, const std::string& part) {
        return throws_with<std::invalid_argument>([&] { (void)state.from_string(text); }, part);
    };
    CHECK(bad_position("", "character 1: expected 64 cells"));
    CHECK(bad_position(good.substr(0, 65), "character 66: expected 64 cells"));
    CHECK(bad_position(good + "X", "character 67: expected 64 cells"));
    CHECK(bad_position("#" + good.substr(1), "character 1: expected '-', 'X' or 'O' for a1, got '#'"));
    CHECK(bad_position(good.substr(0, 64) + "-X", "character 65: expected a space"));
    CHECK(bad_position(good.substr(0, 65) + "x", "character 66: expected the side to move"));
    const State<1> holed("name: holed\n\nXO#-\nXO--\n");
    CHECK(bad_position(std::string(1, '\0') + good.substr(1), "got byte 0"));
    CHECK(throws_with<std::invalid_argument>([&] { (void)holed.from_string("XO--XO-- X"); },
                                             "character 3: c1 is no cell"));

    const auto bad_move = [&](const std::string& text, const std::string& part) {
        return throws_with<std::invalid_argument>([&] { (void)state.action_from_string(text); }, part);
    };
    CHECK(state.action_from_string("f5") == 37 && state.action_from_string("F5") == 37);
    CHECK(state.action_to_string(37) == "f5" && state.action_to_string(64) == "pass");
    for (const char* text : {"", "f", "5f", "i5", "f9", "f0", "f05", "f-5", "f5 ", "f55", "passs", "f500"}) {
        CHECK(bad_move(text, "expected a column a-h and a row 1-8, or 'pass'"));
    }
    CHECK(bad_move("pass", "may not pass") && bad_move("d4", "taken") && bad_move("a1", "flip no disc"));
    CHECK(throws_with<std::invalid_argument>([&] { State<1>::unpack("no position"); }, "no position line"));
    CHECK(throws_with<std::invalid_argument>([&] { State<2>::unpack(state.pack()); }, "needs a state of 1 words"));
}

/// Mutated board files either load or are refused with a place; nothing else happens.
void damaged_board_files_are_refused_with_a_place() {
    Rng rng(11);
    const std::string alphabet = "-XO#\n\r: namecotvdrklight\t\xff";
    for (int round = 0; round < 4000; ++round) {
        std::string text = "name: fuzz\nto move: light\n\n##-##\n-OX--\n-XO--\n##-##\n";
        for (unsigned edits = 1 + rng.below(3); edits > 0; --edits) {
            damage_once(text, alphabet, rng);
        }
        try {
            const Board& board = Board::from_text(text);
            CHECK(&Board::from_text(board.text()) == &board);
        } catch (const std::invalid_argument& error) {
            const std::string message = error.what();
            CHECK(message.starts_with("board file, line ") && message.find(", column ") != std::string::npos);
        }
    }
}

template <int Words>
void symmetries_map_games(const std::string& text, int expected_count) {
    Rng rng(5);
    State<Words> state(text);
    CHECK(state.symmetry_count() == expected_count);
    CHECK(state.transformed(0) == state);
    ActionList actions, image_actions;
    while (!state.is_terminal()) {
        state.legal_actions(actions);
        for (int k = 0; k < state.symmetry_count(); ++k) {
            const State<Words> image = state.transformed(k);
            image.legal_actions(image_actions);
            CHECK(image_actions.size() == actions.size());
            for (Action action : actions) {
                State<Words> child = state, image_child = image;
                child.apply(action);
                image_child.apply(state.transform_action(action, k));
                CHECK(child.transformed(k) == image_child);
            }
        }
        state.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
}

void planes_and_policy() {
    State<1> state("name: holed\n\n-OX#\n-XO-\n----\n");
    const Shape shape = state.observation_shape();
    CHECK(shape == (Shape{3, 4, 4}) && policy_size(state) == 13);
    std::vector<float> planes(shape.size(), 0.0f);
    const Canvas canvas{planes.data(), shape};
    state.encode(canvas);
    CHECK(canvas.at(0, 2, 0) == 1.0f && canvas.at(1, 1, 0) == 1.0f && canvas.at(0, 1, 1) == 1.0f);
    CHECK(canvas.at(0, 3, 3) == 0.0f && canvas.at(0, 0, 3) == 1.0f);
    float legal = 0;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) legal += canvas.at(row, column, 2);
    }
    CHECK(legal == static_cast<float>(state.placements().count()));
    CHECK(state.action_from_policy(3) == -1 && state.action_from_policy(4) == 4 && state.action_from_policy(12) == 12);
    CHECK(state.action_from_policy(13) == -1 && state.action_from_policy(-1) == -1);
    // Colours exchanged: the same planes and key, another hash.
    const State<1> exchanged = state.from_string("-XO#-OX----- O");
    CHECK(exchanged.observation_key() == state.observation_key() && exchanged.hash() != state.hash());
    CHECK(Discs().evaluate(state) == 0);
}

void playouts_repeat_and_match_plain_games() {
    Rng first(9), second(9), third(10);
    const State<1> state = standard();
    int sums[2] = {0, 0};
    for (int game = 0; game < 2000; ++game) {
        const int outcome = state.random_playout(first);
        CHECK(outcome == state.random_playout(second));
        sums[0] += outcome;
        sums[1] += random_game(state, third);
    }
    // Two means of 2000 outcomes in [-1, 1]: five standard errors are 0.16.
    CHECK(sums[0] - sums[1] < 320 && sums[1] - sums[0] < 320);
    const int cells[] = {0, 2, 192, 255};
    for (int n = 0; n < 4; ++n) CHECK(nth_cell(Bits<4>{{5, 0, 0, 1ull << 63 | 1}}, n) == cells[n]);
}

}  // namespace

int main() {
    random_shapes_agree_with_the_slow_rules();
    general_and_special_forms_agree();
    perft_equals_published_counts();
    bulk_perft_handles_passes_and_ends();
    passes_and_ends();
    texts_and_their_errors();
    damaged_board_files_are_refused_with_a_place();
    symmetries_map_games<1>(standard_text, 8);
    symmetries_map_games<1>("name: oblong\n\n----\n-OX-\n-XO-\n----\n----\n", 4);
    symmetries_map_games<1>("name: lopsided\n\n---#\n-OX-\n-XO-\n----\n", 2);
    symmetries_map_games<2>("name: nine\n\n---------\n---------\n---------\n---OX----\n---XO----\n---------\n", 4);
    planes_and_policy();
    playouts_repeat_and_match_plain_games();
    return test_result();
}
