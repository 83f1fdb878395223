#pragma once
// Self-play: the life of one game. The numbers are those of self_play.hpp.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/in_quotes.hpp"
#include "boardai/core/play/random_opening.hpp"
#include "boardai/search/records/game_record-inl.hpp"
#include "boardai/search/self_play/self_play.hpp"
#include "boardai/search/self_play/self_play_counters.hpp"

namespace boardai {
namespace self_play_detail {

/// Shares below this are left out of a record: together too little to be learned from.
inline constexpr double smallest_share = 1e-5;
/// A prior below this counts as this much in what surprised: a float's prior may be 0.
inline constexpr double smallest_prior = 1e-8;

// What is decided once for a game or a ply, and must be found the same when its search begins again, has streams of its
// own alongside the game's.
inline constexpr std::uint64_t resign_stream = 0x5e5167, search_stream = 0x5ea2c4;

/// By how much player 0 is ahead: by the evaluation that is named, else in points where the game has them, else by its
/// default evaluation.
template <GameState S>
int lead(const S& state, const EvaluationSpec& evaluator) {
    if constexpr (Scored<S>) {
        if (evaluator.name.empty()) return state.score(0);
    }
    const auto evaluation = Evaluations<S>::find_or_count(evaluator);
    const auto line = evaluation->open_line();
    line->reset(state);
    const int value = line->evaluate(state);
    return state.current_player() == 0 ? value : -value;
}

/// Outcome for player 0 of a game that is stopped at the ply limit.
template <GameState S>
int outcome_at_cap(const S& state, int margin, const EvaluationSpec& evaluator) {
    if constexpr (Scored<S>) {
        const int points = state.score(0);
        return (points > 0) - (points < 0);
    }
    if (margin == 0) return 0;
    const int ahead = lead(state, evaluator);
    return (ahead >= margin) - (ahead <= -margin);
}

/// The lines of StartOptions::book, each checked by playing it.
template <GameState S>
std::vector<std::vector<Action>> read_book(const S& start, const SelfPlayOptions& options) {
    std::vector<std::vector<Action>> book;
    const std::string& text = options.starts.book;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string where = "self-play option starts.book, line " + std::to_string(book.size() + 1);
        const auto fail = [&](const std::string& reason) { throw std::invalid_argument(where + ": " + reason); };
        std::vector<Action> line;
        S state = start;
        while (at < end) {
            const std::size_t space = std::min(text.find(' ', at), end);
            const std::string word = text.substr(at, space - at);
            const bool number = !word.empty() && word.size() < 10 &&
                                std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
            if (!number) fail(in_quotes(word) + " is no action");
            const Action action = std::stoi(word);
            if (state.is_terminal() || !is_legal_action(state, action)) {
                fail("action " + word + " is illegal in " + std::string(state.to_string()));
            }
            state.apply(action);
            line.push_back(action);
            at = space + (space < end);
        }
        at = end + 1;
        if (state.is_terminal()) fail("the game is over after it");
        if (options.max_plies > 0 && line.size() >= static_cast<std::size_t>(options.max_plies)) {
            fail("is as long as max_plies");
        }
        book.push_back(std::move(line));
    }
    if (book.empty() && options.starts.book_share > 0) {
        throw std::invalid_argument("self-play option starts.book_share: there is no book");
    }
    return book;
}

}  // namespace self_play_detail

/// 1. Start. `rng`: becomes the game's stream.
template <Encodable S>
typename SelfPlay<S>::OpenGame SelfPlay<S>::new_game(std::uint64_t number, Rng& rng) const {
    rng = Rng(options_.seed, number);
    const StartOptions& starts = options_.starts;
    OpenGame game{GameRecord<S>{number, start_, {}, Ending::open, 0}, start_, Standing{}};
    if constexpr (Mirrorable<S>) {
        if (starts.mirrored_share > 0 && rng.uniform() < starts.mirrored_share) {
            game.standing.mirrored = 1;
            game.record.start = beginning(game.standing);
            game.state = game.record.start;
        }
    }
    if (starts.book_share > 0 && rng.uniform() < starts.book_share) {
        S plain = start_;  // in which the book is written
        for (Action action : book_[rng.below(static_cast<std::uint32_t>(book_.size()))]) {
            Action meant = action;
            if constexpr (Mirrorable<S>) {
                if (game.standing.mirrored) meant = plain.mirror_action(action);
            }
            game.record.plies.push_back({meant, 0.0f, {}, false});
            game.state.apply(meant);
            plain.apply(action);
        }
        game.standing.from_book = 1;
        game.standing.opening_settled = 1;
        game.standing.opening_plies = static_cast<std::int32_t>(game.record.plies.size());
        return game;
    }
    game.standing.opening_settled = starts.balance <= 0 || (starts.random_plies == 0 && starts.midway_share == 0);
    draw_opening(game, rng);
    return game;
}

