#pragma once
// Proof-number search: the implementation.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/solvers/pns.hpp"

namespace boardai {

template <GameState S>
Pns<S>::Pns(const PnsOptions& options, const EvaluationSpec& evaluator)
    : options_(options), evaluation_(Evaluations<S>::find(evaluator)), informed_(evaluator.name != NoEvaluation::name) {
    if (options.unit == 0) options_.unit = solver_detail::usual_unit(evaluation_->margin_unit());
    capacity_ = (static_cast<std::size_t>(options.megabytes) << 20) / sizeof(Node);
}

template <GameState S>
void Pns<S>::run(const S& root, const SearchLimits& limits, std::size_t tree_rows) {
    result_ = SolverResult();
    nodes_.clear();
    tree_rows_ = tree_rows;
    tree_ = TreeRecord(tree_rows);
    this->run_and_publish(limits, [&] { answer(root, limits); });
}

template <GameState S>
void Pns<S>::answer(const S& root, const SearchLimits& limits) {
    solver_detail::check_root(root);
    player_ = root.current_player();
    line_.emplace(root, evaluation_);
    line_->listen(&this->control());
    result_.action = solver_detail::any_action(root);
    try {
        solver_detail::ask_questions(result_, options_.question, player_, limits.depth > 0,
                                     [&](int attacker) { return ask(root, attacker); });
    } catch (...) {  // Ctrl-C: the tree so far is part of the result so far
        record_tree();
        throw;
    }
    record_tree();
}

template <GameState S>
bool Pns<S>::snapshot(SearchReport& report) {
    if (result_.action < 0) return false;
    result_.memory_use = static_cast<double>(nodes_.size()) / static_cast<double>(capacity_);
    report = solver_report(result_);
    return true;
}

/// One two-valued search: can `attacker` force a win?
template <GameState S>
solver_detail::Answer Pns<S>::ask(const S& root, int attacker) {
    attacker_ = attacker;
    line_->reset(root);
    nodes_.clear();
    nodes_.reserve(capacity_);  // address space; memory is taken as the tree grows
    nodes_.emplace_back();
    nodes_[0].attacker_moves = player_ == attacker;
    ++result_.nodes;
    this->control().count_node();
    result_.length = -1;
    result_.line.clear();
    proofs_forgotten_ = false;

    std::uint32_t node = 0;
    // 4. Stop when the root is solved.
    while (!nodes_[0].solved() && !this->control().stopped()) {
        node = select(node);
        if (!expand(node)) {
            if (this->control().stopped()) break;
            node = 0;  // swept: the tree has moved in memory
            line_->pop_to(0);
            continue;
        }
        node = update(node);
        if (node > 0) continue;
        result_.proof = nodes_[0].proof;
        result_.disproof = nodes_[0].disproof;
        result_.action = nodes_[cheapest_child(nodes_[0])].action;
    }
    choose_line(lengths());
    const int proved = nodes_[0].proof == 0 ? 1 : nodes_[0].disproof == 0 ? 0 : -1;
    return {proved, nodes_[0].drawn};
}

/// Step 1: goes down to the most-proving leaf.
template <GameState S>
std::uint32_t Pns<S>::select(std::uint32_t node) {
    while (nodes_[node].children > 0) {
        node = cheapest_child(nodes_[node]);
        line_->push(nodes_[node].action);
    }
    return node;
}

/// The first child of least proof number (OR) or disproof number (AND).
template <GameState S>
std::uint32_t Pns<S>::cheapest_child(const Node& node) const {
    const auto number = node.attacker_moves ? &Node::proof : &Node::disproof;
    std::uint32_t best = node.first;
    for (std::uint32_t child = node.first + 1; child < node.first + node.children; ++child) {
        if (nodes_[child].*number < nodes_[best].*number) best = child;
    }
    return best;
}

/// Step 2: gives the leaf its children. False where it stays a leaf: the search must stop, or memory was swept.
template <GameState S>
bool Pns<S>::expand(std::uint32_t node) {
    if (line_->ply() >= longest_solver_line) {
        result_.line_too_long = true;
        this->control().stop();
        return false;
    }
    ActionList actions;
    fill_with_actions(line_->state(), actions);
    std::sort(actions.begin(), actions.end());  // results do not depend on how a game generates its moves
    if (!make_room(actions.size())) return false;
    const std::size_t first = nodes_.size();
    for (const Action action : actions) {
        const Node child = judged_child(node, action);
        nodes_.push_back(child);
        ++result_.nodes;
        if (this->control().count_node()) {
            nodes_.resize(first);
            return false;
        }
    }
    result_.deepest = std::max(result_.deepest, line_->ply() + 1);
    nodes_[node].first = static_cast<std::uint32_t>(first);
    nodes_[node].children = static_cast<std::uint16_t>(actions.size());
    return true;
}

template <GameState S>
typename Pns<S>::Node Pns<S>::judged_child(std::uint32_t parent, Action action) {
    Node child;
    child.parent = parent;
    child.action = action;
    line_->push(action);
    const S& state = line_->state();
    child.attacker_moves = state.current_player() == attacker_;
    const solver_detail::Leaf leaf = solver_detail::judge(state, line_->ply(), attacker_);
    const int depth = this->control().limits().depth;
    child.drawn = leaf.drawn;
    if (leaf.verdict == solver_detail::Verdict::proved) {
        child.proof = 0;
        child.disproof = infinite_number;
    } else if (leaf.verdict == solver_detail::Verdict::disproved || (depth > 0 && line_->ply() >= depth)) {
        child.proof = infinite_number;
        child.disproof = 0;
    } else if (informed_) {
        const int evaluation = child.attacker_moves ? line_->evaluate() : -line_->evaluate();
        child.proof = solver_detail::initial_number(evaluation, 0, options_.unit);
        child.disproof = solver_detail::initial_number(evaluation, 1, options_.unit);
    } else if (options_.mobility) {
        ActionList replies;
        fill_with_actions(state, replies);
        (child.attacker_moves ? child.disproof : child.proof) = static_cast<std::uint32_t>(replies.size());
    }
    line_->pop();
    return child;
}

/// Step 3: updates the numbers from a leaf upwards; returns the first node whose numbers stay as they are.
template <GameState S>
std::uint32_t Pns<S>::update(std::uint32_t node) {
    for (;;) {
        Node& here = nodes_[node];
        std::uint32_t least = infinite_number, sum = 0;
        for (std::uint32_t i = here.first; i < here.first + here.children; ++i) {
            const Node& child = nodes_[i];
            least = std::min(least, here.attacker_moves ? child.proof : child.disproof);
            sum = add_numbers(sum, here.attacker_moves ? child.disproof : child.proof);
        }
        const std::uint32_t proof = here.attacker_moves ? least : sum;
        const std::uint32_t disproof = here.attacker_moves ? sum : least;
        const bool changed = proof != here.proof || disproof != here.disproof;
        here.proof = proof;
        here.disproof = disproof;
        if (disproof == 0) here.drawn = disproved_by_draw(here);
        if (!changed || node == 0) return node;
        node = here.parent;
        line_->pop();
    }
}

/// Room for `count` more nodes; false where memory had to be swept, which may also end the search.
template <GameState S>
bool Pns<S>::make_room(std::size_t count) {
    if (nodes_.size() + count <= capacity_) return true;
    ++result_.collections;
    sweep(true);
    if (nodes_.size() + count > capacity_ - capacity_ / 8) {
        sweep(false);
        proofs_forgotten_ = true;
    }
    if (nodes_.size() + count > capacity_ - capacity_ / 16) {
        result_.memory_full = true;
        this->control().stop();
    }
    return false;
}

/// Frees what lies below solved nodes, except one proof of each with `keep_proofs`, and compacts the rest. Children lie
/// after their parents, so one pass from the front is enough.
template <GameState S>
void Pns<S>::sweep(bool keep_proofs) {
    std::uint32_t end = 0;
    std::uint32_t family = infinite_number;
    nodes_[0].kept = true;
    for (std::uint32_t from = 0; from < nodes_.size(); ++from) {
        const Node node = nodes_[from];
        std::uint16_t kept_children = 0;
        for (std::uint32_t i = node.first; i < node.first + node.children; ++i) {
            Node& child = nodes_[i];
            child.kept = node.kept;
            if (node.solved() && !keep_proofs) child.kept = false;
            if (node.won_by_mover() && (kept_children > 0 || !decides(node, child))) child.kept = false;
            child.parent = end;
            kept_children = static_cast<std::uint16_t>(kept_children + child.kept);
        }
        if (!node.kept) continue;
        if (from > 0 && node.parent != family) {
            // Siblings are adjacent: the first to arrive updates the parent, which has already moved.
            family = node.parent;
            nodes_[family].first = end;
        }
        Node moved = node;
        moved.children = kept_children;
        nodes_[end++] = moved;
    }
    nodes_.resize(end);
}

/// Whether this child alone solves its parent.
template <GameState S>
bool Pns<S>::decides(const Node& parent, const Node& child) const {
    return parent.won_by_mover() && (parent.attacker_moves ? child.proof : child.disproof) == 0;
}

/// Whether a disproved node is a draw: the attacker, to move, can reach one, or the defender has only proven one.
template <GameState S>
bool Pns<S>::disproved_by_draw(const Node& node) const {
    for (std::uint32_t i = node.first; i < node.first + node.children; ++i) {
        const Node& child = nodes_[i];
        if (child.disproof == 0 && child.drawn == node.attacker_moves) return node.attacker_moves;
    }
    return !node.attacker_moves;
}

/// The child to play in a solved node. The side for which it is solved takes a child that solves it: a loss of the
/// attacker before a draw, then the shortest way. The other side takes a draw before a loss, then the longest way.
template <GameState S>
std::uint32_t Pns<S>::solution_child(const Node& node, const std::vector<std::int32_t>& lengths) const {
    const bool won = node.won_by_mover();
    std::uint32_t best = node.first + node.children;
    for (std::uint32_t i = node.first; i < node.first + node.children; ++i) {
        if (won && !decides(node, nodes_[i])) continue;
        const bool first = best == node.first + node.children;
        const bool better = first                                   ? true
                            : nodes_[i].drawn != nodes_[best].drawn ? nodes_[i].drawn != won
                            : won                                   ? lengths[i] < lengths[best]
                                                                    : lengths[i] > lengths[best];
        if (better) best = i;
    }
    return best;
}

/// Plies to the end of the solution below each solved node.
template <GameState S>
std::vector<std::int32_t> Pns<S>::lengths() const {
    std::vector<std::int32_t> lengths(nodes_.size(), 0);
    for (std::size_t at = nodes_.size(); at-- > 0;) {
        const Node& node = nodes_[at];
        if (node.solved() && node.children > 0) lengths[at] = lengths[solution_child(node, lengths)] + 1;
    }
    return lengths;
}

/// Best action and principal variation: through solved nodes by solution_child(), else to the most-proving leaf.
template <GameState S>
void Pns<S>::choose_line(const std::vector<std::int32_t>& lengths) {
    if (nodes_[0].solved() && !proofs_forgotten_) result_.length = lengths[0];
    for (std::uint32_t at = 0; nodes_[at].children > 0;) {
        const Node& node = nodes_[at];
        at = node.solved() ? solution_child(node, lengths) : cheapest_child(node);
        result_.line.push_back(nodes_[at].action);
    }
    if (!result_.line.empty()) result_.action = result_.line.front();
}

template <GameState S>
void Pns<S>::record_tree() {
    tree_ = TreeRecord(tree_rows_, {"proof", "disproof"});
    if (!tree_.wanted()) return;
    const auto number = [](std::uint32_t n) { return n >= infinite_number ? INFINITY : static_cast<double>(n); };
    std::vector<std::int64_t> below(nodes_.size(), 1);
    for (std::size_t at = nodes_.size(); at-- > 1;) below[nodes_[at].parent] += below[at];
    std::vector<std::int32_t> rows(nodes_.size(), -1);
    const bool own_question = attacker_ == player_;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
        const Node& node = nodes_[at];
        rows[at] = tree_.add(at == 0 ? -1 : rows[node.parent], node.action);
        // Proved: the attacker wins. Disproved: it can at best draw. Open: any outcome is possible.
        const int bound = node.proof == 0 || node.disproof != 0 ? 1 : 0;
        const RowKind kind = node.proof == 0 ? RowKind::proven
                             : own_question  ? RowKind::upper_bound
                                             : RowKind::lower_bound;
        tree_.set(rows[at], own_question ? bound : -bound, below[at], kind);
        tree_.set_terms(rows[at], {number(node.proof), number(node.disproof)});
    }
}

}  // namespace boardai
