#pragma once
// A Reversi position: the mover's discs, the opponent's discs and the mover's placements, on 1, 2 or 4 words.
//
// The placements are stored because everything needs them (the end of the game, passes, legal actions, the last ply of
// perft), so they are computed once per ply. A state on one word is 40 bytes and trivially copied. Copying and applying
// is therefore the cheapest way to search, and there is no undo.

#include <cstdint>
#include <string>

#include "boardai/core/action.hpp"
#include "boardai/core/canvas.hpp"
#include "boardai/core/rng.hpp"
#include "games/reversi/board/bits.hpp"
#include "games/reversi/board/board.hpp"

namespace boardai::reversi {

/// Player 0 is dark, player 1 light. Actions are row * width + column, and width * height for the pass; they are
/// also the policy indices.
template <int Words>
class State {
  public:
    /// The start position of a board that fits the words: `State<1>(Board::from_text(text))`.
    /// `counts_empty`: the empty cells of a finished game count for the winner.
    explicit State(const Board& board, bool absolute_view = false, bool counts_empty = true);
    /// The start position of the board that a file's text describes.
    explicit State(const std::string& board_text);

    int current_player() const { return player_; }
    bool is_terminal() const { return !must_pass_ && !placements_.any(); }
    int outcome(int player) const;
    void legal_actions(ActionList& out) const;
    bool is_legal(Action action) const;
    void apply(Action action);
    std::uint64_t hash() const;
    friend bool operator==(const State&, const State&) = default;

    /// The cells row by row as in a board file, a space, and X or O for the side to move.
    std::string to_string() const;
    /// Reads the text of to_string(), on the board of this state.
    State from_string(const std::string& text) const;
    std::string action_to_string(Action action) const;
    Action action_from_string(const std::string& text) const;

    /// Scored: the player's discs minus the opponent's. In a finished game, the empty cells count for the winner, as
    /// federations count them, if counts_empty().
    int score(int player) const;
    // Tactical: moves to a corner, which matter more than evaluations show (Larion does not evaluate positions in which
    // a corner can be taken). Moves that flip more discs come first.
    bool is_noisy(Action action) const;
    void noisy_actions(ActionList& out) const;
    int capture_order(Action action) const;
    /// QuietOrdered: prefers moves that leave the opponent few placements and are not next to an empty corner.
    int quiet_order(Action action) const;
    /// Symmetric: the symmetries of the board's shape.
    int symmetry_count() const { return board_->symmetry_count(); }
    State transformed(int symmetry) const;
    Action transform_action(Action action, int symmetry) const { return board_->transform_action(action, symmetry); }
    /// Playout.
    int random_playout(Rng& rng) const;
    /// OwnPerft: the leaves at this depth; a pass is a ply, and a finished game is one leaf.
    std::uint64_t perft(int depth) const;

    // Encodable. Planes: own discs, opponent's discs, own placements, cells that exist. The rules are the same for both
    // colours, so the side to move is not shown, and a position with colours exchanged has the same key. In the
    // absolute view: dark's discs, light's, placements, cells, and a plane of ones with light to move.
    Shape observation_shape() const { return {board_->height(), board_->width(), absolute_view_ ? 5 : 4}; }
    void encode(const Canvas& canvas) const;
    int policy_planes() const { return 1; }
    int policy_extras() const { return 1; }
    int policy_index(Action action) const { return action; }
    Action action_from_policy(int index) const;
    std::uint64_t observation_key() const;

    // Owned: the owner of the disc on each cell at the end of the game.
    static constexpr int ownership_plies = 0;
    static constexpr int ownership_planes = 1;
    void write_ownership(const Canvas& canvas, const State& before) const;

    // Gridded: own discs are 1, the opponent's 2.
    Shape grid() const { return {board_->height(), board_->width(), 3}; }
    bool grid_has(int cell) const { return board_->has_cell(cell); }
    void write_grid(std::uint8_t* codes) const;
    static constexpr int grid_words = Words;
    const std::uint64_t* grid_bits(int code) const { return code == 1 ? own_.word : opponent_.word; }
    int grid_bit(int cell) const { return board_->cell_of_action(cell); }
    std::uint64_t grid_key() const { return board_->shape_key(); }
    int grid_symmetries() const { return board_->symmetry_count(); }
    int grid_image(int cell, int symmetry) const { return board_->transform_action(cell, symmetry); }

    /// Packable: the board's text, a blank line and the position's text, followed by " absolute" in that view, and by "
    /// discs" if empty cells count for neither player.
    std::string pack() const;
    static State unpack(const std::string& bytes);

    const Board& board() const { return *board_; }
    /// Whether networks see dark's and light's discs instead of own and opponent's.
    bool absolute_view() const { return absolute_view_; }
    /// Whether the empty cells of a finished game count for the winner.
    bool counts_empty() const { return counts_empty_; }
    const Bits<Words>& own_discs() const { return own_; }
    const Bits<Words>& opponent_discs() const { return opponent_; }
    const Bits<Words>& placements() const { return placements_; }
    /// Discs of dark (0) or light (1).
    const Bits<Words>& discs(int player) const { return player == player_ ? own_ : opponent_; }

  private:
    State(const Board& board, const Bits<Words>& own, const Bits<Words>& opponent, int player);
    void find_placements();
    std::uint64_t discs_key() const;

    Bits<Words> own_;
    Bits<Words> opponent_;
    Bits<Words> placements_;
    const Board* board_;
    int player_;
    bool must_pass_ = false;
    bool absolute_view_ = false;
    bool counts_empty_ = true;
};

}  // namespace boardai::reversi
