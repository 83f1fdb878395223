#include "boardai/search/pvs/margins.hpp"

#include <sstream>
#include <stdexcept>

namespace boardai {

namespace {

void check_margin(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;  // not so for NaN
    std::ostringstream message;
    message << "margin " << name << " must be from " << low << " to " << high << ", not " << value;
    throw std::invalid_argument(message.str());
}

}  // namespace

void check_margins(const PvsMargins& margins) {
#define BOARDAI_MARGIN(type, name, value, low, high, text) check_margin(#name, margins.name, low, high);
    BOARDAI_PVS_MARGINS(BOARDAI_MARGIN)
#undef BOARDAI_MARGIN
}

std::string margins_table() {
    std::ostringstream table;
#define BOARDAI_MARGIN(type, name, value, low, high, text) \
    table << #name << '\t' << #type << '\t' << value << '\t' << low << '\t' << high << '\t' << text << '\n';
    BOARDAI_PVS_MARGINS(BOARDAI_MARGIN)
#undef BOARDAI_MARGIN
    return table.str();
}

}  // namespace boardai
