#pragma once
// For parsers: a text with something wrong in it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "boardai/core/rng.hpp"

/// Puts a letter of the alphabet over one of the text's, or in between, or takes one away. The text has letters.
inline void damage_once(std::string& text, const std::string& alphabet, boardai::Rng& rng) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    const char letter = alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
    switch (rng.below(3)) {
        case 0:
            text[at] = letter;
            break;
        case 1:
            text.insert(at, 1, letter);
            break;
        default:
            text.erase(at, 1);
    }
}
