#pragma once
// The transposition table (TT): what a search has found about positions, by their hash.
//
// Idea: different orders of moves lead to one position; a score found once is used again wherever its depth and its
//   kind of bound allow, and the best move found is tried first where they do not.
// Layout: clusters of four entries of 16 bytes, one cache line each. An entry is two words:
//     data = action (32 bits) | score (16) | depth (9) | age (5) | bound (2)
//     lock = lower 48 bits of the mixed key ^ data | static value (16)
//   The upper bits of the mixed key choose the cluster, so from 4 MB on all 64 bits are compared.
//   Threads share a table without locks (Hyatt and Mann 2002): both words are read and written by themselves, and an
//   entry that two threads wrote halves of has a lock that fits no key. So no access is a data race (relaxed atomics).
// Replacement: an entry of the same position first, but a proven value (depth `deepest`) stays until another proof;
//   else an empty one; else the one with the smallest
//   depth - 8 x age, age counting the searches begun since it was written (always_replace: one that the key names).
// Complexity: a probe or a store is one cache line.
// Does not handle: equal hashes of different positions (one in 2^64 a pair; 2^48 in a tiny table): a table action must
// be checked for
//   be checked for legality. Scores of wins are relative to the root: see score_to_table() in score.hpp.
// Paper: Greenblatt, Eastlake and Crocker 1967; replacement: Breuker, Uiterwijk and van den Herik 1994.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "boardai/core/action.hpp"
#include "boardai/core/machine/zero_pages.hpp"
#include "boardai/core/rng.hpp"
#include "boardai/search/score.hpp"

namespace boardai {

/// What a table's score says about the value. As a set of bits: exact is both.
enum class Bound : int { none = 0, upper = 1, lower = 2, exact = 3 };

/// What the table knows about a position. `bound` none: nothing but the action.
struct TableEntry {
    Action action = -1;  ///< the best move found; -1: none
    int score = 0;       ///< |score| < 32,768
    int depth = 0;       ///< plies it rests on, 0 to TranspositionTable::deepest
    Bound bound = Bound::none;
    int static_value = unknown;  ///< the evaluator's own value of the position; unknown: not stored

    static constexpr int unknown = -32'768;
};

/// May be shared by threads: probe(), store(), prefetch() and use() by any, the others by one while no other is in.
class TranspositionTable {
  public:
    /// The largest depth an entry can hold: deeper ones are stored as this.
    static constexpr int deepest = 511;

    /// Takes as many whole clusters as fit into `megabytes` (2^20 bytes; parts of one are fine), at least one. The
    /// memory is handed out by the system as it is first written to. Throws std::invalid_argument unless
    /// 0 < megabytes <= 2^20, std::bad_alloc if there is too little memory.
    explicit TranspositionTable(double megabytes, bool always_replace = false);
    TranspositionTable(const TranspositionTable&) = delete;
    TranspositionTable& operator=(const TranspositionTable&) = delete;

    /// Forgets everything, and gives the memory back to the system until it is written to again.
    void clear();
    /// A new search begins: entries of earlier ones stay good, and are the first to be replaced.
    void new_search() { age_ = age_ % ages + 1; }

