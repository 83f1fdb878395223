#include "boardai/search/plain/depth_first.hpp"

#include "boardai/search/report.hpp"

namespace boardai {

SearchReport plain_report(const RootValue& found, const std::vector<Action>& line, std::int64_t nodes,
                          std::int64_t leaves) {
    SearchReport report;
    report.action = found.action;
    report.value = found.value;
    report.kind = found.kind;
    report.outcome = found.outcome;
    report.plies_to_end = found.plies_to_end;
    report.leaf_value = found.leaf_value;
    report.nodes = nodes;
    report.depth = found.depth;
    report.line = line;
    report.note("leaves", leaves);
    return report;
}

}  // namespace boardai
