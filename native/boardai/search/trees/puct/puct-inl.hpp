#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/trees/puct/network_rows.hpp"
#include "boardai/search/trees/puct/puct.hpp"
#include "boardai/search/trees/puct/puct_tree-inl.hpp"

namespace boardai {

template <GameState S>
Puct<S>::Puct(int trees, const PuctOptions& options, std::uint64_t seed, bool planes)
    : planes_(planes),
      rows_per_leaf_(rows_per_leaf(options)),
      forecasts_(reads_forecasts(options)),
      cache_(static_cast<std::size_t>(options.cache_mb > 0 ? options.cache_mb : 0) << 20) {
    if (trees < 1) throw std::invalid_argument("PUCT: trees must be at least 1, got " + std::to_string(trees));
    trees_.reserve(static_cast<std::size_t>(trees));
    std::optional<Knowledge<S>> knowledge;  // its stored facts are shared
    if constexpr (Knowing<S>) knowledge.emplace(make_knowledge<S>());
    for (int tree = 0; tree < trees; ++tree) {
        trees_.emplace_back(options, Rng(seed, static_cast<std::uint64_t>(tree)), knowledge ? &*knowledge : nullptr);
    }
}

template <GameState S>
const PuctTree<S>& Puct<S>::at(int tree) const {
    if (tree < 0 || tree >= trees()) {
        throw std::out_of_range("PUCT: tree " + std::to_string(tree) + " of " + std::to_string(trees()));
    }
    return trees_[static_cast<std::size_t>(tree)];
}

template <GameState S>
PuctTree<S>& Puct<S>::at(int tree) {
    return const_cast<PuctTree<S>&>(static_cast<const Puct&>(*this).at(tree));
}

template <GameState S>
void Puct<S>::set_root(int tree, const S& state) {
    PuctTree<S>& chosen = at(tree);
    if constexpr (Encodable<S>) {
        if (encoding_) {
            encoding_->check_same(state, "PUCT.set_root");
        } else if (planes_) {
            encoding_.emplace(state);
            if constexpr (Symmetric<S>) {
                if (symmetry_seed_ && state.symmetry_count() > 1) encoding_->use_symmetries(*symmetry_seed_);
            }
        }
    }
    abandon();
    chosen.set_root(state, this->take_root_actions());
}

template <GameState S>
bool Puct<S>::advance(int tree, Action action) {
    PuctTree<S>& chosen = at(tree);
    if (!chosen.has_root()) throw std::invalid_argument("PUCT.advance: the tree has no root yet");
    if (chosen.root().is_terminal() || !is_legal_action(chosen.root(), action)) {
        throw std::invalid_argument("PUCT.advance: action " + std::to_string(action) + " is not legal in position " +
                                    std::string(chosen.root().to_string()));
    }
    abandon();
    return chosen.advance(action);
}

template <GameState S>
bool Puct<S>::advance_to(int tree, const S& state) {
    PuctTree<S>& chosen = at(tree);
    abandon();
    return chosen.advance_to(state);
}

/// Abandons every waiting row and every undecided walk.
template <GameState S>
void Puct<S>::abandon() {
    for (const std::size_t tree : undecided_) trees_[tree].abandon();
    undecided_.clear();
    abandon_rows(trees_, row_trees_);
}

template <GameState S>
int Puct<S>::select(float* planes, std::size_t size) {
    abandon();
    turn_ = 0;
    has_asked_ = false;
    return fill(planes, size);
}

template <GameState S>
int Puct<S>::choose(const std::int32_t* columns, std::size_t count, float* planes, std::size_t size) {
    check_array_size("PUCT.choose", "columns", count, undecided_.size());
    for (std::size_t row = 0; row < count; ++row) trees_[undecided_[row]].choose(columns[row]);
    return fill(planes, size);
}

/// Lets trees walk until all rows are filled, all trees wait, or the caller must choose.
template <GameState S>
int Puct<S>::fill(float* planes, std::size_t size) {
    if constexpr (Encodable<S>) {
        if (!encoding_) {
            if (!planes_) throw std::invalid_argument("PUCT.select: this forest was made without planes");
            return 0;
        }
        const std::size_t capacity = row_capacity("PUCT.select", size, encoding_->row_size(), rows_per_leaf_);
        // Each undecided tree will need a leaf's rows.
        const auto has_room = [&] { return row_trees_.size() + (undecided_.size() + 1) * rows_per_leaf_ <= capacity; };
        const auto walk = [&](std::size_t tree) {
            row_trees_.reserve(row_trees_.size() + rows_per_leaf_);
            float* rows = planes + row_trees_.size() * encoding_->row_size();
            const int asked = trees_[tree].select(*encoding_, rows, cache(), &this->control());
            row_trees_.insert(row_trees_.end(), static_cast<std::size_t>(asked), static_cast<std::int32_t>(tree));
            has_asked_ |= asked > 0;
            return trees_[tree].is_undecided();
        };
        // One that throws leaves the others here, to be abandoned.
        std::erase_if(undecided_, [&](std::size_t tree) { return !walk(tree); });
        // One leaf per tree before any tree gets a second.
        while (undecided_.empty() && has_room()) {
            if (turn_ == trees_.size()) {
                if (!std::exchange(has_asked_, false)) break;
                turn_ = 0;
            }
            for (; turn_ < trees_.size() && has_room(); ++turn_) {
                if (walk(turn_)) undecided_.push_back(turn_);
            }
        }
        return static_cast<int>(row_trees_.size());
    } else {
        throw std::invalid_argument("PUCT.select: this game has no planes for a network");
    }
}

template <GameState S>
std::size_t Puct<S>::most_children() const {
    std::size_t most = 0;
    for (const std::size_t tree : undecided_) most = std::max(most, trees_[tree].undecided_action_count());
    return most;
}

template <GameState S>
void Puct<S>::write_children(std::int64_t* counts, double* numbers, std::int32_t* actions, std::int64_t* visits,
                             double* q_values, double* priors, std::uint8_t* selectable, std::size_t size) {
    const std::size_t rows = undecided_.size();
    check_row_room("PUCT.write_children", "actions", size, rows, rows == 0 ? 0 : size / rows, most_children());
    std::fill_n(actions, size, Action{-1});
    std::fill_n(visits, size, 0);
    for (double* const array : {q_values, priors}) std::fill_n(array, size, 0.0);
    std::fill_n(selectable, size, std::uint8_t{0});
    for (std::size_t row = 0; row < rows; ++row) {
        PuctTree<S>& tree = trees_[undecided_[row]];
        const auto seen = tree.undecided_position();
        counts[row] = static_cast<std::int64_t>(undecided_[row]);
        counts[rows + row] = seen.depth;
        counts[2 * rows + row] = seen.player;
        counts[3 * rows + row] = seen.visits;
        numbers[row] = seen.value;
        numbers[rows + row] = seen.own_value;
        numbers[2 * rows + row] = seen.exploration;
        const std::size_t at = row * (size / rows);
        tree.write_undecided_actions(actions + at, visits + at, q_values + at, priors + at, selectable + at);
    }
}

template <GameState S>
void Puct<S>::backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size) {
    int width = 0;
    if constexpr (Encodable<S>) width = encoding_ ? encoding_->policy_size() : 0;
    backup_rows("PUCT.backup", trees_, row_trees_, width, logits, logits_size, ForecastRows{values, forecasts_},
                values_size, cache());
    evaluations_ += static_cast<std::int64_t>(values_size / (forecasts_ ? 3 : 1));
}

