#pragma once
// The numbering of features with middlegame and endgame weights: all groups once for each phase.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "boardai/core/features/feature_group.hpp"

namespace boardai::chess {

/// A group of weights, in one of the two phases.
struct TaperedGroup {
    const char* name;
    std::array<int, 3> shape;  ///< without leading dimensions of size 1

    constexpr int size() const { return shape[0] * shape[1] * shape[2]; }
};

/// The offset of each group; the last entry is the size of a phase.
template <std::size_t count>
constexpr std::array<int, count + 1> offsets_of(const TaperedGroup (&groups)[count]) {
    std::array<int, count + 1> offsets{};
    for (std::size_t i = 0; i < count; ++i) offsets[i + 1] = offsets[i] + groups[i].size();
    return offsets;
}

/// The middlegame's groups, then the endgame's.
template <std::size_t count>
std::vector<FeatureGroup> feature_groups(const TaperedGroup (&groups)[count]) {
    std::vector<FeatureGroup> all;
    for (const char* phase : {"middlegame ", "endgame "}) {
        for (const TaperedGroup& group : groups) {
            std::vector<int> shape;
            for (const int size : group.shape) {
                if (size > 1 || !shape.empty()) shape.push_back(size);
            }
            if (shape.empty()) shape.push_back(1);
            all.push_back({phase + std::string(group.name), shape});
        }
    }
    return all;
}

}  // namespace boardai::chess
