#include "boardai/core/features/table_weights.hpp"

#include <stdexcept>
#include <string>

namespace boardai {

namespace {

void require(bool good, const std::string& what, double value, const char* wanted) {
    if (!good) throw std::invalid_argument(what + " is " + std::to_string(value) + ": it must be a number " + wanted);
}

/// Also false for NaN.
bool is_good(double value) { return std::abs(value) <= largest_weight; }

constexpr const char* within = "within 1e30";
constexpr const char* above = "above 0 and within 1e30";

}  // namespace

void check_weights(const float* weights, std::size_t size, const TableUnits& units) {
    for (std::size_t i = 0; i < size; ++i) {
        if (!is_good(weights[i])) require(false, "weight " + std::to_string(i), weights[i], within);
    }
    require(is_good(units.points), "the evaluation's points", units.points, within);
    require(is_good(units.scale) && units.scale > 0, "the evaluation's scale", units.scale, above);
    require(is_good(units.point) && units.point > 0, "the evaluation's point", units.point, above);
    require(units.unit >= 0, "the evaluation's unit", units.unit, "from 0 on");
}

}  // namespace boardai
