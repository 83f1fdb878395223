// Accumulator networks along random lines of chess: pushes, pops and null moves give what a fresh line gives, on every
// set of inputs, Chess960 included; weights that could overflow are refused. Prints a digest of all values, which is
// the same whatever processor the program is built for.

#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "boardai/core/accumulator/network.hpp"
#include "boardai/core/rng.hpp"
#include "games/chess/evaluation/accumulator_inputs.hpp"
#include "native/tests/support/check.hpp"

using namespace boardai;

namespace {

constexpr int width = 32;

struct Arrays {
    std::vector<std::int16_t> features, bias, outputs;
    std::vector<std::int32_t> output_bias;
};

Arrays random_arrays(int inputs, int buckets, std::uint64_t seed) {
    Rng rng(seed);
    const auto within = [&rng](int most) {
        return static_cast<int>(rng.below(2 * static_cast<std::uint32_t>(most) + 1)) - most;
    };
    Arrays made;
    for (int i = 0; i < inputs * width; ++i) made.features.push_back(static_cast<std::int16_t>(within(120)));
    for (int i = 0; i < width; ++i) made.bias.push_back(static_cast<std::int16_t>(within(200)));
    for (int i = 0; i < buckets * 2 * width; ++i) made.outputs.push_back(static_cast<std::int16_t>(within(127)));
    for (int i = 0; i < buckets; ++i) made.output_bias.push_back(within(5000));
    return made;
}

AccumulatorWeights weights_of(const Arrays& made, int inputs, int buckets) {
    return {inputs,
            32,
            width,
            buckets,
            made.features.data(),
            made.bias.data(),
            made.outputs.data(),
            made.output_bias.data(),
            TableUnits{400, 100, 350, 1}};
}

/// A random walk that goes back now and then; every value is compared with that of a fresh line. Returns a digest.
std::uint64_t walk(const std::string& spec, int number, std::uint64_t seed) {
    const chess::State start = chess::State::start(number, true, true);
    const AccumulatorInputs<chess::State> inputs(FeatureSpec(spec), start);
    constexpr int buckets = 8;
    const Arrays arrays = random_arrays(inputs.size(), buckets, seed);
    const AccumulatorNetwork<chess::State> network(inputs, weights_of(arrays, inputs.size(), buckets));
    const auto line = network.open_line();
    Rng rng(seed);
    std::uint64_t digest = seed;
    std::vector<chess::State> path = {start};
    std::vector<bool> is_null = {false};
    line->reset(start);
    ActionList actions;
    for (int step = 0; step < 600; ++step) {
        chess::State next = path.back();
        next.legal_actions(actions);
        if (path.size() > 1 && (actions.size() == 0 || rng.below(4) == 0)) {
            if (!is_null.back()) line->pop();
            path.pop_back();
            is_null.pop_back();
        } else if (!is_null.back() && next.null_move_allowed() && rng.below(12) == 0) {
            next.make_null_move();
            path.push_back(next);
            is_null.push_back(true);
        } else if (actions.size() > 0) {
            const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
            line->push(path.back(), action);
            next.apply(action);
            path.push_back(next);
            is_null.push_back(false);
        }
        // Not after every step: what is put off has to be caught up with.
        if (rng.below(3) == 0) continue;
        const auto fresh = network.open_line();
        fresh->reset(path.back());
        const int value = fresh->evaluate(path.back());
        CHECK(line->evaluate(path.back()) == value);
        digest = (digest ^ static_cast<std::uint32_t>(value)) * 0x100000001b3;
    }
    return digest;
}

template <class Change>
bool is_refused(const Change& change) {
    Arrays arrays = random_arrays(768, 1, 1);
    change(arrays);
    try {
        weights_of(arrays, 768, 1);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void overflow() {
    CHECK(!is_refused([](Arrays&) {}));
    CHECK(is_refused([](Arrays& arrays) { arrays.bias[3] = 32'000; }));
    CHECK(is_refused([](Arrays& arrays) {
        for (std::size_t input = 0; input < 32; ++input) arrays.features[input * width + 5] = 1'100;
    }));
    // Thirty-one pieces more cannot stand there.
    CHECK(!is_refused([](Arrays& arrays) { arrays.features[5] = 20'000; }));
    CHECK(is_refused([](Arrays& arrays) { arrays.outputs[7] = -128; }));
}

}  // namespace

int main() {
    std::uint64_t seed = 1, digest = 0;
    for (const char* spec : {"pieces", "pieces:mirrored=0", "pieces:buckets=4", "pieces:mirrored=0,buckets=32",
                             "pieces_without_kings:buckets=32"}) {
        for (int number : {518, 0, 959, 342}) digest = digest * 31 + walk(spec, number, seed++);
    }
    std::printf("%016llx\n", static_cast<unsigned long long>(digest));
    overflow();
    return test_result();
}
