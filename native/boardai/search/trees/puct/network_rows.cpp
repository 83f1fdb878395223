#include "boardai/search/trees/puct/network_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace boardai {

namespace {

/// Compares exponents as integers, which the compiler vectorises, unlike a chain of floating-point tests.
bool all_finite(const float* numbers, std::size_t count) {
    std::int32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        largest = std::max(largest, std::bit_cast<std::int32_t>(numbers[i]) & 0x7fffffff);
    }
    return largest < 0x7f800000;
}

}  // namespace

std::size_t row_capacity(const char* where, std::size_t size, std::size_t row_size, std::size_t least) {
    if (size / row_size < least) {
        throw std::invalid_argument(std::string(where) + ": planes must hold at least " +
                                    (least == 1 ? "one row" : std::to_string(least) + " rows") + " of " +
                                    std::to_string(row_size) + " elements, got " + std::to_string(size));
    }
    return size / row_size;
}

void check_row_room(const char* where, const char* name, std::size_t size, std::size_t rows, std::size_t width,
                    std::size_t least) {
    check_array_size(where, name, size, rows * width);
    if (width < least) {
        throw std::invalid_argument(std::string(where) + ": " + name + " have " + std::to_string(width) +
                                    " columns, but a row asks about " + std::to_string(least) + " actions");
    }
}

namespace {

void check_forecast(const char* where, std::size_t row, const Forecast& forecast) {
    const auto check = [&](const char* what, float number, float low, float high, const char* range) {
        if (number >= low && number <= high) return;  // false for NaN
        throw std::invalid_argument(std::string(where) + ": row " + std::to_string(row) + ": " + what + " " +
                                    std::to_string(number) + " is not in " + range);
    };
    check("value", forecast.value, -1, 1, "[-1, 1]");
    check("probability of a draw", forecast.draw, 0, 1, "[0, 1]");
    check("moves left", forecast.moves_left, 0, 1e6f, "[0, 1000000]");
}

[[noreturn]] void refuse_logit(const char* where, std::size_t row) {
    throw std::invalid_argument(std::string(where) + ": row " + std::to_string(row) +
                                ": a logit is infinite or not a number");
}

}  // namespace

void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count,
                  const Forecast& forecast) {
    check_forecast(where, row, forecast);
    if (!all_finite(logits, count)) refuse_logit(where, row);
}

void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count, const Forecast& forecast,
                  const std::vector<std::int32_t>& legal) {
    check_forecast(where, row, forecast);
    if (all_finite(logits, count)) return;
    for (const std::int32_t index : legal) {
        if (!std::isfinite(logits[static_cast<std::size_t>(index)])) refuse_logit(where, row);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!(logits[i] < INFINITY)) refuse_logit(where, row);  // also true for NaN
    }
}

}  // namespace boardai
