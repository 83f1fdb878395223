#include "boardai/search/trees/leaf.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace boardai {

void check_options(const LeafOptions& options) {
    const auto require = [](bool valid, const char* name, double value, const char* range) {
        if (valid) return;
        throw std::invalid_argument(std::string("leaf option ") + name + " must be " + range + ", got " +
                                    std::to_string(value));
    };
    require(options.rollouts >= 0, "rollouts", options.rollouts, "at least 0");
    require(options.rollout_plies >= 0, "rollout_plies", options.rollout_plies, "at least 0");
    require(options.evaluator_share >= 0 && options.evaluator_share <= 1, "evaluator_share", options.evaluator_share,
            "between 0 and 1");
    require(options.evaluator_scale >= 0 && std::isfinite(options.evaluator_scale), "evaluator_scale",
            options.evaluator_scale, "at least 0");
}

}  // namespace boardai
