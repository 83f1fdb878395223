#pragma once
// A searched tree as rows, for lectures and debugging: what boardai/search/results/tree.py turns into text, JSON and
// pictures.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/action.hpp"
#include "boardai/search/score.hpp"

namespace boardai {

/// What a row's value is.
enum class RowKind : std::int32_t {
    exact = 0,        ///< minimax value, or mean of the visits
    lower_bound = 1,  ///< the value is at least this (for the player to move in the searched state)
    upper_bound = 2,  ///< at most this
    proven = 3,       ///< the outcome of the game with best play
    pruned = 4,       ///< cut off, never searched; the value means nothing
};

/// Rows of a tree, parents before children, row 0 the searched state (parent and action -1). Values are for the
/// player to move in the searched state throughout, so that levels alternate between largest and smallest.
class TreeRecord {
  public:
    /// Rows beyond `limit` are dropped; complete() then says so. `terms`: names of what the search knows of a row
    /// next to its value, as a picture of the tree shows them.
    explicit TreeRecord(std::size_t limit = 0, std::vector<std::string> terms = {})
        : limit_(limit), names_(std::move(terms)) {}

    /// Returns the row's number, or -1 where it was dropped (children of a dropped row are as well).
    std::int32_t add(std::int32_t parent, Action action) {
        if (parents_.size() >= limit_ || (parent < 0 && !parents_.empty())) {
            complete_ = false;
            return -1;
        }
        parents_.push_back(parent);
        actions_.push_back(action);
        values_.push_back(0);
        visits_.push_back(0);
        kinds_.push_back(static_cast<std::int32_t>(RowKind::exact));
        terms_.resize(terms_.size() + names_.size(), std::numeric_limits<double>::quiet_NaN());
        return static_cast<std::int32_t>(parents_.size()) - 1;
    }
    /// Does nothing for a dropped row (-1). `visits` is visits, or nodes at or below.
    void set(std::int32_t row, double value, std::int64_t visits, RowKind kind) {
        if (row < 0) return;
        const auto at = static_cast<std::size_t>(row);
        values_[at] = value;
        visits_[at] = visits;
        kinds_[at] = static_cast<std::int32_t>(kind);
    }

    /// One number for each term: NaN is not known, infinite no bound. Does nothing for a dropped row (-1).
    void set_terms(std::int32_t row, std::initializer_list<double> terms) {
        if (row < 0) return;
        if (terms.size() != names_.size()) throw std::invalid_argument("a row needs one number for each term");
        std::copy(terms.begin(), terms.end(), terms_.begin() + static_cast<std::ptrdiff_t>(at_term(row)));
    }

    /// Forgets this row and all later ones: what was recorded below a position that is searched again.
    void drop_from(std::int32_t row) {
        if (row < 0 || static_cast<std::size_t>(row) >= parents_.size()) return;
        const auto size = static_cast<std::size_t>(row);
        parents_.resize(size);
        actions_.resize(size);
        values_.resize(size);
        visits_.resize(size);
        kinds_.resize(size);
        terms_.resize(size * names_.size());
    }

    /// From now on values are stored in points of the final margin; `point` is the size of one in the values given to
    /// set().
    void use_points(double point) { point_ = point; }

    bool wanted() const { return limit_ > 0; }
    bool complete() const { return complete_; }
    std::size_t size() const { return parents_.size(); }
    const std::vector<std::string>& term_names() const { return names_; }
    /// Copies the terms, row by row. Throws std::invalid_argument if `size` is not rows times terms.
    void terms(double* terms, std::size_t size) const {
        if (size != terms_.size()) throw std::invalid_argument("terms need one element for each row and term");
        std::transform(terms_.begin(), terms_.end(), terms, [this](double term) { return in_points(term); });
    }
    /// Copies the columns, each of size() elements. Throws std::invalid_argument if `size` is another number.
    void columns(std::int32_t* parents, std::int32_t* actions, double* values, std::int64_t* visits,
                 std::int32_t* kinds, std::size_t size) const {
        if (size != parents_.size()) throw std::invalid_argument("columns need one element for each row");
        for (std::size_t i = 0; i < size; ++i) {
            parents[i] = parents_[i];
            actions[i] = actions_[i];
            values[i] = in_points(values_[i]);
            visits[i] = visits_[i];
            kinds[i] = kinds_[i];
        }
    }

  private:
    double in_points(double value) const {
        return point_ > 0 && std::isfinite(value) ? margin_of_score(value, point_) : value;
    }
    std::size_t at_term(std::int32_t row) const { return static_cast<std::size_t>(row) * names_.size(); }

    std::size_t limit_;
    double point_ = 0;
    std::vector<std::string> names_;
    bool complete_ = true;
    std::vector<std::int32_t> parents_;
    std::vector<std::int32_t> actions_;
    std::vector<double> values_;
    std::vector<std::int64_t> visits_;
    std::vector<std::int32_t> kinds_;
    std::vector<double> terms_;  ///< row by row
};

/// The window a position was searched with, as rows store it: for the player to move in the searched state.
inline std::vector<std::string> window_terms() { return {"α", "β"}; }
/// A bound of a window: infinite where it bounds nothing.
inline double term_of(int bound) {
    constexpr double none = std::numeric_limits<double>::infinity();
    return bound <= -infinite_score ? -none : bound >= infinite_score ? none : bound;
}

}  // namespace boardai
