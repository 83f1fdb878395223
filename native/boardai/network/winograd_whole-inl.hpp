#pragma once
// The convolution of winograd.hpp with whole numbers of 8 or 16 bits in its products, for one kind of processor, like
// winograd-inl.hpp. PRODUCTS says by which instructions: BY_VNNI (of AVX-512), BY_AVX512, BY_AVX2 or BY_ANY (none by
// name).
// The transforms stay in float32: only what they give is rounded, each row of a product (one cell of one transformed
// tile, all channels) by a scale of its own. So a board's results do not depend on the others, and nothing has to be
// calibrated beforehand.
//
//     y[d] = row's scale * kernel's scale[d] * sum over c of x[c] w[c, d]         all in whole numbers
//
// 8 bits: the largest number of a row is 127, four products an instruction and lane. Larger tiles round worse, since
// what the transforms multiply is rounded before: tiles of 4 at the points 0, +-3/4, +-3/2 have half the error of those
// at 0, +-1, +-2 (Lavin and Gray), a quarter of that of tiles of 6.
// 16 bits: two products, and the largest number is what sums of 32 bits leave room for, some 12 bits; tiles of any
// size.
//
// Li et al., "LoWino: towards efficient low-precision Winograd convolutions on modern CPUs" (2021).

#include <type_traits>

#include "boardai/network/winograd-inl.hpp"

#define BY_ANY 0
#define BY_AVX2 1
#define BY_AVX512 2
#define BY_VNNI 3

#if PRODUCTS != BY_ANY
#include <immintrin.h>
#endif

namespace boardai::network {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(LANES)));
using Shorts = std::int16_t __attribute__((vector_size(LANES * 2)));

/// Inputs come in groups of four bytes.
template <class Number>
inline constexpr int GROUP = 4 / static_cast<int>(sizeof(Number));

/// Of transformed planes. What VNNI multiplies by numbers of 8 bits has no sign, so 128 is added there.
#if PRODUCTS == BY_VNNI
template <class Number>
using Rounded = std::conditional_t<sizeof(Number) == 1, std::uint8_t, std::int16_t>;
#else
template <class Number>
using Rounded = std::int16_t;
#endif
template <class Number>
inline constexpr int ADDED = std::is_same_v<Rounded<Number>, std::uint8_t> ? 128 : 0;

using Whole = std::int32_t __attribute__((vector_size(LANES * sizeof(float)), aligned(alignof(float)), may_alias));

inline Whole load(const std::int32_t* from) { return *reinterpret_cast<const Whole*>(from); }
inline void store(std::int32_t* to, Whole value) { *reinterpret_cast<Whole*>(to) = value; }

