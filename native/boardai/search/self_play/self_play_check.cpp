#include "boardai/search/self_play/self_play_check.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace boardai::self_play_detail {

void check_options(const SelfPlayOptions& options) {
    const auto require = [](bool valid, const char* name, double value, const char* range) {
        if (valid) return;
        throw std::invalid_argument(std::string("self-play option ") + name + " must be " + range + ", got " +
                                    std::to_string(value));
    };
    const auto at_least = [&](int lowest, const char* name, int value) {
        require(value >= lowest, name, value, lowest == 0 ? "at least 0" : "at least 1");
    };
    const auto share = [&](const char* name, double value) {
        require(value >= 0 && value <= 1, name, value, "between 0 and 1");
    };
    const auto not_negative = [&](const char* name, double value) {
        require(value >= 0 && std::isfinite(value), name, value, "at least 0");
    };
    boardai::check_options(options.puct);
    at_least(1, "games", options.games);
    at_least(1, "threads", options.threads);
    at_least(0, "max_plies", options.max_plies);
    share("starts.book_share", options.starts.book_share);
    at_least(0, "starts.random_plies", options.starts.random_plies);
    require(options.max_plies == 0 || options.starts.random_plies < options.max_plies, "starts.random_plies",
            options.starts.random_plies, "below max_plies");
    share("starts.balance", options.starts.balance);
    at_least(1, "starts.balance_tries", options.starts.balance_tries);
    share("starts.mirrored_share", options.starts.mirrored_share);
    share("starts.midway_share", options.starts.midway_share);
    not_negative("temperature.start", options.temperature.start);
    not_negative("temperature.end", options.temperature.end);
    at_least(0, "temperature.plies", options.temperature.plies);
    at_least(0, "temperature.gumbel_plies", options.temperature.gumbel_plies);
    not_negative("temperature.halving_plies", options.temperature.halving_plies);
    share("playout_cap.full_share", options.playout_cap.full_share);
    at_least(0, "playout_cap.quick_simulations", options.playout_cap.quick_simulations);
    share("resignation.threshold", options.resignation.threshold);
    at_least(1, "resignation.moves", options.resignation.moves);
    share("resignation.never_share", options.resignation.never_share);
    const AdjudicationOptions& adjudication = options.adjudication;
    not_negative("adjudication.threshold", adjudication.threshold);
    not_negative("adjudication.final_threshold", adjudication.final_threshold);
    if (!adjudication.by_evaluation) {
        share("adjudication.threshold", adjudication.threshold);
        share("adjudication.final_threshold", adjudication.final_threshold);
    }
    require(adjudication.threshold == 0 || adjudication.iterations <= 1 || adjudication.final_threshold > 0,
            "adjudication.final_threshold", adjudication.final_threshold, "above 0");
    at_least(0, "adjudication.ply", adjudication.ply);
    at_least(0, "adjudication.final_ply", adjudication.final_ply);
    at_least(0, "adjudication.iterations", adjudication.iterations);
    at_least(1, "adjudication.plies", adjudication.plies);
    at_least(0, "adjudication.cap_margin", adjudication.cap_margin);
    require(options.game_step >= 1, "game_step", static_cast<double>(options.game_step), "at least 1");
}

void move_counts(SelfPlayCounters& sum, SelfPlayCounters& part) {
    sum.openings_rejected += part.openings_rejected;
    sum.moves += part.moves;
    sum.full_searches += part.full_searches;
    sum.quick_searches += part.quick_searches;
    sum.agreements += part.agreements;
    sum.simulations += part.simulations;
    sum.cache_lookups += part.cache_lookups;
    sum.cache_hits += part.cache_hits;
    sum.target_entropy += part.target_entropy;
    part = SelfPlayCounters{};
}

}  // namespace boardai::self_play_detail
