#pragma once
// Family: what Python sees of a native state. Not for Python-written games, which have faces of their own.

#include "boardai/python/api-inl.hpp"

#define BOARDAI_FAMILY(...)                                                                        \
    static_assert(boardai::Encodable<__VA_ARGS__>, #__VA_ARGS__ " is not an Encodable GameState"); \
    template struct boardai::python::StateApi<__VA_ARGS__>;                                        \
    template struct boardai::python::Unpacked<__VA_ARGS__>;                                        \
    template struct boardai::python::EncodingApi<__VA_ARGS__>;
