#include "games/hex/solving/known_position.hpp"

#include "games/hex/board/chains.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

template <int Words>
KnownPosition<Words>::KnownPosition(const State<Words>& state, const ConnectionLimits& limits)
    : board_(&geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
      limits_(limits),
      state_(state),
      cells_(*board_, state.stones(black), state.stones(white)),
      connections_{{state, black, limits}, {state, white, limits}} {
    fill_in();
}

template <int Words>
void KnownPosition<Words>::play(Action action) {
    const int colour = state_.colour_to_move();
    const bool is_swap = action == board_->cells;
    state_.apply(action);
    if (is_swap) return;
    if (cells_.captured(1 - colour).test(action)) {
        // Only a reply keeps such a cell the opponent's.
        *this = KnownPosition(state_, limits_);
        return;
    }
    if (!cells_.empty().test(action)) return;  // dead, or one's own already
    cells_.play(colour, action);
    for (Connections<Words>& one : connections_) one.play(colour, action);
    fill_in();
}

template <int Words>
void KnownPosition<Words>::fill_in() {
    const Bits<Words> dead = cells_.dead(), captured[2] = {cells_.captured(black), cells_.captured(white)};
    cells_.fill_in();
    for (Connections<Words>& one : connections_) {
        // Nobody can use a dead cell: so it is the opponent's.
        one.play(1 - one.colour(), cells_.dead() - dead);
        for (int colour : {black, white}) one.play(colour, cells_.captured(colour) - captured[colour]);
    }
}

template <int Words>
Bits<Words> KnownPosition<Words>::support(int colour) const {
    const Bits<Words>& captured = cells_.captured(colour);
    return (captured | board_->neighbours(captured)) & board_->board;
}

template <int Words>
Insight<Bits<Words>> KnownPosition<Words>::insight(bool halved) const {
    Insight<Bits<Words>> insight;
    const int colour = state_.colour_to_move();
    const Connections<Words>& own = connections_[colour];
    const Connections<Words>& other = connections_[1 - colour];
    // 2. Is the game decided?
    const int mover = state_.current_player();
    insight.selected = true;
    if (own.wins_first()) {
        insight.winner = mover;
        insight.action = own.winning_cell();
        // Joined by captured cells: these become stones.
        if (own.joined()) insight.action = first_cell(cells_.captured(colour) - state_.stones(colour));
        insight.rests = own.winning_carrier() | support(colour);
        return insight;
    }
    // 3. Where must be played?
    insight.moves = other.must_play();
    insight.rests = other.threatened() | support(1 - colour);
    if (other.wins_second() || !insight.moves.any()) {
        insight.winner = 1 - mover;
        return insight;
    }
    // 4. One of each pair.
    if (halved && state_.transformed(1) == state_) {
        const int last = board_->cells - 1;
        insight.moves.for_each([&](int cell) {
            if (cell > last - cell && insight.moves.test(last - cell)) insight.moves.clear(cell);
        });
        insight.rests = board_->board;
    }
    // 5. Inferior ones.
    insight.spared = cells_.not_to_be_tried(colour, insight.moves);
    if (insight.spared == insight.moves) {
        insight.winner = 1 - mover;
        admit(insight, *board_);
    }
    return insight;
}

template <int Words>
void KnownPosition<Words>::admit(Insight<Bits<Words>>& known, const Geometry<Words>& board) {
    Bits<Words> near = known.spared & known.moves;
    for (int i = 0; i < 2 && near.any(); ++i) near = (near | board.neighbours(near)) & board.board;
    known.rests |= near;
}

template class KnownPosition<1>;
template class KnownPosition<2>;
template class KnownPosition<3>;
template class KnownPosition<6>;

}  // namespace boardai::hex