template <GameState S>
bool Puct<S>::select_state(int tree) {
    PuctTree<S>& chosen = at(tree);
    abandon();
    chosen.abandon();
    return chosen.select_state(&this->control());
}

template <GameState S>
std::size_t Puct<S>::leaf_path(int tree, std::int32_t* actions, std::size_t size) const {
    std::vector<Action> path;
    if (at(tree).waiting() > 0) at(tree).leaf_path(path);
    std::copy_n(path.begin(), std::min(size, path.size()), actions);
    return path.size();
}

template <GameState S>
std::size_t Puct<S>::leaf_actions(int tree, std::int32_t* actions, std::size_t size) const {
    if (at(tree).waiting() == 0) return 0;
    const std::vector<Action>& legal = at(tree).leaf_actions();
    if (size < legal.size()) throw std::invalid_argument("PUCT.leaf_actions: the array is too small");
    std::copy(legal.begin(), legal.end(), actions);
    return legal.size();
}

template <GameState S>
void Puct<S>::backup_state(int tree, const float* logits, std::size_t size, float value) {
    PuctTree<S>& chosen = at(tree);
    if (chosen.waiting() == 0) throw std::invalid_argument("PUCT.backup_state: no position waits for an evaluation");
    check_array_size("PUCT.backup_state", "logits", size, chosen.leaf_actions().size());
    const Forecast forecast{value, 0, 0};
    check_answer("PUCT.backup_state", 0, logits, size, forecast);
    chosen.backup(logits, forecast);
    ++evaluations_;
}

