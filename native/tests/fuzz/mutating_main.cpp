// Drives a fuzzing program by mutations alone, for compilers without libFuzzer; the same options as far as it has them:
//   NAME_fuzz [-runs=N] [-seed=N] [-max_total_time=SECONDS] [FILE_OR_FOLDER...]
// Files are inputs to begin with; where they are all that is asked for (-runs=0), they are tried as they are.

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "boardai/core/rng.hpp"
#include "native/tests/fuzz/fuzz.hpp"
#include "native/tests/fuzz/mutations.hpp"

namespace {

constexpr std::size_t longest = 4096;
std::string input;  // the current one, to find the cause of a crash

void show_input(int number) {
    static constexpr char message[] = "\nthe input (its last bytes may be cut off) was:\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    (void)!write(STDERR_FILENO, input.data(), input.size());
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void attempt(const std::string& text) {
    input = text;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

void read_files(const std::filesystem::path& path, std::vector<std::string>& found) {
    if (std::filesystem::is_directory(path)) {
        for (const auto& entry : std::filesystem::directory_iterator(path)) read_files(entry.path(), found);
        return;
    }
    std::ifstream file(path, std::ios::binary);
    found.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace

int main(int count, char** arguments) {
    std::uint64_t runs = 5'000, seed = 1;
    double seconds = 1e9;
    std::vector<std::string> pool = seeds();
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const std::string value = argument.substr(argument.find('=') + 1);
        if (argument.starts_with("-runs=")) {
            runs = std::stoull(value);
        } else if (argument.starts_with("-seed=")) {
            seed = std::stoull(value);
        } else if (argument.starts_with("-max_total_time=")) {
            seconds = std::stod(value);
        } else if (!argument.starts_with("-")) {
            read_files(argument, pool);
        }
    }
    std::signal(SIGABRT, show_input);
    const std::vector<std::string> words = tokens();
    for (const std::string& text : pool) attempt(text);
    const auto began = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    std::uint64_t run = 0;
    for (; run < runs && (run % 256 != 0 || passed() < seconds); ++run) {
        boardai::Rng rng(seed, run);
        std::string text = pool[below(rng, pool.size())];
        for (std::uint32_t changes = 1 + rng.below(4); changes > 0; --changes) mutate(text, pool, words, longest, rng);
        attempt(text);
    }
    HOLDS(run < 1000 || (counted(false) > run / 100 && counted(true) > run / 100));
    std::printf("%llu inputs\n", static_cast<unsigned long long>(run + pool.size()));
}
