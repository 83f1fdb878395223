#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/machine/thread_pool.hpp"
#include "boardai/search/quiet_order.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/trees/leaf.hpp"
#include "boardai/search/trees/uct/mcts.hpp"
#include "boardai/search/trees/uct/mcts_tree-inl.hpp"

namespace boardai {

template <GameState S>
struct Mcts<S>::Search {
    using Tree = MctsTree<S>;
    using Walk = typename Tree::Walk;
    using Reached = typename Tree::Reached;

    /// The data of one thread.
    struct Worker {
        Worker(const MctsOptions& options, const std::shared_ptr<const Evaluation<S>>& evaluation, const Rng& rng)
            : walk(rng),
              leaf({options.rollouts, options.rollout_plies, options.evaluator_share, options.evaluator_scale,
                    options.rave, options.playouts},
                   evaluation) {}
        Walk walk;
        LeafEvaluation<S> leaf;
        Counter simulations;
        Counter depth;        ///< of the longest path
        SearchControl clock;  ///< of every thread but the calling one
    };

    Search(const MctsOptions& chosen, const EvaluationSpec& evaluator, std::uint64_t seed_, const MctsRules& written,
           SearchControl& clock)
        : options(chosen),
          root_rule(chosen, rules_for(chosen, written)),
          threads(is_single_threaded<S> ? 1 : chosen.threads),
          seed(seed_),
          control(clock) {
        const auto bytes = static_cast<std::size_t>(options.megabytes * 1024 * 1024);
        const int tree_count = options.parallel == MctsParallel::root ? threads : 1;
        const bool is_shared = threads > 1 && options.parallel == MctsParallel::tree;
        for (int i = 0; i < tree_count; ++i) {
            trees.emplace_back(options, bytes / static_cast<std::size_t>(tree_count), is_shared, written);
        }
        const auto evaluation = Evaluations<S>::find(evaluator);
        for (int i = 0; i < threads; ++i) {
            workers.emplace_back(options, evaluation, Rng(seed, static_cast<std::uint64_t>(i)));
            workers.back().leaf.listen(clock_of(workers.back()));
            if constexpr (Guided<S>) workers.back().walk.advised.listen(&clock_of(workers.back()));
        }
    }

    /// The limits that the session's clock counts; clears the report of an earlier search. `alone`: only one thread
    /// simulates, so the clock counts all simulations.
    SearchLimits clock(const SearchLimits& given, bool alone) {
        rooted = false;
        limits = given;
        SearchLimits counted = given;
        if (!alone) counted.nodes = 0;
        return counted;
    }
    void set_root(const S& root, const std::vector<Action>& actions) {
        if (root.is_terminal()) {
            throw std::invalid_argument("MCTS: the game is over, there is nothing to search, in position " +
                                        std::string(root.to_string()));
        }
        pending = false;
        for (Tree& tree : trees) {
            if (!actions.empty() || !tree.advance_to(root)) tree.set_root(root, actions);
        }
        reused = 0;
        for (Tree& tree : trees) {
            for (const RootAction& row : tree.nodes().root_actions()) reused += row.visits;
        }
        positions_before = 0;
        for (const Tree& tree : trees) positions_before += tree.nodes().count_positions();
        for (Worker& worker : workers) {
            worker.simulations.set(0);
            worker.depth.set(0);
            worker.walk.positions.set(0);
        }
        ended = false;
        rooted = true;
    }

    bool walks_alone() const { return threads == 1 || options.parallel == MctsParallel::children; }

    void run() {
        if (decided()) return;
        for (std::size_t number = 1; number < workers.size(); ++number) workers[number].clock.join(control);
        if (walks_alone()) {
            run_alone();
        } else if (options.parallel == MctsParallel::root) {
            run_apart();
        } else {
            run_together();
        }
        for (const Tree& tree : trees) tree.nodes().check_rules();
    }

    bool decided() const {
        return std::any_of(trees.begin(), trees.end(),
                           [](const Tree& tree) { return tree.nodes().proof() != Proof::unknown; });
    }

    SearchControl& clock_of(Worker& worker) { return &worker == &workers[0] ? control : worker.clock; }
    /// A leaf calls this between random games; true: stop.
    auto stop_for(Worker& worker) {
        return [&clock = clock_of(worker)] { return clock.poll(); };
    }

