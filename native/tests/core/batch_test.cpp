// Batch, perft, random games, greedy and threads on small games.

#include <atomic>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/core/play/batch-inl.hpp"
#include "boardai/core/play/greedy-inl.hpp"
#include "boardai/core/play/perft-inl.hpp"
#include "boardai/core/play/random_games-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;
using TicTacToe = tictactoe::State;
using Bad = std::invalid_argument;

namespace {

void perft_counts() {
    // Finished games count once: depth d is the number of games of d plies plus that of shorter finished games.
    // Positions by ply, as sequences: 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, of which 1440, 5328,
    // 47952 and 72576 are finished at plies 5 to 8; 255,168 complete games in all.
    const std::uint64_t counts[] = {1, 9, 72, 504, 3024, 15120, 56160, 154944, 255168, 255168};
    for (int depth = 0; depth < 10; ++depth) CHECK(Perft<TicTacToe>::count(TicTacToe(), depth) == counts[depth]);
    CHECK(Perft<doublemove::State>::count(doublemove::State(), 3) == 8);  // by copies: the game has no undo
    CHECK(Perft<doublemove::State>::count(doublemove::State(), 9) == 8);
    ActionList actions;
    std::vector<std::uint64_t> below;
    Perft<TicTacToe>::divide(TicTacToe(), 5, actions, below);
    CHECK(actions.size() == 9 && below.size() == 9);
    std::uint64_t total = 0;
    for (std::uint64_t count : below) total += count;
    CHECK(total == counts[5] && below[0] == below[8]);
    CHECK(throws_with<Bad>([] { Perft<TicTacToe>::count(TicTacToe(), -1); }, "depth"));
    CHECK(throws_with<Bad>([&] { Perft<TicTacToe>::divide(TicTacToe(), 0, actions, below); }, "depth"));
}

void random_games() {
    const RandomGamesResult result = RandomGames<TicTacToe>::play(TicTacToe(), 20000, 5);
    CHECK(result.games == 20000 && result.wins0 + result.draws + result.wins1 == 20000);
    // Exact probabilities of random tic-tac-toe: 737/1260, 121/420, 8/63.
    CHECK(std::abs(result.wins0 / 20000.0 - 737.0 / 1260) < 0.014);
    CHECK(std::abs(result.wins1 / 20000.0 - 121.0 / 420) < 0.014);
    CHECK(result.plies > 5 * 20000 && result.plies < 9 * 20000);
    const RandomGamesResult again = RandomGames<TicTacToe>::play(TicTacToe(), 20000, 5);
    CHECK(again.wins0 == result.wins0 && again.plies == result.plies);
    const RandomGamesResult playouts = RandomGames<TicTacToe>::playouts(TicTacToe(), 20000, 6);
    CHECK(std::abs(playouts.wins0 / 20000.0 - 737.0 / 1260) < 0.014);
    CHECK(throws_with<Bad>([] { RandomGames<TicTacToe>::play(TicTacToe(), -1, 0); }, "at least 0"));
}

void greedy() {
    const GreedyChoice won = Greedy<TicTacToe>::choose("", TicTacToe::from_string("xx.oo...."), 0);
    CHECK(won.action == 2 && won.value == GreedyChoice::win);
    std::map<Action, int> drawn;
    for (std::uint64_t seed = 0; seed < 9000; ++seed) ++drawn[Greedy<TicTacToe>::choose("", TicTacToe(), seed).action];
    CHECK(drawn.size() == 9);
    for (const auto& [action, count] : drawn) CHECK(std::abs(count - 1000) < 150);
    CHECK(Greedy<TicTacToe>::choose("", TicTacToe(), 4).action == Greedy<TicTacToe>::choose("", TicTacToe(), 4).action);
    CHECK(throws_with<Bad>([] { Greedy<TicTacToe>::choose("", TicTacToe::from_string("xxxoo...."), 0); }, "over"));
    // A player who moves twice: the evaluation after the first move is still the mover's own.
    struct CountOnes {
        int evaluate(const doublemove::State& state) const {
            const int ones = static_cast<int>(state.to_string().find('1') != std::string::npos);
            return state.current_player() == 0 ? ones : -ones;
        }
    };
    const EvaluationSpec ones(std::make_shared<const CompiledEvaluation<doublemove::State, CountOnes>>());
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CHECK(Greedy<doublemove::State>::choose(ones, doublemove::State(), seed).action == 1);
    }
}

