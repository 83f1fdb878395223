#include "games/reversi/endgame/knowledge.hpp"

#include "games/reversi/board/stability-inl.hpp"
#include "games/reversi/endgame/root.hpp"

namespace boardai {

template <int Words>
Knowledge<reversi::State<Words>>::Knowledge(const KnowledgeOptions& options)
    : root_(std::make_shared<reversi::endgame::Root<Words>>(options.megabytes, options.threads)) {}

template <int Words>
int Knowledge<reversi::State<Words>>::cost(const reversi::State<Words>& state) {
    // On 8x8 solving 20 cells takes about as long as an iteration of depth 14.
    constexpr int cells_beyond = 6;
    return reversi::empty_cells(state).count() - cells_beyond;
}

template <int Words>
typename Knowledge<reversi::State<Words>>::Facts Knowledge<reversi::State<Words>>::analyse(
    const reversi::State<Words>& state) {
    Facts facts;
    const int outcome = root_->outcome_of(state);
    const int mover = state.current_player();
    facts.winner = outcome == 0 ? facts.draw : outcome > 0 ? mover : 1 - mover;
    return facts;
}

template <int Words>
SolvedEnding Knowledge<reversi::State<Words>>::solve(const reversi::State<Words>& state, int exact_moves,
                                                     SearchControl& control) {
    root_->set(state, control);
    root_->solve(exact_moves);
    return {root_->moves(), root_->line(), root_->nodes()};
}

template struct Knowledge<reversi::State<1>>;
template struct Knowledge<reversi::State<2>>;
template struct Knowledge<reversi::State<4>>;

}  // namespace boardai