/// The start position, or its mirror image.
template <Encodable S>
S SelfPlay<S>::beginning(const Standing& standing) const {
    if constexpr (Mirrorable<S>) {
        if (standing.mirrored) return start_.mirrored();
    }
    return start_;
}

/// Random plies from the game's start, or a start amid a random game, in place of what was drawn before.
template <Encodable S>
void SelfPlay<S>::draw_opening(OpenGame& game, Rng& rng) const {
    S state = beginning(game.standing);
    std::vector<RecordedPly> plies;
    if (options_.starts.midway_share > 0 && rng.uniform() < options_.starts.midway_share) {
        state = position_of_random_game(state, options_.max_plies, rng);
        // What a file keeps of a start is all that the game may know of it.
        if constexpr (!Packable<S>) state = start_.from_string(state.to_string());
        game.record.start = state;
    } else {
        game.record.start = state;
        play_random_opening(state, options_.starts.random_plies, rng,
                            [&](Action action) { plies.push_back({action, 0.0f, {}, false}); });
    }
    game.record.plies = std::move(plies);
    game.state = std::move(state);
    game.standing.opening_plies = static_cast<std::int32_t>(game.record.plies.size());
    ++game.standing.opening_tries;
}

/// Whether the opening, which the network has now seen, was refused, and another one drawn.
template <Encodable S>
bool SelfPlay<S>::opening_rejected(std::size_t slot) {
    PuctTree<S>& tree = trees_[slot];
    OpenGame& game = games_[slot];
    if (game.standing.opening_settled || tree.root_action_count() == 0 || tree.waiting() > 0) return false;
    if (std::abs(tree.root_evaluation()) <= options_.starts.balance ||
        game.standing.opening_tries >= options_.starts.balance_tries) {
        game.standing.opening_settled = 1;
        return false;
    }
    OpenGame other = game;
    draw_opening(other, tree.rng());
    begin_search(slot, other);
    game = std::move(other);
    ++counted_[slot].openings_rejected;
    return true;
}

/// 2. Search: whether this ply's is a full one. It is found the same when the search begins again.
template <Encodable S>
bool SelfPlay<S>::searches_fully(const GameRecord<S>& record, std::size_t ply) const {
    if (options_.playout_cap.full_share >= 1) return true;
    Rng rng(mix64(options_.seed ^ self_play_detail::search_stream), mix64(record.number) + ply);
    return rng.uniform() < options_.playout_cap.full_share;
}

/// Visits that the root brought along and that need not be made again.
template <Encodable S>
std::int64_t SelfPlay<S>::visits_that_count(const PuctTree<S>& tree) const {
    if (!options_.reuse_counts || options_.puct.gumbel.considered > 0) return 0;
    std::int64_t visits = 0;
    for (std::size_t i = 0; i < tree.root_action_count(); ++i) visits += tree.root_action(i).visits;
    return visits;
}

/// Sets a tree on the game's position, which nothing is known of.
template <Encodable S>
void SelfPlay<S>::begin_search(std::size_t slot, const OpenGame& game) {
    const bool full = searches_fully(game.record, game.record.plies.size());
    trees_[slot].explore_root(full);
    trees_[slot].set_root(game.state);
    if (!full) trees_[slot].set_simulations(options_.playout_cap.quick_simulations);
}

template <Encodable S>
double SelfPlay<S>::temperature(std::size_t ply) const {
    const TemperatureOptions& schedule = options_.temperature;
    if (ply < static_cast<std::size_t>(schedule.plies)) return schedule.start;
    if (schedule.halving_plies <= 0) return schedule.end;
    const double beyond = static_cast<double>(ply - static_cast<std::size_t>(schedule.plies));
    return schedule.end + (schedule.start - schedule.end) * std::exp2(-beyond / schedule.halving_plies);
}

