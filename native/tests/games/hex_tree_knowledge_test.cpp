// What Hex knows for Monte-Carlo tree search, against trying every move: who has won, which moves lose or are
// dominated, the proofs of a search that believes it; bridges saved in random games; priors.

#include <cmath>
#include <string>
#include <vector>

#include "boardai/core/evaluation/evaluations-inl.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/trees/puct/puct-inl.hpp"
#include "boardai/search/trees/uct/mcts-inl.hpp"
#include "games/hex/states.hpp"
#include "native/tests/support/check.hpp"
#include "native/tests/support/fake_network.hpp"
#include "native/tests/support/hex_exhaustive.hpp"

using namespace boardai;
using namespace boardai::hex;

namespace {

int winner_after(Exhaustive& exhaustive, State<1> state, Action action) {
    state.apply(action);
    return exhaustive.winner(state);
}

/// Looks at some of a random line's positions; moves that are filled in are left out, as the search does.
void check_line(Exhaustive& exhaustive, State<1> state, Rng& rng) {
    Knowledge<State<1>> knowledge;
    knowledge.resume({});
    ActionList actions;
    while (!state.is_terminal()) {
        const int colour = state.colour_to_move();
        const int winner = exhaustive.winner(state);
        state.legal_actions(actions);
        // Below a note its cells need not be tried.
        bool any = false, sifted = false, all_dominated = true;
        for (const Action action : actions) {
            const bool wins = winner_after(exhaustive, state, action) == colour;
            any |= wins;
            if (knowledge.is_dominated(action)) continue;
            all_dominated = false;
            sifted |= wins;
        }
        CHECK(all_dominated || any == sifted);
        if (rng.below(3) > 0) {
            const HexFacts<1> facts = knowledge.analyse(state);
            if (facts.decided()) {
                CHECK(facts.winner == winner);  // player and colour are the same
                if (facts.winner == colour) CHECK(winner_after(exhaustive, state, facts.winning_move) == colour);
                // From here on any move may be played.
                for (const Action action : actions) CHECK(!facts.note.has(action));
            } else {
                bool open_wins = false;
                for (const Action action : actions) {
                    const bool wins = winner_after(exhaustive, state, action) == colour;
                    if (facts.fate(action) == Fate::losing) CHECK(!wins);
                    if (facts.fate(action) == Fate::open) open_wins |= wins;
                }
                CHECK(open_wins == (winner == colour));
            }
            knowledge.resume(facts.note);
        }
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        knowledge.push(state, action);
        state.apply(action);
    }
}

/// What the search proves, with all the knowledge of Hex, however early it is used.
void check_search(Exhaustive& exhaustive, const State<1>& state, int knowledge, bool rave, std::uint64_t seed) {
    MctsOptions options;
    options.rave = rave;
    options.knowledge = knowledge;
    options.prior = seed % 2 == 0 ? 0.5 : 0.0;
    options.playouts = seed % 3 == 0 ? MctsPlayouts::saving : MctsPlayouts::patterns;
    options.megabytes = 4;
    Mcts<State<1>> search(options, "", seed, {});
    State<1> now = state;
    // The tree is kept, and what was proven by looking becomes the root.
    while (!now.is_terminal()) {
        SearchLimits limits;
        limits.nodes = 3000;
        search.run(now, limits);
        const int mover = now.colour_to_move();
        const int winner = exhaustive.winner(now);
        CHECK(search.report() != nullptr);
        if (search.report()->outcome) {
            CHECK(*search.report()->outcome == (winner == mover ? 1 : -1));
            const bool keeps = winner_after(exhaustive, now, search.report()->action) == mover;
            CHECK(keeps == (winner == mover));
        }
        for (const ReportRow& row : search.report()->rows) {
            if (!row.outcome) continue;
            CHECK(*row.outcome == (winner_after(exhaustive, now, row.action) == mover ? 1 : -1));
        }
        now.apply(search.report()->action);
    }
}

/// The same of a search by a network, in all its forms; the tree is kept from move to move.
void check_network_search(Exhaustive& exhaustive, const State<1>& state, std::uint64_t seed) {
    PuctOptions options;
    options.solver = true;
    options.knowledge = 1 + static_cast<int>(seed % 4);
    options.leaves_per_tree = seed % 3 == 0 ? 4 : 1;
    options.graph = seed % 2 == 0;
    options.cache_mb = static_cast<int>(seed % 2);
    options.dirichlet_fraction = seed % 5 == 0 ? 0.25 : 0;
    options.simulations = 150;
    if (seed % 4 == 3) options.gumbel.considered = 8;
    Puct<State<1>> search(1, options, seed);
    const Encoding<State<1>> encoding(state);
    const auto width = static_cast<std::size_t>(encoding.policy_size());
    const FakeNetwork network{encoding.row_size(), width};
    std::vector<float> planes(4 * encoding.row_size()), logits(4 * width), values(4);
    search.set_root(0, state);
    for (State<1> now = state; !now.is_terminal();) {
        while (const int rows = search.select(planes.data(), planes.size())) {
            const auto count = static_cast<std::size_t>(rows);
            network(planes.data(), count, logits.data(), values.data());
            if (seed % 7 == 0 && search.simulations_done(0) % 9 == 0) {
                CHECK(search.select(planes.data(), planes.size()) > 0);  // what waited is abandoned
                network(planes.data(), count, logits.data(), values.data());
            }
            search.backup(logits.data(), count * width, values.data(), count);
        }
        const int mover = now.colour_to_move();
        const bool wins = exhaustive.winner(now) == mover;
        const Proof proof = search.tree(0).root_proof();
        CHECK(proof == Proof::unknown || proof == (wins ? Proof::win : Proof::loss));
        const Action action = search.tree(0).best_action();
        if (proof != Proof::unknown) CHECK((winner_after(exhaustive, now, action) == mover) == wins);
        std::vector<double> shares(search.root_action_count(0));
        search.tree(0).policy(shares.data());
        double sum = 0;
        for (const double share : shares) sum += share;
        CHECK(std::abs(sum - 1) < 1e-9);
        now.apply(action);
        search.advance(0, action);
    }
}

/// Joined by bridges to each other and both edges: hardly anything gets through. (One stone may intrude into two
/// bridges, when others have come up; then one is lost.)
void saves_bridges() {
    const State<1> empty(5, 5);
    const State<1> state = empty.from_string("5/2b2/5/1b3/ww3 b no-swap");
    const State<1> other = empty.from_string("5/2b2/4w/1b3/4w b no-swap");
    Policy<State<1>> policy;
    Rng rng(3);
    for (const MctsPlayouts style : {MctsPlayouts::saving, MctsPlayouts::patterns}) {
        int wins = 0;
        for (int i = 0; i < 300; ++i) {
            wins += policy.playout(other, {}, -1, style, rng, nullptr) == 1;
            PlayedActions played;
            policy.playout(state, {}, -1, style, rng, &played);
            float both = 0, all = 0;
            for (int cell = 0; cell < 25; ++cell) {
                const float black_has = played.of(0, 64)[cell], white_has = played.of(1, 64)[cell];
                all += black_has + white_has;
                both += black_has * white_has;
            }
            CHECK(all == 25 && both == 0);
        }
        CHECK(wins >= 290);
    }
}

/// Shares add up to 1, and a half turn turns them. (tests/games/hex/test_hex_patterns.py compares them with fit.py's.)
void priors_add_up_and_turn() {
    Policy<State<1>> policy;
    Rng rng(11);
    for (int i = 0; i < 30; ++i) {
        const State<1> state = random_position(6, 2 + 2 * (i % 6), rng);
        ActionList actions;
        state.legal_actions(actions);
        const Action last = static_cast<Action>(rng.below(36));
        std::vector<float> shares(actions.size()), turned(actions.size());
        policy.priors(state, last, actions, shares.data());
        float sum = 0;
        for (const float share : shares) sum += share;
        CHECK(std::abs(sum - 1) < 1e-4f);
        ActionList images;
        for (const Action action : actions) images.push_back(35 - action);
        policy.priors(state.transformed(1), 35 - last, images, turned.data());
        for (std::size_t k = 0; k < shares.size(); ++k) CHECK(std::abs(shares[k] - turned[k]) < 1e-5f);
    }
}

bool same(const HexFacts<1>& left, const HexFacts<1>& right) {
    return left.unfinished == right.unfinished && left.winner == right.winner &&
           left.winning_move == right.winning_move && left.candidates == right.candidates &&
           left.dominated == right.dominated && left.losing == right.losing && left.proof_set == right.proof_set;
}

/// Analyses that a clock ends say nothing, wherever it does; one that is let to its end says what it always does.
void ends_early(bool on_a_line) {
    Rng rng(17);
    State<1> state(8, 8);
    ActionList actions;
    Knowledge<State<1>> heard(KnowledgeOptions{.thorough = on_a_line}),
        unheard(KnowledgeOptions{.thorough = on_a_line});
    SearchControl control;
    heard.listen(&control);
    for (Knowledge<State<1>>* const one : {&heard, &unheard}) on_a_line ? one->reset(state) : one->resume({});
    int ended = 0, finished_later = 0;
    for (int ply = 0; ply < 24 && !state.is_terminal(); ++ply) {
        const HexFacts<1> expected = unheard.analyse(state);
        CHECK(!expected.unfinished);
        for (double seconds = 1e-6;; seconds *= 1.5) {
            control.start({.seconds = seconds});
            const HexFacts<1> found = heard.analyse(state);
            if (!found.unfinished) {
                CHECK(same(found, expected));
                finished_later += seconds > 1e-6;
                break;
            }
            ++ended;
            CHECK(control.stopped() && !found.decided() && !found.restricted);
        }
        if (!on_a_line && !expected.decided()) {
            heard.resume(expected.note);
            unheard.resume(expected.note);
        }
        state.legal_actions(actions);
        const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
        heard.push(state, action);
        unheard.push(state, action);
        state.apply(action);
    }
    CHECK(ended > 12 && finished_later > 4);
}

/// A tree that a clock kept from looking at its root looks when it has the time.
void analyses_later() {
    State<1> state(8, 8);
    for (int row = 1; row < 7; ++row) {  // black's chain lacks the cells at its two ends
        state.apply(8 * row + 4);
        state.apply(8 * row);
    }
    MctsOptions options;
    options.knowledge = 1;
    Mcts<State<1>> search(options, "", 3, {});
    search.run(state, {.seconds = 1e-9});
    CHECK(search.report() != nullptr && !search.report()->outcome);
    search.run(state, {.nodes = 2});
    CHECK(search.report()->outcome == 1);
}

}  // namespace

/// `hex_tree_knowledge_test thorough` checks three times as many positions, for which sanitizers are too slow.
int main(int count, char** words) {
    const int share = count > 1 && std::string(words[1]) == "thorough" ? 3 : 1;
    Rng rng(5);
    Exhaustive small(4), large(5);
    for (int i = 0; i < 20 * share; ++i) {
        check_line(small, random_position(4, 3 + i % 6, rng), rng);
        check_line(large, random_position(5, 13 + i % 6, rng), rng);
    }
    for (int i = 0; i < 4 * share; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        check_search(small, random_position(4, 2 + i % 5, rng), 2 + 7 * i, i % 4 != 0, seed);
        check_search(large, random_position(5, 12 + i % 5, rng), 2 + 7 * i, i % 4 != 0, seed);
        check_network_search(small, random_position(4, i % 5, rng), seed);
        check_network_search(large, random_position(5, 11 + i % 5, rng), seed + 5);
    }
    ends_early(true);
    ends_early(false);
    analyses_later();
    saves_bridges();
    priors_add_up_and_turn();
    return test_result();
}
