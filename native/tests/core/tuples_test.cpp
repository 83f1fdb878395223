// Tuple tables against a plain count: every tuple's filling by reading its cells one by one, for few and for thousands
// of tuples, for fillings of 16 bits and of more.

#include "boardai/core/features/tuples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/rng.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

/// Rows of 9 cells; the last cell of all does not exist.
TupleGrid make_grid(int rows, int codes) {
    TupleGrid grid;
    grid.shape = {rows, 9, codes};
    grid.has.assign(static_cast<std::size_t>(grid.cells()), true);
    grid.has.back() = false;
    auto& identity = grid.images.emplace_back();
    for (int cell = 0; cell < grid.cells(); ++cell) identity.push_back(cell);
    return grid;
}

std::vector<std::pair<std::string, CellTuple>> random_tuples(Rng& rng, const TupleGrid& grid, int count, int length) {
    std::vector<std::pair<std::string, CellTuple>> tuples;
    for (int i = 0; i < count; ++i) {
        CellTuple tuple;
        while (static_cast<int>(tuple.size()) < length) {
            const int cell = static_cast<int>(rng.below(static_cast<std::uint32_t>(grid.cells() - 1)));
            if (std::find(tuple.begin(), tuple.end(), cell) == tuple.end()) tuple.push_back(cell);
        }
        tuples.emplace_back("random", std::move(tuple));
    }
    return tuples;
}

void as_read_one_by_one(int rows, int codes, int count, int length, int stages) {
    Rng rng(static_cast<std::uint64_t>(count * 100 + length));
    const TupleGrid grid = make_grid(rows, codes);
    const TupleTables tables(grid, random_tuples(rng, grid, count, length), stages, "test");
    const auto lookups = tables.lookups();
    CHECK(static_cast<int>(lookups.size()) <= count && !lookups.empty());
    std::int64_t fillings = 1;
    for (int i = 0; i < length; ++i) fillings *= codes;
    const std::int64_t stage_size = 1 + static_cast<std::int64_t>(lookups.size()) * fillings;
    CHECK(tables.size() == stages * stage_size);
    std::vector<float> weights(static_cast<std::size_t>(tables.size()));
    for (float& weight : weights) weight = static_cast<float>(rng.below(1000)) / 1000.0f;

    for (int position = 0; position < 20; ++position) {
        std::vector<std::uint8_t> content(static_cast<std::size_t>(grid.cells()), 0);
        int filled = 0;
        for (auto& code : content) {
            if (static_cast<int>(rng.below(20)) < position)
                code = static_cast<std::uint8_t>(rng.below(static_cast<std::uint32_t>(codes)));
            filled += code != 0;
        }
        const std::int64_t stage = filled * ((stages << 16) / grid.cells()) >> 16;
        std::vector<std::int64_t> expected = {stage * stage_size};
        for (std::size_t i = 0; i < lookups.size(); ++i) {
            std::int64_t filling = 0;
            for (const int cell : lookups[i].second)
                filling = filling * codes + content[static_cast<std::size_t>(cell)];
            expected.push_back(stage * stage_size + 1 + static_cast<std::int64_t>(i) * fillings + filling);
        }
        std::vector<std::int64_t> found;
        tables.visit(content.data(), [&](int index, float times) {
            CHECK(times == 1.0f);
            found.push_back(index);
        });
        CHECK(found == expected);
        double sum = 0;
        for (const std::int64_t index : expected) sum += weights[static_cast<std::size_t>(index)];
        CHECK(std::abs(tables.value(content.data(), weights.data()) - sum) < 1e-5 * (1 + sum));
    }
}

}  // namespace

int main() {
    as_read_one_by_one(7, 3, 1, 1, 1);
    as_read_one_by_one(7, 3, 6, 5, 3);
    as_read_one_by_one(7, 3, 511, 4, 1);
    as_read_one_by_one(7, 3, 512, 4, 2);
    as_read_one_by_one(20, 4, 1300, 5, 1);
    as_read_one_by_one(6, 3, 5, 10, 1);  // 59,049 fillings
    as_read_one_by_one(6, 13, 3, 6, 1);  // 4.8 million: 32 bits
    as_read_one_by_one(6, 2, 4, 17, 2);  // one bit more than 16
    return test_result();
}
