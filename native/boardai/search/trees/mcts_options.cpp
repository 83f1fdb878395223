#include "boardai/search/trees/mcts_options.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace boardai {

void check_options(const MctsOptions& options) {
    const auto require = [](bool valid, const char* name, double value, const char* range) {
        if (valid) return;
        throw std::invalid_argument(std::string("MCTS option ") + name + " must be " + range + ", got " +
                                    std::to_string(value));
    };
    const auto limited = [](double value) { return std::isfinite(value) && value >= 0; };
    require(limited(options.c), "c", options.c, "at least 0");
    require(std::isfinite(options.lowest), "lowest", options.lowest, "a finite number");
    require(std::isfinite(options.highest) && options.highest > options.lowest, "highest", options.highest,
            "above `lowest`");
    require(options.rollouts >= 1, "rollouts", options.rollouts, "at least 1");
    require(options.rollout_plies >= 0, "rollout_plies", options.rollout_plies, "at least 0");
    require(options.evaluator_share >= 0 && options.evaluator_share <= 1, "evaluator_share", options.evaluator_share,
            "between 0 and 1");
    require(limited(options.evaluator_scale), "evaluator_scale", options.evaluator_scale, "at least 0");
    require(options.rave_k > 0 && std::isfinite(options.rave_k), "rave_k", options.rave_k, "above 0");
    require(limited(options.rave_bias), "rave_bias", options.rave_bias, "at least 0");
    require(limited(options.rave_c), "rave_c", options.rave_c, "at least 0");
    require(options.threads >= 1 && options.threads <= 1024, "threads", options.threads, "between 1 and 1024");
    require(options.megabytes >= options.threads && options.megabytes <= 32'000, "megabytes", options.megabytes,
            "at least 1 a thread and at most 32000");
    require(limited(options.virtual_loss), "virtual_loss", options.virtual_loss, "at least 0");
    if (options.rave && options.parallel == MctsParallel::children) {
        throw std::invalid_argument("MCTS option rave does not go with parallel=children, which keeps no games");
    }
}

}  // namespace boardai
