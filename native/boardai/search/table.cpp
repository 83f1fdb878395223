#include "boardai/search/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace boardai {

namespace {

constexpr std::size_t cache_line = 64;

std::size_t cluster_count(double megabytes) {
    if (!(megabytes > 0 && megabytes <= 1 << 20)) {
        throw std::invalid_argument("table size must be above 0 and at most 1048576 MB, not " +
                                    std::to_string(megabytes));
    }
    return std::max<std::size_t>(static_cast<std::size_t>(megabytes * (1 << 20)) / cache_line, 1);
}

}  // namespace

TranspositionTable::TranspositionTable(double megabytes, bool always_replace)
    : always_replace_(always_replace),
      clusters_(cluster_count(megabytes)),
      memory_(clusters_ * cache_line),
      words_(static_cast<std::uint64_t*>(memory_.data())) {}

void TranspositionTable::clear() {
    memory_.clear();
    age_ = 1;
}

double TranspositionTable::use() const {
    const std::size_t sample = std::min<std::size_t>(clusters_, 1000) * cluster_size;
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) used += load(words_[2 * i + 1]) != 0;
    return static_cast<double>(used) / static_cast<double>(sample);
}

}  // namespace boardai
