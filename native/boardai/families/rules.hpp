#pragma once
// Family: what needs nothing but the rules.

#include "boardai/core/evaluation/mixed_evaluation-inl.hpp"
#include "boardai/core/play/greedy-inl.hpp"
#include "boardai/core/play/perft-inl.hpp"
#include "boardai/core/play/random_games-inl.hpp"

#define BOARDAI_FAMILY(...)                                 \
    template struct boardai::Perft<__VA_ARGS__>;            \
    template struct boardai::RandomGames<__VA_ARGS__>;      \
    template struct boardai::MixedEvaluations<__VA_ARGS__>; \
    template struct boardai::Greedy<__VA_ARGS__>;
