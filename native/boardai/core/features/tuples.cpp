#include "boardai/core/features/tuples.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "boardai/core/rng.hpp"

namespace boardai {
namespace {

constexpr int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};

CellTuple sorted(CellTuple tuple) {
    std::sort(tuple.begin(), tuple.end());
    return tuple;
}

CellTuple image_of(const TupleGrid& grid, const CellTuple& tuple, std::size_t symmetry) {
    CellTuple image;
    for (int cell : tuple) image.push_back(grid.images[symmetry][static_cast<std::size_t>(cell)]);
    return image;
}

bool exists(const TupleGrid& grid, int row, int column) {
    return row >= 0 && row < grid.shape.height && column >= 0 && column < grid.shape.width &&
           grid.has[static_cast<std::size_t>(row * grid.shape.width + column)];
}

/// New numbers for the fillings of a tuple, equal where a permutation of the cells maps one onto the other; and how
/// many different ones there are.
std::pair<std::vector<std::int32_t>, int> renumbered(std::size_t length, int codes,
                                                     const std::vector<std::vector<std::size_t>>& permutations) {
    int fillings = 1;
    for (std::size_t i = 0; i < length; ++i) fillings *= codes;
    std::vector<std::int32_t> number(static_cast<std::size_t>(fillings));
    std::vector<int> digits(length);
    int next = 0;
    for (int filling = 0; filling < fillings; ++filling) {
        int rest = filling;
        for (std::size_t i = length; i-- > 0; rest /= codes) digits[i] = rest % codes;
        int least = filling;
        for (const auto& permutation : permutations) {
            int permuted = 0;
            for (std::size_t i = 0; i < length; ++i) permuted = permuted * codes + digits[permutation[i]];
            least = std::min(least, permuted);
        }
        number[static_cast<std::size_t>(filling)] = least == filling ? next++ : number[static_cast<std::size_t>(least)];
    }
    return {std::move(number), next};
}

}  // namespace

TupleTables::TupleTables(TupleGrid grid, const std::vector<std::pair<std::string, CellTuple>>& named_tuples, int stages,
                         std::string spec)
    : grid_(std::move(grid)),
      codes_(grid_.shape.channels),
      stages_(stages),
      stage_factor_(static_cast<int>((static_cast<std::int64_t>(stages) << 16) /
                                     (1 + std::count(grid_.has.begin(), grid_.has.end(), true)))),
      spec_(std::move(spec)) {
    if (named_tuples.empty()) throw std::invalid_argument("features '" + spec_ + "': no tuples on this board");
    std::set<CellTuple> seen;
    std::int64_t most_fillings = 0;
    for (const auto& [name, tuple] : named_tuples) {
        if (seen.contains(sorted(tuple))) continue;
        // 1. Symmetries that map the tuple's cells onto themselves permute its fillings.
        std::vector<std::vector<std::size_t>> permutations;
        for (std::size_t symmetry = 1; symmetry < grid_.images.size(); ++symmetry) {
            const CellTuple image = image_of(grid_, tuple, symmetry);
            if (sorted(image) != sorted(tuple)) continue;
            std::vector<std::size_t> permutation;
            for (int cell : tuple) {
                const auto place = std::find(image.begin(), image.end(), cell) - image.begin();
                permutation.push_back(static_cast<std::size_t>(place));
            }
            permutations.push_back(std::move(permutation));
        }
        // 2. Its table.
        std::int64_t fillings = 1;
        for (std::size_t i = 0; i < tuple.size(); ++i) fillings *= codes_;
        if ((stage_size_ + fillings) * stages_ > most_weights) {
            throw std::invalid_argument("features '" + spec_ + "': more than " + std::to_string(most_weights) +
                                        " weights");
        }
        int weights = static_cast<int>(fillings);
        int canonical = -1;
        if (!permutations.empty()) {
            auto [number, different] = renumbered(tuple.size(), codes_, permutations);
            canonical = static_cast<int>(canonical_.size());
            canonical_.insert(canonical_.end(), number.begin(), number.end());
            weights = different;
        }
        // 3. Every image is looked up in it.
        for (std::size_t symmetry = 0; symmetry < grid_.images.size(); ++symmetry) {
            const CellTuple image = image_of(grid_, tuple, symmetry);
            if (!seen.insert(sorted(image)).second) continue;
            cells_.push_back(image);
            lookups_.push_back({stage_size_, canonical});
            lookup_names_.push_back(name);
        }
        tables_.push_back({name, weights});
        stage_size_ += weights;
        most_fillings = std::max(most_fillings, fillings);
    }
    if (most_fillings <= 1 << 16) {
        fillings_ = Fillings<std::uint16_t>(grid_.cells(), codes_, cells_);
    } else {
        fillings_ = Fillings<std::uint32_t>(grid_.cells(), codes_, cells_);
    }
}

