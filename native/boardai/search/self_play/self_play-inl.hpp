#pragma once
// Self-play: how many games share a batch, a cache and threads. One game's life is in self_play_game-inl.hpp, saving
// and restoring in self_play_file-inl.hpp.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "boardai/core/legality.hpp"
#include "boardai/core/machine/interrupt.hpp"
#include "boardai/search/self_play/self_play.hpp"
#include "boardai/search/self_play/self_play_file-inl.hpp"
#include "boardai/search/self_play/self_play_game-inl.hpp"
#include "boardai/search/trees/puct/network_rows.hpp"
#include "boardai/search/trees/puct/puct_tree-inl.hpp"

namespace boardai {

template <Encodable S>
SelfPlay<S>::SelfPlay(const S& start, const SelfPlayOptions& options, const EvaluationSpec& evaluator)
    : start_(start),
      options_(options),
      evaluator_(evaluator),
      encoding_(start),
      cache_(static_cast<std::size_t>(std::max(options.puct.cache_mb, 0)) << 20),
      next_game_(options.first_game) {
    if (!evaluator.name.empty()) self_play_detail::lead(start, evaluator);  // throws if it is unknown or does not fit
    if (start.is_terminal()) throw std::invalid_argument("self-play: the start position is over");
    if (!Mirrorable<S> && options.starts.mirrored_share > 0) {
        throw std::invalid_argument("self-play option starts.mirrored_share: this game has no mirrored positions");
    }
    options_.puct = PuctTree<S>::for_learning(options.puct);
    book_ = self_play_detail::read_book(start, options);
    if constexpr (Symmetric<S>) {
        if (options.symmetries && start.symmetry_count() > 1) encoding_.use_symmetries(options.seed);
    }
    if (options.threads > 1 && !is_single_threaded<S>) pool_ = std::make_unique<ThreadPool>(options.threads);
    begin_iteration(1);
    const auto count = static_cast<std::size_t>(options.games);
    games_.reserve(count);
    trees_.reserve(count);
    counted_.resize(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        Rng rng;
        games_.push_back(new_game(next_game_, rng));
        trees_.push_back(new_tree(rng));
        begin_search(slot, games_[slot]);
        next_game_ += options.game_step;
    }
}

/// With puct.knowledge every tree has knowledge of its own, so that no result depends on threads, nor on what was asked
/// before searches began again; it keeps little, since there are many.
template <Encodable S>
PuctTree<S> SelfPlay<S>::new_tree(const Rng& rng) const {
    std::optional<Knowledge<S>> knowledge;
    if constexpr (Knowing<S>) knowledge.emplace(make_knowledge<S>({.kept_positions = 4}));
    PuctTree<S> tree(options_.puct, rng, knowledge ? &*knowledge : nullptr);
    const PlayoutCapOptions& cap = options_.playout_cap;
    if (cap.when_lost) tree.set_simulations_when_lost(cap.quick_simulations);
    return tree;
}

/// Threshold and ply of adjudication go from their first to their last values in equal steps.
template <Encodable S>
void SelfPlay<S>::begin_iteration(int number) {
    if (number < 1) {
        throw std::invalid_argument("self-play: iterations count from 1, got " + std::to_string(number));
    }
    const AdjudicationOptions& adjudication = options_.adjudication;
    double done = 0;
    if (adjudication.iterations > 1) {
        done = std::min(1.0, static_cast<double>(number - 1) / (adjudication.iterations - 1));
    }
    adjudication_threshold_ = adjudication.threshold + done * (adjudication.final_threshold - adjudication.threshold);
    adjudication_ply_ =
        adjudication.ply + static_cast<int>(std::lround(done * (adjudication.final_ply - adjudication.ply)));
}

/// Continues with one game until it needs rows, must wait for some, or ends. Touches nothing that other games change.
template <Encodable S>
typename SelfPlay<S>::Went SelfPlay<S>::run_slot(std::size_t slot, float* rows) {
    PuctTree<S>& tree = trees_[slot];
    InterruptPoll poll;
    const CacheReader before{tree.cache_reader().lookups, tree.cache_reader().hits, {}};
    Went went;
    for (;;) {
        poll();
        if (games_[slot].record.ending != Ending::open) {
            went.ended = true;
            break;
        }
        if (opening_rejected(slot)) continue;
        // A search whose last simulations needed no row is over: its move is played at once.
        if (tree.finished()) {
            if (tree.waiting() > 0) break;
            play_move(slot);
            continue;
        }
        went.rows = static_cast<std::size_t>(tree.select(encoding_, rows, cache()));
        if (went.rows > 0 || !tree.finished()) break;
    }
    counted_[slot].cache_lookups += static_cast<std::uint64_t>(tree.cache_reader().lookups - before.lookups);
    counted_[slot].cache_hits += static_cast<std::uint64_t>(tree.cache_reader().hits - before.hits);
    return went;
}

/// work(0) to work(count - 1), on all threads.
template <Encodable S>
template <class Work>
void SelfPlay<S>::share(std::size_t count, const Work& work) {
    if (!pool_ || count < 2) {
        for (std::size_t i = 0; i < count; ++i) work(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    pool_->each([&](std::size_t) {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    });
}

template <Encodable S>
void SelfPlay<S>::abandon_all() {
    for (PuctTree<S>& tree : trees_) tree.abandon();
    row_trees_.clear();
}

template <Encodable S>
int SelfPlay<S>::select(float* planes, std::size_t size) {
    abandon_all();
    const std::size_t row_size = encoding_.row_size();
    const std::size_t per_leaf = rows_per_leaf(options_.puct);
    const std::size_t capacity = row_capacity("SelfPlay.select", size, row_size, per_leaf);
    if (capacity < per_leaf * trees_.size()) {
        throw std::invalid_argument("SelfPlay.select: planes hold " + std::to_string(capacity) + " rows, but " +
                                    std::to_string(trees_.size()) + " games need " +
                                    (per_leaf == 1 ? "one" : std::to_string(per_leaf)) + " each");
    }
    // Who continues, in this order: every game; then those that ended and began again, and where a tree may have
    // several rows, those that got one.
    std::vector<std::int32_t> queue(trees_.size());
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) queue[slot] = static_cast<std::int32_t>(slot);
    std::vector<char> ended(trees_.size(), 0);
    std::vector<Went> went;
    for (std::size_t done = 0; done < queue.size() && row_trees_.size() + per_leaf <= capacity;) {
        // 1. As many as there is room for walk their trees, side by side: each has rows of its own.
        const std::size_t first_row = row_trees_.size();
        const std::size_t count = std::min(queue.size() - done, (capacity - first_row) / per_leaf);
        float* const room = planes + first_row * row_size;
        went.assign(count, {});
        share(count, [&](std::size_t i) {
            went[i] = run_slot(static_cast<std::size_t>(queue[done + i]), room + i * per_leaf * row_size);
        });
        // 2. One after the other: rows close up, ended games are filed and begin again.
        for (std::size_t i = 0; i < count; ++i) {
            const std::int32_t number = queue[done + i];
            const auto slot = static_cast<std::size_t>(number);
            self_play_detail::move_counts(counters_, counted_[slot]);
            if (went[i].ended) {
                finish_game(slot);
                // At most one game a call, so that a call ends where the cache knows everything.
                if (!std::exchange(ended[slot], 1)) queue.push_back(number);
            } else if (went[i].rows > 0) {
                float* const from = room + i * per_leaf * row_size;
                float* const to = planes + row_trees_.size() * row_size;
                if (from != to) std::memmove(to, from, went[i].rows * row_size * sizeof(float));
                row_trees_.insert(row_trees_.end(), went[i].rows, number);
                if (options_.puct.leaves_per_tree > 1) queue.push_back(number);
            }
        }
        done += count;
    }
    return static_cast<int>(row_trees_.size());
}

template <Encodable S>
void SelfPlay<S>::backup(const float* logits, std::size_t logits_size, const float* values, std::size_t values_size) {
    backup_rows("SelfPlay.backup", trees_, row_trees_, encoding_.policy_size(), logits, logits_size,
                ForecastRows{values, false}, values_size, cache(),
                [this](std::size_t count, const auto& work) { share(count, work); });
    counters_.evaluations += values_size;
}

template <Encodable S>
void SelfPlay<S>::asked(std::int32_t* indices, std::size_t size, std::size_t width) const {
    write_asked("SelfPlay.asked", trees_, row_trees_, indices, size, width);
}

template <Encodable S>
void SelfPlay<S>::backup_asked(const float* logits, std::size_t logits_size, std::size_t width, const float* values,
                               std::size_t values_size) {
    backup_asked_rows("SelfPlay.backup_asked", trees_, row_trees_, logits, logits_size, width,
                      ForecastRows{values, false}, values_size, cache(),
                      [this](std::size_t count, const auto& work) { share(count, work); });
    counters_.evaluations += values_size;
}

template <Encodable S>
void SelfPlay<S>::game_lengths(std::int32_t* lengths, std::size_t size) const {
    check_array_size("SelfPlay.game_lengths", "lengths", size, lengths_.size());
    std::copy(lengths_.begin(), lengths_.end(), lengths);
}

template <Encodable S>
std::string SelfPlay<S>::take_games() {
    lengths_.clear();
    return std::exchange(finished_games_, {});
}

template <Encodable S>
void SelfPlay<S>::restart_searches() {
    abandon_all();
    if (cache_.enabled()) cache_.clear();
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) begin_search(slot, games_[slot]);
}

}  // namespace boardai
