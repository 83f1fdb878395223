#pragma once
// Family: the games that linear evaluations are learned from.

#include "boardai/search/self_play/learning_games-inl.hpp"

#define BOARDAI_FAMILY(...) template class boardai::LearningGames<__VA_ARGS__>;
