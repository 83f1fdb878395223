#pragma once
// Family: learned linear evaluations, and the games they are learned from.

#include "boardai/core/tables-inl.hpp"
#include "boardai/search/self_play/learning_games-inl.hpp"

#define BOARDAI_FAMILY(...)                      \
    template class boardai::Tables<__VA_ARGS__>; \
    template class boardai::LearningGames<__VA_ARGS__>;
