#pragma once
// What is known of the positions on a search's line, each found from the one before when it is first asked for.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "games/hex/solving/known_position.hpp"

namespace boardai::hex {

template <int Words>
class KnownLine {
  public:
    explicit KnownLine(const ConnectionLimits& limits) : limits_(limits) {}

    void reset(const State<Words>& root) {
        ply_ = 0;
        steps_.assign(1, {-1, true});
        levels_.clear();
        levels_.push_back(std::make_unique<Level>(Level{KnownPosition<Words>(root, limits_), {}}));
    }
    void push(Action action) {
        ++ply_;
        steps_.resize(ply_);
        steps_.push_back({action, false});
    }
    void pop() { --ply_; }

    /// The line's last position. Precondition: reset() has been called.
    const KnownPosition<Words>& position() { return last().position; }
    /// Of that position; `halved` as in KnownPosition::facts(), the same every time.
    const HexFacts<Words>& facts(bool halved) {
        Level& level = last();
        if (!level.facts) level.facts = level.position.facts(halved);
        return *level.facts;
    }

  private:
    struct Level {
        KnownPosition<Words> position;
        std::optional<HexFacts<Words>> facts;
    };
    struct Step {
        Action action;
        bool known;  ///< the level after it
    };

    Level& last() {
        std::size_t known = ply_;
        while (!steps_[known].known) --known;
        for (; known < ply_; ++known) {
            if (levels_.size() == known + 1) {
                levels_.push_back(std::make_unique<Level>(Level{levels_[known]->position, {}}));
            } else {
                levels_[known + 1]->position = levels_[known]->position;
                levels_[known + 1]->facts.reset();
            }
            Step& step = steps_[known + 1];
            levels_[known + 1]->position.play(step.action);
            step.known = true;
        }
        return *levels_[ply_];
    }

    ConnectionLimits limits_;
    std::vector<std::unique_ptr<Level>> levels_;  ///< kept, to use their memory again
    std::vector<Step> steps_;                     ///< to them; the first stands for the root
    std::size_t ply_ = 0;
};

}  // namespace boardai::hex
