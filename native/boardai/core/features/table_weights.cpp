#include "boardai/core/features/table_weights.hpp"

#include <stdexcept>
#include <string>

namespace boardai {

namespace {

[[noreturn]] void refuse(const std::string& what, double value) {
    throw std::invalid_argument(what + " is " + std::to_string(value) + ": it must be a number within 1e30");
}

/// Also false for NaN.
bool is_good(double value) { return std::abs(value) <= largest_weight; }

}  // namespace

void check_weights(const float* weights, std::size_t size, const TableUnits& units) {
    for (std::size_t i = 0; i < size; ++i) {
        if (!is_good(weights[i])) refuse("weight " + std::to_string(i), weights[i]);
    }
    if (!is_good(units.points)) refuse("the evaluation's unit", units.points);
    if (!is_good(units.scale)) refuse("the evaluation's scale", units.scale);
    if (!is_good(units.point) || units.point <= 0) refuse("the evaluation's point", units.point);
}

}  // namespace boardai