template <GameState S>
void Puct<S>::search(const LeafOptions& leaf, const EvaluationSpec& evaluator) {
    LeafEvaluation<S> evaluation(leaf, Evaluations<S>::find(evaluator));
    evaluation.listen(this->control());
    abandon();
    for (PuctTree<S>& tree : trees_) tree.search(evaluation, this->control());
}

template <GameState S>
void Puct<S>::set_simulations(int tree, std::int64_t simulations) {
    PuctTree<S>& chosen = at(tree);
    abandon();
    chosen.set_simulations(simulations);
}

template <GameState S>
void Puct<S>::begin(std::int64_t simulations, double seconds) {
    at(0).drop_unused_noise();
    before_ = counts();
    SearchSession::begin({0, 0, seconds});
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    set_simulations(0, simulations > most - before_.simulations ? most : before_.simulations + simulations);
}

template <GameState S>
typename Puct<S>::Counts Puct<S>::counts() const {
    Counts now{at(0).simulations_done(), evaluations_, 0, 0};
    for (const PuctTree<S>& any : trees_) {
        now.cache_lookups += any.cache_reader().lookups;
        now.cache_hits += any.cache_reader().hits;
    }
    return now;
}

template <GameState S>
bool Puct<S>::snapshot(SearchReport& report) {
    const PuctTree<S>& tree = at(0);
    const std::size_t count = tree.root_action_count();
    if (count == 0) return false;
    const Counts now = counts();
    report.action = tree.best_action();
    report.value = tree.root_value();
    if (const Proof proof = tree.root_proof(); proof != Proof::unknown) report.outcome = outcome_of(proof);
    report.simulations = now.simulations - before_.simulations;
    report.depth = tree.depth();
    report.nodes = static_cast<std::int64_t>(tree.position_count());
    TreeLine line = tree.line();
    report.line = std::move(line.actions);
    report.leaf_value = line.value;
    std::vector<double> shares(count);
    tree.policy(shares.data());
    for (std::size_t i = 0; i < count; ++i) {
        const RootAction root_action = tree.root_action(i);
        ReportRow row;
        row.action = root_action.action;
        row.visits = root_action.visits;
        if (root_action.visits > 0) row.value = root_action.value();
        if (root_action.proof != Proof::unknown) row.outcome = outcome_of(root_action.proof);
        row.prior = root_action.prior;
        row.share = shares[i];
        report.rows.push_back(row);
    }
    if (forecasts_) {
        report.note("draws", tree.root_draws());
        report.note("moves left", tree.root_moves_left());
    }
    report.note("bytes", static_cast<std::int64_t>(tree.memory_bytes()));
    if (now.evaluations > before_.evaluations) report.note("evaluations", now.evaluations - before_.evaluations);
    if (const std::int64_t lookups = now.cache_lookups - before_.cache_lookups; lookups > 0) {
        report.note("cache hits",
                    static_cast<double>(now.cache_hits - before_.cache_hits) / static_cast<double>(lookups));
    }
    if (tree.full()) report.note("pool full", true);
    return true;
}

template <GameState S>
void Puct<S>::write_rows(std::int64_t* visits, float* weights, float* priors, float* q_values, std::size_t size,
                         std::int32_t* actions, float* values) const {
    if constexpr (Encodable<S>) {
        const std::size_t width = encoding_ ? static_cast<std::size_t>(encoding_->policy_size()) : 0;
        check_array_size("PUCT.write_rows", "each row array", size, trees_.size() * width);
        std::fill_n(visits, size, 0);
        for (float* rows : {weights, priors, q_values}) std::fill_n(rows, size, 0.0f);
        std::vector<double> shares;
        for (std::size_t number = 0; number < trees_.size(); ++number) {
            const PuctTree<S>& tree = trees_[number];
            const std::size_t count = tree.has_root() ? tree.root_action_count() : 0;
            actions[number] = count > 0 ? tree.best_action() : -1;
            values[number] = count > 0 ? static_cast<float>(tree.root_value()) : 0.0f;
            shares.resize(count);
            if (count > 0) tree.policy(shares.data());
            for (std::size_t i = 0; i < count; ++i) {
                const RootAction one = tree.root_action(i);
                const std::size_t place =
                    number * width + static_cast<std::size_t>(tree.root().policy_index(one.action));
                visits[place] = one.visits;
                weights[place] = static_cast<float>(shares[i]);
                priors[place] = static_cast<float>(one.prior);
                q_values[place] = one.visits > 0 ? static_cast<float>(one.value()) : 0.0f;
            }
        }
    } else {
        throw std::invalid_argument("PUCT.write_rows: this game has no policy indices");
    }
}

template <GameState S>
TreeRecord Puct<S>::record(int tree, std::size_t rows) const {
    return at(tree).record(rows);
}

}  // namespace boardai
