#pragma once
// For games/<name>/bind*.hpp, what Cling reads of a shipped game: the state's Python methods are in the library, so
// that nothing that ships is ever compiled at run time. boardai/native.py says the same of a search when it is first
// asked for.

#include "boardai/python/api.hpp"

/// At global scope: BOARDAI_EXTERN(boardai::hex::State<2>)
#define BOARDAI_EXTERN(...)                                        \
    extern template struct boardai::python::StateApi<__VA_ARGS__>; \
    extern template struct boardai::python::Unpacked<__VA_ARGS__>; \
    extern template struct boardai::python::EncodingApi<__VA_ARGS__>;
