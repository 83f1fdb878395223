#pragma once
// What is known of the positions on a search's line, each found from the one before when it is first asked for.

#include <cstddef>
#include <memory>
#include <vector>

#include "games/hex/solving/known_position.hpp"

namespace boardai::hex {

template <int Words>
class KnownLine {
  public:
    explicit KnownLine(const ConnectionLimits& limits = {}) : limits_(limits) {}

    void reset(const State<Words>& root) {
        ply_ = 0;
        steps_.assign(1, {-1, true});
        levels_.clear();
        levels_.push_back(std::make_unique<KnownPosition<Words>>(root, limits_));
    }
    void push(Action action) {
        ++ply_;
        steps_.resize(ply_);
        steps_.push_back({action, false});
    }
    void pop() { --ply_; }
    bool empty() const { return levels_.empty(); }

    /// Of the line's last position. Precondition: not empty.
    const KnownPosition<Words>& last() {
        std::size_t known = ply_;
        while (!steps_[known].known) --known;
        for (; known < ply_; ++known) {
            if (levels_.size() == known + 1) {
                levels_.push_back(std::make_unique<KnownPosition<Words>>(*levels_[known]));
            } else {
                *levels_[known + 1] = *levels_[known];
            }
            Step& step = steps_[known + 1];
            levels_[known + 1]->play(step.action);
            step.known = true;
        }
        return *levels_[ply_];
    }

  private:
    struct Step {
        Action action;
        bool known;  ///< the level after it
    };

    ConnectionLimits limits_;
    std::vector<std::unique_ptr<KnownPosition<Words>>> levels_;  ///< kept, to use their memory again
    std::vector<Step> steps_;                                    ///< to them; the first stands for the root
    std::size_t ply_ = 0;
};

}  // namespace boardai::hex
