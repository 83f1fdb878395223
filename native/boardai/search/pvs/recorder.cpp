#include "boardai/search/pvs/recorder.hpp"

namespace boardai {

void PvsRecorder::keep(std::size_t rows, int plies, double point) {
    rows_ = rows;
    point_ = point;
    levels_.assign(on() ? static_cast<std::size_t>(plies) : 0, {});
}

void PvsRecorder::begin_iteration() {
    if (!on()) return;
    record_ = TreeRecord(rows_, window_terms());
    record_.use_points(point_);
    levels_.assign(levels_.size(), {});
    levels_[0].row = record_.add(-1, -1);
}

void PvsRecorder::end_iteration(int value, std::int64_t nodes) {
    if (!on()) return;
    record_.set(levels_[0].row, value, nodes, RowKind::exact);
    finished_ = record_;
}

std::int32_t PvsRecorder::add(int ply, Action action) {
    Level& here = levels_[static_cast<std::size_t>(ply)];
    Level& below = levels_[static_cast<std::size_t>(ply) + 1];
    below.row = -1;
    if (action < 0 || here.row < 0) return -1;
    if (here.last_child >= 0 && here.last_child_action == action) record_.drop_from(here.last_child);
    here.last_child_action = action;
    return here.last_child = below.row = record_.add(here.row, action);
}

void PvsRecorder::set(std::int32_t row, bool root, int value, int low, int high, std::int64_t nodes) {
    RowKind kind = value <= low ? RowKind::upper_bound : value >= high ? RowKind::lower_bound : RowKind::exact;
    if (!root && kind != RowKind::exact) {
        kind = kind == RowKind::upper_bound ? RowKind::lower_bound : RowKind::upper_bound;
    }
    record_.set(row, root ? value : -value, nodes, kind);
    record_.set_terms(row, {term_of(root ? low : -high), term_of(root ? high : -low)});
}

void PvsRecorder::add_pruned(int ply, Action action) {
    const std::int32_t parent = levels_[static_cast<std::size_t>(ply)].row;
    if (parent >= 0) record_.set(record_.add(parent, action), 0, 0, RowKind::pruned);
}

}  // namespace boardai
