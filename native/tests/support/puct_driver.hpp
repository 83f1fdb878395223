#pragma once
// Forests searched with a network in place, and their results.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/search/trees/puct/puct-inl.hpp"
#include "native/tests/support/check.hpp"

namespace boardai {

template <class S>
struct Result {
    std::vector<std::int32_t> actions;
    std::vector<std::int64_t> visits;
    std::vector<float> priors;
    std::vector<double> values;
    double root_value = 0;
    friend bool operator==(const Result&, const Result&) = default;
};

template <class S>
Result<S> result_of(const Puct<S>& search, int tree) {
    const PuctTree<S>& known = search.tree(tree);
    Result<S> result;
    result.root_value = known.root_value();
    for (std::size_t i = 0; i < known.root_action_count(); ++i) {
        const RootAction one = known.root_action(i);
        result.actions.push_back(one.action);
        result.visits.push_back(one.visits);
        result.priors.push_back(static_cast<float>(one.prior));
        result.values.push_back(one.value());
    }
    return result;
}

/// PUCT's formula by the caller: the column of the highest score in each undecided position.
template <class S>
std::vector<std::int32_t> columns_by_formula(Puct<S>& search) {
    const std::size_t rows = search.undecided(), width = search.most_children(), size = rows * width;
    std::vector<std::int64_t> counts(4 * rows), visits(size);
    std::vector<double> numbers(3 * rows), q_values(size), priors(size);
    std::vector<std::int32_t> actions(size), columns(rows);
    std::vector<std::uint8_t> selectable(size);
    search.write_children(counts.data(), numbers.data(), actions.data(), visits.data(), q_values.data(), priors.data(),
                          selectable.data(), size);
    for (std::size_t row = 0; row < rows; ++row) {
        double highest = -INFINITY;
        for (std::size_t at = row * width; at < (row + 1) * width; ++at) {
            CHECK((actions[at] >= 0) || (!selectable[at] && visits[at] == 0));
            const double score =
                q_values[at] + numbers[2 * rows + row] * (priors[at] / (1.0 + static_cast<double>(visits[at])));
            if (!selectable[at] || score <= highest) continue;
            highest = score;
            columns[row] = static_cast<std::int32_t>(at - row * width);
        }
    }
    return columns;
}

/// Runs all searches with rows of at most `batch` positions; network(planes, rows, logits, values).
template <class S, class Network>
void run(Puct<S>& search, const S& start, int batch, const Network& network) {
    const Encoding<S> encoding(start);
    const auto width = static_cast<std::size_t>(encoding.policy_size());
    std::vector<float> planes(static_cast<std::size_t>(batch) * encoding.row_size());
    std::vector<float> logits(static_cast<std::size_t>(batch) * width), values(static_cast<std::size_t>(batch));
    const auto select = [&] {
        int rows = search.select(planes.data(), planes.size());
        while (search.undecided() > 0) {
            const std::vector<std::int32_t> columns = columns_by_formula(search);
            rows = search.choose(columns.data(), columns.size(), planes.data(), planes.size());
        }
        return rows;
    };
    while (const int rows = select()) {
        const auto n = static_cast<std::size_t>(rows);
        network(planes.data(), n, logits.data(), values.data());
        search.backup(logits.data(), n * width, values.data(), n);
    }
    for (int tree = 0; tree < search.trees(); ++tree) CHECK(search.finished(tree));
}

}  // namespace boardai
