// Self-play's options: threads, cache and symmetries change no game where they must not; quick searches are not learned
// from; openings, resignation and adjudication do what the records can be asked about.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/self_play_driver.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

using TicTacToe = tictactoe::State;
using Bad = std::invalid_argument;
using Games = std::vector<GameRecord<TicTacToe>>;

/// As a network, the same through every symmetry of the board: the logit of a cell counts its neighbours.
struct SymmetricNetwork {
    std::size_t row_size;
    std::size_t policy_size;

    void operator()(const float* planes, std::size_t rows, float* logits, float* values) const {
        for (std::size_t row = 0; row < rows; ++row) {
            const float* board = planes + row * row_size;
            float total = 0;
            for (int cell = 0; cell < 9; ++cell) {
                float logit = 0;
                for (int other = 0; other < 9; ++other) {
                    const int distance = std::abs(cell / 3 - other / 3) + std::abs(cell % 3 - other % 3);
                    if (distance == 1) logit += 0.5f * board[2 * other] - 0.25f * board[2 * other + 1];
                    if (distance == 2) logit += 0.125f * board[2 * other];
                }
                logits[row * policy_size + static_cast<std::size_t>(cell)] = logit;
                total += logit * board[2 * cell];
            }
            values[row] = total / 32;
        }
    }
};

template <class Network = FakeNetwork>
Games played(const SelfPlayOptions& options, int rounds, SelfPlayCounters* counters = nullptr) {
    const TicTacToe start;
    SelfPlay<TicTacToe> play(start, options);
    advance<TicTacToe, Network>(play, start, rounds);
    std::vector<std::int32_t> lengths(play.games_waiting());
    play.game_lengths(lengths.data(), lengths.size());
    if (counters) *counters = play.counters();
    Games games = read_games(start, play.take_games());
    CHECK(games.size() == lengths.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        CHECK(games[i].plies.size() == static_cast<std::size_t>(lengths[i]));
    }
    return games;
}

/// Everything at once.
SelfPlayOptions rich_options() {
    SelfPlayOptions options = small_options();
    options.games = 7;
    options.puct.simulations = 24;
    options.puct.cache_mb = 1;
    options.puct.forced_playouts = 2;
    options.reuse_subtree = true;
    options.symmetries = true;
    options.starts.balance = 0.5;
    options.starts.balance_tries = 4;
    options.starts.book = "4 0\n4 1 0";
    options.starts.book_share = 0.3;
    options.temperature = {1.5, 0.2, 2, 3, false, 0};
    options.playout_cap = {0.4, 5};
    options.resignation = {0.3, 1, 0.5};
    options.adjudication.threshold = 0.12;
    options.adjudication.plies = 2;
    return options;
}

void threads_change_nothing() {
    const TicTacToe start;
    for (const bool gumbel : {false, true}) {
        std::string bytes[2], open[2];
        SelfPlayCounters counters[2];
        for (const int threads : {1, 3}) {
            SelfPlayOptions options = rich_options();
            options.threads = threads;
            if (gumbel) {
                options.puct.forced_playouts = 0;
                options.puct.gumbel.considered = 4;
            }
            SelfPlay<TicTacToe> play(start, options);
            advance(play, start, 150);
            play.restart_searches();
            advance(play, start, 100);
            const int at = threads > 1;
            counters[at] = play.counters();
            open[at] = play.save_open_games();
            bytes[at] = play.take_games();
        }
        CHECK(!bytes[0].empty() && bytes[0] == bytes[1] && open[0] == open[1] && counters[0] == counters[1]);
        CHECK(counters[0].cache_hits > 0 && counters[0].openings_rejected > 0 && counters[0].book_games > 0);
        CHECK(counters[0].resigned > 0 && counters[0].adjudicated > 0 && counters[0].never_resign_games > 0);
    }
}

template <class S>
void everything_goes_on_after_restore(const S& start, SelfPlayOptions options) {
    SelfPlay<S> uninterrupted(start, options), first(start, options);
    advance(uninterrupted, start, 90);
    advance(first, start, 90);
    const std::string saved = first.save_open_games();
    uninterrupted.restart_searches();
    SelfPlay<S> second(start, options);
    advance(second, start, 10);
    second.restore_open_games(saved);
    CHECK(second.save_open_games() == saved);
    advance(uninterrupted, start, 120);
    advance(second, start, 120);
    CHECK(uninterrupted.counters() == second.counters() && uninterrupted.counters().games > 0);
    CHECK(uninterrupted.save_open_games() == second.save_open_games());
}

