#include "games/hex/playing/guide.hpp"

#include <algorithm>

#include "games/hex/state-inl.hpp"

namespace boardai::hex {

namespace {

/// How many positions are kept where nobody says it.
std::size_t kept_positions(int cells) { return static_cast<std::size_t>(std::max(16, 16'000 / cells)); }

}  // namespace

template <int Words>
typename Guide<Words>::Seen Guide<Words>::look(const State<Words>& state, const Note& above,
                                               const std::vector<Action>& since) {
    Seen seen;
    if (may_still_swap(state)) return seen;
    const int cells = state.rows() * state.columns();
    if (kept_.empty()) kept_.resize(kept_positions(cells));
    std::unique_ptr<KnownPosition<Words>> position;
    const Kept& source = decided_.key == above.key ? decided_ : kept_[above.key % kept_.size()];
    if (above.key != 0 && source.key == above.key) {
        position = std::make_unique<KnownPosition<Words>>(*source.position);
        for (const Action action : since) position->play(action);
        if (!(position->state() == state)) position.reset();  // the keys of two positions were equal
    }
    if (!position) position = std::make_unique<KnownPosition<Words>>(state, quick_limits);
    const Insight<Bits<Words>> insight = position->insight(false);
    seen.winner = insight.winner;
    seen.action = insight.action;
    seen.all_open = false;
    seen.moves = insight.moves;
    seen.spared = insight.spared;
    seen.note.key = state.hash() | 1;
    // Who goes on in a decided position looks for the longest resistance, among all moves.
    if (seen.winner < 0) {
        for (int colour : {black, white}) {
            seen.note.captured[colour] = position->cells().captured(colour) - state.stones(black) - state.stones(white);
        }
        seen.note.dead = position->cells().dead() - state.stones(black) - state.stones(white);
    }
    Kept& place = seen.winner < 0 ? kept_[seen.note.key % kept_.size()] : decided_;
    place.key = seen.note.key;
    place.position = std::move(position);
    return seen;
}

template <int Words>
int Guide<Words>::playout(const State<Words>& state, const Note& note, Action last, MctsPlayouts policy, Rng& rng,
                          PlayedActions* played) {
    const Bits<Words> black_cells = playouts_.play(state, note, last, policy == MctsPlayouts::patterns, rng);
    const Geometry<Words>& board =
        geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())];
    const int winner = board.joins_top_and_bottom(black_cells) ? black : white;
    const int player_of_black = state.colour_of(0) == black ? 0 : 1;
    if (played) {
        // Nobody need play what is filled in, so it tells nothing.
        const Bits<Words> filled =
            (note.captured[black] | note.captured[white] | note.dead) - (state.stones(black) | state.stones(white));
        played->add(player_of_black, (black_cells - filled).word, Words);
        played->add(1 - player_of_black, (board.board - black_cells - filled).word, Words);
    }
    return winner == state.colour_of(0) ? 1 : -1;
}

template class Guide<1>;
template class Guide<2>;
template class Guide<3>;
template class Guide<6>;

}  // namespace boardai::hex
