#include "boardai/network/pack_planes.hpp"

#include <bit>
#include <cstring>
#include <vector>

namespace boardai::network {

namespace {

static_assert(std::endian::native == std::endian::little, "eight flags are read as one word");

/// Eight bytes of 0 or 1 as the bits of one byte, the first byte the lowest: the product moves bit 8 * i to 56 + i.
std::uint8_t eight_bits(const std::uint8_t* flags) {
    std::uint64_t word;
    std::memcpy(&word, flags, sizeof word);
    return static_cast<std::uint8_t>((word * 0x0102040810204080u) >> 56);
}

}  // namespace

bool pack_planes(const float* planes, std::size_t rows, std::size_t cells, std::size_t channels,
                 const std::uint8_t* kinds, std::uint8_t* bits, float* numbers, float* fields) {
    const std::size_t size = cells * channels;
    const std::size_t bytes = (size + 7) / 8;
    std::vector<std::uint8_t> strict(size);  // elements that may be nothing but 0 and 1
    for (std::size_t i = 0; i < size; ++i) strict[i] = kinds[i % channels] == ChannelKind::flags;
    std::vector<std::size_t> number_channels, field_channels;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        if (kinds[channel] == ChannelKind::number) number_channels.push_back(channel);
        if (kinds[channel] == ChannelKind::field) field_channels.push_back(channel);
    }
    std::vector<std::uint8_t> ones(8 * bytes);
    for (std::size_t row = 0; row < rows; ++row, planes += size, bits += bytes) {
        std::uint8_t odd = 0;
        for (std::size_t i = 0; i < size; ++i) {  // without a branch: the compiler makes vectors of it
            const auto one = static_cast<std::uint8_t>(planes[i] == 1.0f);
            const auto zero = static_cast<std::uint8_t>(planes[i] == 0.0f);
            ones[i] = one;
            odd |= static_cast<std::uint8_t>(strict[i] & ~(one | zero));
        }
        if (odd) return false;
        for (std::size_t byte = 0; byte < bytes; ++byte) bits[byte] = eight_bits(&ones[8 * byte]);
        for (const std::size_t channel : number_channels) {
            for (std::size_t cell = 1; cell < cells; ++cell) {
                if (planes[cell * channels + channel] != planes[channel]) return false;
            }
            *numbers++ = planes[channel];
        }
        for (std::size_t cell = 0; cell < cells && !field_channels.empty(); ++cell) {
            for (const std::size_t channel : field_channels) *fields++ = planes[cell * channels + channel];
        }
    }
    return true;
}

}  // namespace boardai::network