    /// One simulation.
    template <bool shared, class Speculate>
    void simulate(Tree& tree, Worker& worker, const Speculate& speculate) {
        Walk& walk = worker.walk;
        try {
            if (!reaches_leaf<shared>(tree, worker, speculate)) return;
            const int player = walk.state->current_player();
            const auto credit = [&](PlayedActions& played, double value) {
                tree.nodes().template credit<shared>(walk, played, value, player);
            };
            const auto start = start_of(tree, walk);
            const double value = worker.leaf.value(*walk.state, walk.rng, credit, stop_for(worker), start);
            finish<shared>(tree, worker, value, player);
        } catch (...) {
            tree.nodes().template abandon<shared>(walk);
            throw;
        }
    }
    /// Walks down. True: the walk reached a leaf that must be evaluated; false: the simulation is over.
    template <bool shared, class Speculate>
    bool reaches_leaf(Tree& tree, Worker& worker, const Speculate& speculate) {
        const Reached reached = tree.template descend<shared>(worker.walk, speculate);
        if (reached == Reached::leaf) return true;
        finish_alone<shared>(tree, worker, worker.walk.value, tree.nodes().player_at_end(worker.walk));
        return false;
    }
    /// The start of a game by the game's policy; empty if games are uniformly random.
    typename LeafEvaluation<S>::Start start_of([[maybe_unused]] Tree& tree, [[maybe_unused]] Walk& walk) const {
        typename LeafEvaluation<S>::Start start;
        if constexpr (HasPolicy<S>) {
            if (options.playouts == MctsPlayouts::random) return start;
            start.policy = &walk.advised.expert();
            start.note = walk.advised.note();
            start.last = tree.nodes().last_action(walk);
        }
        return start;
    }
    template <bool shared>
    void finish(Tree& tree, Worker& worker, double value, int player) {
        worker.depth.set(std::max(worker.depth.get(), static_cast<std::int64_t>(worker.walk.path.size())));
        tree.nodes().template backup<shared>(worker.walk, value, player);
        worker.simulations.add_one();
    }
    /// The same for a value that does not come from a random game.
    template <bool shared>
    void finish_alone(Tree& tree, Worker& worker, double value, int player) {
        if (options.rave) {
            PlayedActions played;
            tree.nodes().template credit<shared>(worker.walk, played, value, player);
        }
        finish<shared>(tree, worker, value, player);
    }

    void run_alone() {
        Tree& tree = trees[0];
        Worker& worker = workers[0];
        const auto search = [&](const auto& speculate) {
            tree.expand_root(worker.walk, speculate);
            do {
                simulate<false>(tree, worker, speculate);
            } while (!control.count_node() && tree.nodes().proof() == Proof::unknown && !agreed_late());
        };
        if (options.parallel != MctsParallel::children) {
            search(typename Tree::NoChildValues());
            return;
        }
        ThreadPool pool(threads);
        search([&](const S& state, const ActionList& actions, ChildValues& found) {
            value_children(pool, state, actions, found);
            return true;
        });
    }

    /// Evaluates all children of a position at once. Each has its own random stream, so the thread that evaluates it
    /// does not matter.
    void value_children(ThreadPool& pool, const S& state, const ActionList& actions, ChildValues& found) {
        found.values.resize(actions.size());
        found.proofs.resize(actions.size());
        const std::uint64_t stream = static_cast<std::uint64_t>(++expansions) << 16;
        const int player = state.current_player();
        const auto value_one = [&](std::size_t i, std::size_t thread) {
            S child = state;
            child.apply(actions[i]);
            if (child.is_terminal()) {
                found.values[i] = child.outcome(player);
                found.proofs[i] = proof_of(child.outcome(player));
                return;
            }
            Rng rng(seed, stream + i);
            Worker& worker = workers[thread];
            const double value = worker.leaf.value(child, rng, [](PlayedActions&, double) {}, stop_for(worker));
            found.values[i] = child.current_player() == player ? value : -value;
            found.proofs[i] = Proof::unknown;
        };
        std::atomic<std::size_t> next{0};
        run_pool(pool, [&](std::size_t thread) {
            for (std::size_t i = next++; i < actions.size(); i = next++) value_one(i, thread);
        });
    }

