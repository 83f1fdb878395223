#pragma once
// Ask-and-tell bookkeeping for groups of PUCT trees: the tree to which each row of the network's batch belongs, and
// checks of the network's answers.

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

/// Abandons every waiting row.
template <class Tree>
void abandon_rows(std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees) {
    for (std::int32_t tree : row_trees) trees[static_cast<std::size_t>(tree)].abandon();
    row_trees.clear();
}

/// Checks an answer: its forecast, and the logits of legal actions. Throws std::invalid_argument if it is unusable.
void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count, const Forecast& forecast);
/// The same of the logits of all policy indices. Those of illegal actions may be minus infinity, as masks make them.
void check_answer(const char* where, std::size_t row, const float* logits, std::size_t count, const Forecast& forecast,
                  const std::vector<std::int32_t>& legal);

/// visit(row, the policy indices of its legal actions) for every waiting row.
template <class Tree, class Visit>
void for_each_row(const std::vector<Tree>& trees, const std::vector<std::int32_t>& row_trees, const Visit& visit) {
    std::vector<std::size_t> seen(trees.size());
    for (std::size_t row = 0; row < row_trees.size(); ++row) {
        const auto tree = static_cast<std::size_t>(row_trees[row]);
        visit(row, trees[tree].asked_indices(seen[tree]++));
    }
}

/// The largest number of legal actions in a row.
template <class Tree>
std::size_t most_asked(const std::vector<Tree>& trees, const std::vector<std::int32_t>& row_trees) {
    std::size_t most = 0;
    for_each_row(trees, row_trees, [&](std::size_t, const auto& indices) { most = std::max(most, indices.size()); });
    return most;
}

/// The logits that the rows need: `indices` [rows, width], in each row the policy indices of the legal actions and then
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

/// work(0) to work(count - 1), one after the other.
struct InTurn {
    template <class Work>
    void operator()(std::size_t count, const Work& work) const {
        for (std::size_t i = 0; i < count; ++i) work(i);
    }
};

/// The layout of a network's forecasts in an array: [rows, 3] of value, probability of a draw and plies left, or [rows]
/// of values.
struct ForecastRows {
    const float* numbers;
    bool whole;
    Forecast operator[](std::size_t row) const {
        if (!whole) return {numbers[row], 0, 0};
        return {numbers[3 * row], numbers[3 * row + 1], numbers[3 * row + 2]};
    }
    std::size_t columns() const { return whole ? 3 : 1; }
};

/// The common part of backup_rows and backup_asked_rows. answers(row, indices, scratch) gives the logits of a row's
/// policy indices, in their order.
template <class Tree, class Answers, class Share>
void backup_answers(std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees, const ForecastRows& values,
                    EvaluationCache* cache, const Share& share, const Answers& answers) {
    struct Row {
        const std::vector<std::int32_t>* indices = nullptr;
        std::uint32_t* room = nullptr;  ///< in the cache
        std::size_t next = 0;           ///< of the same tree, from 1; 0: none
    };
    // 1. The tree of each row, in the order of the rows.
    std::vector<Row> rows(row_trees.size());
    std::vector<std::size_t> last(trees.size());
    std::vector<std::size_t> firsts;
    std::vector<std::uint64_t> keys(cache ? rows.size() : 0);
    std::vector<std::size_t> seen(trees.size());
    std::size_t longest = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto number = static_cast<std::size_t>(row_trees[row]);
        rows[row].indices = &trees[number].asked_indices(seen[number]);
        if (cache) keys[row] = trees[number].asked_key(seen[number]);
        ++seen[number];
        longest = std::max(longest, rows[row].indices->size());
        if (last[number] == 0) {
            firsts.push_back(row);
        } else {
            rows[last[number] - 1].next = row + 1;
        }
        last[number] = row + 1;
    }
    // 2. The cache, in the order of the rows; if it is too small for all of them, each is written at once.
    if (cache) {
        const bool together = cache->holds(rows.size(), longest);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            rows[row].room = cache->reserve(keys[row], rows[row].indices->size(), values[row]);
            if (together || !rows[row].room) continue;
            std::vector<float> scratch;
            std::vector<std::size_t> order;
            EvaluationCache::write(rows[row].room, *rows[row].indices, answers(row, *rows[row].indices, scratch),
                                   order);
            rows[row].room = nullptr;
        }
    }
    // 3. The trees, each with its rows in their order.
    share(firsts.size(), [&](std::size_t i) {
        std::vector<float> scratch;
        std::vector<std::size_t> order;
        for (std::size_t number = firsts[i] + 1; number != 0; number = rows[number - 1].next) {
            const Row& row = rows[number - 1];
            const float* logits = answers(number - 1, *row.indices, scratch);
            if (row.room) EvaluationCache::write(row.room, *row.indices, logits, order);
            trees[static_cast<std::size_t>(row_trees[number - 1])].backup(logits, values[number - 1]);
        }
    });
    row_trees.clear();
}

/// Checks the network's answers, then hands each row to its tree, a tree's rows in their order; no row waits
/// afterwards. `logits` are [rows, policy_size]. share(count, work) calls work(0) to work(count - 1), perhaps on
/// several threads.
template <class Tree, class Share = InTurn>
void backup_rows(const char* where, std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees, int policy_size,
                 const float* logits, std::size_t logits_size, const ForecastRows& values, std::size_t values_size,
                 EvaluationCache* cache, const Share& share = {}) {
    const std::size_t rows = row_trees.size();
    const auto width = static_cast<std::size_t>(policy_size);
    check_array_size(where, "values", values_size, rows * values.columns());
    check_array_size(where, "logits", logits_size, rows * width);
    std::vector<const std::vector<std::int32_t>*> legal(rows);
    for_each_row(trees, row_trees, [&](std::size_t row, const auto& asked) { legal[row] = &asked; });
    share(rows,
          [&](std::size_t row) { check_answer(where, row, logits + row * width, width, values[row], *legal[row]); });
    const auto answers = [&](std::size_t row, const std::vector<std::int32_t>& indices, std::vector<float>& scratch) {
        scratch.resize(indices.size());
        for (std::size_t i = 0; i < indices.size(); ++i) {
            scratch[i] = logits[row * width + static_cast<std::size_t>(indices[i])];
        }
        return scratch.data();
    };
    backup_answers(trees, row_trees, values, cache, share, answers);
}

/// As backup_rows, with the logits of the actions listed by write_asked: [rows, width].
template <class Tree, class Share = InTurn>
void backup_asked_rows(const char* where, std::vector<Tree>& trees, std::vector<std::int32_t>& row_trees,
                       const float* logits, std::size_t logits_size, std::size_t width, const ForecastRows& values,
                       std::size_t values_size, EvaluationCache* cache, const Share& share = {}) {
    const std::size_t rows = row_trees.size();
    check_array_size(where, "values", values_size, rows * values.columns());
    check_row_room(where, "logits", logits_size, rows, width, most_asked(trees, row_trees));
    for_each_row(trees, row_trees, [&](std::size_t row, const auto& asked) {
        check_answer(where, row, logits + row * width, asked.size(), values[row]);
    });
    const auto answers = [&](std::size_t row, const std::vector<std::int32_t>&, std::vector<float>&) {
        return logits + row * width;
    };
    backup_answers(trees, row_trees, values, cache, share, answers);
}

}  // namespace boardai