/// Of numbers from 0 on.
inline std::int32_t largest_of(const Whole& numbers) {
#if PRODUCTS == BY_ANY
    std::int32_t largest = 0;
    for (int lane = 0; lane < LANES; ++lane) largest = numbers[lane] > largest ? numbers[lane] : largest;
    return largest;
#else
#if PRODUCTS >= BY_AVX512
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

/// Rounds a row of `stride` numbers so that the largest becomes `most_whole`. Returns what 1 stands for; not a number
/// where a number of the row is none or infinite.
template <class Number>
inline float round_row(const float* row, int stride, int most_whole, Rounded<Number>* rounded) {
    // As whole numbers, floats without their sign are in the same order, and what is not a number is the largest.
    Whole bits{};
    for (int channel = 0; channel < stride; channel += LANES) {
        const Whole some = load(reinterpret_cast<const std::int32_t*>(row + channel)) & 0x7fffffff;
        bits = some > bits ? some : bits;
    }
    const std::int32_t most = largest_of(bits);
    const float largest = __builtin_bit_cast(float, most);
    const bool usable = largest > 1e-30f;  // what is smaller counts as zeros
    const float factor = usable ? static_cast<float>(most_whole) / largest : 0.0f;
    // Added to a number of up to 22 bits, this rounds it to a whole one, which then stands in the last bits.
    constexpr float SHIFT = 12582912.0f;
    constexpr std::int32_t OF_SHIFT = __builtin_bit_cast(std::int32_t, SHIFT) - ADDED<Number>;
    using Narrow = std::conditional_t<sizeof(Rounded<Number>) == 1, Bytes, Shorts>;
    for (int channel = 0; channel < stride; channel += LANES) {
        const Vector shifted = load(row + channel) * factor + SHIFT;
        const Whole whole = __builtin_bit_cast(Whole, shifted) - OF_SHIFT;
        const Narrow narrow = __builtin_convertvector(whole, Narrow);
        __builtin_memcpy(rounded + channel, &narrow, sizeof narrow);
    }
    if (most >= 0x7f800000) return __builtin_nanf("");
    return usable ? largest / static_cast<float>(most_whole) : 0.0f;
}

/// Some rows of `a` times columns of `b` [groups, width, of a group]. `offsets`: what sums begin with.
#if PRODUCTS == BY_VNNI

template <class Number, int rows, int vectors>
[[gnu::always_inline]] inline void multiply_whole(const Rounded<Number>* a, std::ptrdiff_t stride, int groups,
                                                  const Number* b, std::ptrdiff_t width, const std::int32_t* offsets,
                                                  std::int32_t* product) {
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
            of_b[vector] = _mm512_loadu_si512(b + (group * width + vector * 16) * GROUP<Number>);
        }
        BOARDAI_UNROLL
        for (int row = 0; row < rows; ++row) {
            std::int32_t bits;
            __builtin_memcpy(&bits, a + row * stride + group * GROUP<Number>, sizeof bits);
            const __m512i of_a = _mm512_set1_epi32(bits);
            BOARDAI_UNROLL
            for (int vector = 0; vector < vectors; ++vector) {
                sums[row][vector] = sizeof(Number) == 1 ? _mm512_dpbusd_epi32(sums[row][vector], of_a, of_b[vector])
                                                        : _mm512_dpwssd_epi32(sums[row][vector], of_a, of_b[vector]);
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

#elif PRODUCTS != BY_ANY

#if PRODUCTS == BY_AVX512
using Register = __m512i;
using Half = __m256i;

inline Register load_whole(const Half* from) { return _mm512_loadu_si512(from); }
inline void store_whole(std::int32_t* to, Register value) { _mm512_storeu_si512(to, value); }
inline Register widened(const Half* bytes) { return _mm512_cvtepi8_epi16(_mm256_loadu_si256(bytes)); }
inline Register all_of(std::int32_t two) { return _mm512_set1_epi32(two); }
inline Register all_of(long long four) { return _mm512_set1_epi64(four); }
inline Register add_products(Register sums, Register a, Register b) {
    return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b));
}
/// The sum of each two neighbours, of the first register and then of the last.
inline Register sums_of_pairs(Register first, Register last) {
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    return _mm512_add_epi32(_mm512_permutex2var_epi32(first, even, last), _mm512_permutex2var_epi32(first, odd, last));
}

inline constexpr int WHOLE_LANES = 16, WHOLE_VECTORS = 2;
#else
using Register = __m256i;
using Half = __m128i;

inline Register load_whole(const Half* from) { return _mm256_loadu_si256(reinterpret_cast<const Register*>(from)); }
inline void store_whole(std::int32_t* to, Register value) {
    _mm256_storeu_si256(reinterpret_cast<Register*>(to), value);
}
inline Register widened(const Half* bytes) { return _mm256_cvtepi8_epi16(_mm_loadu_si128(bytes)); }
inline Register all_of(std::int32_t two) { return _mm256_set1_epi32(two); }
inline Register all_of(long long four) { return _mm256_set1_epi64x(four); }
inline Register add_products(Register sums, Register a, Register b) {
    return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b));
}
/// The sum of each two neighbours, of the first register and then of the last.
inline Register sums_of_pairs(Register first, Register last) {
    return _mm256_permute4x64_epi64(_mm256_hadd_epi32(first, last), 0b11'01'10'00);
}

inline constexpr int WHOLE_LANES = 8, WHOLE_VECTORS = 1;
#endif

template <class Number, int rows, int vectors>
[[gnu::always_inline]] inline void multiply_whole(const std::int16_t* a, std::ptrdiff_t stride, int groups,
                                                  const Number* b, std::ptrdiff_t width, const std::int32_t*,
                                                  std::int32_t* product) {
    // Of numbers of 8 bits, for half of the results the sum of the first two of each group, and of the last two; then
    // for the other half.
    Register first[rows][vectors] = {}, last[rows][vectors] = {};
    for (int group = 0; group < groups; ++group) {
        const auto* of_b = reinterpret_cast<const Half*>(b + group * width * GROUP<Number>);
        const auto* of_row = a + group * GROUP<Number>;
        Register of_first[vectors], of_last[vectors];
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            if constexpr (sizeof(Number) == 1) {
                of_first[vector] = widened(of_b + 2 * vector);
                of_last[vector] = widened(of_b + 2 * vector + 1);
            } else {
                of_first[vector] = load_whole(of_b + 2 * vector);
            }
        }
        BOARDAI_UNROLL
        for (int row = 0; row < rows; ++row) {
            std::conditional_t<sizeof(Number) == 1, long long, std::int32_t> some;
            __builtin_memcpy(&some, of_row + row * stride, sizeof some);
            const Register of_a = all_of(some);
            BOARDAI_UNROLL
            for (int vector = 0; vector < vectors; ++vector) {
                first[row][vector] = add_products(first[row][vector], of_a, of_first[vector]);
                if constexpr (sizeof(Number) == 1) {
                    last[row][vector] = add_products(last[row][vector], of_a, of_last[vector]);
                }
            }
        }
    }
    BOARDAI_UNROLL
    for (int row = 0; row < rows; ++row) {
        BOARDAI_UNROLL
        for (int vector = 0; vector < vectors; ++vector) {
            const Register sums =
                sizeof(Number) == 2 ? first[row][vector] : sums_of_pairs(first[row][vector], last[row][vector]);
            store_whole(product + row * width + vector * WHOLE_LANES, sums);
        }
    }
}