void the_cache_changes_no_game() {
    SelfPlayOptions options = small_options();
    SelfPlayCounters without_cache, with_cache;
    const Games without = played(options, 600, &without_cache);
    options.puct.cache_mb = 1;
    const Games with = played(options, 600, &with_cache);
    CHECK(with.size() > without.size());  // as many rows bring more games
    CHECK(with_cache.cache_hits > 0 && without_cache.cache_lookups == 0);
    for (const auto& game : without) {
        const auto same =
            std::find_if(with.begin(), with.end(), [&](const auto& other) { return other.number == game.number; });
        CHECK(same != with.end() && *same == game);
    }
}

/// Where the cache comes to know every position, select() still returns.
void a_full_cache_ends_calls() {
    const TicTacToe start;
    SelfPlayOptions options = small_options();
    options.puct.cache_mb = 64;
    options.puct.dirichlet_fraction = 0;
    options.starts.random_plies = 0;
    options.temperature.start = 0;
    SelfPlay<TicTacToe> play(start, options);
    std::vector<float> planes(5 * 18), logits(5 * 9), values(5);
    std::uint64_t before = 0;
    for (int round = 0; round < 400; ++round) {
        const int rows = play.select(planes.data(), planes.size());
        play.backup(logits.data(), static_cast<std::size_t>(rows) * 9, values.data(), static_cast<std::size_t>(rows));
        if (rows == 0) CHECK(play.counters().games > before);
        before = play.counters().games;
    }
    CHECK(play.select(planes.data(), planes.size()) == 0);
}

void symmetries_are_undone() {
    SelfPlayOptions options = small_options();
    const Games plain = played<SymmetricNetwork>(options, 400);
    const Games fake = played(options, 400);
    options.symmetries = true;
    CHECK(plain.size() > 10 && played<SymmetricNetwork>(options, 400) == plain);
    CHECK(played(options, 400) != fake);  // this network is not the same through every symmetry
    options.puct.cache_mb = 1;
    const Games cached = played<SymmetricNetwork>(options, 400);
    for (const auto& game : plain) CHECK(std::find(cached.begin(), cached.end(), game) != cached.end());
}

void quick_searches_are_not_learned_from() {
    SelfPlayOptions options = small_options();
    options.playout_cap = {0.3, 4};
    SelfPlayCounters counters;
    const Games games = played(options, 1500, &counters);
    int quick = 0, full = 0;
    for (const auto& game : games) {
        for (const RecordedPly& ply : game.plies) {
            if (!ply.searched) continue;
            ++(ply.policy.empty() ? quick : full);
        }
    }
    CHECK(quick + full > 300 && std::abs(full / static_cast<double>(quick + full) - 0.3) < 0.08);
    CHECK(counters.full_searches + counters.quick_searches == counters.moves);
    CHECK(counters.simulations == 20 * counters.full_searches + 4 * counters.quick_searches);
    CHECK(counters.agreements <= counters.full_searches && counters.target_entropy > 0);
    CHECK(counters.target_entropy < std::log(9.0) * static_cast<double>(counters.full_searches));
}

void temperature_follows_its_schedule() {
    SelfPlayOptions options = small_options();
    options.starts.random_plies = 0;
    const auto best_share = [&](std::size_t ply) {
        int best = 0, all = 0;
        for (const auto& game : played(options, 1500)) {
            if (game.plies.size() <= ply) continue;
            const auto& policy = game.plies[ply].policy;
            const auto top = std::max_element(policy.begin(), policy.end(),
                                              [](const auto& a, const auto& b) { return a.share < b.share; });
            const auto chosen = std::find_if(policy.begin(), policy.end(),
                                             [&](const auto& part) { return part.action == game.plies[ply].action; });
            CHECK(chosen != policy.end());
            best += chosen->share == top->share;
            ++all;
        }
        CHECK(all > 30);
        return static_cast<double>(best) / all;
    };
    options.temperature = {0, 0, 3, 0, false, 0};
    CHECK(best_share(0) == 1 && best_share(4) == 1);
    options.temperature = {100, 0, 1, 0, false, 0};
    CHECK(best_share(0) < 0.6 && best_share(1) == 1);
    options.temperature = {100, 0, 1, 0.25, false, 0};  // 100 / 16 at ply 2, 100 / 2^16 at ply 5
    CHECK(best_share(2) < 0.8 && best_share(5) == 1);
    options.puct.gumbel.considered = 4;
    options.puct.dirichlet_fraction = 0;
    options.temperature = {0, 0, 0, 0, true, 0};
    const double noisy = best_share(0);  // the winner of the noisy rounds, not the improved policy's best
    options.temperature = {100, 100, 0, 0, true, 0};
    CHECK(noisy > best_share(0));
    options.temperature = {1, 0, 0, 0, false, 1};
    CHECK(best_share(0) < 0.9 && best_share(1) > 0.9);  // the best may have no visit, where noise left it out
}