    /// Runs several threads while the calling one polls the clock. An exception in one thread ends the search in all.
    template <class Work>
    void run_pool(ThreadPool& pool, const Work& work) {
        const auto stopping = [&](const auto& call) {
            try {
                call();
            } catch (...) {
                control.stop();
                throw;
            }
        };
        pool.each([&](std::size_t number) { stopping([&] { work(number); }); },
                  [&] { stopping([&] { control.check_limits(); }); });
    }

    /// All threads in one tree, as fast as each can.
    void run_together() {
        trees[0].expand_root(workers[0].walk, typename Tree::NoChildValues());
        std::atomic<std::int64_t> tickets{0};
        ThreadPool pool(threads);
        run_pool(pool, [&](std::size_t number) {
            // One thread always runs one simulation, even after an early stop; otherwise there would be no move.
            bool owed = number == 0;
            while ((owed || !control.stopped()) && (limits.nodes == 0 || tickets++ < limits.nodes)) {
                owed = false;
                simulate<true>(trees[0], workers[number], typename Tree::NoChildValues());
                if (trees[0].nodes().proof() != Proof::unknown) control.stop();
                if (number == 0 && (control.count_node() || agreed_late())) control.stop();
            }
        });
    }

    /// One tree per thread, in rounds of a fixed number of simulations. Whether a tree is proven, and whether the trees
    /// agree, is checked only between rounds. Without a time limit, results therefore do not depend on timing.
    void run_apart() {
        for (std::size_t i = 0; i < trees.size(); ++i) {
            trees[i].expand_root(workers[i].walk, typename Tree::NoChildValues());
        }
        const auto count = static_cast<std::int64_t>(trees.size());
        const auto share_of = [&](std::size_t number) {
            return limits.nodes / count + (static_cast<std::int64_t>(number) < limits.nodes % count ? 1 : 0);
        };
        ThreadPool pool(threads);
        std::int64_t done = 0;  // simulations of the first tree, which has the largest share
        do {
            const std::int64_t target = end_of_round(done, share_of(0));
            double pause_at = options.choice == MctsChoice::robust_max && limits.seconds > 0 ? late : 2;
            while (pause_at < 1 && control.time_used(pause_at)) pause_at += late_step;
            std::atomic<bool> pause{false};
            others_run = true;
            const struct Joined {
                bool& flag;
                ~Joined() { flag = false; }
            } joined{others_run};
            run_pool(pool, [&](std::size_t number) {
                Tree& tree = trees[number];
                Worker& worker = workers[number];
                const std::int64_t last = std::min(target, share_of(number));
                const auto owed = [&] { return number == 0 && worker.simulations.get() == 0; };
                while (tree.nodes().proof() == Proof::unknown && (owed() || (!control.stopped() && !pause))) {
                    if (limits.nodes > 0 && worker.simulations.get() >= last) break;
                    simulate<false>(tree, worker, typename Tree::NoChildValues());
                    if (number != 0) continue;
                    control.count_node();
                    if ((control.counted() & 31) == 0 && pause_at < 1 && control.time_used(pause_at)) pause = true;
                }
                // With a time limit, results depend on timing anyway, so the rest of the round can be skipped.
                if (limits.seconds > 0 && tree.nodes().proof() != Proof::unknown) control.stop();
            });
            done = target;
        } while (!control.stopped() && !decided() && (limits.nodes == 0 || done < share_of(0)) && !agreed());
    }

    /// Each round adds a quarter of the simulations so far: a proof in one tree is noticed soon, and threads rarely
    /// wait. In the last fifth, where robust max checks for agreement, rounds are as short as this check needs.
    std::int64_t end_of_round(std::int64_t done, std::int64_t share) const {
        std::int64_t next = options.solver ? done + std::max<std::int64_t>(256, done / 4) : share;
        if (options.choice == MctsChoice::robust_max) {
            const auto first_late = static_cast<std::int64_t>(std::ceil(late * static_cast<double>(share)));
            const auto step = static_cast<std::int64_t>(std::ceil(late_step * static_cast<double>(share)));
            next = std::min(next, done < first_late ? first_late : done + step);
        }
        return std::min(next, share);
    }

    static constexpr double late = 0.8, late_step = 0.0125;  ///< shares of the limits

