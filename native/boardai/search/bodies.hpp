#pragma once
// The bodies of everything extern.hpp declares.

#include "boardai/core/batch-inl.hpp"
#include "boardai/core/greedy-inl.hpp"
#include "boardai/core/perft-inl.hpp"
#include "boardai/core/random_games-inl.hpp"
#include "boardai/search/puct-inl.hpp"
#include "boardai/search/replay-inl.hpp"
#include "boardai/search/self_play-inl.hpp"