    /// False, `found` untouched, where the position is not in the table.
    bool probe(std::uint64_t key, TableEntry& found) const {
        const std::uint64_t mixed = mix64(key);
        const std::uint64_t* entry = cluster_of(mixed);
        for (std::size_t i = 0; i < cluster_size; ++i, entry += 2) {
            const std::uint64_t data = load(entry[1]);
            const std::uint64_t lock = load(entry[0]);
            if (!fits(lock, data, mixed) || data == 0) continue;
            found = unpacked(data);
            found.static_value = static_cast<std::int16_t>(static_cast<std::uint16_t>(lock >> 48));
            return true;
        }
        return false;
    }
    /// Without an action (-1), the one known for the position stays.
    void store(std::uint64_t key, TableEntry entry) {
        const std::uint64_t mixed = mix64(key);
        std::uint64_t* const cluster = cluster_of(mixed);
        std::uint64_t* victim = cluster + (always_replace_ ? 2 * (key % cluster_size) : 0);
        int least = 1 << 30;
        for (std::size_t i = 0; i < cluster_size; ++i) {
            std::uint64_t* const here = cluster + 2 * i;
            const std::uint64_t data = load(here[1]);
            if (data != 0 && fits(load(here[0]), data, mixed)) {
                if (entry.depth < deepest && is_proven(unpacked(data))) return;
                if (entry.action < 0) entry.action = unpacked(data).action;
                victim = here;
                break;
            }
            if (always_replace_) continue;
            const int worth = data == 0 ? -(1 << 29) : depth_of(data) - 8 * searches_since(data);
            if (worth < least) {
                least = worth;
                victim = here;
            }
        }
        const std::uint64_t data = packed(entry);
        save(victim[0], ((mixed ^ data) & lock_bits) |
                            static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.static_value)) << 48);
        save(victim[1], data);
    }
    /// Asks for the position's cache line ahead of its probe. Always inlined, like the functions that call it: the
    /// compiler takes a prefetch for no effect, and removes calls of functions that do nothing else.
    [[gnu::always_inline]] void prefetch(std::uint64_t key) const { __builtin_prefetch(cluster_of(mix64(key))); }

    /// Share of the entries in use, 0 to 1, counted in up to a thousand clusters.
    double use() const;
    /// Entries it can hold.
    std::size_t capacity() const { return clusters_ * cluster_size; }
    std::size_t bytes() const { return clusters_ * cluster_size * 2 * sizeof(std::uint64_t); }

  private:
    static constexpr std::size_t cluster_size = 4;
    static constexpr unsigned ages = 31;  ///< 1 to 31: no entry is 0, which stands for an empty place

    static constexpr std::uint64_t lock_bits = (std::uint64_t{1} << 48) - 1;

    static bool fits(std::uint64_t lock, std::uint64_t data, std::uint64_t mixed) {
        return ((lock ^ data ^ mixed) & lock_bits) == 0;
    }
    static std::uint64_t load(const std::uint64_t& word) {
        return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
    }
    std::uint64_t packed(const TableEntry& entry) const {
        const int depth = entry.depth < 0 ? 0 : entry.depth > deepest ? deepest : entry.depth;
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.action)) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.score)) << 32 |
               static_cast<std::uint64_t>(depth) << 48 | static_cast<std::uint64_t>(age_) << 57 |
               static_cast<std::uint64_t>(entry.bound) << 62;
    }
    static TableEntry unpacked(std::uint64_t data) {
        return {static_cast<Action>(static_cast<std::uint32_t>(data)),
                static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> 32)), depth_of(data),
                static_cast<Bound>(data >> 62), TableEntry::unknown};
    }
    /// Nothing more can be found about the position.
    static bool is_proven(const TableEntry& entry) {
        return entry.depth == deepest &&
               (entry.bound == Bound::exact || (entry.bound == Bound::lower && is_win_score(entry.score)) ||
                (entry.bound == Bound::upper && is_loss_score(entry.score)));
    }
    static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 48 & 511); }
    int searches_since(std::uint64_t data) const { return static_cast<int>((age_ + ages - (data >> 57 & 31)) % ages); }
    /// A key is mixed, since users' hashes may be small numbers, and scaled to the number of clusters.
    std::uint64_t* cluster_of(std::uint64_t mixed) const {
        __extension__ using Wide = unsigned __int128;
        const auto number = static_cast<std::size_t>((static_cast<Wide>(mixed) * clusters_) >> 64);
        return words_ + number * cluster_size * 2;
    }

    bool always_replace_;
    std::size_t clusters_;
    ZeroPages memory_;
    std::uint64_t* words_;
    unsigned age_ = 1;
};

}  // namespace boardai
