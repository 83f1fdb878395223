#pragma once
// Accumulator networks as searches use them ("NNUE"): the first layer is kept up to date move by move.
//
// A line keeps, for every position on the way from the root, the accumulators of both players. push() only notes what
// the move changes; evaluate() applies what was noted since the last position that was evaluated, or begins afresh
// where a player's view of the whole board has changed.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "boardai/core/accumulator/inputs.hpp"
#include "boardai/core/accumulator/weights.hpp"
#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"

namespace boardai {

template <GameState S>
class AccumulatorNetwork final : public Evaluation<S> {
  public:
    AccumulatorNetwork(AccumulatorInputs<S> inputs, AccumulatorWeights weights)
        : inputs_(std::move(inputs)), weights_(std::move(weights)) {}

    std::unique_ptr<EvaluationLine<S>> open_line() const override { return std::make_unique<Line>(*this); }
    int margin_unit() const override { return weights_.units().unit; }
    double scale() const override { return weights_.units().scale; }
    double point() const override { return weights_.units().point; }

  private:
    using Value = accumulator::Value;

    /// A position on the line.
    struct Ply {
        PieceChanges changes;  ///< by the move that led here
        Views views{};
        std::array<bool, 2> is_ready{};  ///< whether the accumulator of each player is that of this position
    };

    class Line final : public EvaluationLine<S> {
      public:
        explicit Line(const AccumulatorNetwork& network)
            : network_(network), width_(network.weights_.width()), plies_(1), last_(0) {
            sums_.resize(2 * static_cast<std::size_t>(width_));
        }

        void reset(const S& root) override {
            last_ = 0;
            plies_[0].views = network_.inputs_.views(root);
            plies_[0].is_ready = {false, false};
        }
        bool is_incremental() const override { return true; }
        void push(const S& before, Action action) override {
            if (++last_ == plies_.size()) grow();
            Ply& ply = plies_[last_];
            ply.changes.added_count = ply.changes.removed_count = 0;
            ply.is_ready = {false, false};
            ply.views = plies_[last_ - 1].views;
            network_.inputs_.step(before, action, ply.changes, ply.views);
        }
        void pop() override { --last_; }
        int evaluate(const S& state) override {
            if (const std::optional<int> known = network_.inputs_.known(state)) return *known;
            const int own = state.current_player();
            bring_up_to_date(state, 0);
            bring_up_to_date(state, 1);
            const int value = network_.weights_.value(sums(last_, own), sums(last_, 1 - own),
                                                      network_.inputs_.bucket(state, network_.weights_.buckets()));
            return network_.inputs_.tempered(state, value);
        }

      private:
        Value* sums(std::size_t ply, int player) {
            return sums_.data() + (2 * ply + static_cast<std::size_t>(player)) * static_cast<std::size_t>(width_);
        }

        void grow() {
            plies_.resize(2 * plies_.size());
            sums_.resize(plies_.size() * 2 * static_cast<std::size_t>(width_));
        }

        void bring_up_to_date(const S& state, int player) {
            const auto seat = static_cast<std::size_t>(player);
            std::size_t ready = last_;
            while (!plies_[ready].is_ready[seat]) {
                if (ready == 0 || plies_[ready].views[seat] != plies_[ready - 1].views[seat]) {
                    begin_afresh(state, player);
                    return;
                }
                --ready;
            }
            for (; ready < last_; ++ready) apply_changes(ready + 1, player);
        }

        void begin_afresh(const S& state, int player) {
            Ply& ply = plies_[last_];
            const int view = ply.views[static_cast<std::size_t>(player)];
            Value* out = sums(last_, player);
            std::copy_n(network_.weights_.bias(), width_, out);
            network_.inputs_.visit(state,
                                   [&](int piece) { accumulator::add(out, column(player, view, piece), width_); });
            ply.is_ready[static_cast<std::size_t>(player)] = true;
        }

        /// The accumulator of a position from that of the one before.
        void apply_changes(std::size_t at, int player) {
            Ply& ply = plies_[at];
            const PieceChanges& changes = ply.changes;
            const int view = ply.views[static_cast<std::size_t>(player)];
            const Value* in = sums(at - 1, player);
            Value* out = sums(at, player);
            const auto added = [&](std::size_t i) { return column(player, view, changes.added[i]); };
            const auto removed = [&](std::size_t i) { return column(player, view, changes.removed[i]); };
            if (changes.added_count == 1 && changes.removed_count == 1) {
                accumulator::add_sub(out, in, added(0), removed(0), width_);
            } else if (changes.added_count == 1 && changes.removed_count == 2) {
                accumulator::add_sub_sub(out, in, added(0), removed(0), removed(1), width_);
            } else {
                std::copy_n(in, width_, out);
                for (int i = 0; i < changes.added_count; ++i) {
                    accumulator::add(out, added(static_cast<std::size_t>(i)), width_);
                }
                for (int i = 0; i < changes.removed_count; ++i) {
                    accumulator::subtract(out, removed(static_cast<std::size_t>(i)), width_);
                }
            }
            ply.is_ready[static_cast<std::size_t>(player)] = true;
        }

        const Value* column(int player, int view, int piece) const {
            return network_.weights_.column(network_.inputs_.column(player, view, piece));
        }

        const AccumulatorNetwork& network_;
        int width_;
        std::vector<Ply> plies_;
        std::size_t last_;
        std::vector<Value> sums_;  ///< [ply][player][width]
    };

    AccumulatorInputs<S> inputs_;
    AccumulatorWeights weights_;
};

}  // namespace boardai