/// A transcript of a whole batch run.
std::vector<float> play_batch(int threads, bool auto_reset) {
    BatchOptions options;
    options.size = 37;
    options.seed = 8;
    options.auto_reset = auto_reset;
    options.random_plies = 3;
    options.threads = threads;
    Batch<TicTacToe> batch(TicTacToe(), options);
    std::vector<std::uint8_t> mask(37 * 9), terminated(37);
    std::vector<float> planes(37 * 18), rewards(74), transcript;
    std::vector<std::int32_t> players(37), indices(37);
    Rng rng(1);
    for (int step = 0; step < 40; ++step) {
        batch.legal_mask(mask.data(), mask.size());
        batch.observations(planes.data(), planes.size());
        batch.current_players(players.data(), players.size());
        for (std::size_t row = 0; row < 37; ++row) {
            std::vector<std::int32_t> legal;
            for (int j = 0; j < 9; ++j) {
                if (mask[row * 9 + static_cast<std::size_t>(j)]) legal.push_back(j);
                // An empty cell is exactly a legal one while the game runs.
                const std::size_t cell = 18 * row + 2 * static_cast<std::size_t>(j);
                const bool empty = planes[cell] == 0 && planes[cell + 1] == 0;
                const bool over = batch.state(static_cast<int>(row)).is_terminal();
                CHECK(mask[row * 9 + static_cast<std::size_t>(j)] == (empty && !over));
            }
            indices[row] = legal.empty() ? -1 : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        }
        batch.apply(indices.data(), indices.size());
        batch.rewards(rewards.data(), rewards.size());
        batch.terminated(terminated.data(), terminated.size());
        for (std::size_t row = 0; row < 37; ++row) {
            CHECK(rewards[2 * row] + rewards[2 * row + 1] == 0);
            if (!terminated[row]) CHECK(rewards[2 * row] == 0);
            if (auto_reset) CHECK(!batch.state(static_cast<int>(row)).is_terminal());
        }
        transcript.insert(transcript.end(), planes.begin(), planes.end());
        transcript.insert(transcript.end(), rewards.begin(), rewards.end());
        transcript.insert(transcript.end(), terminated.begin(), terminated.end());
    }
    if (!auto_reset) {
        for (std::uint8_t flag : terminated) CHECK(flag == 1);
        for (float reward : rewards) CHECK(reward == 0);  // those of the last step only
    }
    batch.reset();
    batch.terminated(terminated.data(), terminated.size());
    for (std::uint8_t flag : terminated) CHECK(flag == 0);
    return transcript;
}

void batch() {
    CHECK(play_batch(1, true) == play_batch(4, true));
    CHECK(play_batch(1, false) == play_batch(3, false));
    CHECK(play_batch(1, false) != play_batch(1, true));

    BatchOptions options;
    options.size = 3;
    Batch<TicTacToe> batch(TicTacToe(), options);
    const std::vector<std::int32_t> fine{0, 4, 8};
    batch.apply(fine.data(), 3);
    const TicTacToe before = batch.state(0);
    for (const std::vector<std::int32_t>& bad : {std::vector<std::int32_t>{1, 4, 1}, {1, 9, 1}, {1, -1, 1}}) {
        CHECK(throws_with<Bad>([&] { batch.apply(bad.data(), 3); }, "row 1: index"));
        CHECK(batch.state(0) == before);
    }
    std::vector<float> planes(17);
    CHECK(throws_with<Bad>([&] { batch.apply(fine.data(), 2); }, "indices must have 3 elements, got 2"));
    CHECK(throws_with<Bad>([&] { batch.observations(planes.data(), 17); }, "planes must have 54"));
    CHECK(throws_with<std::out_of_range>([&] { (void)batch.state(3); }, "row 3 of 3"));
    options.size = 0;
    CHECK(throws_with<Bad>([&] { Batch<TicTacToe>(TicTacToe(), options); }, "size"));
    options.size = 1;
    CHECK(throws_with<Bad>([&] { Batch<TicTacToe>(TicTacToe::from_string("xxxoo...."), options); }, "over"));
}