void openings_come_from_the_book() {
    SelfPlayOptions options = small_options();
    options.starts.book = "4 0\n0 8 4\n";
    options.starts.book_share = 0.5;
    SelfPlayCounters counters;
    const Games games = played(options, 1500, &counters);
    const std::vector<std::vector<Action>> book{{4, 0}, {0, 8, 4}};
    std::set<std::size_t> seen;
    std::uint64_t from_book = 0;
    for (const auto& game : games) {
        std::vector<Action> opening;
        for (const RecordedPly& ply : game.plies) {
            if (!ply.searched) opening.push_back(ply.action);
        }
        const auto line = std::find(book.begin(), book.end(), opening);
        if (opening.size() == 3) CHECK(line != book.end());  // longer than random openings are
        if (line != book.end()) seen.insert(static_cast<std::size_t>(line - book.begin()));
        from_book += line != book.end();
    }
    CHECK(seen.size() == 2 && counters.book_games <= from_book);
    CHECK(std::abs(static_cast<double>(counters.book_games) / static_cast<double>(games.size()) - 0.5) < 0.15);
    const auto refuses = [&](const char* text, const char* words) {
        options.starts.book = text;
        return throws_with<Bad>([&] { SelfPlay<TicTacToe>(TicTacToe(), options); }, words);
    };
    CHECK(refuses("4 0\n4 4", "book, line 2: action 4 is illegal"));
    CHECK(refuses("0 3 1 4 2", "line 1: the game is over after it"));
    CHECK(refuses("x", "'x' is no action") && refuses("4  0", "'' is no action"));
    CHECK(refuses("", "there is no book"));
    options.starts.book_share = 0;
    options.starts.mirrored_share = 0.5;
    CHECK(refuses("", "no mirrored positions"));
}

void random_openings_are_balanced() {
    const TicTacToe start;
    const Encoding<TicTacToe> encoding(start);
    const FakeNetwork network{encoding.row_size(), 9};
    SelfPlayOptions options = small_options();
    options.starts.random_plies = 4;
    options.starts.balance = 0.2;
    options.starts.balance_tries = 300;
    SelfPlayCounters counters;
    const Games games = played(options, 1500, &counters);
    CHECK(games.size() > 30 && counters.openings_rejected > 30);
    std::vector<float> row(encoding.row_size()), logits(9);
    for (const auto& game : games) {
        TicTacToe state = game.start;
        for (const RecordedPly& ply : game.plies) {
            if (ply.searched) break;
            state.apply(ply.action);
        }
        float value = 0;
        encoding.write(state, row.data());
        network(row.data(), 1, logits.data(), &value);
        CHECK(std::abs(value) <= 0.2f);
    }
}

