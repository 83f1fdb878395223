#pragma once
// Python objects made in C++, without Python.h: Cling reads this header, and Python.h costs it 100 ms.

#include <cstddef>
#include <exception>
#include <string>

#include "boardai/core/action.hpp"
#include "boardai/core/machine/interrupt.hpp"

typedef struct _object PyObject;  // CPython's own declaration

namespace boardai::python {

// Each returns a new reference and needs the GIL.

/// The actions as a sorted list of int.
PyObject* make_action_list(const ActionList& actions);
/// UTF-8 text as str.
PyObject* make_str(const std::string& text);
PyObject* make_bytes(const std::string& bytes);
/// What an exception says, as str; bytes that are not UTF-8 (quoted from malformed input) as \xNN.
PyObject* exception_text(const std::exception& error);
/// The contents of a bytes object.
std::string bytes_contents(PyObject* object);

/// Thrown through native code after a Python error (Ctrl-C, an exception in a Python-written game) was put
/// aside; boardai/native.py catches it and raises the original exception object.
class PythonError : public std::exception {
  public:
    const char* what() const noexcept override { return "a Python exception passes through native code"; }
};

/// The exception put aside on this thread, or None; clears it. New reference.
PyObject* take_python_error();

/// Puts the current Python error aside and throws PythonError. GIL held, an error set.
[[noreturn]] void throw_python_error();

/// Makes interrupt polls run Python's signal handlers while the main thread is in native code.
void install_interrupt_hook();

/// Calls `report()` as a search's progress report. The caller keeps the callable alive while the search runs.
ProgressHook progress_hook(PyObject* report);

}  // namespace boardai::python
