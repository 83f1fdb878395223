#pragma once
// Reading a search's report in tests.

#include <string>
#include <variant>

#include "boardai/search/report.hpp"
#include "boardai/search/session.hpp"

namespace boardai {

/// A note of the report, `T()` where there is none.
template <class T>
T note_of(const SearchSession& search, const std::string& name) {
    for (const auto& [known, figure] : search.report()->notes) {
        if (known == name && std::holds_alternative<T>(figure)) return std::get<T>(figure);
    }
    return T();
}

}  // namespace boardai
