#pragma once
// A cache of network outputs by observation_key(): equal planes are evaluated once.
//
// A ring buffer of fixed size, shared by all trees of a forest: new outputs overwrite the oldest ones. Several threads
// may read at the same time while none reserves space, and several may write to entries that they have reserved. An
// entry has the logits of the legal actions, in the order of their policy indices: equal planes mean equal indices, but
// not equal actions (the planes of Hex are the same for both colours). A 64-bit key identifies the planes. Among a
// million positions, the probability that any two share a key is below 10^-7.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace boardai {

/// What a network predicts for a position as a whole.
struct Forecast {
    float value;       ///< expected outcome for the player to move, in [-1, 1]
    float draw;        ///< probability of a draw
    float moves_left;  ///< plies to the end
};

/// One reader's scratch space and hit counts.
struct CacheReader {
    std::int64_t lookups = 0;
    std::int64_t hits = 0;
    std::vector<std::size_t> order;
};

class EvaluationCache {
  public:
    /// Takes at most `bytes` bytes; 0: nothing is cached.
    explicit EvaluationCache(std::size_t bytes = 0) {
        if (bytes == 0) return;
        table_size_ = std::bit_floor(bytes / 128);
        ring_size_ = (bytes - table_size_ * sizeof(std::uint64_t)) / sizeof(std::uint32_t);
        table_ = std::make_unique<std::uint64_t[]>(table_size_);
        ring_ = std::make_unique_for_overwrite<std::uint32_t[]>(ring_size_);
    }

    bool enabled() const { return ring_size_ > 0; }

    /// The cached output, if there is one: logits in the order of `policy_indices`, and the forecast.
    bool find(std::uint64_t key, const std::vector<std::int32_t>& policy_indices, std::vector<float>& logits,
              Forecast& forecast, CacheReader& reader) const {
        ++reader.lookups;
        const std::uint64_t position = table_[key & (table_size_ - 1)];
        if (position == 0 || head_ - position > ring_size_) return false;
        const std::uint32_t* entry = ring_.get() + position % ring_size_;
        Header header;
        std::memcpy(&header, entry, sizeof header);
        const std::size_t count = policy_indices.size();
        if (header.key != key || header.count != count) return false;
        sort(policy_indices, reader.order);
        logits.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            logits[reader.order[i]] = std::bit_cast<float>(entry[header_words + i]);
        }
        forecast = header.forecast;
        ++reader.hits;
        return true;
    }

    /// Space for an output, which `write` must fill before the next look-up; null if it is larger than the ring. If
    /// several outputs are reserved in one slot of the table before that, the last one counts.
    std::uint32_t* reserve(std::uint64_t key, std::size_t count, const Forecast& forecast) {
        const std::size_t words = header_words + count;
        if (words > ring_size_) return nullptr;
        const std::size_t left = ring_size_ - head_ % ring_size_;
        if (left < words) head_ += left;
        std::uint32_t* entry = ring_.get() + head_ % ring_size_;
        const Header header{key, static_cast<std::uint32_t>(count), forecast};
        std::memcpy(entry, &header, sizeof header);
        table_[key & (table_size_ - 1)] = head_;
        head_ += words;
        return entry + header_words;
    }

    /// Fills reserved space with one logit for each policy index. Several threads may do so, each in its own space.
    static void write(std::uint32_t* room, const std::vector<std::int32_t>& policy_indices, const float* logits,
                      std::vector<std::size_t>& order) {
        sort(policy_indices, order);
        for (std::size_t i = 0; i < order.size(); ++i) room[i] = std::bit_cast<std::uint32_t>(logits[order[i]]);
    }

    /// Whether this many outputs of at most `count` logits can be reserved in a row without overwriting each other.
    bool holds(std::size_t answers, std::size_t count) const {
        return (answers + 1) * (header_words + count) <= ring_size_;
    }

    /// Empties the cache, for new weights.
    void clear() {
        std::fill_n(table_.get(), table_size_, std::uint64_t{0});
        head_ = std::max<std::uint64_t>(ring_size_, 1);
    }

  private:
    struct Header {
        std::uint64_t key;
        std::uint32_t count;
        Forecast forecast;
    };
    static constexpr std::size_t header_words = sizeof(Header) / sizeof(std::uint32_t);

    static void sort(const std::vector<std::int32_t>& policy_indices, std::vector<std::size_t>& order) {
        order.resize(policy_indices.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (std::is_sorted(policy_indices.begin(), policy_indices.end())) return;
        std::sort(order.begin(), order.end(),
                  [&](std::size_t left, std::size_t right) { return policy_indices[left] < policy_indices[right]; });
    }

    std::size_t ring_size_ = 0;
    std::size_t table_size_ = 0;
    std::unique_ptr<std::uint32_t[]> ring_;
    /// By key: the position in the ring, counted from the first word ever written
    std::unique_ptr<std::uint64_t[]> table_;
    std::uint64_t head_ = 1;  ///< starts at 1, because position 0 means none
};

}  // namespace boardai
