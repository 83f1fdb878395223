// Scored games: what is written is read back, chess with inputs and a small game without; bytes that are damaged are
// refused or give legal games, and nothing is read beyond them.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/scored_games/player-inl.hpp"
#include "boardai/search/scored_games/positions-inl.hpp"
#include "games/chess/evaluation/accumulator_inputs.hpp"
#include "games/chess/evaluators.hpp"
#include "games/chess/state.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using TicTacToe = tictactoe::State;
using Bad = std::invalid_argument;

template <class S>
std::string shard(const S& start, const ScoredGamesOptions& options, std::uint64_t first, int games,
                  const std::vector<S>& others = {}) {
    PvsOptions search;
    search.table_megabytes = 1;
    ScoredGamePlayer<S> player(start, options, search, {});
    for (const S& other : others) player.add_start(other);
    player.play(7, first, games);
    return scored_games_head(first, static_cast<std::uint32_t>(games)) + player.bytes();
}

/// Every position of a shard.
template <class S>
std::int64_t taken(const ScoredPositions<S>& positions) {
    ScoredPositionsOptions options;
    options.quiet_only = false;
    options.score_limit = options.from_ply = 0;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < positions.size(); ++row) rows.push_back(row);
    std::vector<std::int32_t> counts(rows.size());
    positions.count(options, {}, rows.data(), positions.size(), counts.data());
    std::int64_t sum = 0;
    for (const std::int32_t count : counts) sum += count;
    if constexpr (AccumulatorInputs<S>::exist) {
        std::vector<std::int64_t> places;
        for (std::int64_t place = 0; place < sum; ++place) places.push_back(sum - 1 - place);
        std::vector<std::int16_t> columns(static_cast<std::size_t>(sum) * 2 * AccumulatorInputs<S>::most_active, -1);
        std::vector<std::uint8_t> bucket(places.size());
        std::vector<float> score(places.size()), result(places.size());
        options.buckets = 8;
        const auto done = positions.read(options, {}, "pieces", rows.data(), positions.size(), 0, places.data(), sum,
                                         columns.data(), bucket.data(), score.data(), result.data());
        CHECK(done.rows == sum);
        for (const std::int16_t column : columns) CHECK(column >= 0 && column <= 768);
        for (const std::uint8_t one : bucket) CHECK(one < 8);
    }
    return sum;
}

template <class S>
void test_bytes(const S& start, const ScoredGamesOptions& options, const std::vector<S>& others = {}) {
    const std::string whole = shard(start, options, 30, 3, others);
    CHECK(whole.substr(20) ==
          shard(start, options, 30, 1, others).substr(20) + shard(start, options, 31, 2, others).substr(20));
    {
        ScoredPositions<S> positions(start);
        CHECK(positions.add_shard(whole, "here") == 3);
        CHECK(taken(positions) > 0);
    }
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 200) {
        ScoredPositions<S> positions(start);
        CHECK(throws_with<Bad>([&] { positions.add_shard(whole.substr(0, size), "here"); }, "here"));
        CHECK(positions.size() == 0);
    }
    Rng rng(1);
    for (int round = 0; round < 400; ++round) {
        std::string bytes = whole;
        bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(rng.below(256));
        ScoredPositions<S> positions(start);
        try {
            positions.add_shard(bytes, "here");
            taken(positions);
        } catch (const Bad&) {
        }
    }
}

void test_refusals() {
    const TicTacToe start;
    ScoredGamesOptions options;
    options.nodes = 0;
    CHECK(throws_with<Bad>([&] { shard(start, options, 0, 1); }, "nodes"));
    options = {};
    options.random_plies = 20;
    CHECK(throws_with<Bad>([&] { shard(start, options, 0, 1); }, "20 random plies"));
    options = {};
    options.random_plies = 2;
    ScoredPositions<TicTacToe> positions(start);
    positions.add_shard(shard(start, options, 0, 1), "here");
    ScoredPositionsOptions walking;
    walking.walk = 2;
    const std::int64_t row = 0, beyond = 1;
    std::int32_t count = 0;
    CHECK(throws_with<Bad>([&] { positions.count(walking, {}, &row, 1, &count); }, "walk"));
    CHECK(throws_with<Bad>([&] { positions.count({}, {}, &beyond, 1, &count); }, "row 1"));
    CHECK(throws_with<Bad>(
        [&] { positions.read({}, {}, "pieces", &row, 1, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr); },
        "no inputs"));
}

}  // namespace

int main() {
    ScoredGamesOptions options;
    options.nodes = 20;
    options.other_starts = 0.5;
    test_bytes(chess::State::start(518, false, true), options, {chess::State::start(0, true, true)});
    options.random_plies = 1;
    test_bytes(TicTacToe(), options);
    test_refusals();
    return test_result();
}
