#pragma once
// Planes made small for their way to an accelerator; boardai/learn/network/packing.py explains the form.

#include <cstddef>
#include <cstdint>

namespace boardai::network {

/// What a channel holds: zeros and ones; one number, the same on every cell; or numbers of each cell's own.
enum ChannelKind : std::uint8_t { flags = 0, number = 1, field = 2 };

/// Packs `planes` [rows, cells, channels]. False where a channel holds what its kind does not allow; the results are
/// of no use then.
///
/// kinds: a ChannelKind for each channel.
/// bits: [rows, ceil(cells * channels / 8)], bit i % 8 of byte i / 8 is set where element i of a row is 1.
/// numbers: [rows, channels of kind `number`]. fields: [rows, cells, channels of kind `field`].
bool pack_planes(const float* planes, std::size_t rows, std::size_t cells, std::size_t channels,
                 const std::uint8_t* kinds, std::uint8_t* bits, float* numbers, float* fields);

}  // namespace boardai::network
