#pragma once
// The convolution of winograd.hpp with whole numbers of 8 bits in its products, for one kind of processor, like
// winograd-inl.hpp. PRODUCTS says by which instructions: 512 (AVX-512 with VNNI), 256 (AVX2) or 0 (none by name). The
// transforms stay in float32: only what they give is rounded, each row of a product (one cell of one transformed tile,
// all channels) by a scale of its own, its largest number becoming 127. So a board's results do not depend on the
// others, and nothing has to be calibrated beforehand.
//
//     y[d] = row's scale * kernel's scale[d] * sum over c of x[c] w[c, d]         all in whole numbers
//
// Larger tiles round worse: what the transforms multiply is rounded before. F(4, 3) at the points 0, +-3/4, +-3/2 has
// half the error of F(4, 3) at 0, +-1, +-2 (Lavin and Gray) and a quarter of F(6, 3)'s.
//
// Li et al., "LoWino: towards efficient low-precision Winograd convolutions on modern CPUs" (2021).

#include "boardai/network/winograd-inl.hpp"

#if PRODUCTS != 0
#include <immintrin.h>
#endif

namespace boardai::network {
namespace {

using Whole = std::int32_t __attribute__((vector_size(LANES * sizeof(float)), aligned(alignof(float)), may_alias));

#if PRODUCTS == 512
/// Of transformed planes; the instruction takes them without a sign, so 128 is added.
using Rounded = std::uint8_t;
inline constexpr int ADDED = 128;
#else
using Rounded = std::int16_t;
inline constexpr int ADDED = 0;
#endif

inline Whole load(const std::int32_t* from) { return *reinterpret_cast<const Whole*>(from); }
inline void store(std::int32_t* to, Whole value) { *reinterpret_cast<Whole*>(to) = value; }

/// Channels come in groups of so many.
inline constexpr int GROUP = INT8_GROUP;

/// Of numbers from 0 on.
inline std::int32_t largest_of(const Whole& numbers) {
#if PRODUCTS == 0
    std::int32_t largest = 0;
    for (int lane = 0; lane < LANES; ++lane) largest = numbers[lane] > largest ? numbers[lane] : largest;
    return largest;
#else
#if PRODUCTS == 512
    const __m512i all = __builtin_bit_cast(__m512i, numbers);
    const __m256i eight =
        _mm256_max_epi32(_mm512_maskz_extracti64x4_epi64(15, all, 0), _mm512_maskz_extracti64x4_epi64(15, all, 1));
#else
    const __m256i eight = __builtin_bit_cast(__m256i, numbers);
#endif
    __m128i most = _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0b01'00'11'10));
    most = _mm_max_epi32(most, _mm_shuffle_epi32(most, 0b10'11'00'01));
    return _mm_cvtsi128_si32(most);
#endif
}

/// Rounds a row of `stride` numbers so that the largest becomes 127. Returns what 1 stands for; not a number where a
/// number of the row is none or infinite.
inline float round_row(const float* row, int stride, Rounded* rounded) {
    // As whole numbers, floats without their sign are in the same order, and what is not a number is the largest.
    Whole bits{};
    for (int channel = 0; channel < stride; channel += LANES) {
        const Whole some = load(reinterpret_cast<const std::int32_t*>(row + channel)) & 0x7fffffff;
        bits = some > bits ? some : bits;
    }
    const std::int32_t most = largest_of(bits);
    const float largest = __builtin_bit_cast(float, most);
    const bool usable = largest > 1e-30f;  // what is smaller counts as zeros
    const float factor = usable ? 127.0f / largest : 0.0f;
    // Added to a number of up to 22 bits, this rounds it to a whole one, which then stands in the last bits.
    constexpr float SHIFT = 12582912.0f;
    constexpr std::int32_t OF_SHIFT = __builtin_bit_cast(std::int32_t, SHIFT) - ADDED;
    using Narrow = Rounded __attribute__((vector_size(LANES * sizeof(Rounded)), aligned(alignof(Rounded)), may_alias));
    for (int channel = 0; channel < stride; channel += LANES) {
        const Vector shifted = load(row + channel) * factor + SHIFT;
        const Whole whole = __builtin_bit_cast(Whole, shifted) - OF_SHIFT;
        *reinterpret_cast<Narrow*>(rounded + channel) = __builtin_convertvector(whole, Narrow);
    }
    if (most >= 0x7f800000) return __builtin_nanf("");
    return usable ? largest / 127.0f : 0.0f;
}

#if PRODUCTS == 512

/// Some rows of `a` times columns of `b` [groups, width, GROUP]. `offsets`: -128 times the sums of `b`'s columns.
template <int rows, int vectors>
[[gnu::always_inline]] inline void multiply_whole(const Rounded* a, std::ptrdiff_t stride, int groups,
                                                  const std::int8_t* b, std::ptrdiff_t width,
                                                  const std::int32_t* offsets, std::int32_t* product) {
    __m512i sums[rows][vectors];
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) sums[row][vector] = _mm512_loadu_si512(offsets + vector * 16);
    }
    for (int group = 0; group < groups; ++group) {
        __m512i of_b[vectors];
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            of_b[vector] = _mm512_loadu_si512(b + (group * width + vector * 16) * GROUP);
        }
        BOARDAI_UNROLL
        for (int row = 0; row < rows; ++row) {
            std::int32_t four;
            __builtin_memcpy(&four, a + row * stride + group * GROUP, sizeof four);
            const __m512i of_a = _mm512_set1_epi32(four);
            BOARDAI_UNROLL
            for (int vector = 0; vector < vectors; ++vector) {
                sums[row][vector] = _mm512_dpbusd_epi32(sums[row][vector], of_a, of_b[vector]);
            }
        }
    }
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            _mm512_storeu_si512(product + row * width + vector * 16, sums[row][vector]);
        }
    }
}