/// 3. Move. `ply` counts from the opening on.
template <Encodable S>
Action SelfPlay<S>::choose(PuctTree<S>& tree, const std::vector<PolicyShare>& policy, std::size_t ply) const {
    const TemperatureOptions& schedule = options_.temperature;
    const double heat = temperature(ply);
    if (options_.puct.gumbel.considered > 0 && !schedule.with_gumbel) {
        const bool noisy = schedule.gumbel_plies == 0 || ply < static_cast<std::size_t>(schedule.gumbel_plies);
        return noisy ? tree.best_action() : best_visited(tree, policy);
    }
    if (heat <= 0 || policy.empty()) return tree.best_action();
    // Relative to the largest, so that a small temperature does not overflow.
    float largest = 0;
    for (const PolicyShare& part : policy) largest = std::max(largest, part.share);
    const auto weight = [&](const PolicyShare& part) {
        return std::pow(static_cast<double>(part.share / largest), 1 / heat);
    };
    double total = 0;
    for (const PolicyShare& part : policy) total += weight(part);
    double left = tree.rng().uniform() * total;
    Action chosen = policy.front().action;
    for (const PolicyShare& part : policy) {
        const double share = weight(part);
        if (share <= 0) continue;
        chosen = part.action;  // rounding may leave a crumb beyond the end
        left -= share;
        if (left < 0) break;
    }
    return chosen;
}

/// The visited action that the policy prefers.
template <Encodable S>
Action SelfPlay<S>::best_visited(const PuctTree<S>& tree, const std::vector<PolicyShare>& policy) {
    const PolicyShare* best = nullptr;
    for (std::size_t i = 0; i < tree.root_action_count(); ++i) {
        const RootAction seen = tree.root_action(i);
        if (seen.visits == 0) continue;
        const auto part = std::find_if(policy.begin(), policy.end(),
                                       [&](const PolicyShare& other) { return other.action == seen.action; });
        if (part != policy.end() && (best == nullptr || part->share > best->share)) best = &*part;
    }
    return best == nullptr ? tree.best_action() : best->action;
}

template <Encodable S>
bool SelfPlay<S>::may_resign(std::uint64_t number) const {
    Rng rng(mix64(options_.seed ^ self_play_detail::resign_stream), number);
    return !(rng.uniform() < options_.resignation.never_share);
}

/// 4. End: what the move that leads to `next`, the game's ply number `plies`, makes of the game. `value`: of the search
/// for the mover, `proof` what it has proven for the mover. Changes `standing`; `outcome` where the game ends.
template <Encodable S>
Ending SelfPlay<S>::ending_after(const OpenGame& game, const S& next, std::size_t plies, int mover, double value,
                                 Proof proof, Standing& standing, int& outcome) const {
    if (next.is_terminal()) {
        outcome = next.outcome(0);
        return Ending::rules;
    }
    const ResignationOptions& resignation = options_.resignation;
    // A game without resignation shows how such games end, so it is not adjudicated either.
    const bool played_out = !may_resign(game.record.number);
    if (resignation.threshold > 0) {
        standing.losing[mover] = value <= -resignation.threshold ? standing.losing[mover] + 1 : 0;
        if (standing.losing[mover] >= resignation.moves) {
            if (!played_out) {
                outcome = mover == 0 ? -1 : 1;
                return Ending::resigned;
            }
            if (standing.would_resign < 0) standing.would_resign = mover;
        }
    }
    const AdjudicationOptions& adjudication = options_.adjudication;
    if (adjudication.proven && proof != Proof::unknown && !played_out) {
        outcome = mover == 0 ? outcome_of(proof) : -outcome_of(proof);
        return Ending::adjudicated;
    }
    if (adjudication.threshold > 0 && !played_out) {
        const double ahead = adjudication.by_evaluation ? static_cast<double>(self_play_detail::lead(next, evaluator_))
                                                        : (mover == 0 ? value : -value);
        const int side = (ahead >= adjudication_threshold_) - (ahead <= -adjudication_threshold_);
        standing.streak = side * standing.streak > 0 ? standing.streak + side : side;
        if (std::abs(standing.streak) >= adjudication.plies && plies >= static_cast<std::size_t>(adjudication_ply_)) {
            outcome = side;
            return Ending::adjudicated;
        }
    }
    if (options_.max_plies > 0 && plies >= static_cast<std::size_t>(options_.max_plies)) {
        outcome = self_play_detail::outcome_at_cap(next, adjudication.cap_margin, evaluator_);
        return Ending::ply_limit;
    }
    return Ending::open;
}

