#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "boardai/core/crew.hpp"
#include "boardai/search/report.hpp"
#include "boardai/search/trees/mcts.hpp"
#include "boardai/search/trees/mcts_leaf.hpp"
#include "boardai/search/trees/mcts_tree-inl.hpp"

namespace boardai {

template <GameState S, class E>
struct Mcts<S, E>::Search {
    using Tree = MctsTree<S>;
    using Walk = typename Tree::Walk;
    using Reached = typename Tree::Reached;

    /// What one thread needs.
    struct Worker {
        Worker(const MctsOptions& options, const E& evaluator, const Rng& rng) : walk(rng), leaf(options, evaluator) {}
        Walk walk;
        MctsLeaf<S, E> leaf;
        Counter simulations;
        Counter depth;  ///< of the longest path
    };

    Search(const MctsOptions& chosen, const EvaluatorSpec& evaluator, std::uint64_t seed_, SearchControl& clock)
        : options(chosen), threads(is_single_threaded<S> ? 1 : chosen.threads), seed(seed_), control(clock) {
        const auto bytes = static_cast<std::size_t>(options.megabytes * 1024 * 1024);
        const int tree_count = options.parallel == MctsParallel::root ? threads : 1;
        for (int i = 0; i < tree_count; ++i) trees.emplace_back(options, bytes / static_cast<std::size_t>(tree_count));
        const E chosen_evaluator(evaluator);
        for (int i = 0; i < threads; ++i) {
            workers.emplace_back(options, chosen_evaluator, Rng(seed, static_cast<std::uint64_t>(i)));
        }
    }

    /// What the session's clock counts; nothing of an earlier search is told from here on.
    SearchLimits clock(const SearchLimits& given) {
        rooted = false;
        limits = given;
        SearchLimits counted = given;
        if (threads > 1 && options.parallel != MctsParallel::children) counted.nodes = 0;  // over all threads
        return counted;
    }
    void set_root(const S& root) {
        if (root.is_terminal()) {
            throw std::invalid_argument("MCTS: the game is over, there is nothing to search, in position " +
                                        std::string(root.to_string()));
        }
        pending = false;
        for (Tree& tree : trees) {
            if (!tree.advance_to(root)) tree.set_root(root);
        }
        reused = 0;
        for (Tree& tree : trees) {
            for (const MctsAction& row : tree.nodes().root_actions()) reused += row.visits;
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

    void run() {
        if (decided()) return;
        if (threads == 1 || options.parallel == MctsParallel::children) {
            run_alone();
        } else if (options.parallel == MctsParallel::root) {
            run_threads<false>();
        } else {
            run_threads<true>();
        }
    }

    bool decided() const {
        return std::any_of(trees.begin(), trees.end(),
                           [](const Tree& tree) { return tree.nodes().proof() != Proof::unknown; });
    }

    /// One simulation.
    template <bool shared, class Speculate>
    void simulate(Tree& tree, Worker& worker, const Speculate& speculate) {
        Walk& walk = worker.walk;
        try {
            const Reached reached = tree.template descend<shared>(walk, speculate);
            if (reached == Reached::leaf) {
                const int player = walk.state->current_player();
                const auto credit = [&](PlayedActions& played, double value) {
                    tree.nodes().template credit<shared>(walk, played, value, player);
                };
                finish<shared>(tree, worker, worker.leaf.value(*walk.state, walk.rng, credit), player);
            } else {
                finish_known<shared>(tree, worker);
            }
        } catch (...) {
            tree.nodes().template abandon<shared>(walk);
            throw;
        }
    }
    template <bool shared>
    void finish(Tree& tree, Worker& worker, double value, int player) {
        worker.depth.set(std::max(worker.depth.get(), static_cast<std::int64_t>(worker.walk.path.size())));
        tree.nodes().template backup<shared>(worker.walk, value, player);
        worker.simulations.add_one();
    }
    /// A simulation that ended at a known value.
    template <bool shared>
    void finish_known(Tree& tree, Worker& worker) {
        const int player = tree.nodes().player_at_end(worker.walk);
        if (options.rave) {
            PlayedActions played;
            tree.nodes().template credit<shared>(worker.walk, played, worker.walk.value, player);
        }
        finish<shared>(tree, worker, worker.walk.value, player);
    }

    void run_alone() {
        Tree& tree = trees[0];
        Worker& worker = workers[0];
        const auto search = [&](const auto& speculate) {
            tree.expand_root(worker.walk, speculate);
            do {
                simulate<false>(tree, worker, speculate);
            } while (!control.tick() && tree.nodes().proof() == Proof::unknown && !agreed_late());
        };
        if (options.parallel != MctsParallel::children) {
            search(typename Tree::NoChildValues());
            return;
        }
        Crew crew(threads);
        search([&](const S& state, const ActionList& actions, ChildValues& found) {
            value_children(crew, state, actions, found);
            return true;
        });
    }

    /// All children of a position at once; each has a random stream of its own, whatever thread values it.
    void value_children(Crew& crew, const S& state, const ActionList& actions, ChildValues& found) {
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
            const double value = workers[thread].leaf.value(child, rng, [](PlayedActions&, double) {});
            found.values[i] = child.current_player() == player ? value : -value;
            found.proofs[i] = Proof::unknown;
        };
        std::atomic<std::size_t> next{0};
        crew.each([&](std::size_t thread) {
            for (std::size_t i = next++; i < actions.size(); i = next++) value_one(i, thread);
        });
    }

    template <bool shared>
    void run_threads() {
        for (std::size_t i = 0; i < trees.size(); ++i) {
            trees[i].expand_root(workers[i].walk, typename Tree::NoChildValues());
        }
        std::atomic<std::int64_t> tickets{0};
        std::atomic<std::size_t> done{0};
        const std::size_t count = workers.size();
        Crew crew(threads);
        crew.each([&](std::size_t number) {
            try {
                work<shared>(number, tickets);
                // The calling thread goes on looking at the clock and at Ctrl-C until all have ended.
                while (number == 0 && !control.stopped() && done + 1 < count) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                    control.look_now();
                }
            } catch (...) {
                control.stop();
                ++done;
                throw;
            }
            ++done;
        });
    }

