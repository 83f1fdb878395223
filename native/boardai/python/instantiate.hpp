#pragma once
// For games/<name>/instantiate.cpp, the one file of a game that knows of Python: compiles everything that is a
// template over states, once, into the library.

#include "boardai/python/extern.hpp"
#include "boardai/python/face-inl.hpp"
#include "boardai/search/instantiate.hpp"

/// At global scope: BOARDAI_INSTANTIATE(boardai::hex::State<2>)
#define BOARDAI_INSTANTIATE(...)                                                                   \
    static_assert(boardai::Encodable<__VA_ARGS__>, #__VA_ARGS__ " is not an Encodable GameState"); \
    template struct boardai::python::Face<__VA_ARGS__>;                                            \
    template struct boardai::python::EncodableFace<__VA_ARGS__>;                                   \
    BOARDAI_INSTANTIATE_SEARCHES(__VA_ARGS__)
