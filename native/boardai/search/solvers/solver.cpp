#include "boardai/search/solvers/solver.hpp"

#include "boardai/search/report.hpp"

namespace boardai {

namespace {

ReportNote answer(int yes_or_no) { return yes_or_no < 0 ? ReportNote() : ReportNote(yes_or_no == 1); }

ReportNote number(std::uint32_t proof_or_disproof) {
    if (proof_or_disproof >= infinite_number) return std::string("infinite");
    return static_cast<std::int64_t>(proof_or_disproof);
}

}  // namespace

SearchReport solver_report(const SolverResult& found) {
    SearchReport report;
    report.action = found.action;
    report.whole_values = true;
    if (found.can_win == 1) {
        report.outcome = 1;
    } else if (found.can_draw == 0) {
        report.outcome = -1;
    } else if (found.can_win == 0 && found.can_draw == 1) {
        report.outcome = 0;
    }
    if (report.outcome) report.value = *report.outcome;
    report.nodes = found.nodes;
    report.depth = found.deepest;
    report.memory_use = found.memory_use;
    report.line = found.line;
    report.proof_set = found.proof_set;
    if (report.line.empty()) report.line.assign(1, found.action);
    report.note("can win", answer(found.can_win));
    report.note("can draw", answer(found.can_draw));
    report.note("proof number", number(found.proof));
    report.note("disproof number", number(found.disproof));
    if (found.length >= 0) report.note("plies of the proof", std::int64_t{found.length});
    if (found.collections > 0) report.note("memory swept", found.collections);
    if (found.memory_full) report.note("memory full", true);
    if (found.line_too_long) report.note("ended at a line of plies", std::int64_t{longest_solver_line});
    return report;
}

}  // namespace boardai
