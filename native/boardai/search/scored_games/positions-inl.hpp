#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boardai/core/accumulator/inputs.hpp"
#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/core/search_hooks.hpp"
#include "boardai/search/scored_games/positions.hpp"
#include "boardai/search/scored_games/scored_game.hpp"

namespace boardai {

template <GameState S>
struct ScoredPositions<S>::Parts {
    struct Kept {
        ScoredGameView view;
        std::uint64_t number = 0;
        const std::string* place = nullptr;
    };
    struct Shard {
        std::string bytes;
        std::string place;
    };

    explicit Parts(const S& usual) : own(usual) {}

    const Kept& at(std::int64_t row) const {
        if (row < 0 || static_cast<std::size_t>(row) >= games.size()) {
            throw std::invalid_argument("scored games: there is no game in row " + std::to_string(row));
        }
        return games[static_cast<std::size_t>(row)];
    }
    static std::string place_of(const Kept& kept) { return *kept.place + ": game " + std::to_string(kept.number); }

    S own;
    std::deque<Shard> shards;  ///< stay where they are: games are views of them
    std::vector<Kept> games;
    std::int64_t plies = 0;

    /// Whether something is going on that a static value does not see: a check, or a noisy move to come.
    static bool is_quiet([[maybe_unused]] const S& state, [[maybe_unused]] std::optional<Action> action) {
        if constexpr (Checking<S>) {
            if (state.is_check()) return false;
        }
        if constexpr (NoisyTest<S>) {
            if (action && state.is_noisy(*action)) return false;
        }
        return true;
    }