/// Plays the move whose search is done; whether the game ended by it.
template <Encodable S>
bool SelfPlay<S>::play_move(std::size_t slot) {
    PuctTree<S>& tree = trees_[slot];
    OpenGame& game = games_[slot];
    SelfPlayCounters& counted = counted_[slot];
    const std::size_t ply_number = game.record.plies.size();
    const bool full = searches_fully(game.record, ply_number);
    // What the search found.
    std::vector<double> shares(tree.root_action_count());
    tree.policy(shares.data());
    std::vector<PolicyShare> policy;
    double kept = 0;
    for (double share : shares) kept += share >= self_play_detail::smallest_share ? share : 0;
    double entropy = 0;
    double surprise = 0;
    std::size_t preferred = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] < self_play_detail::smallest_share) continue;
        const double share = shares[i] / kept;
        policy.push_back({tree.root_action(i).action, static_cast<float>(share)});
        entropy -= share * std::log(share);
        surprise += share * std::log(share / std::max(tree.root_prior(i), self_play_detail::smallest_prior));
        if (policy[preferred].share < policy.back().share) preferred = policy.size() - 1;
    }
    const bool agrees = !policy.empty() && policy[preferred].action == tree.likeliest_action();
    const auto simulations = static_cast<std::uint64_t>(tree.simulations_done());
    const Proof proof = tree.root_proof();
    const double value = std::clamp(tree.root_value(), -1.0, 1.0);
    RecordedPly ply{-1, static_cast<float>(value), {}, true};
    ply.action = choose(tree, policy, ply_number - static_cast<std::size_t>(game.standing.opening_plies));
    if (full) {
        ply.policy = std::move(policy);
        // Shares that add up to 1 surprise by 0 at least, up to what was rounded.
        ply.surprise = static_cast<float>(std::max(surprise, 0.0));
    }
    // The move is played on a copy: if the game's own code throws anywhere below, the game stands before it.
    const int mover = game.state.current_player();
    S next = game.state;
    next.apply(ply.action);
    Standing standing = game.standing;
    int outcome = 0;
    const Ending ending = ending_after(game, next, ply_number + 1, mover, value, proof, standing, outcome);
    if (ending == Ending::open) {
        const bool next_full = searches_fully(game.record, ply_number + 1);
        tree.explore_root(next_full);
        if (options_.reuse_subtree) {
            tree.advance(ply.action);
        } else {
            tree.set_root(next);
        }
        const bool quick = !next_full || (options_.playout_cap.when_lost && tree.root_proof() == Proof::loss);
        const std::int64_t wanted = quick ? options_.playout_cap.quick_simulations : options_.puct.simulations;
        const std::int64_t counting = visits_that_count(tree);
        if (quick || counting > 0) tree.set_simulations(std::max(wanted - counting, std::min<std::int64_t>(wanted, 1)));
    }
    game.record.plies.push_back(std::move(ply));
    game.record.ending = ending;
    game.record.outcome = outcome;
    game.standing = standing;
    game.state = std::move(next);
    ++counted.moves;
    ++(full ? counted.full_searches : counted.quick_searches);
    counted.simulations += simulations;
    if (full) {
        counted.agreements += agrees;
        counted.target_entropy += entropy;
    }
    return ending != Ending::open;
}

/// 5. Record: files the game that ended, and starts the next one in its place.
template <Encodable S>
void SelfPlay<S>::finish_game(std::size_t slot) {
    // What may throw comes first: then the ended game is filed once, sooner or later.
    const GameRecord<S>& record = games_[slot].record;
    std::string bytes;
    write_game(bytes, record);
    Rng rng;
    OpenGame next = new_game(next_game_, rng);
    SelfPlayCounters counters = counters_;
    begin_search(slot, next);

    finished_games_ += bytes;
    lengths_.push_back(static_cast<std::int32_t>(record.plies.size()));
    const Standing& standing = games_[slot].standing;
    ++counters.games;
    counters.plies += record.plies.size();
    counters.wins0 += record.outcome > 0;
    counters.draws += record.outcome == 0;
    counters.wins1 += record.outcome < 0;
    counters.by_rules += record.ending == Ending::rules;
    counters.capped += record.ending == Ending::ply_limit;
    counters.resigned += record.ending == Ending::resigned;
    counters.adjudicated += record.ending == Ending::adjudicated;
    counters.mirrored_games += static_cast<std::uint64_t>(standing.mirrored);
    counters.book_games += static_cast<std::uint64_t>(standing.from_book);
    const bool others_stop =
        options_.resignation.threshold > 0 || options_.adjudication.threshold > 0 || options_.adjudication.proven;
    if (others_stop && !may_resign(record.number)) {
        ++counters.never_resign_games;
        if (standing.would_resign >= 0) {
            ++counters.would_resign;
            counters.false_resigns += (standing.would_resign == 0 ? record.outcome : -record.outcome) >= 0;
        }
    }
    counters_ = counters;
    games_[slot] = std::move(next);
    trees_[slot].rng() = rng;
    next_game_ += options_.game_step;
}

}  // namespace boardai
