// What libFuzzer does to inputs: besides its own mutations those that know what inputs are made of.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "boardai/core/rng.hpp"
#include "native/tests/fuzz/fuzz.hpp"
#include "native/tests/fuzz/mutations.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t longest);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                               unsigned int seed) {
    static const std::vector<std::string> pool = seeds(), words = tokens();
    boardai::Rng rng(seed, 0);
    if (rng.below(2) == 0 && size > 1) return LLVMFuzzerMutate(data, size, longest);
    std::string text(reinterpret_cast<const char*>(data), size);
    if (size <= 1 || rng.below(50) == 0) text = pool[below(rng, pool.size())];
    for (std::uint32_t changes = 1 + rng.below(3); changes > 0; --changes) mutate(text, pool, words, longest, rng);
    const std::size_t kept = std::min(text.size(), longest);
    std::memcpy(data, text.data(), kept);
    return kept;
}
