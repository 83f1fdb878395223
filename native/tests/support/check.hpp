#pragma once
// The C++ tests' one tool: CHECK counts failures and prints them; main returns test_result().

#include <cstdio>
#include <exception>
#include <string>

inline int& failed_checks() {
    static int count = 0;
    return count;
}

inline void report_check(bool passed, const char* text, const char* file, int line) {
    if (passed) return;
    ++failed_checks();
    std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
}

/// Does `call` throw an Exception whose message contains `part`?
template <class Exception, class Call>
bool throws_with(const Call& call, const std::string& part) {
    try {
        call();
    } catch (const Exception& error) {
        if (std::string(error.what()).find(part) != std::string::npos) return true;
        std::fprintf(stderr, "message without '%s': %s\n", part.c_str(), error.what());
        return false;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "another exception: %s\n", error.what());
        return false;
    }
    return false;
}

inline int test_result() {
    if (failed_checks() > 0) std::fprintf(stderr, "%d checks failed\n", failed_checks());
    return failed_checks() > 0 ? 1 : 0;
}

#define CHECK(...) report_check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