inline constexpr int WHOLE_LANES = 16, WHOLE_VECTORS = 4;

#elif PRODUCTS == 256

template <int rows, int vectors>
[[gnu::always_inline]] inline void multiply_whole(const Rounded* a, std::ptrdiff_t stride, int groups,
                                                  const std::int8_t* b, std::ptrdiff_t width, const std::int32_t*,
                                                  std::int32_t* product) {
    static_assert(vectors == 1);
    // For each of eight results the sum of the first two of each group, and of the last two.
    __m256i first[rows] = {}, last[rows] = {};
    for (int group = 0; group < groups; ++group) {
        const auto* of_b = reinterpret_cast<const __m128i*>(b + group * width * GROUP);
        const __m256i of_first = _mm256_cvtepi8_epi16(_mm_loadu_si128(of_b));
        const __m256i of_last = _mm256_cvtepi8_epi16(_mm_loadu_si128(of_b + 1));
        BOARDAI_UNROLL
        for (int row = 0; row < rows; ++row) {
            long long four;
            __builtin_memcpy(&four, a + row * stride + group * GROUP, sizeof four);
            const __m256i of_a = _mm256_set1_epi64x(four);
            first[row] = _mm256_add_epi32(first[row], _mm256_madd_epi16(of_a, of_first));
            last[row] = _mm256_add_epi32(last[row], _mm256_madd_epi16(of_a, of_last));
        }
    }
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        const __m256i sums = _mm256_permute4x64_epi64(_mm256_hadd_epi32(first[row], last[row]), 0b11'01'10'00);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(product + row * width), sums);
    }
}

inline constexpr int WHOLE_LANES = 8, WHOLE_VECTORS = 1;

#else

template <int rows, int vectors>
inline void multiply_whole(const Rounded* a, std::ptrdiff_t stride, int groups, const std::int8_t* b,
                           std::ptrdiff_t width, const std::int32_t*, std::int32_t* product) {
    for (int row = 0; row < rows; ++row) {
        Whole sums{};
        for (int group = 0; group < groups; ++group) {
            for (int lane = 0; lane < LANES; ++lane) {
                for (int part = 0; part < GROUP; ++part) {
                    sums[lane] += a[row * stride + group * GROUP + part] * b[(group * width + lane) * GROUP + part];
                }
            }
        }
        store(product + row * width, sums);
    }
}

inline constexpr int WHOLE_LANES = LANES, WHOLE_VECTORS = 1;

#endif

template <int vectors>
void multiply_whole_columns(const Rounded* a, int rows, std::ptrdiff_t stride, int groups, const std::int8_t* b,
                            std::ptrdiff_t width, const std::int32_t* offsets, std::int32_t* product) {
    for (; rows >= 6; rows -= 6, a += 6 * stride, product += 6 * width) {
        multiply_whole<6, vectors>(a, stride, groups, b, width, offsets, product);
    }
    for (; rows > 0; --rows, a += stride, product += width) {
        multiply_whole<1, vectors>(a, stride, groups, b, width, offsets, product);
    }
}

template <int vectors>
void multiply_all(const Rounded* a, int rows, std::ptrdiff_t stride, int groups, const std::int8_t* b,
                  std::ptrdiff_t width, const std::int32_t* offsets, std::int32_t* product, int column = 0) {
    for (; column + vectors * WHOLE_LANES <= width; column += vectors * WHOLE_LANES) {
        multiply_whole_columns<vectors>(a, rows, stride, groups, b + column * GROUP, width, offsets + column,
                                        product + column);
    }
    if constexpr (vectors > 1) {
        multiply_all<vectors - 1>(a, rows, stride, groups, b, width, offsets, product, column);
    }
}

void convolve_in_int8(const Convolution& convolution, std::int64_t first, int count, float* scratch) {
    constexpr int tile = INT8_TILE, cells = (tile + 2) * (tile + 2);
    const Shape& shape = convolution.shape;
    const Int8Kernel& kernel = convolution.int8;
    const std::ptrdiff_t stride = padded(shape.inputs), outputs = shape.outputs;
    const int groups = (shape.inputs + GROUP - 1) / GROUP;
    float* transformed = scratch + stride;
    float* scales = transformed + cells * stride;
    auto* products = reinterpret_cast<std::int32_t*>(scales + static_cast<std::ptrdiff_t>(cells) * count);
    auto* rounded = reinterpret_cast<Rounded*>(products + static_cast<std::ptrdiff_t>(cells) * count * outputs);
    for (int channel = 0; channel < stride; ++channel) scratch[channel] = 0.0f;
    for (int number = 0; number < count; ++number) {
        transform_tile<tile>(convolution.planes, shape, place<tile>(shape, first + number), transformed, 1, scratch);
        for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
            scales[cell * count + number] = round_row(transformed + cell * stride, static_cast<int>(stride),
                                                      rounded + (cell * count + number) * stride);
        }
    }
    for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
        multiply_all<WHOLE_VECTORS>(rounded + cell * count * stride, count, stride, groups,
                                    kernel.weights + cell * groups * outputs * GROUP, outputs,
                                    kernel.offsets + cell * outputs, products + cell * count * outputs);
    }
    for (int number = 0; number < count; ++number) {
        const auto of_cell = [&](std::ptrdiff_t cell, int channel) {
            const Whole whole = load(products + (cell * count + number) * outputs + channel);
            return __builtin_convertvector(whole, Vector) * load(kernel.scales + cell * outputs + channel) *
                   scales[cell * count + number];
        };
        finish_tile<tile>(convolution, place<tile>(shape, first + number), of_cell);
    }
}

}  // namespace
}  // namespace boardai::network
