// Self-play: records say what was played, runs repeat bit for bit and continue bit for bit after a restore,
// damaged bytes are refused and never crash.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/self_play/self_play-inl.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/double_move.hpp"
#include "native/tests/support/self_play_driver.hpp"
#include "native/tests/support/tictactoe.hpp"

using namespace boardai;

namespace {

/// An evaluation for adjudication: the player in the centre is one ahead.
struct CentreEvaluation {
    static constexpr const char* name = "centre";
    int evaluate(const tictactoe::State& state) const {
        const char centre = state.to_string()[4];
        if (centre == '.') return 0;
        return (centre == 'x') == (state.current_player() == 0) ? 1 : -1;
    }
};

}  // namespace

template <>
struct boardai::GameEvaluations<tictactoe::State> {
    using Count = CentreEvaluation;
    using All = std::tuple<CentreEvaluation>;
};

namespace {

using TicTacToe = tictactoe::State;
using Bad = std::invalid_argument;

void records_say_what_was_played() {
    const TicTacToe start;
    SelfPlay<TicTacToe> play(start, small_options());
    advance(play, start, 1500);
    const std::size_t waiting = play.games_waiting();
    const std::string bytes = play.take_games();
    CHECK(play.games_waiting() == 0 && play.take_games().empty());
    const std::vector<GameRecord<TicTacToe>> games = read_games(start, bytes);
    CHECK(games.size() == waiting && waiting > 20);
    std::vector<std::uint64_t> numbers;
    std::uint64_t plies = 0, wins0 = 0, draws = 0;
    for (const auto& game : games) {
        numbers.push_back(game.number);
        plies += game.plies.size();
        wins0 += game.outcome == 1;
        draws += game.outcome == 0;
        bool searched = false;
        std::size_t unsearched = 0;
        for (const RecordedPly& ply : game.plies) {
            double total = 0;
            for (const PolicyShare& part : ply.policy) {
                total += part.share;
                const float visits = part.share * 20;
                CHECK(std::abs(visits - std::round(visits)) < 1e-5f);
            }
            CHECK(std::abs(total - (ply.policy.empty() ? 0 : 1)) < 1e-6);
            CHECK(ply.searched == !ply.policy.empty());
            unsearched += !ply.searched;
            CHECK(!(searched && !ply.searched));  // the opening comes first
            searched |= ply.searched;
        }
        CHECK(unsearched <= 2);
        // From the fourth ply after the opening on, the most visited is played.
        for (std::size_t i = unsearched + 4; i < game.plies.size(); ++i) {
            const auto& policy = game.plies[i].policy;
            const auto most = std::max_element(policy.begin(), policy.end(),
                                               [](const auto& a, const auto& b) { return a.share < b.share; });
            const auto played = std::find_if(policy.begin(), policy.end(),
                                             [&](const auto& v) { return v.action == game.plies[i].action; });
            CHECK(played != policy.end() && played->share == most->share);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    CHECK(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
    const SelfPlayCounters& counters = play.counters();
    CHECK(counters.games == waiting && counters.plies == plies && counters.wins0 == wins0 && counters.draws == draws);
    CHECK(counters.wins0 + counters.draws + counters.wins1 == waiting);
    CHECK(counters.simulations == 20 * counters.moves);
    CHECK(counters.evaluations > 0 && counters.evaluations <= 5 * 1500);
    std::string again;
    for (const auto& game : games) write_game(again, game);
    CHECK(again == bytes);
}

/// How far the recorded policy is from the network's own, whatever noise the search added to it.
void surprise_is_the_divergence_from_the_prior() {
    const TicTacToe start;
    const Encoding<TicTacToe> encoding(start);
    const auto width = static_cast<std::size_t>(encoding.policy_size());
    const FakeNetwork fake{encoding.row_size(), width};
    for (const int considered : {0, 4}) {
        SelfPlayOptions options = small_options();
        options.puct.gumbel.considered = considered;
        if (considered > 0) options.puct.dirichlet_fraction = 0;
        SelfPlay<TicTacToe> play(start, options);
        advance(play, start, 400);
        std::size_t surprised = 0;
        for (const auto& game : read_games(start, play.take_games())) {
            TicTacToe state = game.start;
            for (const RecordedPly& ply : game.plies) {
                std::vector<float> planes(encoding.row_size()), logits(width);
                float value = 0;
                encoding.write(state, planes.data());
                fake(planes.data(), 1, logits.data(), &value);
                ActionList legal;
                state.legal_actions(legal);
                double total = 0, expected = 0;
                const auto odds = [&](Action action) {
                    return std::exp(
                        static_cast<double>(logits[static_cast<std::size_t>(encoding.policy_index(state, action))]));
                };
                for (const Action action : legal) total += odds(action);
                for (const PolicyShare& part : ply.policy) {
                    const double share = static_cast<double>(part.share);
                    expected += share * std::log(share / (odds(part.action) / total));
                }
                CHECK(std::abs(static_cast<double>(ply.surprise) - expected) < 1e-4);
                surprised += ply.surprise > 0.01f;
                state.apply(ply.action);
            }
        }
        CHECK(surprised > 50);
    }
}

/// A record with its checksum made right again, so that the checks after it are reached.
std::string rewritten(const GameRecord<TicTacToe>& game) {
    std::string bytes;
    write_game(bytes, game);
    return bytes;
}

/// A record of a payload, whatever that says.
std::string record_of(std::uint16_t version, const std::string& payload) {
    std::string record;
    ByteWriter writer(record);
    writer.raw("BGAM");
    writer.u16(version);
    writer.u16(0);
    writer.u32(static_cast<std::uint32_t>(payload.size()));
    writer.u64(checksum(payload));
    writer.raw(payload);
    return record;
}

/// Games written before there was a surprise are read as ever.
void the_version_before_is_read() {
    const TicTacToe start;
    GameRecord<TicTacToe> game{7, start, {}, Ending::ply_limit, 1};
    game.plies.push_back({4, 0.5f, {{4, 0.75f}, {0, 0.25f}}, true});
    std::string payload = rewritten(game).substr(20);
    // After the number, the start and the head: action, kind and value of the only ply, then its surprise.
    const std::size_t surprise = payload.size() - 16 - 4 - 4;
    payload.erase(surprise, 4);
    CHECK(read_games(start, record_of(2, payload)) == std::vector<GameRecord<TicTacToe>>{game});
    game.plies[0].surprise = 0.25f;
    CHECK(read_games(start, rewritten(game)) == std::vector<GameRecord<TicTacToe>>{game});
    game.plies[0].surprise = -1;
    CHECK(throws_with<Bad>([&] { read_games(start, rewritten(game)); }, "surprise is not a number from 0 on"));
}

void a_game_does_not_depend_on_its_neighbours() {
    const TicTacToe start;
    std::map<std::uint64_t, GameRecord<TicTacToe>> reference;
    for (int games : {5, 1, 3}) {
        SelfPlayOptions options = small_options();
        options.games = games;
        SelfPlay<TicTacToe> play(start, options);
        advance(play, start, 900);
        for (const auto& game : read_games(start, play.take_games())) {
            const auto [found, added] = reference.emplace(game.number, game);
            CHECK(found->second == game);
            if (games == 5) CHECK(added);
        }
    }
    // Two groups with interleaved numbers play the same games as one.
    for (std::uint64_t group : {0, 1}) {
        SelfPlayOptions options = small_options();
        options.first_game = group;
        options.game_step = 2;
        SelfPlay<TicTacToe> play(start, options);
        advance(play, start, 300);
        for (const auto& game : read_games(start, play.take_games())) {
            CHECK(game.number % 2 == group);
            const auto found = reference.find(game.number);
            if (found != reference.end()) CHECK(found->second == game);
        }
    }
}

template <class S>
void goes_on_after_restore(const S& start, const SelfPlayOptions& options) {
    SelfPlay<S> uninterrupted(start, options), first(start, options);
    advance(uninterrupted, start, 137);
    advance(first, start, 137);
    const std::string saved = first.save_open_games();
    CHECK(saved == first.save_open_games());
    uninterrupted.restart_searches();
    SelfPlay<S> second(start, options);
    advance(second, start, 10);  // what it did before must not matter
    second.restore_open_games(saved);
    CHECK(second.save_open_games() == saved);
    CHECK(second.counters() == first.counters() && second.games_waiting() == first.games_waiting());
    advance(uninterrupted, start, 200);
    advance(second, start, 200);
    CHECK(uninterrupted.games_waiting() > 0);
    CHECK(uninterrupted.counters() == second.counters());
    CHECK(uninterrupted.save_open_games() == second.save_open_games());
    CHECK(uninterrupted.take_games() == second.take_games());
}

void ply_limit_adjudicates() {
    const TicTacToe start;
    SelfPlayOptions options = small_options();
    options.max_plies = 4;
    SelfPlay<TicTacToe> play(start, options);
    advance(play, start, 500);
    const auto games = read_games(start, play.take_games());
    CHECK(!games.empty());
    for (const auto& game : games) {
        CHECK(game.plies.size() == 4 && game.ending == Ending::ply_limit && game.outcome == 0);
    }
    CHECK(play.counters().capped == games.size() && play.counters().adjudicated == 0);
}

void ply_limit_may_follow_the_evaluation() {
    const TicTacToe start;
    for (const int margin : {1, 2}) {
        SelfPlayOptions options = small_options();
        options.max_plies = 4;
        options.adjudication.cap_margin = margin;
        SelfPlay<TicTacToe> play(start, options);
        advance(play, start, 500);
        const auto games = read_games(start, play.take_games());
        int decided[3] = {0, 0, 0};
        for (const auto& game : games) {
            TicTacToe state;
            for (const auto& ply : game.plies) state.apply(ply.action);
            const char centre = state.to_string()[4];
            const int ahead = (centre == 'x') - (centre == 'o');
            CHECK(game.ending == Ending::ply_limit && game.outcome == (margin == 1 ? ahead : 0));
            ++decided[game.outcome + 1];
        }
        CHECK((decided[0] > 0 && decided[2] > 0) == (margin == 1));
    }
}

void several_leaves_fill_the_batch() {
    const TicTacToe start;
    SelfPlayOptions options = small_options();
    options.puct.leaves_per_tree = 3;
    SelfPlay<TicTacToe> play(start, options);
    std::vector<float> planes(16 * 18), logits(16 * 9), values(16);
    std::size_t most = 0;
    for (int round = 0; round < 50; ++round) {
        const int rows = play.select(planes.data(), planes.size());
        CHECK(rows >= 5 && rows <= 15);
        most = std::max(most, static_cast<std::size_t>(rows));
        play.backup(logits.data(), static_cast<std::size_t>(rows) * 9, values.data(), static_cast<std::size_t>(rows));
    }
    CHECK(most == 15);
}

/// Answers with only the logits of legal actions give the same play as all logits.
void logits_of_legal_actions_are_enough() {
    const TicTacToe start;
    SelfPlayOptions options = small_options();
    options.puct.leaves_per_tree = 3;
    SelfPlay<TicTacToe> whole(start, options), legal(start, options);
    const FakeNetwork fake{18, 9};
    std::vector<float> planes(16 * 18), logits(16 * 9), values(16);
    for (int round = 0; round < 500; ++round) {
        const auto rows = static_cast<std::size_t>(whole.select(planes.data(), planes.size()));
        CHECK(static_cast<std::size_t>(legal.select(planes.data(), planes.size())) == rows);
        fake(planes.data(), rows, logits.data(), values.data());
        whole.backup(logits.data(), rows * 9, values.data(), rows);
        const std::size_t width = legal.most_asked();
        std::vector<std::int32_t> indices(rows * width, -1);
        legal.asked(indices.data(), indices.size(), width);
        std::vector<float> few(rows * width);
        for (std::size_t i = 0; i < few.size(); ++i) {
            few[i] = logits[i / width * 9 + static_cast<std::size_t>(indices[i])];
        }
        legal.backup_asked(few.data(), few.size(), width, values.data(), rows);
    }
    CHECK(legal.games_waiting() > 50);
    CHECK(legal.take_games() == whole.take_games());
}

void refuses_bad_options() {
    const TicTacToe start;
    CHECK(throws_with<Bad>([&] { SelfPlay<TicTacToe>(TicTacToe::from_string("xxxoo...."), small_options()); },
                           "start position is over"));
    SelfPlay<TicTacToe> play(start, small_options());
    std::vector<float> planes(4 * 18);
    CHECK(throws_with<Bad>([&] { play.select(planes.data(), planes.size()); }, "5 games need one each"));
}

void damaged_records_are_refused() {
    const TicTacToe start;
    SelfPlay<TicTacToe> play(start, small_options());
    advance(play, start, 200);
    const std::string saved = play.save_open_games();
    const std::string bytes = play.take_games();
    const auto games = read_games(start, bytes);
    const auto refuses = [&](const std::string& damaged) {
        return throws_with<Bad>([&] { read_games(start, damaged); }, "games file, record ");
    };
    // 1. Truncation anywhere but between records, and any changed byte.
    std::vector<std::size_t> ends{0};
    for (const auto& game : games) ends.push_back(ends.back() + rewritten(game).size());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const bool whole = std::find(ends.begin(), ends.end(), size) != ends.end();
        if (whole) {
            CHECK(read_games(start, bytes.substr(0, size)).size() < games.size());
        } else {
            CHECK(refuses(bytes.substr(0, size)));
        }
    }
    Rng rng(3);
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = bytes;
        char& byte = damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))];
        byte = static_cast<char>(byte ^ (1 << rng.below(8)));
        CHECK(refuses(damaged));
    }
    // 2. Contents that are well formed but wrong.
    const auto with = [&](auto change) {
        GameRecord<TicTacToe> game = games[0];
        change(game);
        return rewritten(game);
    };
    const std::size_t last = games[0].plies.size() - 1;
    const auto says = [&](const std::string& damaged, const char* part) {
        return throws_with<Bad>([&] { read_games(start, damaged); }, part);
    };
    CHECK(says(with([&](auto& g) { g.plies[1].action = g.plies[0].action; }), "ply 1: action"));
    CHECK(says(with([&](auto& g) { g.plies[0].action = -5; }), "ply 0: action -5 is illegal"));
    CHECK(says(with([&](auto& g) { g.plies[last].policy[0].action = 9; }), "policy: action 9 is illegal"));
    CHECK(says(with([&](auto& g) { g.plies[last].policy[0].share = 0; }), "is not in (0, 1]"));
    CHECK(says(with([&](auto& g) { g.plies[last].policy[0].share /= 2; }), "shares add up to"));
    CHECK(says(with([&](auto& g) { g.plies[0].policy = {{0, 0.5f}, {0, 0.5f}}, g.plies[0].searched = true; }),
               "listed twice"));
    CHECK(says(with([&](auto& g) { g.plies[last].root_value = NAN; }), "root value"));
    CHECK(says(with([&](auto& g) { g.outcome = g.outcome == 1 ? 0 : 1; }), "outcome differs"));
    CHECK(says(with([&](auto& g) { g.outcome = 2; }), "outcome 2"));
    CHECK(says(with([&](auto& g) { g.plies.pop_back(); }), "recorded as over, but it is not"));
    CHECK(says(with([&](auto& g) { g.ending = Ending::ply_limit; }), "over by the rules"));
    CHECK(says(with([&](auto& g) { g.ending = Ending::open; }), "unknown ending 4"));
    // 3. Random payloads with a right checksum: refused, never a crash.
    for (int i = 0; i < 3000; ++i) {
        std::string payload = rewritten(games[0]).substr(20);
        for (std::uint32_t change = 0; change < 1 + rng.below(3); ++change) {
            payload[rng.below(static_cast<std::uint32_t>(payload.size()))] = static_cast<char>(rng.below(256));
        }
        try {
            read_games(start, record_of(3, payload));
        } catch (const Bad&) {
        }
    }
    // 4. Open games: nothing changes when restoring fails.
    SelfPlay<TicTacToe> other(start, small_options());
    advance(other, start, 50);
    const std::string before = other.save_open_games();
    for (int i = 0; i < 1000; ++i) {
        std::string damaged = saved;
        char& byte = damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))];
        byte = static_cast<char>(byte ^ (1 << rng.below(8)));
        CHECK(throws_with<Bad>([&] { other.restore_open_games(damaged); }, "open games"));
        CHECK(throws_with<Bad>(
            [&] { other.restore_open_games(saved.substr(0, rng.below(static_cast<std::uint32_t>(saved.size())))); },
            "open games"));
    }
    CHECK(other.save_open_games() == before);
    SelfPlayOptions fewer = small_options();
    fewer.games = 2;
    SelfPlay<TicTacToe> two(start, fewer);
    CHECK(throws_with<Bad>([&] { two.restore_open_games(saved); }, "5 games, but 2"));
}

}  // namespace

int main() {
    records_say_what_was_played();
    surprise_is_the_divergence_from_the_prior();
    the_version_before_is_read();
    a_game_does_not_depend_on_its_neighbours();
    goes_on_after_restore(TicTacToe(), small_options());
    goes_on_after_restore(doublemove::State(), small_options());
    ply_limit_adjudicates();
    ply_limit_may_follow_the_evaluation();
    several_leaves_fill_the_batch();
    logits_of_legal_actions_are_enough();
    refuses_bad_options();
    damaged_records_are_refused();
    return test_result();
}
