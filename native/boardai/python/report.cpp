#define PY_SSIZE_T_CLEAN
#include "boardai/python/report.hpp"

#include <Python.h>

#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>

#include "boardai/search/report.hpp"

namespace boardai::python {

namespace {

struct Release {
    void operator()(PyObject* object) const { Py_DECREF(object); }
};
/// A reference that is given back at the end of its scope.
using Held = std::unique_ptr<PyObject, Release>;

Held held(PyObject* object) {
    if (object == nullptr) throw_python_error();
    return Held(object);
}

Held number(std::int64_t value) { return held(PyLong_FromLongLong(value)); }
Held number(double value, bool whole) { return held(whole ? PyLong_FromDouble(value) : PyFloat_FromDouble(value)); }

struct Values {
    bool whole;
    bool where_whole = false;  ///< whole numbers where they are
    Held operator()(double value) const {
        return number(value, whole || (where_whole && std::nearbyint(value) == value));
    }
    Held operator()(std::int64_t value) const { return number(value); }
    Held operator()(int value) const { return number(std::int64_t{value}); }
    template <class T>
    Held operator()(const std::optional<T>& value) const {
        return value ? (*this)(*value) : held(Py_NewRef(Py_None));
    }
};

Held note(const ReportNote& figure) {
    return std::visit(
        [](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return held(Py_NewRef(Py_None));
            } else if constexpr (std::is_same_v<T, bool>) {
                return held(PyBool_FromLong(value));
            } else if constexpr (std::is_same_v<T, std::string>) {
                return held(make_str(value));
            } else {
                return Values{false}(value);
            }
        },
        figure);
}

Held actions(const std::vector<Action>& line) {
    Held list = held(PyList_New(static_cast<Py_ssize_t>(line.size())));
    for (std::size_t i = 0; i < line.size(); ++i) {
        PyList_SET_ITEM(list.get(), static_cast<Py_ssize_t>(i), number(std::int64_t{line[i]}).release());
    }
    return list;
}

void put(const Held& dict, const char* name, const Held& value) {
    if (PyDict_SetItemString(dict.get(), name, value.get()) != 0) throw_python_error();
}

/// One column of the rows, as a dict from action to value.
template <class Column, class Convert>
Held column(const std::vector<ReportRow>& rows, Column ReportRow::* which, const Convert& convert) {
    Held dict = held(PyDict_New());
    for (const ReportRow& row : rows) {
        if (!(row.*which)) continue;
        const Held action = number(std::int64_t{row.action});
        const Held value = convert(*(row.*which));
        if (PyDict_SetItem(dict.get(), action.get(), value.get()) != 0) throw_python_error();
    }
    return dict;
}

/// For those rows that have a value, what it is (a RowKind).
Held kinds(const std::vector<ReportRow>& rows) {
    Held dict = held(PyDict_New());
    for (const ReportRow& row : rows) {
        if (!row.value) continue;
        const Held action = number(std::int64_t{row.action});
        const Held kind = number(std::int64_t{static_cast<std::int32_t>(row.kind)});
        if (PyDict_SetItem(dict.get(), action.get(), kind.get()) != 0) throw_python_error();
    }
    return dict;
}

}  // namespace

PyObject* read_report(const SearchSession& session) {
    const SearchReport* const report = session.report();
    if (report == nullptr) return Py_NewRef(Py_None);
    const Values scores{report->whole_values, report->by_points};
    const Values numbers{false};
    Held dict = held(PyDict_New());
    put(dict, "action", numbers(report->action));
    put(dict, "value", scores(report->value));
    put(dict, "kind", numbers(static_cast<int>(report->kind)));
    put(dict, "outcome", numbers(report->outcome));
    put(dict, "plies_to_end", numbers(report->plies_to_end));
    put(dict, "point", numbers(report->point));
    put(dict, "leaf_value", (report->by_points ? scores : numbers)(report->leaf_value));
    put(dict, "nodes", numbers(report->nodes));
    put(dict, "simulations", numbers(report->simulations));
    put(dict, "depth", numbers(report->depth));
    put(dict, "seconds", numbers(report->seconds));
    put(dict, "memory_use", numbers(report->memory_use));
    put(dict, "line", actions(report->line));
    Held lines = held(PyList_New(0));
    for (const std::vector<Action>& line : report->lines) {
        if (PyList_Append(lines.get(), actions(line).get()) != 0) throw_python_error();
    }
    put(dict, "lines", lines);
    put(dict, "proof_set", actions(report->proof_set));
    put(dict, "values", column(report->rows, &ReportRow::value, scores));
    put(dict, "kinds", kinds(report->rows));
    put(dict, "outcomes", column(report->rows, &ReportRow::outcome, numbers));
    put(dict, "margins", column(report->rows, &ReportRow::margin, numbers));
    put(dict, "row_nodes", column(report->rows, &ReportRow::nodes, numbers));
    put(dict, "visits", column(report->rows, &ReportRow::visits, numbers));
    put(dict, "priors", column(report->rows, &ReportRow::prior, numbers));
    put(dict, "shares", column(report->rows, &ReportRow::share, numbers));
    put(dict, "upper_bounds", column(report->rows, &ReportRow::upper_bound, numbers));
    Held notes = held(PyDict_New());
    for (const auto& [name, figure] : report->notes) put(notes, name.c_str(), note(figure));
    put(dict, "notes", notes);
    return dict.release();
}

}  // namespace boardai::python