    /// Robust max: the last fifth of the limits has begun, and the most visited action also has the highest value.
    bool agreed_late() { return (control.counted() & 31) == 0 && agreed(); }
    bool agreed() {
        if (options.choice != MctsChoice::robust_max) return false;
        const std::int64_t all = simulations();
        const bool is_late = (limits.nodes > 0 && 5 * all >= 4 * limits.nodes) || control.time_used(late);
        if (!is_late) return false;
        const std::vector<RootAction> found = rows();
        return best_of(found, MctsChoice::visits).action == best_of(found, MctsChoice::value).action;
    }

    std::int64_t simulations() const {
        std::int64_t all = 0;
        for (const Worker& worker : workers) all += worker.simulations.get();
        return all;
    }

    /// The number of trees that the calling thread may read now: only its own while other threads search.
    std::size_t readable_trees() const { return others_run ? 1 : trees.size(); }
    /// The root's actions; with several trees, their sums.
    std::vector<RootAction> rows() {
        std::vector<RootAction> all = trees[0].nodes().root_actions();
        for (std::size_t i = 1; i < readable_trees(); ++i) merge(all, trees[i].nodes().root_actions());
        return all;
    }

    MctsOptions options;
    RootRule root_rule;
    int threads;
    std::uint64_t seed;
    std::deque<Tree> trees;  // a deque, because trees and workers cannot be moved
    std::deque<Worker> workers;
    SearchLimits limits;
    SearchControl& control;
    std::int64_t reused = 0;
    std::int64_t positions_before = 0;
    std::int64_t expansions = 0;
    bool pending = false;  ///< a leaf waits for tell()
    bool ended = false;
    bool rooted = false;      ///< the trees are at the root of this search
    bool others_run = false;  ///< other threads are searching their own trees
};

namespace mcts_detail {

inline constexpr const char* nothing_known =
    "MCTS option knowledge: must be 0, since this game knows nothing of open positions";
inline constexpr const char* no_priors =
    "MCTS option prior: this game has neither a policy, as Hex has, nor quiet_order(action)";

/// Rejects options that need what this root's game lacks, although other games of the same class may have it.
template <class S>
void check_root(const MctsOptions& options, const S& root) {
    if (options.knowledge > 0 && !knows(root)) throw std::invalid_argument(nothing_known);
    if (!HasPolicy<S> && options.prior > 0 && !orders_quiet_moves(root)) throw std::invalid_argument(no_priors);
}

}  // namespace mcts_detail

template <GameState S>
Mcts<S>::Mcts(const MctsOptions& options, const EvaluationSpec& evaluator, std::uint64_t seed, const MctsRules& rules) {
    if (!Knowing<S> && options.knowledge > 0) throw std::invalid_argument(mcts_detail::nothing_known);
    if (!HasPolicy<S> && options.playouts != MctsPlayouts::random) {
        throw std::invalid_argument("MCTS option playouts: this game has no policy, as Hex has");
    }
    if (!has_priors<S> && options.prior > 0) throw std::invalid_argument(mcts_detail::no_priors);
    search_ = std::make_unique<Search>(options, evaluator, seed, rules, this->control());
}

template <GameState S>
Mcts<S>::~Mcts() = default;

template <GameState S>
void Mcts<S>::begin(const S& root, const SearchLimits& limits) {
    mcts_detail::check_root(search_->options, root);
    const std::vector<Action> actions = this->take_root_actions();
    SearchSession::begin(search_->clock(limits, true));
    search_->set_root(root, actions);
}

template <GameState S>
void Mcts<S>::run(const S& root, const SearchLimits& limits) {
    mcts_detail::check_root(search_->options, root);
    const std::vector<Action> actions = this->take_root_actions();
    this->run_and_publish(search_->clock(limits, search_->walks_alone()), [&] {
        search_->set_root(root, actions);
        search_->run();
    });
}

template <GameState S>
bool Mcts<S>::select() {
    Search& search = *search_;
    if (!search.rooted) throw std::logic_error("MCTS: select() before begin()");
    if (search.pending) throw std::logic_error("MCTS: the leaf selected last still waits for tell()");
    typename Search::Tree& tree = search.trees[0];
    typename Search::Worker& worker = search.workers[0];
    const auto alone = typename Search::Tree::NoChildValues();
    while (!search.ended && tree.nodes().proof() == Proof::unknown) {
        tree.expand_root(worker.walk, alone);
        if (search.template reaches_leaf<false>(tree, worker, alone)) {
            search.pending = true;
            return true;
        }
        search.ended = search.control.count_node() || search.agreed_late();
    }
    return false;
}

template <GameState S>
const S& Mcts<S>::leaf() const {
    if (!search_->pending) throw std::logic_error("MCTS: no leaf is waiting");
    return *search_->workers[0].walk.state;
}

template <GameState S>
void Mcts<S>::tell(double value) {
    Search& search = *search_;
    const S& state = leaf();
    if (!(value >= -1 && value <= 1)) {
        throw std::invalid_argument("MCTS: a leaf's value must lie in [-1, 1], got " + std::to_string(value) +
                                    " for position " + std::string(state.to_string()));
    }
    typename Search::Tree& tree = search.trees[0];
    typename Search::Worker& worker = search.workers[0];
    search.template finish_alone<false>(tree, worker, value, state.current_player());
    search.pending = false;
    search.ended = search.control.count_node() || search.agreed_late();
}

template <GameState S>
void Mcts<S>::advance(Action action) {
    if (!search_->rooted) throw std::invalid_argument("MCTS: advance() before the first search");
    search_->trees[0].advance(action);  // throws before it changes anything
    search_->rooted = search_->pending = false;
    for (std::size_t i = 1; i < search_->trees.size(); ++i) search_->trees[i].advance(action);
    search_->rooted = true;
}

template <GameState S>
bool Mcts<S>::snapshot(SearchReport& report) {
    Search& search = *search_;
    if (!search.rooted) return false;
    const std::vector<RootAction> rows = search.rows();
    report.action = best_of(rows, search.root_rule).action;
    if (report.action < 0) return false;
    const std::vector<double> shares = policy_of(rows);
    double sum = 0;
    std::int64_t visits = 0;
    std::int64_t proven_moves = 0;
    for (const RootAction& row : rows) {
        sum += row.value_sum;
        visits += row.visits;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RootAction& row = rows[i];
        ReportRow found;
        found.action = row.action;
        found.visits = row.visits;
        if (row.visits > 0) found.value = row.value();
        if (row.proof != Proof::unknown) found.outcome = outcome_of(row.proof);
        if (visits > 0) found.share = shares[i];
        found.upper_bound = row.ucb;
        proven_moves += row.proof != Proof::unknown;
        report.rows.push_back(found);
    }
    report.value = visits > 0 ? sum / static_cast<double>(visits) : 0.0;
    double used_bytes = 0;
    bool full = false;
    for (std::size_t i = 0; i < search.readable_trees(); ++i) {
        auto& tree = search.trees[i];
        used_bytes += static_cast<double>(tree.nodes().used_bytes());
        full = full || tree.nodes().full();
        if (const Proof known = tree.nodes().known(); known != Proof::unknown) {
            report.outcome = outcome_of(known);
            report.value = *report.outcome;
        }
    }
    report.simulations = search.simulations();
    report.nodes = search.positions_before;
    for (const auto& worker : search.workers) {
        report.nodes += worker.walk.positions.get();
        report.depth = std::max(report.depth, static_cast<int>(worker.depth.get()));
    }
    // With several trees: the line of the tree in which the action has the most visits.
    std::int64_t most = -1;
    for (std::size_t i = 0; i < search.readable_trees(); ++i) {
        auto& tree = search.trees[i];
        for (const RootAction& row : tree.nodes().root_actions()) {
            if (row.action != report.action || row.visits <= most) continue;
            most = row.visits;
            TreeLine line = tree.nodes().line(report.action);
            report.line = std::move(line.actions);
            report.leaf_value = line.value;
        }
    }
    report.note("megabytes", std::round(used_bytes / 1024 / 1024 * 1000) / 1000);
    report.note("pool_full", full);
    report.note("reused", search.reused);
    report.note("proven_moves", proven_moves);
    return true;
}

template <GameState S>
TreeRecord Mcts<S>::tree(std::size_t rows) const {
    return search_->rooted ? search_->trees[0].nodes().record(rows) : TreeRecord(0);
}

}  // namespace boardai
