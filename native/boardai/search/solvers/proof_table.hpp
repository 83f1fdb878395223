#pragma once
// The table of df-pn: proof and disproof numbers of positions, in bounded memory.
//
// An entry is found by the full 64-bit key and a second check, so that two positions with one key cannot be taken for
// each other in a proof: the exact position where a state is small and plain (Hex up to 13x13, Reversi up to 8x8,
// most games compiled at run time), the game's own second hash where it has one (chess), else a hash of its text.
//
// Replacement: four entries per bucket, of which the one with the least work is replaced. When 7 of 8 slots are taken,
// the entries with the least work are dropped until at most 5 of 8 are (SmallTreeGC, Nagai 1999): most entries are
// small trees near the leaves, which are quickly searched again.
//
// Threads: with `shared`, several may read and store; one thread at a time locks a bucket, and a sweep locks all
// buckets.

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/core/machine/zero_pages.hpp"
#include "boardai/core/rng.hpp"

namespace boardai {

/// A second hash of the same data as hash(), computed independently of it.
template <class S>
concept SecondHash = requires(const S& constant) {
    { constant.second_hash() } -> std::same_as<std::uint64_t>;
};

namespace solver_detail {

template <class S>
inline constexpr bool is_stored_whole = std::is_trivially_copyable_v<S> && sizeof(S) <= 64;

/// The exact position.
template <class S, bool whole = is_stored_whole<S>>
struct PositionCheck {
    void set(const S& state) { std::memcpy(bytes, &state, sizeof(S)); }
    bool matches(const S& state) const {
        alignas(S) unsigned char copy[sizeof(S)];
        std::memcpy(copy, bytes, sizeof(S));
        return *std::launder(reinterpret_cast<const S*>(copy)) == state;
    }
    unsigned char bytes[sizeof(S)];
};

/// A second hash.
template <class S>
struct PositionCheck<S, false> {
    void set(const S& state) { value = of(state); }
    bool matches(const S& state) const { return value == of(state); }
    static std::uint64_t of(const S& state) {
        if constexpr (SecondHash<S>) {
            return state.second_hash();
        } else {
            std::uint64_t hash = 0;
            for (const char letter : std::string(state.to_string())) {
                hash = mix64(hash ^ static_cast<unsigned char>(letter));
            }
            return hash;
        }
    }
    std::uint64_t value;
};

}  // namespace solver_detail

template <class S>
class ProofTable {
  public:
    /// Sets of actions that are not copied byte by byte are not stored: the game's knowledge is used again.
    static constexpr bool keeps_sets = std::is_trivially_copyable_v<typename Knowledge<S>::Actions>;
    using Actions = std::conditional_t<keeps_sets, typename Knowledge<S>::Actions, NoActions>;

    struct Entry {
        std::uint64_t key;
        std::uint32_t proof;
        std::uint32_t disproof;
        std::uint32_t work;   ///< nodes searched for it; 0: the slot is free
        std::int32_t length;  ///< plies of the proof or disproof
        std::int32_t reach;   ///< as in solver_detail::Leaf
        bool drawn;           ///< disproved by a draw
        bool restricted;      ///< as in MoveFacts; `candidates` only where nothing is solved
        [[no_unique_address]] Actions candidates, dominated, proof_set;
        solver_detail::PositionCheck<S> check;
        bool solved() const { return proof == 0 || disproof == 0; }
    };

    explicit ProofTable(std::size_t bytes, bool shared = false)
        : buckets_(bytes / sizeof(Entry) / bucket_size > 0 ? bytes / sizeof(Entry) / bucket_size : 1),
          memory_(buckets_ * bucket_size * sizeof(Entry)),
          slots_(static_cast<Entry*>(memory_.data())),
          locks_(shared ? std::make_unique<std::mutex[]>(lock_count) : nullptr) {}

    void clear() {
        memory_.clear();
        used_ = 0;
        collections_ = 0;
    }

    /// Calls `read` with the position's entry, if there is one.
    template <class Read>
    void find(std::uint64_t key, const S& state, const Read& read) const {
        const auto lock = lock_bucket(key % buckets_);
        const Entry* bucket = slots_ + key % buckets_ * bucket_size;
        for (std::size_t i = 0; i < bucket_size; ++i) {
            if (bucket[i].work > 0 && bucket[i].key == key && bucket[i].check.matches(state)) return read(bucket[i]);
        }
    }

    /// Stores `entry`; its work is `work`, plus that of an earlier entry of the same position. A solved entry is never
    /// replaced by an unsolved one of the same position.
    void store(Entry entry, const S& state, std::int64_t work) {
        put(entry, state, work);
        if (used_ > size() - size() / 8) collect();
    }

    std::size_t size() const { return buckets_ * bucket_size; }
    std::size_t used() const { return used_; }
    std::int64_t collections() const { return collections_; }

  private:
    static constexpr std::size_t bucket_size = 4, lock_count = 64;
    static_assert(std::is_trivially_copyable_v<Entry>);

    std::unique_lock<std::mutex> lock_bucket(std::size_t number) const {
        return locks_ ? std::unique_lock(locks_[number % lock_count]) : std::unique_lock<std::mutex>();
    }

    void put(Entry& entry, const S& state, std::int64_t work) {
        const auto lock = lock_bucket(entry.key % buckets_);
        Entry* bucket = slots_ + entry.key % buckets_ * bucket_size;
        Entry* place = bucket;
        for (std::size_t i = 0; i < bucket_size; ++i) {
            Entry& known = bucket[i];
            if (known.work > 0 && known.key == entry.key && known.check.matches(state)) {
                if (known.solved() && !entry.solved()) return;
                place = &known;
                work += known.work;
                break;
            }
            if (known.work < place->work) place = &known;
        }
        if (place->work == 0) ++used_;
        constexpr std::int64_t most = 0xffff'ffff;
        entry.work = static_cast<std::uint32_t>(work < 1 ? 1 : work < most ? work : most);
        entry.check.set(state);
        *place = entry;
    }

    static int magnitude(std::uint32_t work) {
        int bits = 0;
        for (; work > 1; work >>= 1) ++bits;
        return bits;
    }

    void collect() {
        std::vector<std::unique_lock<std::mutex>> all;
        for (std::size_t i = 0; locks_ && i < lock_count; ++i) all.emplace_back(locks_[i]);
        if (used_ <= size() - size() / 8) return;  // another thread has just done so
        ++collections_;
        std::size_t counts[32] = {};
        for (std::size_t i = 0; i < size(); ++i) {
            if (slots_[i].work > 0) ++counts[magnitude(slots_[i].work)];
        }
        std::size_t left = used_;
        int limit = 0;  // entries of this magnitude and less go
        while (left - counts[limit] > size() / 8 * 5 && limit < 31) left -= counts[limit++];
        for (std::size_t i = 0; i < size(); ++i) {
            if (slots_[i].work > 0 && magnitude(slots_[i].work) <= limit) {
                slots_[i].work = 0;
                --used_;
            }
        }
    }

    std::size_t buckets_;
    ZeroPages memory_;  ///< taken as entries come
    Entry* slots_;
    std::unique_ptr<std::mutex[]> locks_;
    std::atomic<std::size_t> used_ = 0;
    std::atomic<std::int64_t> collections_ = 0;
};

}  // namespace boardai
