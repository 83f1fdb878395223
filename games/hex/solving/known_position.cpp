#include "games/hex/solving/known_position.hpp"

#include "boardai/search/control.hpp"
#include "games/hex/board/chains.hpp"
#include "games/hex/state-inl.hpp"

namespace boardai::hex {

template <int Words>
KnownPosition<Words>::KnownPosition(const State<Words>& state, const ConnectionLimits& limits)
    : KnownPosition(state, limits, without_end(StopCheck())) {}

template <int Words>
KnownPosition<Words>::KnownPosition(const State<Words>& state, const ConnectionLimits& limits, StopCheck& stop_check)
    : board_(&geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())]),
      limits_(limits),
      state_(state),
      cells_(*board_, state.stones(black), state.stones(white)),
      connections_{{state, black, limits, stop_check}, {state, white, limits, stop_check}} {
    fill_in(stop_check);
}

template <int Words>
void KnownPosition<Words>::play(Action action, StopCheck& stop_check) {
    const int colour = state_.colour_to_move();
    const bool is_swap = action == board_->cells;
    state_.apply(action);
    if (is_swap || !whole()) return;
    if (cells_.captured(1 - colour).test(action)) {
        // A stone in a cell captured by the opponent would need a reply, so everything is computed again.
        *this = KnownPosition(state_, limits_, stop_check);
        return;
    }
    if (!cells_.empty().test(action)) return;  // dead, or one's own already
    cells_.play(colour, action);
    for (Connections<Words>& one : connections_) one.play(colour, Bits<Words>::of(action), stop_check);
    fill_in(stop_check);
}

template <int Words>
void KnownPosition<Words>::fill_in(StopCheck& stop_check) {
    if (!whole()) return;
    const Bits<Words> dead = cells_.dead(), captured[2] = {cells_.captured(black), cells_.captured(white)};
    cells_.fill_in();
    for (Connections<Words>& one : connections_) {
        // A dead cell is useless to both sides, so for each colour it counts as the opponent's.
        one.play(1 - one.colour(), cells_.dead() - dead, stop_check);
        for (int colour : {black, white}) one.play(colour, cells_.captured(colour) - captured[colour], stop_check);
    }
}

template <int Words>
Bits<Words> KnownPosition<Words>::support(int colour) const {
    const Bits<Words>& captured = cells_.captured(colour);
    return (captured | board_->neighbours(captured)) & board_->board;
}

template <int Words>
HexFacts<Words> KnownPosition<Words>::facts(bool halved) const {
    HexFacts<Words> facts;
    const int colour = state_.colour_to_move();
    const Connections<Words>& own = connections_[colour];
    const Connections<Words>& other = connections_[1 - colour];
    // 2. Is the game decided?
    const int mover = state_.current_player();
    facts.restricted = true;
    facts.note.key = state_.hash() | 1;
    if (own.wins_first()) {
        facts.winner = mover;
        facts.winning_move = own.winning_cell();
        // The edges are joined with captured cells, which must still be played.
        if (own.joined()) facts.winning_move = first_cell(cells_.captured(colour) - state_.stones(colour));
        facts.proof_set = own.winning_carrier() | support(colour);
        return facts;
    }
    // 3. The must-play region.
    facts.candidates = other.must_play();
    facts.proof_set = other.threatened() | support(1 - colour);
    if (other.wins_second() || !facts.candidates.any()) {
        facts.winner = 1 - mover;
        return facts;
    }
    // A stone on a filled-in cell amounts to a pass, which may still win, so it is not reported as losing.
    if (!halved) facts.losing = cells_.empty() - facts.candidates;
    // 4. One of each pair of symmetric moves.
    if (halved && state_.transformed(1) == state_) {
        const int last = board_->cells - 1;
        facts.candidates.for_each([&](int cell) {
            if (cell > last - cell && facts.candidates.test(last - cell)) facts.candidates.clear(cell);
        });
        facts.proof_set = board_->board;
    }
    // 5. Inferior ones.
    facts.dominated = cells_.not_to_be_tried(colour, facts.candidates);
    if (facts.dominated == facts.candidates) {
        facts.winner = 1 - mover;
        Knowledge<State<Words>>::add_proof_of_dominated(state_, facts);
        return facts;
    }
    // Filled-in cells are pruned in positions below. Decided positions have no such note, because a search looks for
    // the longest resistance among all moves there.
    const Bits<Words> stones = state_.stones(black) | state_.stones(white);
    for (int one : {black, white}) facts.note.captured[one] = cells_.captured(one) - stones;
    facts.note.dead = cells_.dead() - stones;
    return facts;
}

template class KnownPosition<1>;
template class KnownPosition<2>;
template class KnownPosition<3>;
template class KnownPosition<6>;

}  // namespace boardai::hex