void games_begin_midway() {
    // Each position of a random game of n plies is drawn with probability 1 / n.
    const TicTacToe start;
    double expected[9] = {}, found[9] = {};
    Rng rng(5, 0);
    constexpr int samples = 20000;
    for (int sample = 0; sample < samples; ++sample) {
        TicTacToe state = start;
        int plies = 0;
        for (ActionList legal; !state.is_terminal(); ++plies) {
            state.legal_actions(legal);
            state.apply(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
        }
        for (int ply = 0; ply < plies; ++ply) expected[ply] += 1.0 / plies / samples;
        const TicTacToe drawn = position_of_random_game(start, 0, rng);
        CHECK(!drawn.is_terminal());
        ActionList left;
        drawn.legal_actions(left);
        found[9 - left.size()] += 1.0 / samples;
    }
    for (int ply = 0; ply < 9; ++ply) CHECK(std::abs(found[ply] - expected[ply]) < 0.015);
    // A game begins there: nothing is behind it, and all of it is searched.
    SelfPlayOptions options = small_options();
    options.starts.midway_share = 0.5;
    int midway = 0;
    const Games games = played(options, 1500);
    for (const auto& game : games) {
        if (game.start == start) continue;
        ++midway;
        CHECK(game.plies.front().searched);
    }
    CHECK(midway > static_cast<int>(games.size()) / 4 && midway < static_cast<int>(games.size()) * 3 / 4);
}

void players_resign() {
    SelfPlayOptions options = small_options();
    options.resignation = {0.12, 2, 0.4};
    SelfPlayCounters counters;
    const Games games = played(options, 2500, &counters);
    std::uint64_t resigned = 0, played_on = 0, would = 0, wrong = 0;
    for (const auto& game : games) {
        // Who, at which ply, first had twice in a row a value of -0.12 or less?
        TicTacToe state = game.start;
        int in_a_row[2] = {0, 0}, loser = -1;
        std::size_t at = 0;
        for (std::size_t i = 0; i < game.plies.size() && loser < 0; ++i) {
            const int mover = state.current_player();
            if (game.plies[i].searched) {
                in_a_row[mover] = game.plies[i].root_value <= -0.12f ? in_a_row[mover] + 1 : 0;
                const bool last = i + 1 == game.plies.size() && game.ending == Ending::rules;
                if (in_a_row[mover] == 2 && !last) loser = mover, at = i;
            }
            state.apply(game.plies[i].action);
        }
        if (game.ending == Ending::resigned) {
            CHECK(loser >= 0 && at + 1 == game.plies.size() && game.outcome == (loser == 0 ? -1 : 1));
            ++resigned;
        } else if (loser >= 0) {
            ++played_on;
            ++would;
            wrong += (loser == 0 ? game.outcome : -game.outcome) >= 0;
        }
    }
    CHECK(resigned > 10 && played_on > 5 && counters.resigned == resigned);
    CHECK(counters.would_resign == would && counters.false_resigns == wrong);
    CHECK(counters.never_resign_games >= would);
    CHECK(std::abs(static_cast<double>(counters.never_resign_games) / static_cast<double>(games.size()) - 0.4) < 0.15);
    CHECK(counters.by_rules + counters.resigned == games.size());
}

void games_are_adjudicated() {
    const TicTacToe start;
    SelfPlayOptions options = small_options();
    options.adjudication.threshold = 0.9;
    options.adjudication.ply = 8;
    options.adjudication.final_threshold = 0.2;
    options.adjudication.final_ply = 4;
    options.adjudication.iterations = 5;
    options.adjudication.plies = 2;
    std::vector<double> shares;
    for (const int iteration : {1, 3, 5, 9}) {
        SelfPlay<TicTacToe> play(start, options);
        play.begin_iteration(iteration);
        advance(play, start, 800);
        const double done = std::min(1.0, (iteration - 1) / 4.0);
        const double threshold = 0.9 - 0.7 * done;
        const std::size_t ply = static_cast<std::size_t>(std::lround(8 - 4 * done));
        const Games games = read_games(start, play.take_games());
        int adjudicated = 0;
        for (const auto& game : games) {
            if (game.ending != Ending::adjudicated) continue;
            ++adjudicated;
            CHECK(game.plies.size() >= ply && game.outcome != 0);
            // The players take turns: for the one who did not move last the value counts the other way.
            for (std::size_t back = 1; back <= 2; ++back) {
                const std::size_t i = game.plies.size() - back;
                const double value0 = i % 2 == 0 ? game.plies[i].root_value : -game.plies[i].root_value;
                CHECK(game.outcome * value0 >= threshold - 1e-6);
            }
        }
        CHECK(play.counters().adjudicated == static_cast<std::uint64_t>(adjudicated));
        shares.push_back(adjudicated / static_cast<double>(games.size()));
    }
    CHECK(shares[0] < shares[2] && shares[1] <= shares[2] && shares[2] > 0.1);
    CHECK(shares[3] == shares[2]);
    CHECK(throws_with<Bad>([&] { SelfPlay<TicTacToe>(start, options).begin_iteration(0); }, "count from 1"));
}

}  // namespace

int main() {
    threads_change_nothing();
    everything_goes_on_after_restore(TicTacToe(), rich_options());
    SelfPlayOptions options = rich_options();
    options.starts.book_share = 0;
    options.starts.book.clear();
    everything_goes_on_after_restore(doublemove::State(), options);
    the_cache_changes_no_game();
    a_full_cache_ends_calls();
    symmetries_are_undone();
    quick_searches_are_not_learned_from();
    temperature_follows_its_schedule();
    openings_come_from_the_book();
    random_openings_are_balanced();
    games_begin_midway();
    players_resign();
    games_are_adjudicated();
    return test_result();
}
