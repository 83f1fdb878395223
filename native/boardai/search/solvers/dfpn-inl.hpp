#pragma once
// df-pn: the implementation.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/search_hooks.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/solvers/dfpn.hpp"
#include "boardai/search/solvers/dfpn_strategy-inl.hpp"

namespace boardai {

template <GameState S>
DfPn<S>::DfPn(const DfPnOptions& options, const EvaluationSpec& evaluator, DfPn* primary)
    : options_(options),
      evaluation_(Evaluations<S>::find(evaluator)),
      informed_(evaluator.name != NoEvaluation::name),
      primary_(primary),
      widening_(options.widening > 0 ? options.widening : 1) {
    if (is_single_threaded<S>) options_.threads = 1;
    if (options.unit == 0) options_.unit = solver_detail::usual_unit(evaluation_->margin_unit());
    if (options.checks_only && !HasChecks<S>) {
        throw std::invalid_argument("checks_only: this game has no is_check(), which this option needs");
    }
    if (primary) {
        shared_ = primary->shared_;
        return;
    }
    shared_ = std::make_shared<Shared>(static_cast<std::size_t>(options.megabytes) << 20, options_.threads);
    for (int number = 1; number < options_.threads; ++number) {
        helpers_.push_back(std::unique_ptr<DfPn>(new DfPn(options, evaluator, this)));
    }
}

template <GameState S>
DfPn<S>::~DfPn() = default;

template <GameState S>
void DfPn<S>::run(const S& root, const SearchLimits& limits, std::size_t strategy_moves, std::size_t positions) {
    result_ = SolverResult();
    strategy_ = ProofStrategy();
    positions_.clear();
    most_positions_ = limits.depth > 0 || options_.checks_only ? 0 : positions;
    const auto answer_question = [&] {
        solver_detail::check_root(root);
        most_plies_ = limits.depth;
        set_root(root);
        for (const auto& helper : helpers_) {
            helper->most_plies_ = limits.depth;
            helper->most_positions_ = most_positions_;
            helper->set_root(root);
        }
        result_.action = solver_detail::any_action(root);
        shared_->table.clear();
        solver_detail::Answer answer;
        solver_detail::ask_questions(result_, options_.question, player_, limits.depth > 0 || options_.checks_only,
                                     [&](int attacker) { return answer = ask(root, attacker); });
        if (strategy_moves > 0 && answer.proved >= 0) write_strategy(root, strategy_moves, answer);
    };
    this->run_and_publish(limits, answer_question, options_.threads);
}

/// Prepares a search of this root, for any question.
template <GameState S>
void DfPn<S>::set_root(const S& root) {
    result_ = SolverResult();
    nodes_ = 0;
    positions_.clear();
    player_ = root.current_player();
    line_.emplace(root, evaluation_);
    line_->listen(&this->control());
    if constexpr (Knowing<S>) {
        // A win that the game knows may take more plies than allowed, and other moves than checks.
        const bool asked = options_.knowledge && most_plies_ == 0 && !options_.checks_only && knows(root);
        knowledge_ = nullptr;
        if (options_.widening == 0) widening_ = 1;
        if (asked) {
            knowledge_ = std::make_unique<Knowledge<S>>(make_knowledge<S>({.thorough = true}));
            listen(*knowledge_, &this->control());
            if constexpr (requires { Knowledge<S>::widening; }) {
                if (options_.widening == 0) widening_ = Knowledge<S>::widening;
            }
        }
    }
}

template <GameState S>
bool DfPn<S>::snapshot(SearchReport& report) {
    if (result_.action < 0) return false;
    const ProofTable<S>& table = shared_->table;
    result_.memory_use = static_cast<double>(table.used()) / static_cast<double>(table.size());
    result_.collections = table.collections();
    SolverResult found = result_;
    for (const auto& helper : helpers_) found.nodes += helper->nodes_.load(std::memory_order_relaxed);
    report = solver_report(found);
    return true;
}

/// One two-valued search: can `attacker` force a win?
template <GameState S>
solver_detail::Answer DfPn<S>::ask(const S& root, int attacker) {
    result_.line.clear();
    result_.proof_set.clear();
    result_.length = -1;
    const Numbers numbers = helpers_.empty() ? search_root(root, attacker) : search_together(root, attacker);
    result_.proof = numbers.number[0];
    result_.disproof = numbers.number[1];
    if (numbers.solved()) result_.length = numbers.length;
    report_proof_set(root, numbers);
    // The first question was whether this side can win, and the second has come only after a no.
    choose_line(attacker != player_ && result_.can_win == 0 && numbers.number[1] == 0);
    return {numbers.number[0] == 0 ? 1 : numbers.number[1] == 0 ? 0 : -1, numbers.drawn};
}

template <GameState S>
typename DfPn<S>::Numbers DfPn<S>::search_root(const S& root, int attacker) {
    attacker_ = attacker;
    line_->reset(root);
    if constexpr (Knowing<S>) {
        if (knowledge_) knowledge_->reset(root);
    }
    children_.clear();
    ancestors_.assign(1, 0);
    root_known_ = Known();
    return search(infinite_number, infinite_number, most_plies_, root_known_);
}

/// The proof set of the root's answer, if the game gives it.
template <GameState S>
void DfPn<S>::report_proof_set([[maybe_unused]] const S& root, [[maybe_unused]] const Numbers& numbers) {
    if constexpr (Knowing<S>) {
        if (!knowledge_ || !numbers.solved() || !root_known_.restricted) return;
        ActionList actions;  // occupied cells are not listed
        fill_with_actions(root, actions);
        for (const Action action : actions) {
            if (root_known_.proof_set.test(action)) result_.proof_set.push_back(action);
        }
        std::sort(result_.proof_set.begin(), result_.proof_set.end());
    }
}

/// The same with all threads.
template <GameState S>
typename DfPn<S>::Numbers DfPn<S>::search_together(const S& root, int attacker) {
    for (auto& count : shared_->at_work) count.store(0, std::memory_order_relaxed);
    shared_->done = false;
    for (const auto& helper : helpers_) helper->control().join(this->control());
    Numbers numbers;
    const auto work = [&](std::size_t thread) {
        try {
            const Numbers found = (thread == 0 ? *this : *helpers_[thread - 1]).search_root(root, attacker);
            if (thread == 0) numbers = found;
            if (found.solved()) shared_->done = true;
        } catch (...) {
            shared_->done = true;
            throw;
        }
        // The thread whose time is over also ends the others.
        if (thread == 0) shared_->done = true;
    };
    shared_->pool.each(work);
    for (const auto& helper : helpers_) {
        helper->control().leave();
        result_.deepest = std::max(result_.deepest, helper->result_.deepest);
        result_.line_too_long |= helper->result_.line_too_long && !numbers.solved();
        const std::size_t room = most_positions_ - positions_.size();
        const std::size_t count = std::min(room, helper->positions_.size());
        positions_.insert(positions_.end(), helper->positions_.begin(),
                          helper->positions_.begin() + static_cast<std::ptrdiff_t>(count));
        helper->positions_.clear();
    }
    shared_->done = false;
    // Another thread's answer is in the table, where this thread finds it at once.
    if (!numbers.solved() && !stopped()) numbers = search_root(root, attacker);
    return numbers;
}

/// Counts a position; true when the search must stop.
template <GameState S>
bool DfPn<S>::count_node() {
    if (primary_) nodes_.store(result_.nodes, std::memory_order_relaxed);
    return this->control().count_node() || stopped();
}

template <GameState S>
bool DfPn<S>::stopped() const {
    return shared_->done.load(std::memory_order_relaxed) || this->control().stopped();
}

/// The numbers of the line's last position, once one of them reaches its limit. plies_left: 0 is no limit.
template <GameState S>
typename DfPn<S>::Numbers DfPn<S>::search(std::uint32_t proof_limit, std::uint32_t disproof_limit, int plies_left,
                                          Known& known) {
    // 1. Look it up.
    Numbers numbers;
    const int ply = line_->ply();
    const bool met = ply > 0 && recall(plies_left, numbers, known);
    if (met && (numbers.solved() || numbers.number[0] >= proof_limit || numbers.number[1] >= disproof_limit)) {
        return numbers;
    }
    if (ply >= longest_solver_line) {
        result_.line_too_long = true;
        (primary_ ? primary_ : this)->control().stop();
    }
    ++result_.nodes;
    if (count_node()) return numbers;
    const std::int64_t work_before = result_.nodes - 1;
    // 2. Ask what the game knows of a new position.
    if (!met || !ProofTable<S>::keeps_sets) {
        const Decided decided = analyse(known);
        if (ply == 0 && wants_move(decided)) {
            known = Known();  // all moves are searched
        } else if (decided.winner != FactsOf<S>::unknown) {
            const bool proved = decided.winner == attacker_;
            numbers.number[0] = proved ? 0 : infinite_number;
            numbers.number[1] = infinite_number - numbers.number[0];
            numbers.drawn = decided.winner == FactsOf<S>::draw;
            if (ply == 0 && decided.winning_move >= 0) result_.action = decided.winning_move;
            if (store(plies_left, numbers, known, 1)) remember(numbers, decided.winning_move);
            return numbers;
        }
        if (decided.unfinished) return numbers;
    }
    // 3. Expand.
    const std::size_t begin = children_.size();
    const int side = line_->state().current_player() == attacker_ ? 0 : 1;
    push_ancestor();
    if (!expand(plies_left, known)) {  // an incomplete list of children allows no conclusion
        children_.resize(begin);
        ancestors_.pop_back();
        return numbers;
    }
    prune_refuted(begin, side, known);
    // 4. Sum up, search the best child, again.
    const std::uint32_t near_limit = side == 0 ? proof_limit : disproof_limit;
    const std::uint32_t far_limit = side == 0 ? disproof_limit : proof_limit;
    Sum sum = sum_up(begin, side);
    while (sum.near < near_limit && sum.far < far_limit && !stopped()) {
        part(begin, side, near_limit, sum);
        const std::uint64_t key = children_[sum.best].key;
        std::uint32_t limit[2];
        limit[side] = std::min(near_limit, wider_than(sum.second));
        limit[1 - side] = far_limit - sum.far + children_[sum.best].numbers.number[1 - side];
        push(children_[sum.best].action);
        if (options_.threads > 1) at_work(key).fetch_add(1, std::memory_order_relaxed);
        Known learned;
        const Numbers found = search(limit[0], limit[1], plies_left > 0 ? plies_left - 1 : 0, learned);
        if (options_.threads > 1) at_work(key).fetch_sub(1, std::memory_order_relaxed);
        pop();
        children_[sum.best].numbers = found;
        children_[sum.best].known = learned;
        prune_refuted(begin, side, known);
        sum = sum_up(begin, side);
        if (ply == 0) result_.action = children_[sum.best].action;
    }
    ancestors_.pop_back();
    // 5. Store.
    numbers = conclude(begin, side, sum);
    Action winning = -1;
    if (numbers.solved()) {
        conclude_proof_set(begin, side, sum.near == 0, known);
        if (sum.near == 0) winning = children_[solution_child(begin, side, true)].action;
    }
    if (ply > 0) children_.resize(begin);  // the root's are kept for the choice of the move
    if (!stopped() || numbers.solved()) {
        if (store(plies_left, numbers, known, result_.nodes - work_before)) remember(numbers, winning);
    }
    if (numbers.reach >= ply) numbers.reach = solver_detail::independent;
    return numbers;
}

template <GameState S>
void DfPn<S>::push(Action action) {
    if constexpr (Knowing<S>) {
        if (knowledge_) knowledge_->push(line_->state(), action);
    }
    line_->push(action);
}

template <GameState S>
void DfPn<S>::pop() {
    line_->pop();
    if constexpr (Knowing<S>) {
        if (knowledge_) knowledge_->pop();
    }
}

/// The game's knowledge of the line's last position.
template <GameState S>
typename DfPn<S>::Decided DfPn<S>::analyse([[maybe_unused]] Known& known) {
    if constexpr (Knowing<S>) {
        if (knowledge_) {
            const FactsOf<S> facts = knowledge_->analyse(line_->state());
            known = facts;
            return {facts.winner, facts.winning_move, facts.unfinished};
        }
    }
    return {};
}

/// Whether the root's player has a win or a draw by the game's knowledge, without a named move that keeps it: the
/// root's children then show one. To show that a draw is not a win, no move is needed.
template <GameState S>
bool DfPn<S>::wants_move(const Decided& decided) const {
    if (decided.winner == FactsOf<S>::draw) return attacker_ != player_;
    return decided.winner == player_ && decided.winning_move < 0;
}

/// Narrows the candidates by the proof sets of refuted children: moves outside of one are refuted in the same way.
template <GameState S>
void DfPn<S>::prune_refuted([[maybe_unused]] std::size_t begin, [[maybe_unused]] int side,
                            [[maybe_unused]] Known& known) {
    if constexpr (Knowing<S>) {
        if (!known.restricted) return;
        for (std::size_t i = begin; i < children_.size(); ++i) {
            const Child& child = children_[i];
            if (child.numbers.number[1 - side] != 0 || !child.known.restricted) continue;
            if (!known.candidates.test(child.action)) continue;  // seen before
            if (child.known.proof_set.test(child.action)) {
                known.candidates.clear(child.action);  // its loss says nothing about other moves
            } else {
                known.candidates = known.candidates & child.known.proof_set;
            }
            known.proof_set |= child.known.proof_set;
        }
        const auto pruned = [&](const Child& child) {
            return !child.numbers.solved() && !known.candidates.test(child.action);
        };
        children_.erase(std::remove_if(children_.begin() + static_cast<std::ptrdiff_t>(begin), children_.end(), pruned),
                        children_.end());
    }
}

/// The proof set of a solved position.
template <GameState S>
void DfPn<S>::conclude_proof_set([[maybe_unused]] std::size_t begin, [[maybe_unused]] int side,
                                 [[maybe_unused]] bool won, [[maybe_unused]] Known& known) const {
    if constexpr (Knowing<S>) {
        if (!known.restricted) return;
        if (!won) {  // those of the refutations have been gathered by prune_refuted()
            for (std::size_t i = begin; i < children_.size(); ++i) known.restricted &= children_[i].known.restricted;
            return Knowledge<S>::add_proof_of_dominated(line_->state(), known);
        }
        for (std::size_t i = begin; i < children_.size(); ++i) {
            const Child& child = children_[i];
            if (child.numbers.number[side] != 0) continue;
            known.restricted = child.known.restricted;
            known.proof_set = child.known.proof_set;
            known.proof_set.set(child.action);
            return;
        }
    }
}

/// The limit for the best child: how far it is searched before the second best has its turn.
template <GameState S>
std::uint32_t DfPn<S>::wider_than(std::uint32_t second) const {
    const double limit = second + 1.0 + std::floor(options_.epsilon * second);
    return limit < infinite_number ? static_cast<std::uint32_t>(limit) : infinite_number;
}

/// Adds the line's last position to the key of the line.
template <GameState S>
void DfPn<S>::push_ancestor() {
    std::uint64_t key = 0;
    if constexpr (Repeating<S>) key = mix64(ancestors_.back() + line_->state().hash());
    ancestors_.push_back(key);
}

/// With `quiet_order`: the game's best first.
template <GameState S>
void DfPn<S>::sort_quietly([[maybe_unused]] ActionList& actions) const {
    if constexpr (QuietOrdered<S>) {
        if (!options_.quiet_order) return;
        const S& state = line_->state();
        std::stable_sort(actions.begin(), actions.end(), [&state](Action left, Action right) {
            return state.quiet_order(left) > state.quiet_order(right);
        });
    }
}

/// Puts the children of the line's last position after the others. False: the search must stop, and some are missing.
template <GameState S>
[[gnu::noinline]] bool DfPn<S>::expand(int plies_left, const Known& known) {
    ActionList actions;  // large, therefore not in search(), which is recursive
    if (known.restricted) {
        if constexpr (Knowing<S>) {
            const auto tried = known.candidates - known.dominated;
            if constexpr (requires { knowledge_->order(line_->state(), tried, actions); }) {
                knowledge_->order(line_->state(), tried, actions);
            } else {
                tried.for_each([&](Action action) { actions.push_back(action); });
                sort_quietly(actions);
            }
        }
    } else {
        fill_with_actions(line_->state(), actions);
        std::sort(actions.begin(), actions.end());  // results do not depend on how a game generates its moves
        sort_quietly(actions);
    }
    const bool attacker_moves = line_->state().current_player() == attacker_;
    for (const Action action : actions) {
        if (informed_ && this->control().poll()) return false;  // an evaluation may take long
        line_->push(action);
        bool wanted = true;
        if constexpr (HasChecks<S>) {
            wanted = !options_.checks_only || !attacker_moves || line_->state().is_check();
        }
        if (wanted) children_.push_back(judged_child(action, plies_left));
        line_->pop();
    }
    result_.deepest = std::max(result_.deepest, line_->ply() + 1);
    return true;
}

/// The position the line has just come to by `action`; plies_left: before it.
template <GameState S>
typename DfPn<S>::Child DfPn<S>::judged_child(Action action, int plies_left) {
    Child child{action, {}, {}, 0};
    const S& state = line_->state();
    if (options_.threads > 1) child.key = state.hash();
    const solver_detail::Leaf leaf = solver_detail::judge(state, line_->ply(), attacker_);
    auto& number = child.numbers.number;
    if (leaf.verdict != solver_detail::Verdict::open) {
        number[0] = leaf.verdict == solver_detail::Verdict::proved ? 0 : infinite_number;
        number[1] = infinite_number - number[0];
        child.numbers.reach = leaf.reach;
        child.numbers.drawn = leaf.drawn;
    } else if (plies_left == 1) {
        number[0] = infinite_number;
        number[1] = 0;
    } else if (recall(plies_left > 0 ? plies_left - 1 : 0, child.numbers, child.known)) {
        return child;
    } else if (informed_) {
        const int evaluation = state.current_player() == attacker_ ? line_->evaluate() : -line_->evaluate();
        for (int side = 0; side < 2; ++side) {
            number[side] = solver_detail::initial_number(evaluation, side, options_.unit);
        }
    } else if (options_.mobility) {
        ActionList replies;
        fill_with_actions(state, replies);
        number[state.current_player() == attacker_ ? 1 : 0] = static_cast<std::uint32_t>(replies.size());
    }
    return child;
}

/// The number of open children that are tried at present.
template <GameState S>
std::size_t DfPn<S>::tried_of(std::size_t begin) const {
    std::size_t open = 0;
    for (std::size_t i = begin; i < children_.size(); ++i) open += !children_[i].numbers.solved();
    return widening_ >= 1 ? open : 1 + static_cast<std::size_t>(widening_ * static_cast<double>(open));
}

template <GameState S>
typename DfPn<S>::Sum DfPn<S>::sum_up(std::size_t begin, int side) const {
    Sum sum;
    sum.best = begin;
    std::size_t tried = tried_of(begin);
    for (std::size_t i = begin; i < children_.size(); ++i) {
        const auto& number = children_[i].numbers.number;
        if (number[side] != 0 && number[1 - side] != 0) {
            if (tried == 0) continue;
            --tried;
        }
        if (number[side] < sum.near) {
            sum.second = sum.near;
            sum.near = number[side];
            sum.best = i;
        } else {
            sum.second = std::min(sum.second, number[side]);
        }
        sum.far = add_numbers(sum.far, number[1 - side]);
    }
    return sum;
}

/// With several threads: replaces the best child by another one if other threads are working on it.
template <GameState S>
void DfPn<S>::part(std::size_t begin, int side, std::uint32_t near_limit, Sum& sum) const {
    if (options_.threads == 1) return;
    std::uint32_t least = infinite_number, second = infinite_number;
    std::size_t best = sum.best, tried = tried_of(begin);
    for (std::size_t i = begin; i < children_.size(); ++i) {
        const auto& number = children_[i].numbers.number;
        if (number[side] == 0 || number[1 - side] == 0) continue;
        if (tried == 0) break;
        --tried;
        std::uint32_t hard = number[side];
        const int others = at_work(children_[i].key).load(std::memory_order_relaxed);
        for (int n = 0; n < others; ++n) hard = add_numbers(hard, add_numbers(number[side], 1));
        if (hard < least) {
            second = least;
            least = hard;
            best = i;
        } else {
            second = std::min(second, hard);
        }
    }
    if (children_[best].numbers.number[side] >= near_limit) return;  // its search would end at once
    sum.best = best;
    sum.second = std::max(second, children_[best].numbers.number[side]);
}

/// The solved child to play. The side for which the position is solved takes a child that solves it: first one that
/// does not depend on the line, then a loss of the attacker before a draw, then the shortest way. The other side takes
/// a draw before a loss, then the longest way.
template <GameState S>
std::size_t DfPn<S>::solution_child(std::size_t begin, int side, bool won) const {
    std::size_t best = children_.size();
    for (std::size_t i = begin; i < children_.size(); ++i) {
        const Numbers& numbers = children_[i].numbers;
        if (won && numbers.number[side] != 0) continue;
        if (best == children_.size()) {
            best = i;
            continue;
        }
        const Numbers& other = children_[best].numbers;
        const bool better = won && numbers.reach != other.reach ? numbers.reach > other.reach
                            : numbers.drawn != other.drawn      ? numbers.drawn != won
                            : won                               ? numbers.length < other.length
                                                                : numbers.length > other.length;
        if (better) best = i;
    }
    return best;
}

/// The position's own numbers from those of its children.
template <GameState S>
typename DfPn<S>::Numbers DfPn<S>::conclude(std::size_t begin, int side, const Sum& sum) const {
    Numbers numbers;
    // Where the attacker has no move to try (checks only), near is infinite and far 0.
    numbers.number[side] = sum.near;
    numbers.number[1 - side] = sum.far;
    if (sum.near == 0) numbers.number[1 - side] = infinite_number;
    if (!numbers.solved() || begin == children_.size()) return numbers;
    const bool won = sum.near == 0;
    const Numbers& child = children_[solution_child(begin, side, won)].numbers;
    numbers.length = child.length + 1;
    numbers.reach = child.reach;
    numbers.drawn = child.drawn;
    if (!won) {
        for (std::size_t i = begin; i < children_.size(); ++i) {
            numbers.reach = std::min(numbers.reach, children_[i].numbers.reach);
        }
    }
    return numbers;
}

/// The question and the plies left are part of the key.
template <GameState S>
std::uint64_t DfPn<S>::key_of(int plies_left) const {
    const auto kind = static_cast<std::uint64_t>(plies_left) * 2 + static_cast<std::uint64_t>(attacker_);
    return line_->state().hash() ^ mix64(kind + 1);
}

/// Key of a result that holds on this line only.
template <GameState S>
std::uint64_t DfPn<S>::path_key(std::uint64_t key) const {
    return mix64(key + ancestors_.back());
}

/// The table's result for the line's last position.
template <GameState S>
bool DfPn<S>::recall(int plies_left, Numbers& numbers, Known& known) const {
    const S& state = line_->state();
    const std::uint64_t key = key_of(plies_left);
    bool met = false;
    const auto take = [&](const typename ProofTable<S>::Entry& entry) {
        met = true;
        numbers.number[0] = entry.proof;
        numbers.number[1] = entry.disproof;
        numbers.length = entry.length;
        numbers.reach = entry.reach;
        numbers.drawn = entry.drawn;
        if constexpr (ProofTable<S>::keeps_sets) {
            known = {entry.restricted, entry.candidates, entry.dominated, entry.proof_set};
        }
    };
    if constexpr (Repeating<S>) {
        shared_->table.find(key, state, [&](const auto& entry) {
            // If the moves that it takes are no longer left, a win is not valid, and a loss may be a draw.
            const bool in_time = static_cast<int>(entry.length) <= state.plies_until_draw();
            if (entry.proof == 0 && !in_time) return;
            take(entry);
            if (entry.disproof == 0 && !in_time) numbers.drawn = true;
        });
        if (!met || !numbers.solved()) shared_->table.find(path_key(key), state, take);
    } else {
        shared_->table.find(key, state, take);
    }
    return met;
}

/// Whether the result holds wherever the position occurs, not only on this line.
template <GameState S>
bool DfPn<S>::store(int plies_left, const Numbers& numbers, const Known& known, std::int64_t work) {
    const S& state = line_->state();
    std::uint64_t key = key_of(plies_left);
    if constexpr (Repeating<S>) {
        const bool disproof_on_line = numbers.number[1] == 0 && numbers.reach < line_->ply();
        const bool long_proof = numbers.number[0] == 0 && numbers.length > state.plies_until_draw();
        if (disproof_on_line || long_proof) key = path_key(key);
    }
    typename ProofTable<S>::Entry entry{};
    entry.key = key;
    entry.proof = numbers.number[0];
    entry.disproof = numbers.number[1];
    entry.length = numbers.length;
    entry.reach = numbers.reach < line_->ply() ? numbers.reach : solver_detail::independent;
    entry.drawn = numbers.drawn;
    if constexpr (ProofTable<S>::keeps_sets) {
        entry.restricted = known.restricted;
        entry.candidates = known.candidates;
        entry.dominated = known.dominated;
        entry.proof_set = known.proof_set;
    }
    shared_->table.store(entry, state, work);
    return key == key_of(plies_left);
}

/// Stores the line's last position, if it is solved and there is room. `action`: one that wins, where its player does.
template <GameState S>
void DfPn<S>::remember(const Numbers& numbers, Action action) {
    if (positions_.size() == most_positions_ || !numbers.solved() || numbers.drawn) return;
    const S& state = line_->state();
    const bool won = (state.current_player() == attacker_) == (numbers.number[0] == 0);
    if (won && action < 0) return;  // it is known who wins, not how
    positions_.push_back({state, won, won ? action : -1});
}

template <GameState S>
void DfPn<S>::solved_columns(std::int32_t* outcomes, std::int32_t* actions) const {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        outcomes[i] = positions_[i].won ? 1 : -1;
        actions[i] = positions_[i].action;
    }
}

/// Best action and principal variation, as far as the table has them. `draw`: neither side can win. Each move is then
/// from the proof that its own side does not lose, since an attack may lead through losing moves.
template <GameState S>
void DfPn<S>::choose_line(bool draw) {
    const int asked = attacker_;
    int plies_left = most_plies_;
    std::size_t begin = 0;
    push_ancestor();
    while (begin < children_.size()) {
        const int side = line_->state().current_player() == attacker_ ? 0 : 1;
        const Sum sum = sum_up(begin, side);
        const bool solved = sum.near == 0 || sum.far == 0;
        if (!solved && begin > 0) break;
        const std::size_t best = solved ? solution_child(begin, side, sum.near == 0) : sum.best;
        result_.line.push_back(children_[best].action);
        const bool on = children_[best].numbers.solved() && children_[best].numbers.length > 0;
        line_->push(children_[best].action);
        if (!on) break;
        push_ancestor();
        if (plies_left > 0) --plies_left;
        begin = children_.size();
        if (draw) attacker_ = 1 - line_->state().current_player();
        if (!expand(plies_left, {})) break;
    }
    attacker_ = asked;
    if (!result_.line.empty()) result_.action = result_.line.front();
}

}  // namespace boardai
