#pragma once
// The counters of self-play as a list of numbers.

#include <initializer_list>

#include "boardai/search/self_play/self_play_options.hpp"

namespace boardai::self_play_detail {

/// Calls use(field) for every counter in the order they are stored.
template <class Counters, class Use>
void each_counter(Counters& counters, const Use& use) {
    for (auto* field : {&counters.games,
                        &counters.plies,
                        &counters.wins0,
                        &counters.draws,
                        &counters.wins1,
                        &counters.by_rules,
                        &counters.capped,
                        &counters.resigned,
                        &counters.adjudicated,
                        &counters.never_resign_games,
                        &counters.would_resign,
                        &counters.false_resigns,
                        &counters.mirrored_games,
                        &counters.book_games,
                        &counters.openings_rejected,
                        &counters.moves,
                        &counters.full_searches,
                        &counters.quick_searches,
                        &counters.agreements,
                        &counters.simulations,
                        &counters.evaluations,
                        &counters.cache_lookups,
                        &counters.cache_hits}) {
        use(*field);
    }
    use(counters.target_entropy);
}

/// Adds `part` to `sum` and leaves it zero.
void move_counts(SelfPlayCounters& sum, SelfPlayCounters& part);

}  // namespace boardai::self_play_detail
