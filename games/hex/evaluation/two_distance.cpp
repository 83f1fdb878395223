// Two-distance: how far an empty cell is from an edge if the opponent may answer.
//
// Idea: the shortest path is a poor guide, since the opponent blocks it. Suppose that whenever we would step to the
// best neighbour the opponent takes it, so that we must do with the second best:
//
//     d(v) = 1                                              if v touches the edge,
//     d(v) = 1 + the second smallest d(w) among v's neighbours w   otherwise (infinite if fewer than two are finite).
//
// Neighbours are empty cells that touch v, directly or through one of our chains; edges are no chains. A colour's
// potential is the smallest d(v, first edge) + d(v, second edge) over all empty cells; its attack mobility the number
// of cells that attain it. Small potential is good; it is 2 for whoever could connect by one stone.
//
// Paper: J. van Rijswijck, Search and evaluation in Hex, University of Alberta 2002 (the program Queenbee).
// Cost: for each colour one set operation a cell and chain it touches, and for each edge one a cell.
// Not handled: two ways that share a cell count as two (so do two-bridges that need the same cell).

#include <algorithm>
#include <array>
#include <vector>

#include "games/hex/board/chains.hpp"
#include "games/hex/evaluators.hpp"

namespace boardai::hex {

namespace {

constexpr int far = 60;  // potentials are not told apart beyond

struct Potential {
    int potential = far;
    int mobility = 0;
};

constexpr std::size_t most_cells = static_cast<std::size_t>(max_side) * max_side;

template <int Words>
class Distances {
  public:
    explicit Distances(const Side<Words>& side) : side_(side) {
        // 1. Who is whose neighbour: directly, or through a chain.
        side.empty.for_each([&](int cell) { at(cell) = side.board.neighbours(Bits<Words>::of(cell)) & side.empty; });
        side.for_each_chain([&](const Bits<Words>& chain) {
            const Bits<Words> around = side.board.neighbours(chain) & side.empty;
            around.for_each([&](int cell) { at(cell) |= around; });
            if ((chain & side.start).any()) touching_start_ |= around;
            if ((chain & side.goal).any()) touching_goal_ |= around;
        });
        side.empty.for_each([&](int cell) { at(cell).clear(cell); });
        touching_start_ |= side.start & side.empty;
        touching_goal_ |= side.goal & side.empty;
    }

    /// Calls visit(cell, distance) with each empty cell from which the edge where a connection starts (or ends) can be
    /// reached.
    template <class Visit>
    void from_edge(bool start, Visit visit) const {
        measure(start ? touching_start_ : touching_goal_, visit);
    }

    Potential potential() const {
        std::array<int, most_cells> from_start;
        from_start.fill(far);
        from_edge(true, [&](int cell, int distance) { from_start[static_cast<std::size_t>(cell)] = distance; });
        Potential best;
        // 3. The cell that is nearest to both edges together, and how many are.
        from_edge(false, [&](int cell, int distance) {
            const int sum = std::min(far, from_start[static_cast<std::size_t>(cell)] + distance);
            if (sum < best.potential) best = {sum, 0};
            if (sum == best.potential && sum < far) ++best.mobility;
        });
        return best;
    }

  private:
    Bits<Words>& at(int cell) { return neighbours_[static_cast<std::size_t>(cell)]; }
    const Bits<Words>& at(int cell) const { return neighbours_[static_cast<std::size_t>(cell)]; }

    /// 2. Distances level by level: a cell joins the next level once two of its neighbours have been reached.
    template <class Visit>
    void measure(Bits<Words> level, Visit visit) const {
        Bits<Words> reached;  // all levels so far
        Bits<Words> once;     // neighbours of at least one reached cell
        Bits<Words> twice;    // of at least two
        for (int distance = 1; level.any(); ++distance) {
            reached |= level;
            level.for_each([&](int cell) {
                visit(cell, distance);
                twice |= once & at(cell);
                once |= at(cell);
            });
            level = twice - reached;
        }
    }

    const Side<Words>& side_;
    Bits<Words> touching_start_;
    Bits<Words> touching_goal_;
    std::array<Bits<Words>, most_cells> neighbours_;
};

template <int Words>
Potential potential_of(const State<Words>& state, int player) {
    const Side<Words> side(state, state.colour_of(player));
    return Distances<Words>(side).potential();
}

}  // namespace

template <int Words>
int TwoDistance::evaluate(const State<Words>& state) const {
    constexpr int unit = 400;
    const int mover = state.current_player();
    if (state.is_terminal()) return state.outcome(mover) * unit * far;
    const Potential own = potential_of(state, mover);
    const Potential other = potential_of(state, 1 - mover);
    return unit * (other.potential - own.potential) +
           std::clamp(own.mobility - other.mobility, 1 - unit / 2, unit / 2 - 1);
}

// A plane for each edge, as its colour sees it: 1 on the stones that are joined to it, 1 / (1 + d) on empty cells, 0
// where no way is left. The mover's two edges come first.
template <int Words>
void State<Words>::encode_edges(const Canvas& canvas, int first) const {
    const bool transposed = seen_transposed();
    const auto mark = [&](int cell, int plane, float value) {
        const int row = geometry_->row_of(cell);
        const int column = geometry_->column_of(cell);
        (transposed ? canvas.at(column, row, plane) : canvas.at(row, column, plane)) = value;
    };
    const int mover = absolute_view_ ? black : colour_to_move();
    for (int colour : {mover, 1 - mover}) {
        const Side<Words> side(*this, colour);
        const Distances<Words> distances(side);
        for (bool start : {true, false}) {
            side.filled(start ? side.start : side.goal, side.own).for_each([&](int cell) { mark(cell, first, 1.0f); });
            distances.from_edge(start, [&](int cell, int d) { mark(cell, first, 1.0f / static_cast<float>(1 + d)); });
            ++first;
        }
    }
}

template int TwoDistance::evaluate(const State<1>&) const;
template int TwoDistance::evaluate(const State<2>&) const;
template int TwoDistance::evaluate(const State<3>&) const;
template int TwoDistance::evaluate(const State<6>&) const;

template void State<1>::encode_edges(const Canvas&, int) const;
template void State<2>::encode_edges(const Canvas&, int) const;
template void State<3>::encode_edges(const Canvas&, int) const;
template void State<6>::encode_edges(const Canvas&, int) const;

}  // namespace boardai::hex
