#pragma once
// Written by fit.py beside this file.
// clang-format off

#include <array>

namespace boardai::hex {

inline constexpr std::array<float, 729> ring_weights{};
inline constexpr std::array<float, 81> sector_weights{};
inline constexpr std::array<float, 26> relation_weights{};
inline constexpr std::array<float, 36> edge_weights{};

}  // namespace boardai::hex
