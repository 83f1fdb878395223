#pragma once
// Whether principal variation search can work with its options.

#include <stdexcept>
#include <string>

#include "boardai/search/pvs/options.hpp"

namespace boardai {

/// Throws std::invalid_argument naming the option and what is allowed.
inline void check_options(const PvsOptions& options) {
    const auto in_range = [](const char* name, int value, int low, int high) {
        if (value >= low && value <= high) return;
        throw std::invalid_argument(std::string(name) + " must be from " + std::to_string(low) + " to " +
                                    std::to_string(high) + ", not " + std::to_string(value));
    };
    in_range("aspiration", options.aspiration, 0, 100'000);
    in_range("multi_pv", options.multi_pv, 1, 4096);
    in_range("null_move_reduction", options.null_move_reduction, 1, 16);
    in_range("root_check_extension", options.root_check_extension, 0, 64);
    if (!(options.probcut_deviations >= 0 && options.probcut_deviations <= 100)) {
        throw std::invalid_argument("probcut_deviations must be from 0 to 100, not " +
                                    std::to_string(options.probcut_deviations));
    }
    in_range("threads", options.threads, 1, 1024);
    if (options.threads > 1 && options.parallel != PvsParallel::lazy && options.multi_pv > 1) {
        throw std::invalid_argument("multi_pv above 1 with several threads needs parallel = lazy");
    }
    if (!(options.table_megabytes >= 0 && options.table_megabytes <= 1 << 20)) {
        throw std::invalid_argument("table_megabytes must be from 0 to 1048576, not " +
                                    std::to_string(options.table_megabytes));
    }
}

}  // namespace boardai
