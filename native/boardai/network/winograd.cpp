#include "boardai/network/winograd.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "boardai/network/winograd_kernels.hpp"

namespace boardai::network {
namespace {

// Rows of a product: two blocks of registers full, and what they need stays in the second cache up to about 64
// channels.
constexpr int TILES_AT_ONCE = 12;

TilesKernel best_kernel() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") && avx512_kernel() != nullptr) {
        return avx512_kernel();
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_kernel();
#endif
    return nullptr;
}

struct Freed {
    void operator()(float* memory) const { ::operator delete(memory, std::align_val_t{64}); }
};
using Scratch = std::unique_ptr<float, Freed>;

Scratch scratch_for(const Convolution& convolution) {
    const std::size_t cells = static_cast<std::size_t>(convolution.tile + 2) * (convolution.tile + 2);
    const std::size_t inputs = (convolution.inputs + CHANNELS - 1) / CHANNELS * CHANNELS;
    const std::size_t floats = inputs + cells * TILES_AT_ONCE * (inputs + convolution.outputs);
    return Scratch(static_cast<float*>(::operator new(floats * sizeof(float), std::align_val_t{64})));
}

/// What the caller and its helpers share. A helper that comes when all is done finds nothing to take; it may come when
/// the caller has long gone on, so each holds this by itself.
struct Work {
    Convolution convolution;
    TilesKernel kernel;
    std::int64_t blocks;
    std::atomic<std::int64_t> taken{0}, done{0};

    void take_part() {
        Scratch scratch;
        for (std::int64_t block = taken++; block < blocks; block = taken++) {
            if (!scratch) scratch = scratch_for(convolution);
            const std::int64_t first = block * TILES_AT_ONCE;
            const int count = static_cast<int>(std::min<std::int64_t>(TILES_AT_ONCE, convolution.tiles() - first));
            kernel(convolution, first, count, scratch.get());
            if (++done == blocks) done.notify_all();
        }
    }
};

void help(void* given) {
    const std::unique_ptr<std::shared_ptr<Work>> work(static_cast<std::shared_ptr<Work>*>(given));
    (*work)->take_part();
}

}  // namespace

bool convolves() { return best_kernel() != nullptr; }

void convolve(const Convolution& convolution, const Helpers& helpers) {
    static const TilesKernel kernel = best_kernel();
    const std::int64_t blocks = (convolution.tiles() + TILES_AT_ONCE - 1) / TILES_AT_ONCE;
    const auto work = std::make_shared<Work>();
    work->convolution = convolution;
    work->kernel = kernel;
    work->blocks = blocks;
    for (std::int64_t helper = 0; helper < std::min<std::int64_t>(helpers.count, blocks - 1); ++helper) {
        auto share = std::make_unique<std::shared_ptr<Work>>(work);
        if (!helpers.schedule(helpers.context, help, share.get())) break;
        share.release();  // help() has it now
    }
    work->take_part();
    for (std::int64_t done = work->done; done < blocks; done = work->done) work->done.wait(done);
}

}  // namespace boardai::network
