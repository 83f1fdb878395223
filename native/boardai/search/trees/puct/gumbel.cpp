#include "boardai/search/trees/puct/gumbel.hpp"

namespace boardai {

SequentialHalving::SequentialHalving(int considered, std::int64_t simulations)
    : simulations_(simulations), considered_(considered) {
    while ((1LL << round_count_) < considered) ++round_count_;  // ceil(log2(considered))
    rounds_.push_back({0, 0, considered});
}

std::int64_t SequentialHalving::visits_at(std::int64_t simulation, double time_share) {
    if (considered_ <= 1) return simulation;
    for (std::size_t i = rounds_.size(); i-- > 1;) {
        // Taken back, from a round that had begun.
        if (simulation >= rounds_[i].start) break;
        const Round& before = rounds_[i - 1];
        if (simulation >= before.start) return before.visits + (simulation - before.start) / before.actions;
    }
    for (;;) {
        const Round round = rounds_.back();
        const std::int64_t done = simulation - round.start;
        if (!is_over(round, done, time_share)) return round.visits + done / round.actions;
        const bool cut_short = done < round.actions && done > 0;
        const int left = cut_short ? static_cast<int>(done) : round.actions;
        rounds_.push_back({simulation, round.visits + (cut_short ? 1 : done / round.actions), std::max(2, left / 2)});
    }
}

bool SequentialHalving::is_over(const Round& round, std::int64_t done, double time_share) const {
    if (round.actions <= 2) return false;
    const double share = static_cast<double>(simulations_) / (static_cast<double>(round_count_) * round.actions);
    const std::int64_t passes = std::max<std::int64_t>(1, static_cast<std::int64_t>(share));
    if (done >= passes * round.actions) return true;
    const auto number = static_cast<double>(rounds_.size());
    if (time_share * round_count_ < number) return false;
    if (number == 1 && done < round.actions) return done >= 2;
    return done % round.actions == 0;
}

}  // namespace boardai
