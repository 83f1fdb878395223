#pragma once
// Input quoted in error messages: enough to know it again, whatever its length.

#include <cstddef>
#include <string>
#include <string_view>

namespace boardai {

/// The text in quotes (not `quoted`, for std::quoted would be found next to it), control characters and what is no
/// UTF-8 as \xNN; of a long one the first `longest` bytes, to a whole character, and how long it is.
std::string in_quotes(std::string_view text, std::size_t longest = 60);

}  // namespace boardai
