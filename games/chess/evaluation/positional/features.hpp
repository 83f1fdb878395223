#pragma once
// The terms of the positional evaluation as a feature set, from which its weights are learned.
//
// Included by .cpp files only, like board/attacks.hpp.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "games/chess/evaluation/drawish.hpp"
#include "games/chess/evaluation/positional/terms.hpp"

namespace boardai::chess {

/// FeatureSetOf<State, PositionalFeatures>: with the weights in weights.hpp, the sum equals Positional's value except
/// for rounding.
class PositionalFeatures {
  public:
    explicit PositionalFeatures(std::string spec) : spec_(std::move(spec)) {}

    const std::string& spec() const { return spec_; }
    int size() const { return 2 * positional::phase_size; }
    int stages() const { return 1; }
    std::vector<FeatureGroup> groups() const { return feature_groups(positional::groups); }
    void check(const State&) const {}

    template <class Take>
    void visit(const State& state, const Take& take) const {
        const Position& position = state.position();
        const int phase = phase_of(position);
        const float left = static_cast<float>(drawish_scale(position)) / whole_advantage;
        const float middle = left * static_cast<float>(phase) / full_phase;
        const float end = left - middle;
        const auto tapered = [&](int colour, int place, int amount) {
            if (amount == 0) return;
            const auto signed_amount = static_cast<float>(colour == position.side ? amount : -amount);
            if (phase > 0) take(place, signed_amount * middle);
            if (phase < full_phase) take(positional::phase_size + place, signed_amount * end);
        };
        positional::Walk(position, tapered).all();
    }

  private:
    std::string spec_;
};

}  // namespace boardai::chess
