#pragma once
// The ask-and-tell bookkeeping that every user of a group of PUCT trees shares: which tree a row of the network's
// batch belongs to, and whether an answer is fit to be used.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/search/trees/puct_tree-inl.hpp"

namespace boardai {

/// How many whole rows fit into `size` floats. Throws std::invalid_argument unless at least one.
inline std::size_t row_capacity(const char* where, std::size_t size, std::size_t row_size) {
    if (size < row_size) {
        throw std::invalid_argument(std::string(where) + ": planes must hold at least one row of " +
                                    std::to_string(row_size) + " elements, got " + std::to_string(size));
    }
    return size / row_size;
}

/// Takes back every waiting row.
template <class Tree>
void abandon_rows(std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees) {
    for (std::int32_t tree : row_trees) trees[static_cast<std::size_t>(tree)].abandon();
    row_trees.clear();
}

/// By the largest exponent, in whole numbers: the compiler vectorises this, and not a chain of floating-point tests.
inline bool all_finite(const float* numbers, std::size_t count) {
    std::int32_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        largest = std::max(largest, std::bit_cast<std::int32_t>(numbers[i]) & 0x7fffffff);
    }
    return largest < 0x7f800000;
}

/// Throws std::invalid_argument unless an answer can be used.
inline void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count, float value) {
    if (!(value >= -1 && value <= 1)) {  // NaN included
        throw std::invalid_argument(std::string(where) + ": row " + std::to_string(row) + ": value " +
                                    std::to_string(value) + " is not in [-1, 1]");
    }
    if (!all_finite(logits, count)) {
        throw std::invalid_argument(std::string(where) + ": row " + std::to_string(row) +
                                    ": a logit is infinite or not a number");
    }
}

/// Checks the network's answers, then hands each row to its tree in row order; no row waits afterwards.
template <class Tree>
void backup_rows(const char* where, std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees, int policy_size,
                 const float* logits, std::size_t logits_size, const float* values, std::size_t values_size,
                 EvaluationCache* cache) {
    const std::size_t rows = row_trees.size();
    const auto width = static_cast<std::size_t>(policy_size);
    check_array_size(where, "values", values_size, rows);
    check_array_size(where, "logits", logits_size, rows * width);
    for (std::size_t row = 0; row < rows; ++row) check_answer(where, row, logits + row * width, width, values[row]);
    for (std::size_t row = 0; row < rows; ++row) {
        trees[static_cast<std::size_t>(row_trees[row])].backup(logits + row * width, values[row], cache);
    }
    row_trees.clear();
}

}  // namespace boardai
