#pragma once
// The ask-and-tell bookkeeping that every user of a group of PUCT trees shares: which tree a row of the network's
// batch belongs to, and whether an answer is fit to be used.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"

namespace boardai {

/// How many whole rows fit into `size` floats. Throws std::invalid_argument unless at least `least` do.
std::size_t row_capacity(const char* where, std::size_t size, std::size_t row_size, std::size_t least);

/// Takes back every waiting row.
template <class Tree>
void abandon_rows(std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees) {
    for (std::int32_t tree : row_trees) trees[static_cast<std::size_t>(tree)].abandon();
    row_trees.clear();
}

/// Throws std::invalid_argument unless an answer can be used.
void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count, float value);

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
