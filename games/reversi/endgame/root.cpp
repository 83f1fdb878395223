#include "games/reversi/endgame/root.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "boardai/core/machine/threads.hpp"
#include "games/reversi/endgame/search-inl.hpp"

namespace boardai::reversi::endgame {

namespace {

/// Threads that search a position for the table's sake, until this goes out of scope.
template <int Words>
class Helpers {
  public:
    Helpers(const std::vector<std::unique_ptr<Search<Words>>>& searches, std::atomic<bool>& halt,
            const State<Words>& state, int alpha, int beta)
        : halt_(halt) {
        halt_.store(false);
        team_.emplace(searches.size(), [&searches, own = state.own_discs(), opponent = state.opponent_discs(), alpha,
                                        beta](std::size_t number) {
            try {
                searches[number - 1]->score(own, opponent, alpha, beta);
            } catch (...) {  // what it has found is in the table; the others do without it
            }
        });
    }
    ~Helpers() {
        halt_.store(true);
        team_.reset();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

  private:
    std::atomic<bool>& halt_;
    std::optional<ThreadTeam> team_;
};

template <int Words>
State<Words> after(const State<Words>& state, Action action) {
    State<Words> next = state;
    next.apply(action);
    return next;
}

}  // namespace

template <int Words>
void Root<Words>::meet(const State<Words>& state) {
    if (layout_ && &layout_->board() == &state.board() && layout_->counts_empty() == state.counts_empty()) return;
    table_.clear();  // positions there name neither their board nor how they are counted
    quick_.reset();
    search_.reset();
    layout_.emplace(state.board(), state.counts_empty());
}

template <int Words>
int Root<Words>::outcome_of(const State<Words>& state) {
    meet(state);
    if (!quick_) {
        unlimited_.start({});
        quick_.emplace(typename Search<Words>::Shared{*layout_, table_}, unlimited_);
    }
    const int score = quick_->score(state.own_discs(), state.opponent_discs(), -1, 1);
    return (score > 0) - (score < 0);
}

template <int Words>
void Root<Words>::set(const State<Words>& state, SearchControl& control) {
    moves_.clear();
    line_.clear();
    search_.reset();
    helpers_.clear();
    helper_nodes_ = 0;
    meet(state);
    table_.new_search();
    state_ = state;
    const typename Search<Words>::Shared shared{*layout_, table_};
    search_.emplace(shared, control);
    for (std::size_t helper = 0; helper + 1 < static_cast<std::size_t>(threads_); ++helper) {
        if (controls_.size() == helper) controls_.push_back(std::make_unique<SearchControl>());
        controls_[helper]->join(control);
        helpers_.push_back(std::make_unique<Search<Words>>(shared, *controls_[helper], &halt_));
    }
    const int cells = layout_->cell_count();
    ActionList actions;
    state.legal_actions(actions);
    for (const Action action : actions) moves_.push_back({action, -cells, cells});
}

template <int Words>
void Root<Words>::solve(int exact_moves) {
    int guess = guess_moves();
    const std::size_t wanted = std::min(static_cast<std::size_t>(std::max(exact_moves, 1)), moves_.size());
    for (std::size_t first = 0; first < wanted && !stopped(); ++first) {
        settle(first, guess);
        guess = moves_[first].lower;  // the next is worth as much at most, and often as much
    }
    if (!stopped()) follow();
}

template <int Words>
void Root<Words>::solve_outcome() {
    guess_moves();
    ask(0, -1, 1);
    sort_moves(0);
    if (!stopped()) follow();
}

/// The best of what is known about the moves from `first` on.
template <int Words>
int Root<Words>::bound(std::size_t first, int EndingMove::* side) const {
    int best = -layout_->cell_count();
    for (std::size_t i = first; i < moves_.size(); ++i) best = std::max(best, moves_[i].*side);
    return best;
}

/// A first order, by what a short search guesses; returns its guess at the margin.
template <int Words>
int Root<Words>::guess_moves() {
    std::vector<std::pair<int, EndingMove>> guesses;
    for (const EndingMove& move : moves_) {
        const State<Words> next = after(*state_, move.action);
        guesses.emplace_back(-search_->guess_at(next.own_discs(), next.opponent_discs()), move);
    }
    std::stable_sort(guesses.begin(), guesses.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i] = guesses[i].second;
    return guesses.front().first;
}

/// Narrows the bounds of the best of the moves from `first` on until they meet, and brings it there.
template <int Words>
void Root<Words>::settle(std::size_t first, int guess) {
    int width = 2;
    int alpha = guess - width;
    int beta = guess + width;
    for (;;) {
        ask(first, alpha, beta);
        sort_moves(first);
        const int lower = bound(first, &EndingMove::lower);
        const int upper = bound(first, &EndingMove::upper);
        if (stopped() || lower == upper) return;
        width *= 2;
        if (lower >= beta) {
            alpha = lower;
            beta = std::min(upper + 1, alpha + width);
        } else {
            beta = upper;
            alpha = std::max(lower - 1, beta - width);
        }
    }
}

/// Asks every move from `first` on by the window (alpha, beta), as far as that may still say something.
template <int Words>
void Root<Words>::ask(std::size_t first, int alpha, int beta) {
    bool open = true;  // the first by the whole window, the others by a null window
    for (std::size_t i = first; i < moves_.size() && alpha < beta; ++i) {
        EndingMove& move = moves_[i];
        if (move.upper <= alpha) continue;
        const State<Words> next = after(*state_, move.action);
        const std::int64_t before = nodes();
        const auto narrow = [&](int low, int high) {
            const int value = score_after(next, low, high);
            if (stopped()) return;
            if (value > low) move.lower = std::max(move.lower, value);
            if (value < high) move.upper = std::min(move.upper, value);
        };
        narrow(alpha, open ? beta : alpha + 1);
        if (!stopped() && move.lower > alpha && move.lower < std::min(move.upper, beta)) narrow(alpha, beta);
        move.nodes += nodes() - before;
        if (stopped()) return;
        open = false;
        alpha = std::max(alpha, move.lower);
    }
}

template <int Words>
void Root<Words>::sort_moves(std::size_t first) {
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(),
                     [](const EndingMove& a, const EndingMove& b) {
                         return a.lower != b.lower ? a.lower > b.lower : a.upper > b.upper;
                     });
}

/// The line of best play: at each position the first move that keeps what was proven.
template <int Words>
void Root<Words>::follow() {
    const EndingMove& best = moves_.front();
    line_.assign(1, best.action);
    if (best.lower < best.upper && best.lower == -layout_->cell_count()) return;  // nothing to keep
    State<Words> state = after(*state_, best.action);
    int value = -best.lower;  // for the player to move in `state`, who has this at most
    while (!state.is_terminal()) {
        ActionList actions;
        state.legal_actions(actions);
        Action kept = -1;
        for (const Action action : actions) {
            const int score = score_after(after(state, action), value - 1, value);
            if (stopped()) return;
            if (score < value && actions.size() > 1) continue;
            kept = action;
            break;
        }
        if (kept < 0) return;  // a bound only was proven: the player has less
        line_.push_back(kept);
        state.apply(kept);
        value = -value;
    }
}

/// The margin of a position for the player who moved there, by the window (alpha, beta).
template <int Words>
int Root<Words>::score_after(const State<Words>& next, int alpha, int beta) {
    int score = 0;
    {
        const Helpers<Words> working(helpers_, halt_, next, -beta, -alpha);
        score = -search_->score(next.own_discs(), next.opponent_discs(), -beta, -alpha);
    }
    helper_nodes_ = 0;
    for (const auto& helper : helpers_) helper_nodes_ += helper->nodes();
    return score;
}

template class Root<1>;
template class Root<2>;
template class Root<4>;

}  // namespace boardai::reversi::endgame