    /// One thread's simulations, with a tree of its own or with the others'.
    template <bool shared>
    void work(std::size_t number, std::atomic<std::int64_t>& tickets) {
        Tree& tree = trees[shared ? 0 : number];
        Worker& worker = workers[number];
        const auto count = static_cast<std::int64_t>(workers.size());
        const std::int64_t left_over = static_cast<std::int64_t>(number) < limits.nodes % count ? 1 : 0;
        const std::int64_t share = limits.nodes / count + left_over;
        while (!control.stopped()) {
            // Trees of their own take fixed shares, so that the result does not depend on timing.
            if (limits.nodes > 0 && (shared ? tickets++ >= limits.nodes : worker.simulations.get() >= share)) return;
            simulate<shared>(tree, worker, typename Tree::NoChildValues());
            if (tree.nodes().proof() != Proof::unknown) control.stop();
            if (number == 0 && (control.tick() || agreed_late())) control.stop();
        }
    }

    /// Robust-max: in the last fifth of the limits, the most visited action has the highest value, too.
    bool agreed_late() {
        if (options.choice != MctsChoice::robust_max || (control.ticks() & 31) != 0) return false;
        const std::int64_t all = simulations();
        const bool late = (limits.nodes > 0 && 5 * all >= 4 * limits.nodes) || control.time_used(0.8);
        if (!late) return false;
        const std::vector<MctsAction> found = rows();
        return best_of(found, MctsChoice::visits).action == best_of(found, MctsChoice::value).action;
    }

    std::int64_t simulations() const {
        std::int64_t all = 0;
        for (const Worker& worker : workers) all += worker.simulations.get();
        return all;
    }

    /// The root's actions; those of several trees added up.
    std::vector<MctsAction> rows() {
        std::vector<MctsAction> all = trees[0].nodes().root_actions();
        for (std::size_t i = 1; i < trees.size(); ++i) merge(all, trees[i].nodes().root_actions());
        return all;
    }

