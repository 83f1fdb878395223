#pragma once
// The endgame solver's table: for positions of one board, bounds of the score and the two best moves. The whole
// position is stored, not only a hash, so that entries are never confused.
//
// Clusters of two entries. A new position replaces an entry of an earlier search, or else the one with fewer empty
// cells. Threads share the table: each cluster has a flag that is held for the few instructions of a look-up or a
// store.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "boardai/core/machine/zero_pages.hpp"
#include "games/reversi/board/bits.hpp"

namespace boardai::reversi::endgame {

/// No cell.
inline constexpr int no_cell = 255;

/// Bounds of a position's score for the player to move there.
struct Known {
    int lower;
    int upper;
    int move = no_cell;    ///< the best found
    int second = no_cell;  ///< the best found before it
};

template <int Words>
std::uint64_t position_key(const Bits<Words>& own, const Bits<Words>& opponent) {
    __extension__ using Wide = unsigned __int128;
    std::uint64_t key = 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < Words; ++i) {
        const Wide product =
            static_cast<Wide>(own.word[i] ^ 0xa0761d6478bd642fULL ^ key) * (opponent.word[i] ^ 0xe7037ed1a0b428dbULL);
        key = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    return key * 0x9e3779b97f4a7c15ULL;
}

template <int Words>
class EndgameTable {
  public:
    using Cells = Bits<Words>;

    /// As many clusters as fit in `megabytes` (2^20 bytes), at least one. Throws std::bad_alloc.
    explicit EndgameTable(double megabytes)
        : clusters_(std::max<std::size_t>(1, static_cast<std::size_t>(megabytes * 1048576.0 / sizeof(Cluster)))),
          memory_(clusters_ * sizeof(Cluster)) {}

    void clear() { memory_.clear(); }
    void new_search() { age_ = static_cast<std::uint8_t>(age_ % 255 + 1); }

    bool find(std::uint64_t key, const Cells& own, const Cells& opponent, Known& known) const {
        Cluster& cluster = cluster_of(key);
        const Holding holding(cluster);
        for (const Entry& entry : cluster.entries) {
            if (entry.age != 0 && entry.own == own && entry.opponent == opponent) {
                known = {entry.lower, entry.upper, entry.move, entry.second};
                return true;
            }
        }
        return false;
    }
    /// Merges a search's result with the stored entry; `found.second` is not used.
    void store(std::uint64_t key, const Cells& own, const Cells& opponent, const Known& found, int empty) {
        Cluster& cluster = cluster_of(key);
        const Holding holding(cluster);
        Entry* victim = &cluster.entries[0];
        int least = 1 << 20;
        for (Entry& entry : cluster.entries) {
            if (entry.age != 0 && entry.own == own && entry.opponent == opponent) {
                entry.age = age_;
                entry.lower = static_cast<std::int16_t>(std::max<int>(entry.lower, found.lower));
                entry.upper = static_cast<std::int16_t>(std::min<int>(entry.upper, found.upper));
                if (found.move != no_cell && found.move != entry.move) {
                    entry.second = entry.move;
                    entry.move = static_cast<std::uint8_t>(found.move);
                }
                return;
            }
            const int worth = entry.age == 0 ? -1 : entry.empty + (entry.age == age_ ? 256 : 0);
            if (worth < least) {
                least = worth;
                victim = &entry;
            }
        }
        *victim = {own,
                   opponent,
                   static_cast<std::int16_t>(found.lower),
                   static_cast<std::int16_t>(found.upper),
                   static_cast<std::uint8_t>(found.move),
                   no_cell,
                   static_cast<std::uint8_t>(empty),
                   age_};
    }
    [[gnu::always_inline]] void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster_of(key)); }
    std::size_t bytes() const { return clusters_ * sizeof(Cluster); }

  private:
    struct Entry {
        Cells own;
        Cells opponent;
        std::int16_t lower;
        std::int16_t upper;
        std::uint8_t move;
        std::uint8_t second;
        std::uint8_t empty;
        std::uint8_t age;  ///< number of the search that wrote it; 0: empty
    };
    struct alignas(64) Cluster {
        Entry entries[2];
        std::uint32_t taken;
    };
    /// Holds the cluster's flag while it exists.
    class Holding {
      public:
        explicit Holding(Cluster& cluster) : taken_(cluster.taken) {
            while (taken_.exchange(1, std::memory_order_acquire) != 0) {
            }
        }
        ~Holding() { taken_.store(0, std::memory_order_release); }
        Holding(const Holding&) = delete;
        Holding& operator=(const Holding&) = delete;

      private:
        std::atomic_ref<std::uint32_t> taken_;
    };

    Cluster& cluster_of(std::uint64_t key) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<Cluster*>(
            memory_.data())[static_cast<std::size_t>((static_cast<Wide>(key) * clusters_) >> 64)];
    }

    std::size_t clusters_;
    ZeroPages memory_;
    std::uint8_t age_ = 1;
};

}  // namespace boardai::reversi::endgame
