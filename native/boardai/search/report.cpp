#include "boardai/search/report.hpp"

#include "boardai/search/score.hpp"

namespace boardai {

void SearchReport::use_points(double worth, bool in_points) {
    point = worth;
    by_points = in_points;
    if (!by_points) return;
    point = 1;
    whole_values = false;
    const auto convert = [worth](std::optional<double>& number) {
        if (number) number = margin_of_score(*number, worth);
    };
    convert(value);
    convert(leaf_value);
    for (ReportRow& row : rows) convert(row.value);
}

}  // namespace boardai
