#pragma once
// Family: static evaluations by name.

#include "boardai/core/evaluation/evaluations-inl.hpp"

#define BOARDAI_FAMILY(...) template struct boardai::Evaluations<__VA_ARGS__>;
