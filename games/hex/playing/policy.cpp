#include "games/hex/playing/policy.hpp"

#include "games/hex/state-inl.hpp"

namespace boardai {

template <int Words>
int Policy<hex::State<Words>>::playout(const hex::State<Words>& state, const hex::FilledIn<Words>& filled_in,
                                       Action last, MctsPlayouts style, Rng& rng, PlayedActions* played) {
    const hex::Bits<Words> black = playouts_.play(state, filled_in, last, style == MctsPlayouts::patterns, rng);
    const hex::Geometry<Words>& board =
        hex::geometries<Words>[static_cast<std::size_t>(state.rows())][static_cast<std::size_t>(state.columns())];
    const int winner = board.joins_top_and_bottom(black) ? hex::black : hex::white;
    const int player_of_black = state.colour_of(0) == hex::black ? 0 : 1;
    if (played) {
        // Nobody need play what is filled in, so it tells nothing.
        const hex::Bits<Words> filled =
            (filled_in.captured[hex::black] | filled_in.captured[hex::white] | filled_in.dead) -
            (state.stones(hex::black) | state.stones(hex::white));
        played->add(player_of_black, (black - filled).word, Words);
        played->add(1 - player_of_black, (board.board - black - filled).word, Words);
    }
    return winner == state.colour_of(0) ? 1 : -1;
}

template struct Policy<hex::State<1>>;
template struct Policy<hex::State<2>>;
template struct Policy<hex::State<3>>;
template struct Policy<hex::State<6>>;

}  // namespace boardai
