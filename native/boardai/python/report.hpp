#pragma once
// A search's report as Python objects, made in one call: boardai/search/results/reading.py reads it.

#include "boardai/python/objects.hpp"
#include "boardai/search/session.hpp"

namespace boardai::python {

/// The last snapshot as a dict, None where the search has found nothing yet. New reference; needs the GIL.
///
/// Keys are the fields of SearchReport; of the rows, a dict by action for each column that any row has. What is absent
/// is None, and has no place in a column.
PyObject* read_report(const SearchSession& session);

}  // namespace boardai::python
