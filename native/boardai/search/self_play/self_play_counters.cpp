#include "boardai/search/self_play/self_play_counters.hpp"

namespace boardai::self_play_detail {

void move_counts(SelfPlayCounters& sum, SelfPlayCounters& part) {
    sum.openings_rejected += part.openings_rejected;
    sum.moves += part.moves;
    sum.full_searches += part.full_searches;
    sum.quick_searches += part.quick_searches;
    sum.agreements += part.agreements;
    sum.simulations += part.simulations;
    sum.cache_lookups += part.cache_lookups;
    sum.cache_hits += part.cache_hits;
    sum.target_entropy += part.target_entropy;
    part = SelfPlayCounters{};
}

}  // namespace boardai::self_play_detail