#else

template <class Number, int rows, int vectors>
inline void multiply_whole(const std::int16_t* a, std::ptrdiff_t stride, int groups, const Number* b,
                           std::ptrdiff_t width, const std::int32_t*, std::int32_t* product) {
    constexpr int size = GROUP<Number>;
    for (int row = 0; row < rows; ++row) {
        Whole sums{};
        for (int group = 0; group < groups; ++group) {
            for (int lane = 0; lane < LANES; ++lane) {
                for (int part = 0; part < size; ++part) {
                    sums[lane] += a[row * stride + group * size + part] * b[(group * width + lane) * size + part];
                }
            }
        }
        store(product + row * width, sums);
    }
}

inline constexpr int WHOLE_LANES = LANES, WHOLE_VECTORS = 1;

#endif

template <class Number, int vectors>
void multiply_whole_columns(const Rounded<Number>* a, int rows, std::ptrdiff_t stride, int groups, const Number* b,
                            std::ptrdiff_t width, const std::int32_t* offsets, std::int32_t* product) {
    for (; rows >= 6; rows -= 6, a += 6 * stride, product += 6 * width) {
        multiply_whole<Number, 6, vectors>(a, stride, groups, b, width, offsets, product);
    }
    for (; rows > 0; --rows, a += stride, product += width) {
        multiply_whole<Number, 1, vectors>(a, stride, groups, b, width, offsets, product);
    }
}

template <class Number, int vectors>
void multiply_whole_matrix(const Rounded<Number>* a, int rows, std::ptrdiff_t stride, int groups, const Number* b,
                           std::ptrdiff_t width, const std::int32_t* offsets, std::int32_t* product, int column = 0) {
    for (; column + vectors * WHOLE_LANES <= width; column += vectors * WHOLE_LANES) {
        multiply_whole_columns<Number, vectors>(a, rows, stride, groups, b + column * GROUP<Number>, width,
                                                offsets + column, product + column);
    }
    if constexpr (vectors > 1) {
        multiply_whole_matrix<Number, vectors - 1>(a, rows, stride, groups, b, width, offsets, product, column);
    }
}

template <class Number, int tile>
void convolve_in_whole_numbers(const Convolution& convolution, std::int64_t first, int count, float* scratch) {
    constexpr int cells = (tile + 2) * (tile + 2);
    const Shape& shape = convolution.shape;
    const WholeKernel& kernel = convolution.whole;
    const std::ptrdiff_t stride = padded(shape.inputs), outputs = shape.outputs;
    const int groups = (shape.inputs + GROUP<Number> - 1) / GROUP<Number>;
    const int most_whole = largest_whole(sizeof(Number), shape.inputs);
    float* transformed = scratch + stride;
    float* scales = transformed + cells * stride;
    auto* products = reinterpret_cast<std::int32_t*>(scales + static_cast<std::ptrdiff_t>(cells) * count);
    auto* rounded = reinterpret_cast<Rounded<Number>*>(products + static_cast<std::ptrdiff_t>(cells) * count * outputs);
    for (int channel = 0; channel < stride; ++channel) scratch[channel] = 0.0f;
    for (int number = 0; number < count; ++number) {
        transform_tile<tile>(convolution.planes, shape, place<tile>(shape, first + number), transformed, 1, scratch);
        for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
            const std::ptrdiff_t row = cell * count + number;
            scales[row] = round_row<Number>(transformed + cell * stride, static_cast<int>(stride), most_whole,
                                            rounded + row * stride);
        }
    }
    for (std::ptrdiff_t cell = 0; cell < cells; ++cell) {
        multiply_whole_matrix<Number, WHOLE_VECTORS>(
            rounded + cell * count * stride, count, stride, groups,
            static_cast<const Number*>(kernel.weights) + cell * groups * outputs * GROUP<Number>, outputs,
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

inline ConvolveTiles whole_kernel(int bytes, int tile) {
    if (bytes == 1) return tile == INT8_TILE ? convolve_in_whole_numbers<std::int8_t, INT8_TILE> : nullptr;
    switch (tile) {
        case 2:
            return convolve_in_whole_numbers<std::int16_t, 2>;
        case 3:
            return convolve_in_whole_numbers<std::int16_t, 3>;
        case 4:
            return convolve_in_whole_numbers<std::int16_t, 4>;
        case 5:
            return convolve_in_whole_numbers<std::int16_t, 5>;
        case 6:
            return convolve_in_whole_numbers<std::int16_t, 6>;
        default:
            return nullptr;
    }
}

}  // namespace
}  // namespace boardai::network
