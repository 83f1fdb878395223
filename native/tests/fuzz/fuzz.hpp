#pragma once
// What a fuzzing program is made of: what it tries, and what it begins with. libFuzzer drives it where clang is the
// compiler, mutating_main.cpp everywhere else.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

/// Reads an input. Refusing it by std::invalid_argument is all that may happen; anything else ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Inputs that are right.
std::vector<std::string> seeds();
/// What inputs are made of, for mutations.
std::vector<std::string> tokens();

/// What must hold of everything that was accepted.
#define HOLDS(...)                                                                                \
    do {                                                                                          \
        if (!(__VA_ARGS__)) {                                                                     \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
            std::abort();                                                                         \
        }                                                                                         \
    } while (false)

/// How many texts were accepted, and how many refused: inputs must reach both sides, else nothing is tried.
inline std::uint64_t& counted(bool refused) {
    static std::uint64_t counts[2] = {0, 0};
    return counts[refused ? 1 : 0];
}

/// Whether a text is refused; with a reason, if so.
template <class Call>
bool is_refused(const Call& call) {
    try {
        call();
        ++counted(false);
        return false;
    } catch (const std::invalid_argument& error) {
        ++counted(true);
        HOLDS(error.what()[0] != '\0' && std::string(error.what()).size() < 2000);
        return true;
    }
}
