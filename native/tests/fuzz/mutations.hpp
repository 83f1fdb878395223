#pragma once
// One change to an input, by what inputs are made of.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "boardai/core/rng.hpp"

inline std::size_t below(boardai::Rng& rng, std::size_t bound) { return rng.below(static_cast<std::uint32_t>(bound)); }

inline void mutate(std::string& text, const std::vector<std::string>& pool, const std::vector<std::string>& words,
                   std::size_t longest, boardai::Rng& rng) {
    const std::size_t at = below(rng, text.size() + 1);
    const std::size_t length = below(rng, std::min<std::size_t>(text.size() - at, 12) + 1);
    switch (rng.below(8)) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, words[below(rng, words.size())]);
            break;
        case 2:
            text.replace(at, length, words[below(rng, words.size())]);
            break;
        case 3:
            text.insert(at, 1, static_cast<char>(rng.below(256)));
            break;
        case 4:
            if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << rng.below(8)));
            break;
        case 5: {  // something that stands there already
            const std::string piece = text.substr(at, length);
            text.insert(below(rng, text.size() + 1), piece);
            break;
        }
        case 6: {  // the end of another one
            const std::string& other = pool[below(rng, pool.size())];
            text = text.substr(0, at) + other.substr(below(rng, other.size() + 1));
            break;
        }
        default: {  // one more of it, many times
            const std::string piece = text.substr(at, length);
            for (std::uint32_t times = 1U << rng.below(7); times > 0 && text.size() < longest; --times) {
                text.insert(at, piece);
            }
        }
    }
    if (text.size() > longest) text.resize(longest);
}
