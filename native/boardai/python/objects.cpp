#define PY_SSIZE_T_CLEAN
#include "boardai/python/objects.hpp"

#include <Python.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "boardai/core/machine/interrupt.hpp"

namespace boardai::python {

namespace {

// One exception per thread: a search in another thread must not receive ours.
thread_local PyObject* stashed_error = nullptr;

/// Small ints are immortal or cached anyway; actions repeat, so the generic path is all that is needed.
PyObject* checked(PyObject* object) {
    if (object == nullptr) throw_python_error();
    return object;
}

/// Holds the GIL in its scope, whether or not the thread already had it.
struct Gil {
    PyGILState_STATE state = PyGILState_Ensure();
    ~Gil() { PyGILState_Release(state); }
};

/// The process's first thread, which runs Python's signal handlers: not the one that imported the library, which may be
/// any. After fork() it is the one that forked.
bool on_main_thread() {
#ifdef __APPLE__
    return pthread_main_np() != 0;
#else
    return gettid() == getpid();
#endif
}

/// Runs Python's pending signal handlers at most every 50 ms: taking the GIL alongside a busy Python thread costs
/// up to 5 ms. Only the main thread runs handlers, so the others return at once.
void run_signal_handlers() {
    thread_local std::chrono::steady_clock::time_point next_check{};
    const auto now = std::chrono::steady_clock::now();
    if (now < next_check) return;
    next_check = now + std::chrono::milliseconds(50);
    if (!on_main_thread()) return;
    const Gil gil;
    if (PyErr_CheckSignals() != 0) throw_python_error();
}

}  // namespace

PyObject* make_action_list(const ActionList& actions) {
    Action sorted[ActionList::capacity];
    std::copy(actions.begin(), actions.end(), sorted);
    std::sort(sorted, sorted + actions.size());
    PyObject* list = checked(PyList_New(static_cast<Py_ssize_t>(actions.size())));
    for (std::size_t i = 0; i < actions.size(); ++i) {
        PyObject* number = PyLong_FromLong(sorted[i]);
        if (number == nullptr) {
            Py_DECREF(list);
            throw_python_error();
        }
        PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), number);
    }
    return list;
}

PyObject* make_str(const std::string& text) {
    return checked(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

PyObject* make_bytes(const std::string& bytes) {
    return checked(PyBytes_FromStringAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size())));
}

PyObject* exception_text(const std::exception& error) {
    const char* text = error.what();
    return checked(PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(std::strlen(text)), "backslashreplace"));
}

std::string bytes_contents(PyObject* object) {
    if (!PyBytes_Check(object)) throw std::invalid_argument("expected a bytes object");
    return {PyBytes_AS_STRING(object), static_cast<std::size_t>(PyBytes_GET_SIZE(object))};
}

PyObject* take_python_error() {
    if (stashed_error == nullptr) return Py_NewRef(Py_None);
    PyObject* error = stashed_error;
    stashed_error = nullptr;
    return error;
}

void throw_python_error() {
    PyObject* type = nullptr;
    PyObject* value = nullptr;
    PyObject* traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != nullptr) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    Py_XDECREF(stashed_error);
    stashed_error = value;
    throw PythonError{};
}

void install_interrupt_hook() { interrupt_hook.store(&run_signal_handlers); }

ProgressHook progress_hook(PyObject* report) {
    return {[](void* callable) {
                const Gil gil;
                PyObject* nothing = PyObject_CallNoArgs(static_cast<PyObject*>(callable));
                if (nothing == nullptr) throw_python_error();
                Py_DECREF(nothing);
            },
            report};
}

}  // namespace boardai::python
