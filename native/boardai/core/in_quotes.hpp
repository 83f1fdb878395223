#pragma once
// Quotes input in error messages: enough to recognise it, whatever its length.

#include <cstddef>
#include <string>
#include <string_view>

namespace boardai {

/// The text in quotes, with control characters and invalid UTF-8 as \xNN. Of a long text only the first `longest` bytes
/// are shown, up to a whole character, with its length. (It is not called `quoted`, because calls would also find
/// std::quoted.)
std::string in_quotes(std::string_view text, std::size_t longest = 60);

}  // namespace boardai
