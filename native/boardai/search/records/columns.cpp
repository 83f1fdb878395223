#include "boardai/search/records/columns.hpp"

#include <stdexcept>

namespace boardai {

void BatchArrays::add(const std::string& name, Array array) {
    if (!arrays_.emplace(name, array).second) throw std::invalid_argument("batch: two arrays for column " + name);
}

}  // namespace boardai