std::vector<FeatureGroup> TupleTables::groups() const {
    std::vector<FeatureGroup> groups = {{"bias", {1}}};
    for (const Table& table : tables_) {
        if (groups.back().name != table.name) groups.push_back({table.name, {0}});
        groups.back().shape[0] += table.weights;
    }
    return groups;
}

std::vector<std::pair<std::string, CellTuple>> TupleTables::lookups() const {
    std::vector<std::pair<std::string, CellTuple>> all;
    for (std::size_t i = 0; i < lookups_.size(); ++i) {
        all.emplace_back(lookup_names_[i], cells_[i]);
    }
    return all;
}

std::vector<BitTuple> TupleTables::bit_tuples() const {
    std::vector<BitTuple> all;
    for (std::size_t i = 0; i < lookups_.size(); ++i) {
        const int canonical = lookups_[i].canonical;
        all.push_back({cells_[i], lookups_[i].table, canonical < 0 ? nullptr : canonical_.data() + canonical});
    }
    return all;
}

std::vector<std::pair<std::string, CellTuple>> straight_tuples(const TupleGrid& grid, int longest) {
    std::vector<std::pair<std::string, CellTuple>> tuples;
    for (int length = 2; length <= longest; ++length) {
        for (int cell = 0; cell < grid.cells(); ++cell) {
            const int row = cell / grid.shape.width;
            const int column = cell % grid.shape.width;
            for (const auto& step : steps) {
                CellTuple tuple;
                for (int i = 0; i < length && exists(grid, row + i * step[0], column + i * step[1]); ++i) {
                    tuple.push_back((row + i * step[0]) * grid.shape.width + column + i * step[1]);
                }
                if (tuple.size() < static_cast<std::size_t>(length)) continue;
                tuples.emplace_back("straight " + std::to_string(length), std::move(tuple));
            }
        }
    }
    return tuples;
}

std::vector<std::pair<std::string, CellTuple>> snakes(const TupleGrid& grid, int count, int length, int seed) {
    std::vector<std::pair<std::string, CellTuple>> found;
    std::vector<int> cells;
    for (int cell = 0; cell < grid.cells(); ++cell) {
        if (grid.has[static_cast<std::size_t>(cell)]) cells.push_back(cell);
    }
    Rng rng(static_cast<std::uint64_t>(seed));
    // A walk that runs into a dead end is begun again; a board too small for any is noticed by many failures.
    for (int failures = 0; static_cast<int>(found.size()) < count;) {
        CellTuple walk = {cells[rng.below(static_cast<std::uint32_t>(cells.size()))]};
        while (static_cast<int>(walk.size()) < length) {
            std::vector<int> next;
            const int row = walk.back() / grid.shape.width;
            const int column = walk.back() % grid.shape.width;
            for (const auto& step : steps) {
                for (int sign : {1, -1}) {
                    if (!exists(grid, row + sign * step[0], column + sign * step[1])) continue;
                    const int cell = (row + sign * step[0]) * grid.shape.width + column + sign * step[1];
                    if (std::find(walk.begin(), walk.end(), cell) == walk.end()) next.push_back(cell);
                }
            }
            if (next.empty()) break;
            walk.push_back(next[rng.below(static_cast<std::uint32_t>(next.size()))]);
        }
        if (static_cast<int>(walk.size()) == length) {
            found.emplace_back("snake " + std::to_string(length), std::move(walk));
        } else if (++failures > 1000) {
            throw std::invalid_argument("tuples: the board has no room for snakes of " + std::to_string(length) +
                                        " cells");
        }
    }
    return found;
}

}  // namespace boardai