    /// Plays a game again: take(state, score, result for its mover) for each position that is taken, until it says
    /// false.
    template <class Take>
    void visit(const ScoredPositionsOptions& options, const Kept& kept, EvaluationLine<S>* line,
               const Take& take) const {
        const ScoredGameView& game = kept.view;
        if (game.outcome == unknown_outcome) return;
        std::optional<std::string> place;
        if (!game.start.empty()) place = place_of(kept);
        S state = game.start.empty() ? own : scored_game_start(game, own, *place);
        ActionList actions;
        S walked = state;
        for (std::uint32_t ply = 0; ply < game.plies; ++ply) {
            const Action action = game.action(ply);
            if (!is_legal_action(state, action)) {
                throw std::invalid_argument(place_of(kept) + ": ply " + std::to_string(ply) + ": action " +
                                            std::to_string(action) + " is illegal");
            }
            const int searched = game.score(ply);
            const bool is_seen = static_cast<std::int64_t>(ply) >= options.from_ply && searched != no_score;
            if (is_seen && options.walk > 0) {
                // A stream of its own for each position, whatever else is taken.
                Rng rng(options.walk_seed ^ mix64(kept.number), ply);
                walked = state;
                const std::uint32_t moves = 1 + rng.below(static_cast<std::uint32_t>(options.walk));
                bool over = false;
                for (std::uint32_t move = 0; move < moves && !over; ++move) {
                    fill_with_actions(walked, actions);
                    walked.apply(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
                    over = walked.is_terminal();
                }
                if (!over && !tell(options, walked, std::nullopt, searched, game.outcome, line, take)) return;
            } else if (is_seen) {
                if (!tell(options, state, action, searched, game.outcome, line, take)) return;
            }
            state.apply(action);
        }
    }

    template <class Take>
    static bool tell(const ScoredPositionsOptions& options, const S& state, std::optional<Action> action, int searched,
                     int outcome, EvaluationLine<S>* line, const Take& take) {
        int score = searched;
        const auto is_beyond = [&] { return options.score_limit > 0 && std::abs(score) > options.score_limit; };
        if (line == nullptr && is_beyond()) return true;
        if (options.quiet_only && !is_quiet(state, action)) return true;
        if (line != nullptr) {
            line->reset(state);
            score = line->evaluate(state);
            if (is_beyond()) return true;
        }
        const int sign = state.current_player() == 0 ? 1 : -1;
        return take(state, score, 0.5f * static_cast<float>(1 + sign * outcome));
    }

    /// The evaluation line of static scores; none where the scores are those of the searches.
    static std::unique_ptr<EvaluationLine<S>> open_line(const ScoredPositionsOptions& options,
                                                        const Evaluation<S>& evaluation) {
        if (options.static_scores) return evaluation.open_line();
        if (options.walk > 0) {
            throw std::invalid_argument(
                "scored games: a walk leads to positions that no search has seen: its scores must be static values");
        }
        return nullptr;
    }
};

template <GameState S>
ScoredPositions<S>::ScoredPositions(const S& start) : parts_(std::make_unique<Parts>(start)) {}

template <GameState S>
ScoredPositions<S>::~ScoredPositions() = default;

template <GameState S>
std::int64_t ScoredPositions<S>::add_shard(const std::string& bytes, const std::string& place, std::uint64_t first) {
    parts_->shards.push_back({bytes, place});
    auto& shard = parts_->shards.back();
    try {
        const std::vector<ScoredGameView> games = read_scored_games(shard.bytes, shard.place, first);
        for (std::size_t i = 0; i < games.size(); ++i) {
            parts_->games.push_back({games[i], first + i, &shard.place});
            parts_->plies += games[i].plies;
        }
        return static_cast<std::int64_t>(games.size());
    } catch (...) {
        parts_->shards.pop_back();
        throw;
    }
}

template <GameState S>
std::int64_t ScoredPositions<S>::size() const {
    return static_cast<std::int64_t>(parts_->games.size());
}

template <GameState S>
std::int64_t ScoredPositions<S>::plies() const {
    return parts_->plies;
}

template <GameState S>
void ScoredPositions<S>::games(std::int64_t* numbers, std::int32_t* plies, std::int32_t* endings,
                               std::int32_t* outcomes, std::int32_t* scored) const {
    for (const auto& kept : parts_->games) {
        *numbers++ = static_cast<std::int64_t>(kept.number);
        *plies++ = static_cast<std::int32_t>(kept.view.plies);
        *endings++ = static_cast<std::int32_t>(kept.view.ending);
        *outcomes++ = kept.view.outcome;
        std::int32_t with_score = 0;
        for (std::uint32_t ply = 0; ply < kept.view.plies; ++ply) with_score += kept.view.score(ply) != no_score;
        *scored++ = with_score;
    }
}

template <GameState S>
bool ScoredPositions<S>::game(std::int64_t row, std::int32_t* actions, std::int16_t* scores) const {
    const ScoredGameView& view = parts_->at(row).view;
    for (std::uint32_t ply = 0; ply < view.plies; ++ply) {
        *actions++ = view.action(ply);
        *scores++ = static_cast<std::int16_t>(view.score(ply));
    }
    return view.start.empty();
}

template <GameState S>
S ScoredPositions<S>::start(std::int64_t row) const {
    const auto& kept = parts_->at(row);
    const std::string place = Parts::place_of(kept);
    return scored_game_start(kept.view, parts_->own, place);
}

template <GameState S>
int ScoredPositions<S>::unit(const EvaluationSpec& evaluator) const {
    return Evaluations<S>::find(evaluator)->margin_unit();
}

template <GameState S>
void ScoredPositions<S>::count(const ScoredPositionsOptions& options, const EvaluationSpec& evaluator,
                               const std::int64_t* games, std::int64_t size, std::int32_t* positions) const {
    const auto evaluation = Evaluations<S>::find(evaluator);
    const auto line = Parts::open_line(options, *evaluation);
    for (std::int64_t i = 0; i < size; ++i) {
        check_interrupt();
        std::int32_t found = 0;
        parts_->visit(options, parts_->at(games[i]), line.get(), [&](const S&, int, float) {
            ++found;
            return true;
        });
        positions[i] = found;
    }
}

template <GameState S>
ScoredPositionsRead ScoredPositions<S>::read(
    [[maybe_unused]] const ScoredPositionsOptions& options, [[maybe_unused]] const EvaluationSpec& evaluator,
    [[maybe_unused]] const std::string& inputs, [[maybe_unused]] const std::int64_t* games,
    [[maybe_unused]] std::int64_t size, [[maybe_unused]] std::int64_t skip, [[maybe_unused]] const std::int64_t* places,
    [[maybe_unused]] std::int64_t rows, [[maybe_unused]] std::int16_t* columns, [[maybe_unused]] std::uint8_t* bucket,
    [[maybe_unused]] float* score, [[maybe_unused]] float* result) const {
    if constexpr (!AccumulatorInputs<S>::exist) {
        throw std::invalid_argument("this game has no inputs for accumulator networks");
    } else {
        using Inputs = AccumulatorInputs<S>;
        constexpr std::int64_t width = Inputs::most_active;
        const Inputs known(FeatureSpec(inputs), parts_->own);
        if (known.size() > std::numeric_limits<std::int16_t>::max()) {
            throw std::invalid_argument("inputs '" + inputs + "' are too many for int16");
        }
        const auto padding = static_cast<std::int16_t>(known.size());
        const auto evaluation = Evaluations<S>::find(evaluator);
        const auto line = Parts::open_line(options, *evaluation);
        const auto write = [&](std::int64_t row, const S& state, int value, float result_here) {
            const Views views = known.views(state);
            const int mover = state.current_player();
            const int own_view = views[static_cast<std::size_t>(mover)];
            const int other_view = views[static_cast<std::size_t>(1 - mover)];
            std::int16_t* const first = columns + row * 2 * width;
            std::int16_t* const second = first + width;
            std::int64_t on = 0;
            known.visit(state, [&](int piece) {
                if (on == width) throw std::invalid_argument("more inputs are on than there may be");
                first[on] = static_cast<std::int16_t>(known.column(mover, own_view, piece));
                second[on++] = static_cast<std::int16_t>(known.column(1 - mover, other_view, piece));
            });
            std::fill(first + on, first + width, padding);
            std::fill(second + on, second + width, padding);
            bucket[row] = static_cast<std::uint8_t>(known.bucket(state, options.buckets));
            score[row] = static_cast<float>(value);
            result[row] = result_here;
        };
        ScoredPositionsRead done;
        while (done.games < size && done.rows < rows) {
            check_interrupt();
            std::int64_t seen = 0;
            bool whole = true;
            const std::int64_t passed = done.games == 0 ? skip : 0;
            parts_->visit(options, parts_->at(games[done.games]), line.get(),
                          [&](const S& state, int value, float result_here) {
                              if (seen >= passed && done.rows == rows) {
                                  whole = false;
                                  return false;
                              }
                              if (seen++ >= passed) write(places[done.rows++], state, value, result_here);
                              return true;
                          });
            done.skip = whole ? 0 : seen;
            done.games += whole;
        }
        return done;
    }
}

}  // namespace boardai
