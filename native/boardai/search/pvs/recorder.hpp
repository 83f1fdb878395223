#pragma once
// Records the tree that principal variation search visits. If no tree is wanted, every call only tests a flag.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "boardai/search/records/tree_record.hpp"

namespace boardai {

class PvsRecorder {
  public:
    /// Keep the tree of each iteration in this many rows, for lines of at most `plies`; 0 rows: none.
    /// `point`: TreeRecord::use_points().
    void keep(std::size_t rows, int plies, double point);
    bool on() const { return rows_ > 0; }
    /// The tree of the last iteration that was finished.
    const TreeRecord& tree() const { return finished_; }

    void begin_iteration();
    void end_iteration(int value, std::int64_t nodes);

    /// A search of the line's position at this ply begins.
    void visit(int ply) {
        if (on()) levels_[static_cast<std::size_t>(ply)].last_child = -1;
    }
    /// The row of the position that this action leads to; it replaces the row of the same action just before (a
    /// re-search). -1: not recorded, like everything below an action of -1 (a null move).
    std::int32_t begin(int ply, Action action) { return on() ? add(ply, action) : -1; }
    /// The value for the player to move at the root, found with the window (low, high) of the player who moved; `root`:
    /// they are the same.
    void end(std::int32_t row, bool root, int value, int low, int high, std::int64_t nodes) {
        if (row >= 0) set(row, root, value, low, high, nodes);
    }
    /// An action that was not searched.
    void pruned(int ply, Action action) {
        if (on()) add_pruned(ply, action);
    }
    /// Rows between mark() and rewind() do not belong to the tree: another search of a position on the line.
    std::size_t mark() const { return record_.size(); }
    void rewind(std::size_t mark) {
        if (on()) record_.drop_from(static_cast<std::int32_t>(mark));
    }

  private:
    struct Level {
        std::int32_t row = -1;
        std::int32_t last_child = -1;
        Action last_child_action = -1;
    };

    std::int32_t add(int ply, Action action);
    void set(std::int32_t row, bool root, int value, int low, int high, std::int64_t nodes);
    void add_pruned(int ply, Action action);

    std::size_t rows_ = 0;
    double point_ = 0;
    std::vector<Level> levels_;  ///< by ply
    TreeRecord record_;
    TreeRecord finished_;
};

}  // namespace boardai