    MctsOptions options;
    int threads;
    std::uint64_t seed;
    std::deque<Tree> trees;  // of things that do not move
    std::deque<Worker> workers;
    SearchLimits limits;
    SearchControl& control;
    std::int64_t reused = 0;
    std::int64_t positions_before = 0;
    std::int64_t expansions = 0;
    bool pending = false;  ///< a leaf waits for tell()
    bool ended = false;
    bool rooted = false;  ///< the trees are at the root of this search
};

template <GameState S, class E>
Mcts<S, E>::Mcts(const MctsOptions& options, const EvaluatorSpec& evaluator, std::uint64_t seed) {
    check_options(options);
    search_ = std::make_unique<Search>(options, evaluator, seed, this->control());
}

template <GameState S, class E>
Mcts<S, E>::~Mcts() = default;

template <GameState S, class E>
void Mcts<S, E>::begin(const S& root, const SearchLimits& limits) {
    SearchSession::begin(search_->clock(limits));
    search_->set_root(root);
}

template <GameState S, class E>
void Mcts<S, E>::run(const S& root, const SearchLimits& limits) {
    this->conduct(search_->clock(limits), [&] {
        search_->set_root(root);
        search_->run();
    });
}

template <GameState S, class E>
bool Mcts<S, E>::select() {
    Search& search = *search_;
    if (!search.rooted) throw std::logic_error("MCTS: select() before begin()");
    if (search.pending) throw std::logic_error("MCTS: the leaf selected last still waits for tell()");
    typename Search::Tree& tree = search.trees[0];
    typename Search::Worker& worker = search.workers[0];
    const auto alone = typename Search::Tree::NoChildValues();
    while (!search.ended && tree.nodes().proof() == Proof::unknown) {
        tree.expand_root(worker.walk, alone);
        if (tree.template descend<false>(worker.walk, alone) == Search::Reached::leaf) {
            search.pending = true;
            return true;
        }
        search.template finish_known<false>(tree, worker);
        search.ended = search.control.tick() || search.agreed_late();
    }
    return false;
}

template <GameState S, class E>
const S& Mcts<S, E>::leaf() const {
    if (!search_->pending) throw std::logic_error("MCTS: no leaf is waiting");
    return *search_->workers[0].walk.state;
}

template <GameState S, class E>
void Mcts<S, E>::tell(double value) {
    Search& search = *search_;
    const S& state = leaf();
    if (!(value >= -1 && value <= 1)) {
        throw std::invalid_argument("MCTS: a leaf's value must lie in [-1, 1], got " + std::to_string(value) +
                                    " for position " + std::string(state.to_string()));
    }
    typename Search::Tree& tree = search.trees[0];
    typename Search::Worker& worker = search.workers[0];
    const int player = state.current_player();
    if (search.options.rave) {
        PlayedActions played;
        tree.nodes().template credit<false>(worker.walk, played, value, player);
    }
    search.template finish<false>(tree, worker, value, player);
    search.pending = false;
    search.ended = search.control.tick() || search.agreed_late();
}

template <GameState S, class E>
void Mcts<S, E>::advance(Action action) {
    search_->pending = false;
    for (auto& tree : search_->trees) {
        if (!tree.has_root()) throw std::invalid_argument("MCTS: advance() before the first search");
        tree.advance(action);
    }
}

template <GameState S, class E>
bool Mcts<S, E>::snapshot(SearchReport& report) {
    Search& search = *search_;
    if (!search.rooted) return false;
    const std::vector<MctsAction> rows = search.rows();
    report.action = best_of(rows, search.options.choice).action;
    if (report.action < 0) return false;
    double sum = 0;
    std::int64_t visits = 0;
    std::int64_t proven_moves = 0;
    for (const MctsAction& row : rows) {
        sum += row.value_sum;
        visits += row.visits;
    }
    for (const MctsAction& row : rows) {
        ReportRow told;
        told.action = row.action;
        told.visits = row.visits;
        if (visits > 0) told.share = static_cast<double>(row.visits) / static_cast<double>(visits);
        if (row.visits > 0) told.value = row.value();
        if (row.proof != Proof::unknown) told.outcome = outcome_of(row.proof);
        told.upper_bound = row.ucb;
        proven_moves += row.proof != Proof::unknown;
        report.rows.push_back(told);
    }
    report.value = visits > 0 ? sum / static_cast<double>(visits) : 0.0;
    double used_bytes = 0;
    bool full = false;
    for (auto& tree : search.trees) {
        used_bytes += static_cast<double>(tree.nodes().used_bytes());
        full = full || tree.nodes().full();
        if (tree.nodes().proof() != Proof::unknown) {
            report.outcome = outcome_of(tree.nodes().proof());
            report.value = *report.outcome;
        }
    }
    report.simulations = search.simulations();
    report.nodes = search.positions_before;
    for (const auto& worker : search.workers) {
        report.nodes += worker.walk.positions.get();
        report.depth = std::max(report.depth, static_cast<int>(worker.depth.get()));
    }
    // Of several trees, the one that has looked at the action most.
    std::int64_t most = -1;
    for (auto& tree : search.trees) {
        for (const MctsAction& row : tree.nodes().root_actions()) {
            if (row.action != report.action || row.visits <= most) continue;
            most = row.visits;
            report.line = tree.nodes().line(report.action);
        }
    }
    report.note("megabytes", std::round(used_bytes / 1024 / 1024 * 1000) / 1000);
    report.note("pool_full", full);
    report.note("reused", search.reused);
    report.note("proven_moves", proven_moves);
    return true;
}

template <GameState S, class E>
TreeRecord Mcts<S, E>::tree(std::size_t rows) const {
    return search_->trees[0].nodes().record(rows);
}

}  // namespace boardai
