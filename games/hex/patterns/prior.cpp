#include "games/hex/patterns/prior.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "games/hex/patterns/weights.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

/// A direction from black's view; for white, the reflected one. Of opposite directions, the lower one.
constexpr int seen_direction(int colour, int direction) { return colour == black ? direction : 5 - direction; }
/// A digit (0 empty, 1 black, 2 white) from a colour's view: 1 is its own.
constexpr int seen_digit(int colour, int digit) { return colour == black || digit == 0 ? digit : 3 - digit; }

constexpr int seen_code(int colour, int code) {
    int seen = 0;
    for (int i = 0; i < 6; ++i) {
        seen += seen_digit(colour, digit(code, i)) * powers_of_three[seen_direction(colour, i)];
    }
    return seen;
}

/// All weights as factors, by colour, in the order in which they are used.
struct Factors {
    std::array<std::array<float, pattern_count>, 2> ring{};
    std::array<std::array<std::array<float, 27>, 6>, 2> sector{};
    std::array<std::array<float, 26>, 2> relation{};  ///< by 5 * (rows apart + 2) + columns apart + 2; 25: further
    std::array<float, edge_weights.size()> edges{};
};

const Factors& factors() {
    static const Factors made = [] {
        Factors result;
        for (int colour : {black, white}) {
            const auto side = static_cast<std::size_t>(colour);
            for (std::size_t code = 0; code < pattern_count; ++code) {
                result.ring[side][code] =
                    std::exp(ring_weights[static_cast<std::size_t>(seen_code(colour, static_cast<int>(code)))]);
            }
            for (int direction = 0; direction < 6; ++direction) {
                for (int code = 0; code < 27; ++code) {
                    // The sector between a direction and the next; reflection swaps the two.
                    int first = seen_digit(colour, digit(code, 0)), second = seen_digit(colour, digit(code, 1));
                    int between = direction;
                    if (colour == white) {
                        std::swap(first, second);
                        between = (4 - direction + 6) % 6;
                    }
                    const int seen = first + 3 * second + 9 * seen_digit(colour, digit(code, 2));
                    result.sector[side][static_cast<std::size_t>(direction)][static_cast<std::size_t>(code)] =
                        std::exp(sector_weights[static_cast<std::size_t>(between % 3 * 27 + seen)]);
                }
            }
            for (int rows = -2; rows <= 2; ++rows) {
                for (int columns = -2; columns <= 2; ++columns) {
                    const int seen_rows = colour == black ? rows : columns;
                    const int seen_columns = colour == black ? columns : rows;
                    result.relation[side][static_cast<std::size_t>(5 * (rows + 2) + columns + 2)] =
                        std::exp(relation_weights[static_cast<std::size_t>(5 * (seen_rows + 2) + seen_columns + 2)]);
                }
            }
            result.relation[side][25] = std::exp(relation_weights[25]);
        }
        for (std::size_t i = 0; i < edge_weights.size(); ++i) result.edges[i] = std::exp(edge_weights[i]);
        return result;
    }();
    return made;
}

}  // namespace

float ring_weight(int colour, int code) { return ring_weights[static_cast<std::size_t>(seen_code(colour, code))]; }

template <int Words>
void Prior<Words>::weigh(const State<Words>& state, Action last, const ActionList& actions, float* out) {
    const int rows = state.rows(), columns = state.columns(), cells = rows * columns;
    const int colour = state.colour_to_move();
    const auto side = static_cast<std::size_t>(colour);
    board_.clear(rows, columns);
    for (int one : {black, white}) {
        state.stones(one).for_each([&](int cell) { board_.put(board_.place_of(cell), one); });
    }
    const Geometry<Words>& board = geometries<Words>[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns)];
    const bool knows_last = last >= 0 && last < cells;
    const int last_row = knows_last ? board.row_of(last) : 0, last_column = knows_last ? board.column_of(last) : 0;
    const Factors& by = factors();
    float total = 0, highest = 0;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i] >= cells) continue;
        const int place = board_.place_of(actions[i]);
        float product = by.ring[side][static_cast<std::size_t>(board_.code(place))];
        for (int direction = 0; direction < 6; ++direction) {
            const int code = board_.digit_at(place + board_.step(direction)) +
                             3 * board_.digit_at(place + board_.step((direction + 1) % 6)) +
                             9 * board_.digit_at(place + board_.leap(direction));
            product *= by.sector[side][static_cast<std::size_t>(direction)][static_cast<std::size_t>(code)];
        }
        const int row = board.row_of(actions[i]), column = board.column_of(actions[i]);
        const int down = last_row - row, right = last_column - column;
        const bool is_near = knows_last && std::abs(down) <= 2 && std::abs(right) <= 2;
        product *= by.relation[side][static_cast<std::size_t>(is_near ? 5 * (down + 2) + right + 2 : 25)];
        int own = std::min({row, rows - 1 - row, 5}), other = std::min({column, columns - 1 - column, 5});
        if (colour == white) std::swap(own, other);
        product *= by.edges[static_cast<std::size_t>(6 * own + other)];
        out[i] = product;
        total += product;
        highest = std::max(highest, product);
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i] < cells) continue;
        out[i] = highest;  // `swap` gets the weight of the best cell, so that it is tried
        total += highest;
    }
    for (std::size_t i = 0; i < actions.size(); ++i) out[i] = total > 0 ? out[i] / total : 0.0f;
}

template class Prior<1>;
template class Prior<2>;
template class Prior<3>;
template class Prior<6>;

}  // namespace boardai::hex
