#pragma once
// The ask-and-tell bookkeeping that every user of a group of PUCT trees shares: which tree a row of the network's
// batch belongs to, and whether an answer is fit to be used.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/encoding.hpp"
#include "boardai/search/trees/puct/evaluation_cache.hpp"

namespace boardai {

/// How many whole rows fit into `size` floats. Throws std::invalid_argument unless at least `least` do.
std::size_t row_capacity(const char* where, std::size_t size, std::size_t row_size, std::size_t least);

/// Throws std::invalid_argument unless an array of `size` elements is [rows, width], and `width` at least `least`.
void check_row_room(const char* where, const char* name, std::size_t size, std::size_t rows, std::size_t width,
                    std::size_t least);

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

/// visit(row, the policy indices of its legal actions) for every waiting row.
template <class Tree, class Visit>
void for_each_row(const std::vector<Tree>& trees, const std::vector<std::int32_t>& row_trees, const Visit& visit) {
    std::vector<std::size_t> seen(trees.size());
    for (std::size_t row = 0; row < row_trees.size(); ++row) {
        const auto tree = static_cast<std::size_t>(row_trees[row]);
        visit(row, trees[tree].asked_indices(seen[tree]++));
    }
}

/// How many legal actions the row with the most of them has.
template <class Tree>
std::size_t most_asked(const std::vector<Tree>& trees, const std::vector<std::int32_t>& row_trees) {
    std::size_t most = 0;
    for_each_row(trees, row_trees, [&](std::size_t, const auto& indices) { most = std::max(most, indices.size()); });
    return most;
}

/// Which logits the rows want: `indices` [rows, width], in each row the policy indices of the legal actions and then
/// zeros. Throws std::invalid_argument where there is no room for them.
template <class Tree>
void write_asked(const char* where, const std::vector<Tree>& trees, const std::vector<std::int32_t>& row_trees,
                 std::int32_t* indices, std::size_t size, std::size_t width) {
    check_row_room(where, "indices", size, row_trees.size(), width, most_asked(trees, row_trees));
    for_each_row(trees, row_trees, [&](std::size_t row, const auto& asked) {
        std::int32_t* const behind = std::copy(asked.begin(), asked.end(), indices + row * width);
        std::fill(behind, indices + (row + 1) * width, 0);
    });
}

/// As backup_rows, of the logits that write_asked has told: [rows, width].
template <class Tree>
void backup_asked_rows(const char* where, std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees,
                       int policy_size, const float* logits, std::size_t logits_size, std::size_t width,
                       const float* values, std::size_t values_size, EvaluationCache* cache) {
    const std::size_t rows = row_trees.size();
    check_array_size(where, "values", values_size, rows);
    check_row_room(where, "logits", logits_size, rows, width, most_asked(trees, row_trees));
    for_each_row(trees, row_trees, [&](std::size_t row, const auto& asked) {
        check_answer(where, row, logits + row * width, asked.size(), values[row]);
    });
    std::vector<float> by_index(static_cast<std::size_t>(policy_size));
    for (std::size_t row = 0; row < rows; ++row) {
        Tree& tree = trees[static_cast<std::size_t>(row_trees[row])];
        const float* logit = logits + row * width;
        for (const std::int32_t index : tree.asked_indices()) by_index[static_cast<std::size_t>(index)] = *logit++;
        tree.backup(by_index.data(), values[row], cache);
    }
    row_trees.clear();
}

}  // namespace boardai
