#include "boardai/core/in_quotes.hpp"

#include <algorithm>

namespace boardai {

std::string in_quotes(std::string_view text, std::size_t longest) {
    constexpr char digits[] = "0123456789abcdef";
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    std::size_t end = text.size();
    if (end > longest) {
        end = longest;
        for (int back = 0; back < 3 && end > 0 && continues(text[end]); ++back) --end;
    }
    std::string result = "'";
    for (std::size_t at = 0; at < end;) {
        const auto byte = static_cast<unsigned char>(text[at]);
        // Bytes of the character that begins here; 0: it is none of UTF-8.
        std::size_t length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
        if (byte > 0xf4 || at + length > end) length = 0;
        for (std::size_t more = 1; more < length; ++more) {
            if (!continues(text[at + more])) length = 0;
        }
        if (length == 0 || byte < 0x20 || byte == 0x7f) {
            result += "\\x";
            result += digits[byte >> 4];
            result += digits[byte & 15];
            ++at;
        } else {
            result += text.substr(at, length);
            at += length;
        }
    }
    if (end == text.size()) return result + "'";
    const auto begun = std::count_if(text.begin(), text.end(), [&](char c) { return !continues(c); });
    return result + "...' (" + std::to_string(begun) + " characters)";
}

}  // namespace boardai
