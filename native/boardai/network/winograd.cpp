#include "boardai/network/winograd.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {
namespace {

// Rows of a product: two blocks of registers full, and what they need stays in the second cache up to about 64
// channels. A gradient reads and writes all of its result for each block, so there it takes more of them.
constexpr int TILES_AT_ONCE = 12, TILES_OF_GRADIENT = 24;

#if defined(__x86_64__)
bool has_avx512() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd");
}
#endif

TileKernels best_kernels(int tile) {
#if defined(__x86_64__)
    if (has_avx512() && avx512_kernels(tile).convolve != nullptr) return avx512_kernels(tile);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_kernels(tile);
#endif
    return {};
}

ConvolveTiles best_whole_kernel(int bytes, int tile) {
#if defined(__x86_64__)
    if (has_avx512() && __builtin_cpu_supports("avx512vnni") && vnni_whole_kernel(bytes, tile) != nullptr) {
        return vnni_whole_kernel(bytes, tile);
    }
    if (has_avx512() && avx512_whole_kernel(bytes, tile) != nullptr) return avx512_whole_kernel(bytes, tile);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && avx2_whole_kernel(bytes, tile) != nullptr) {
        return avx2_whole_kernel(bytes, tile);
    }
#endif
    return portable_whole_kernel(bytes, tile);
}

struct Freed {
    void operator()(float* memory) const { ::operator delete(memory, std::align_val_t{64}); }
};
using Scratch = std::unique_ptr<float, Freed>;

/// Null where there is no memory.
Scratch scratch_for(const Shape& shape, int count) {
    const std::size_t bytes = scratch_floats(shape, count) * sizeof(float);
    return Scratch(static_cast<float*>(::operator new(bytes, std::align_val_t{64}, std::nothrow)));
}

Scratch needed_scratch_for(const Shape& shape, int count) {
    Scratch scratch = scratch_for(shape, count);
    if (!scratch) throw std::bad_alloc();
    return scratch;
}

/// What the caller and its helpers share. A helper that comes when all is done finds nothing to take; it may come when
/// the caller has long continued, so each holds this by itself.
struct Work {
    Convolution convolution;
    ConvolveTiles convolve;
    std::int64_t blocks;
    std::atomic<std::int64_t> taken{0}, done{0};

    void take_part(float* scratch) {
        for (std::int64_t block = taken++; block < blocks; block = taken++) {
            const std::int64_t first = block * TILES_AT_ONCE;
            const std::int64_t left = convolution.shape.tiles() - first;
            convolve(convolution, first, static_cast<int>(std::min<std::int64_t>(TILES_AT_ONCE, left)), scratch);
            if (++done == blocks) done.notify_all();
        }
    }
};

void help(void* given) {
    const std::unique_ptr<std::shared_ptr<Work>> shared(static_cast<std::shared_ptr<Work>*>(given));
    Work& work = **shared;
    if (work.taken >= work.blocks) return;
    // Before anything is taken: who has no memory leaves the work to others.
    const Scratch scratch = scratch_for(work.convolution.shape, TILES_AT_ONCE);
    if (scratch) work.take_part(scratch.get());
}

}  // namespace

bool whole_numbers_are_faster() {
    const ConvolveTiles best = best_whole_kernel(2, INT8_TILE);
    if (best == portable_whole_kernel(2, INT8_TILE)) return false;
    return best == vnni_whole_kernel(2, INT8_TILE) || best == avx512_whole_kernel(2, INT8_TILE) ||
           best_kernels(INT8_TILE).convolve == avx2_kernels(INT8_TILE).convolve;
}

bool convolves() { return best_kernels(2).convolve != nullptr; }

int largest_whole(int bytes, int inputs) {
    if (bytes == 1) return 127;
    const int products = (inputs + CHANNELS - 1) / CHANNELS * CHANNELS;
    return std::min(32767, static_cast<int>(std::sqrt(static_cast<double>(2147483647 / products))));
}

std::size_t scratch_floats(const Shape& shape, int count) {
    const std::size_t inputs = (shape.inputs + CHANNELS - 1) / CHANNELS * CHANNELS;
    const std::size_t cells = static_cast<std::size_t>(shape.tile + 2) * (shape.tile + 2);
    // Zeros, transformed tiles and products; with whole numbers one transformed tile, rows of half the size or less,
    // their scales, and products.
    return (inputs + shape.outputs) * (1 + cells * count) + cells * (inputs + count);
}

void convolve(const Convolution& convolution, const Helpers& helpers) {
    const std::int64_t blocks = (convolution.shape.tiles() + TILES_AT_ONCE - 1) / TILES_AT_ONCE;
    const Scratch scratch = needed_scratch_for(convolution.shape, TILES_AT_ONCE);
    const auto work = std::make_shared<Work>();
    work->convolution = convolution;
    const int tile = convolution.shape.tile;
    work->convolve =
        convolution.kernel == nullptr ? best_whole_kernel(convolution.whole.bytes, tile) : best_kernels(tile).convolve;
    work->blocks = blocks;
    for (std::int64_t helper = 0; helper < std::min<std::int64_t>(helpers.count, blocks - 1); ++helper) {
        auto* share = new (std::nothrow) std::shared_ptr<Work>(work);
        if (share == nullptr) break;
        if (helpers.schedule(helpers.context, help, share)) continue;  // help() has it now
        delete share;
        break;
    }
    // From here on nothing throws: helpers may be at work on the caller's arrays.
    work->take_part(scratch.get());
    for (std::int64_t done = work->done; done < blocks; done = work->done) work->done.wait(done);
}

void find_gradient(const KernelGradient& wanted) {
    const TileKernels kernels = best_kernels(wanted.shape.tile);
    const Scratch scratch = needed_scratch_for(wanted.shape, TILES_OF_GRADIENT);
    if (wanted.shape.boards == 0) {
        const int cells = (wanted.shape.tile + 2) * (wanted.shape.tile + 2);
        std::fill_n(wanted.result, static_cast<std::int64_t>(cells) * wanted.shape.inputs * wanted.shape.outputs, 0.0f);
    }
    for (std::int64_t first = 0; first < wanted.shape.tiles(); first += TILES_OF_GRADIENT) {
        const std::int64_t left = wanted.shape.tiles() - first;
        kernels.add_to_gradient(wanted, first, static_cast<int>(std::min<std::int64_t>(TILES_OF_GRADIENT, left)),
                                scratch.get());
    }
}

}  // namespace boardai::network
