#include "games/reversi/endgame/root.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "boardai/core/machine/threads.hpp"
#include "games/reversi/endgame/search-inl.hpp"

namespace boardai::reversi::endgame {

namespace {

/// Helper threads that search a position to fill the shared table, until this object goes out of scope.
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
            } catch (...) {  // its results are in the table; the other threads continue without it
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
    table_.clear();  // the table's positions do not contain the board and the rule for empty cells
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
        guess = moves_[first].lower;  // the next move is at most as good, and often equally good
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

/// The highest bound among the moves from `first` on.
template <int Words>
int Root<Words>::bound(std::size_t first, int EndingMove::* side) const {
    int best = -layout_->cell_count();
    for (std::size_t i = first; i < moves_.size(); ++i) best = std::max(best, moves_[i].*side);
    return best;
}

/// Sorts the moves by the estimates of a short search; returns its estimate of the margin.
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

/// Narrows the bounds of the best move from `first` on until they are equal, and moves it to `first`.
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

/// Searches the moves from `first` on with the window (alpha, beta), except those whose bounds it cannot narrow.
template <int Words>
void Root<Words>::ask(std::size_t first, int alpha, int beta) {
    bool open = true;  // the first move with the whole window, the others with a null window
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

/// Finds the line of best play: in each position, the first move that keeps the proven margin.
template <int Words>
void Root<Words>::follow() {
    const EndingMove& best = moves_.front();
    line_.assign(1, best.action);
    if (best.lower < best.upper && best.lower == -layout_->cell_count()) return;  // no margin is proven
    State<Words> state = after(*state_, best.action);
    int value = -best.lower;  // for the player to move in `state`: an upper bound
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
        if (kept < 0) return;  // only a bound was proven, and the player's margin is lower
        line_.push_back(kept);
        state.apply(kept);
        value = -value;
    }
}

/// The margin of a position for the player who has just moved, searched with the window (alpha, beta).
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
