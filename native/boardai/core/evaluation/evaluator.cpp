#include "boardai/core/evaluation/evaluator.hpp"

#include "boardai/core/in_quotes.hpp"

namespace boardai {

std::size_t evaluator_place(const std::string& name, const char* const* known, std::size_t count) {
    for (std::size_t place = 0; place < count; ++place) {
        if (name == known[place]) return place;
    }
    throw std::invalid_argument("unknown evaluator " + in_quotes(name) + "; this game has " +
                                evaluator_names(known, count));
}

std::string evaluator_names(const char* const* known, std::size_t count) {
    std::string all;
    for (std::size_t place = 0; place < count; ++place) all += (place == 0 ? "" : ", ") + std::string(known[place]);
    return all;
}

}  // namespace boardai
