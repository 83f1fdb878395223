#pragma once
// For games/<name>/bind.hpp, what Cling reads of a shipped game: everything below is in the library, so that
// nothing that ships is ever compiled at run time.

#include "boardai/python/face.hpp"
#include "boardai/search/extern.hpp"

/// At global scope: BOARDAI_EXTERN(boardai::hex::State<2>)
#define BOARDAI_EXTERN(...)                                             \
    extern template struct boardai::python::Face<__VA_ARGS__>;          \
    extern template struct boardai::python::EncodableFace<__VA_ARGS__>; \
    BOARDAI_EXTERN_SEARCHES(__VA_ARGS__)
