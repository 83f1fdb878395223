#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/pvs/pvs-inl.hpp"
#include "boardai/search/scored_games/player.hpp"
#include "boardai/search/scored_games/scored_game.hpp"

namespace boardai {
namespace scored_games_detail {

inline constexpr int most_openings = 10'000;  ///< that are drawn for one game

/// What the scores of the last plies say together.
class Adjudication {
  public:
    Adjudication(const ScoredGamesOptions& options, int unit) : options_(options), unit_(unit) {}

    /// The outcome for player 0 that is given after this ply's score for player 0; none: the game continues.
    template <GameState S>
    std::optional<int> add(int ply, std::optional<int> score0) {
        const int winner = score0 && is_won(*score0) ? (*score0 > 0 ? 1 : -1) : 0;
        won_plies_ = winner == 0 ? 0 : winner == winner_ ? won_plies_ + 1 : 1;
        winner_ = winner;
        if (winner != 0 && options_.win_plies > 0 && won_plies_ >= options_.win_plies) return winner;
        if constexpr (Repeating<S>) {
            const bool level = score0 && unit_ > 0 && ply >= options_.draw_from &&
                               std::abs(*score0) <= hundredths(options_.draw_limit);
            level_plies_ = level ? level_plies_ + 1 : 0;
            if (options_.draw_plies > 0 && level_plies_ >= options_.draw_plies) return 0;
        }
        return std::nullopt;
    }

    /// Whether an opening with this score is kept.
    bool is_level(int score) const {
        if (options_.opening_limit == 0) return true;
        return !is_decided_score(score) && (unit_ == 0 || std::abs(score) <= hundredths(options_.opening_limit));
    }

  private:
    bool is_won(int score) const {
        return is_decided_score(score) || (unit_ > 0 && std::abs(score) > hundredths(options_.win_limit));
    }
    int hundredths(int limit) const { return static_cast<int>(std::int64_t{limit} * unit_ / 100); }

    const ScoredGamesOptions& options_;
    int unit_;
    int winner_ = 0;
    int won_plies_ = 0;
    int level_plies_ = 0;
};

inline void check(const ScoredGamesOptions& options) {
    const auto require = [](bool holds, const char* reason) {
        if (!holds) throw std::invalid_argument("scored games: " + std::string(reason));
    };
    require(options.nodes > 0 && options.nodes < std::int64_t{1} << 40, "nodes must be at least 1");
    require(options.hard_limit >= 1, "hard_limit must be at least 1");
    require(options.random_plies >= 0, "random_plies must be at least 0");
    require(options.max_plies > options.random_plies + 1, "max_plies must be above random_plies + 1");
    require(options.other_starts >= 0 && options.other_starts <= 1, "other_starts must be 0 to 1");
    for (const int limit : {options.opening_limit, options.win_limit, options.win_plies, options.draw_limit,
                            options.draw_plies, options.draw_from}) {
        require(limit >= 0, "limits must be at least 0");
    }
}

}  // namespace scored_games_detail

template <GameState S>
struct ScoredGamePlayer<S>::Parts {
    struct Found {
        Action action = -1;
        std::int16_t score = no_score;
    };

    Parts(const S& own, const ScoredGamesOptions& chosen, const PvsOptions& how, const EvaluationSpec& evaluator)
        : start(own), options(chosen), search(how, evaluator, 0), unit(Evaluations<S>::find(evaluator)->margin_unit()) {
        scored_games_detail::check(options);
        if (start.is_terminal()) throw std::invalid_argument("scored games: the game is over at its start");
        limits.soft_nodes = options.nodes;
        limits.nodes = options.nodes * options.hard_limit;
    }

    Found think(const S& state) {
        search.run(state, limits);
        const SearchReport& report = *search.report();
        Found found{report.action};
        if (report.value && report.kind == RowKind::exact) found.score = static_cast<std::int16_t>(*report.value);
        return found;
    }

    /// Random plies after which the game continues; the position they lead to.
    std::optional<S> open(Rng& rng, ScoredGame<S>& game) {
        game.plies.clear();
        game.start = nullptr;
        if (!other_starts.empty() && rng.uniform() < options.other_starts) {
            game.start = &other_starts[rng.below(static_cast<std::uint32_t>(other_starts.size()))];
        }
        S state = game.start != nullptr ? *game.start : start;
        const int plies = options.random_plies + static_cast<int>(rng.below(2));
        for (int ply = 0; ply < plies; ++ply) {
            fill_with_actions(state, actions);
            const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            state.apply(action);
            game.plies.push_back({action, no_score});
            if (state.is_terminal()) return std::nullopt;
        }
        return state;
    }

    ScoredGame<S> play(std::uint64_t seed, std::uint64_t number) {
        Rng rng(seed, number);
        ScoredGame<S> game;
        scored_games_detail::Adjudication adjudication(options, unit);
        std::optional<S> state;
        Found found;
        for (int opening = 0;; ++opening) {
            if (opening == scored_games_detail::most_openings) {
                throw std::invalid_argument("scored games: game " + std::to_string(number) + ": of " +
                                            std::to_string(opening) + " openings of " +
                                            std::to_string(options.random_plies) +
                                            " random plies none is level; set fewer plies, or another limit");
            }
            state = open(rng, game);
            if (!state) continue;
            search.forget();
            found = think(*state);
            if (found.score != no_score && adjudication.is_level(found.score)) break;
        }
        for (;;) {
            game.plies.push_back({found.action, found.score});
            std::optional<int> score0;
            if (found.score != no_score) score0 = state->current_player() == 0 ? found.score : -found.score;
            const int ply = static_cast<int>(game.plies.size());
            state->apply(found.action);
            if (state->is_terminal()) {
                game.ending = Ending::rules;
                game.outcome = state->outcome(0);
                return game;
            }
            if (const auto outcome = adjudication.template add<S>(ply, score0)) {
                game.ending = Ending::adjudicated;
                game.outcome = *outcome;
                return game;
            }
            if (ply >= options.max_plies) {
                game.ending = Ending::ply_limit;
                return game;
            }
            found = think(*state);
        }
    }

    S start;
    std::vector<S> other_starts;
    ScoredGamesOptions options;
    Pvs<S> search;
    int unit;
    SearchLimits limits;
    ActionList actions;
};

template <GameState S>
ScoredGamePlayer<S>::ScoredGamePlayer(const S& start, const ScoredGamesOptions& options, const PvsOptions& search,
                                      const EvaluationSpec& evaluator)
    : parts_(std::make_unique<Parts>(start, options, search, evaluator)) {}

template <GameState S>
ScoredGamePlayer<S>::~ScoredGamePlayer() = default;

template <GameState S>
void ScoredGamePlayer<S>::add_start(const S& start) {
    if (start.is_terminal()) throw std::invalid_argument("scored games: the game is over at one of its starts");
    parts_->other_starts.push_back(start);
}

template <GameState S>
int ScoredGamePlayer<S>::unit() const {
    return parts_->unit;
}

template <GameState S>
void ScoredGamePlayer<S>::play(std::uint64_t seed, std::uint64_t first, int games) {
    for (int i = 0; i < games; ++i) {
        check_interrupt();
        const ScoredGame<S> game = parts_->play(seed, first + static_cast<std::uint64_t>(i));
        write_scored_game(bytes_, game);
        for (const ScoredPly& ply : game.plies) positions_ += ply.score != no_score;
    }
}

template <GameState S>
void ScoredGamePlayer<S>::clear() {
    bytes_.clear();
    positions_ = 0;
}

}  // namespace boardai
