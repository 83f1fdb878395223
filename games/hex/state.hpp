#pragma once
// Hex on any rhombus or parallelogram of up to 19 x 19 cells: the state. Light: bodies are in state-inl.hpp (speed)
// and text.cpp (text and bytes).

#include <algorithm>
#include <cstdint>
#include <string>

#include "boardai/core/action.hpp"
#include "boardai/core/canvas.hpp"
#include "boardai/core/rng.hpp"
#include "games/hex/board/bits.hpp"

namespace boardai {
class PlayedActions;
}

namespace boardai::hex {

template <int Words>
struct Geometry;

/// The first mover's colour, black, joins top and bottom; white joins left and right. Colours differ from players
/// only after a swap: then player 1 owns black.
enum Colour : int { black = 0, white = 1 };

/// The result of shortest_connection() if the opponent has connected, so that there is no path.
inline constexpr int unreachable = 10'000;

/// Hex position on a board of at most 64 * Words cells.
///
/// Action = row * columns + column puts a stone of the colour to move; action rows * columns is `swap`: the second
/// player's answer to the first move, with which the players exchange colours and the stone stays where it is.
/// current_player() and outcome() name players; stones, planes and edges belong to colours.
template <int Words>
class State {
  public:
    /// Throws std::invalid_argument unless 1 <= rows, columns <= 19 and the cells fit.
    State(int rows, int columns, bool swap_rule = false, bool absolute_view = false, bool edge_planes = false);

    int rows() const;
    int columns() const;
    bool swap_rule() const { return swap_rule_; }
    /// Whether networks see the board as it is, instead of from the mover's view.
    bool absolute_view() const { return absolute_view_; }
    /// Whether networks get planes of the distance from each edge.
    bool edge_planes() const { return edge_planes_; }
    /// Whether the second player has swapped.
    bool swapped() const { return swapped_; }
    bool swap_available() const { return swap_rule_ && stones_played_ == 1 && !swapped_ && winner_ < 0; }
    int stones_played() const { return stones_played_; }
    int colour_to_move() const { return stones_played_ & 1; }
    int colour_of(int player) const { return player ^ static_cast<int>(swapped_); }
    /// The colour of the stone on a cell, -1 where there is none.
    int stone_at(int row, int column) const;
    const Bits<Words>& stones(int colour) const { return stones_[colour]; }

    int current_player() const { return colour_to_move() ^ static_cast<int>(swapped_); }
    bool is_terminal() const { return winner_ >= 0; }
    int outcome(int player) const { return winner_ == colour_of(player) ? 1 : -1; }
    void legal_actions(ActionList& out) const;
    bool is_legal(Action action) const;
    void apply(Action action);
    std::uint64_t hash() const;
    bool operator==(const State& other) const = default;

    /// Empty: the action and the stones determine the previous state, and no game continues after a win.
    struct Undo {};
    Undo apply_undoable(Action action);
    void undo(Action action, const Undo& record);

    /// One line: the rows from the top, `/` between them, `b` and `w` for stones and numbers for runs of empty
    /// cells; the colour to move; `no-swap`, `swap` (the rule is on) or `swapped`. "3/1b1/3 w no-swap".
    std::string to_string() const;
    /// Reads a position of the same extent and swap rule as this state's; throws std::invalid_argument with place
    /// and reason, also where no game can reach the position.
    State from_string(const std::string& text) const;
    std::string action_to_string(Action action) const;
    Action action_from_string(const std::string& text) const;
    /// The same, in bytes, with extent and swap rule.
    std::string pack() const;
    static State unpack(const std::string& bytes);

    /// The identity and the half turn. Reflections exchange the colours, so they are no symmetries of the game.
    int symmetry_count() const { return 2; }
    State transformed(int symmetry) const;
    Action transform_action(Action action, int symmetry) const;

    /// Fills the empty cells at random and then tests once who has connected, because the result depends neither on the
    /// order of the moves nor on moves after the win.
    int random_playout(Rng& rng) const;
    /// The same; `played` gets the cells of each player's colour on the filled board.
    int random_playout(Rng& rng, PlayedActions& played) const;

    // Network planes. The mover is always shown as the colour that joins top and bottom: with white to move, the board
    // is transposed (reflected across the long diagonal), so the canvas is a square of the longer side. Planes: 0 own
    // stones, 1 the opponent's, 2 the board, and under the swap rule 3 = 1 everywhere on the board while `swap` can be
    // played. Policy: one plane of that square, and under the swap rule one extra, `swap`. With edge planes there are
    // four more, written in evaluation/two_distance.cpp: the nearness of the mover's cells to the top and bottom edges,
    // and of the opponent's to the left and right edges. In the absolute view nothing is transposed: planes 0 black
    // stones, 1 white stones, and after all others one that is 1 everywhere on the board with white to move.
    Shape observation_shape() const;
    void encode(const Canvas& canvas) const;
    int policy_planes() const { return 1; }
    int policy_extras() const { return swap_rule_ ? 1 : 0; }
    int policy_index(Action action) const;
    Action action_from_policy(int index) const;
    std::uint64_t observation_key() const;

    /// Owned: the chain that connects the edges at the end of the game.
    static constexpr int ownership_plies = 0;
    static constexpr int ownership_planes = 1;
    void write_ownership(const Canvas& canvas, const State& before) const;

    // Gridded, in the networks' view: 1 own stones, 2 the opponent's; 3 off the board, if rows and columns differ.
    Shape grid() const {
        const int side = std::max(rows(), columns());
        return {side, side, rows() == columns() ? 3 : 4};
    }
    bool grid_has(int) const { return true; }
    void write_grid(std::uint8_t* codes) const;
    std::uint64_t grid_key() const { return static_cast<std::uint64_t>(rows() * 64 + columns()); }
    int grid_symmetries() const { return rows() == columns() ? 2 : 1; }
    int grid_image(int cell, int symmetry) const { return symmetry == 0 ? cell : rows() * columns() - 1 - cell; }

    /// The number of stones that the player still needs for a connection if the opponent does not move: the cheapest
    /// path between the player's edges, where own stones cost 0, empty cells 1, and opposing stones block. 0: the
    /// player has won; `unreachable`: has lost.
    int shortest_connection(int player) const;
    /// The cells of one such path from the first edge to the second, including own stones; empty if there is no path.
    void shortest_path(int player, ActionList& out) const;

  private:
    /// Black's stones on a randomly filled board. `exchanged`: whether the players have exchanged colours, before or
    /// during the filling.
    Bits<Words> fill_at_random(Rng& rng, bool& exchanged) const;
    int swap_action() const;
    /// Whether networks see the board transposed.
    bool seen_transposed() const { return colour_to_move() == 1 && !absolute_view_; }
    std::uint64_t stones_key() const;
    /// The four edge planes, from plane `first` on.
    void encode_edges(const Canvas& canvas, int first) const;
    /// Whether the stone just put on `cell` has completed its colour's connection.
    bool completes_connection(int colour, int cell) const;
    /// Recomputes the winner from stones that were read. Returns the reason if no game leads to them, otherwise "".
    std::string settle();

    const Geometry<Words>* geometry_;  // an entry of a constant table, so equal boards have equal pointers
    Bits<Words> stones_[2]{};
    std::int16_t stones_played_ = 0;
    std::int8_t winner_ = -1;  // colour
    bool swap_rule_ = false;
    bool swapped_ = false;
    bool absolute_view_ = false;
    bool edge_planes_ = false;
};

}  // namespace boardai::hex
