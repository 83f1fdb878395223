#pragma once
// How people look at the weights of a feature set: in groups that have a name and a shape.

#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace boardai {

/// Weights that belong together. A table of two counts has two dimensions, a value for each piece and cell three; the
/// last dimension's neighbours are neighbours.
struct FeatureGroup {
    std::string name;
    std::vector<int> shape;

    int size() const { return std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>()); }
};

}  // namespace boardai