/// Random legal actions, cuts, final planes and saved progress, as a transcript.
std::vector<float> sample_batch(int threads, bool auto_reset, bool restored) {
    constexpr std::size_t rows = 29;
    BatchOptions options;
    options.size = rows;
    options.seed = 3;
    options.auto_reset = auto_reset;
    options.random_plies = 2;
    options.max_plies = 7;
    options.threads = threads;
    Batch<TicTacToe> batch(TicTacToe(), options);
    std::vector<std::uint8_t> mask(rows * 9), terminated(rows), truncated(rows);
    std::vector<std::int32_t> indices(rows);
    std::vector<float> transcript;
    int cut = 0;
    for (int step = 0; step < 30; ++step) {
        if (restored && step == 11) {  // what a saved batch is: states and progress
            std::vector<std::uint64_t> words(5 * rows + 2);
            batch.save_progress(words.data(), words.size());
            Batch<TicTacToe> other(TicTacToe(), options);
            for (int row = 0; row < batch.size(); ++row) other.set_state(row, batch.state(row));
            other.restore_progress(words.data(), words.size());
            batch = other.copy();
        }
        std::vector<bool> over(rows);
        for (std::size_t row = 0; row < rows; ++row) over[row] = !auto_reset && (terminated[row] || truncated[row]);
        batch.legal_mask(mask.data(), mask.size());
        batch.sample(indices.data(), indices.size());
        for (std::size_t row = 0; row < rows; ++row) {
            if (over[row]) CHECK(indices[row] == -1);
            if (!over[row]) CHECK(mask[9 * row + static_cast<std::size_t>(indices[row])] == 1);
        }
        batch.apply(indices.data(), indices.size(), true);
        batch.terminated(terminated.data(), terminated.size());
        batch.truncated(truncated.data(), truncated.size());
        std::size_t ended = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            CHECK(!(terminated[row] && truncated[row]));
            if (over[row]) continue;
            ended += terminated[row] || truncated[row];
            cut += truncated[row];
        }
        std::vector<float> finals(ended * 18);
        batch.final_observations(finals.data(), finals.size());
        for (std::size_t game = 0; game < ended; ++game) {  // of 5 stones and more
            float stones = 0;
            for (std::size_t i = 0; i < 18; ++i) stones += finals[18 * game + i];
            CHECK(stones >= 5 && stones <= 7);
        }
        transcript.insert(transcript.end(), indices.begin(), indices.end());
        transcript.insert(transcript.end(), finals.begin(), finals.end());
    }
    CHECK(cut > 0);
    return transcript;
}

void samples() {
    for (bool auto_reset : {false, true}) {
        CHECK(sample_batch(1, auto_reset, false) == sample_batch(4, auto_reset, false));
        CHECK(sample_batch(1, auto_reset, false) == sample_batch(1, auto_reset, true));
    }
    BatchOptions options;
    options.size = 3;
    options.auto_reset = true;
    options.max_plies = 4;
    Batch<TicTacToe> batch(TicTacToe(), options);
    std::vector<std::int32_t> indices(3), again(3);
    batch.sample_with_seed(5, indices.data(), 3);
    batch.sample_with_seed(5, again.data(), 3);
    CHECK(indices == again);
    std::vector<float> planes(18);
    CHECK(throws_with<Bad>([&] { batch.final_observations(planes.data(), 0); }, "did not keep them"));
    batch.apply(indices.data(), 3);
    CHECK(throws_with<Bad>([&] { batch.final_observations(planes.data(), 0); }, "did not keep them"));
    const std::vector<std::uint8_t> second{0, 1, 0};
    const TicTacToe kept = batch.state(0);
    batch.reset_rows(second.data(), 3);
    CHECK(batch.state(0) == kept && batch.state(1) == TicTacToe());
    batch.set_state(2, TicTacToe::from_string("xo......."));
    CHECK(batch.state(2).to_string() == "xo.......");
    CHECK(
        throws_with<Bad>([&] { batch.set_state(0, TicTacToe::from_string("xxxoo....")); }, "row 0: the game is over"));
    CHECK(throws_with<std::out_of_range>([&] { batch.set_state(3, TicTacToe()); }, "row 3 of 3"));
    CHECK(throws_with<Bad>([&] { batch.reset_rows(second.data(), 2); }, "rows must have 3"));
    CHECK(throws_with<Bad>([&] { batch.sample(indices.data(), 2); }, "indices must have 3"));
    options.random_plies = 4;
    CHECK(throws_with<Bad>([&] { Batch<TicTacToe>(TicTacToe(), options); }, "below max_plies, 4, got 4"));
    options.max_plies = -1;
    CHECK(throws_with<Bad>([&] { Batch<TicTacToe>(TicTacToe(), options); }, "max_plies must be at least 0"));
}

void threads() {
    std::vector<int> touched(1000);
    parallel_ranges(touched.size(), 7, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++touched[i];
    });
    for (int count : touched) CHECK(count == 1);
    parallel_ranges(0, 4, [](std::size_t, std::size_t) { CHECK(false); });
    // The first part's error wins whatever the timing, and every part has ended.
    std::atomic<int> ended{0};
    CHECK(throws_with<std::runtime_error>(
        [&] {
            parallel_ranges(4, 4, [&](std::size_t begin, std::size_t) {
                ++ended;
                if (begin >= 1) throw std::runtime_error("part " + std::to_string(begin));
            });
        },
        "part 1"));
    CHECK(ended == 4);
}

}  // namespace

int main() {
    perft_counts();
    random_games();
    greedy();
    batch();
    samples();
    threads();
    return test_result();
}
