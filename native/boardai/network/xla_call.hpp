#pragma once
// The convolution of winograd.hpp as a function that programs compiled by JAX call. Read by the interpreter alone, with
// the header of the jaxlib that runs: https://docs.jax.dev/en/latest/ffi.html. No C++ of XLA is needed, only its C
// interface.
//
// Arguments: planes [B, H, W, C], transformed kernel [(tile + 2)^2, C, D], bias [D], perhaps skip [B, H, W, D].
// Attribute: relu, an int32. Result: [B, H, W, D].

#include <xla/ffi/api/c_api.h>

#include <cstdint>

#include "boardai/network/winograd.hpp"

namespace boardai::network {

inline XLA_FFI_Error* refused(const XLA_FFI_CallFrame* frame, const char* message) {
    XLA_FFI_Error_Create_Args arguments = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, nullptr, message,
                                           XLA_FFI_Error_Code_INVALID_ARGUMENT};
    return frame->api->XLA_FFI_Error_Create(&arguments);
}

/// Tells XLA by which version of the interface this was compiled.
inline XLA_FFI_Error* describe(XLA_FFI_Metadata* metadata) {
    metadata->api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
    metadata->traits = 0;
    return nullptr;
}

inline bool schedule(void* context, void (*task)(void*), void* data) {
    const auto* frame = static_cast<const XLA_FFI_CallFrame*>(context);
    XLA_FFI_ThreadPool_Schedule_Args arguments = {XLA_FFI_ThreadPool_Schedule_Args_STRUCT_SIZE, nullptr, frame->ctx,
                                                  task, data};
    XLA_FFI_Error* error = frame->api->XLA_FFI_ThreadPool_Schedule(&arguments);
    if (error == nullptr) return true;
    XLA_FFI_Error_Destroy_Args destroyed = {XLA_FFI_Error_Destroy_Args_STRUCT_SIZE, nullptr, error};
    frame->api->XLA_FFI_Error_Destroy(&destroyed);
    return false;
}

/// Threads of XLA besides this one.
inline int other_threads(const XLA_FFI_CallFrame* frame) {
    std::int64_t threads = 1;
    XLA_FFI_ThreadPool_NumThreads_Args arguments = {XLA_FFI_ThreadPool_NumThreads_Args_STRUCT_SIZE, nullptr, frame->ctx,
                                                    &threads};
    XLA_FFI_Error* error = frame->api->XLA_FFI_ThreadPool_NumThreads(&arguments);
    if (error == nullptr) return static_cast<int>(threads) - 1;
    XLA_FFI_Error_Destroy_Args destroyed = {XLA_FFI_Error_Destroy_Args_STRUCT_SIZE, nullptr, error};
    frame->api->XLA_FFI_Error_Destroy(&destroyed);
    return 0;
}

/// The shape of results.
inline bool has_shape(const XLA_FFI_Buffer* buffer, const Convolution& convolution) {
    return buffer->rank == 4 && buffer->dims[0] == convolution.boards && buffer->dims[1] == convolution.height &&
           buffer->dims[2] == convolution.width && buffer->dims[3] == convolution.outputs;
}

inline XLA_FFI_Error* winograd_call(XLA_FFI_CallFrame* frame) {
    XLA_FFI_Extension_Base* extension = frame->extension_start;
    if (extension != nullptr && extension->type == XLA_FFI_Extension_Metadata) {
        return describe(reinterpret_cast<XLA_FFI_Metadata_Extension*>(extension)->metadata);
    }
    if (frame->args.size < 3 || frame->args.size > 4 || frame->rets.size != 1 || frame->attrs.size != 1) {
        return refused(frame, "winograd: wrong number of arguments");
    }
    const XLA_FFI_Buffer* given[4] = {};
    for (std::int64_t number = 0; number < frame->args.size; ++number) {
        given[number] = static_cast<const XLA_FFI_Buffer*>(frame->args.args[number]);
        if (given[number]->dtype != XLA_FFI_DataType_F32) return refused(frame, "winograd: arguments are float32");
    }
    const auto* result = static_cast<const XLA_FFI_Buffer*>(frame->rets.rets[0]);
    const auto* relu = static_cast<const XLA_FFI_Scalar*>(frame->attrs.attrs[0]);
    if (given[0]->rank != 4 || given[1]->rank != 3 || given[2]->rank != 1)
        return refused(frame, "winograd: wrong ranks");
    Convolution convolution = {};
    convolution.planes = static_cast<const float*>(given[0]->data);
    convolution.kernel = static_cast<const float*>(given[1]->data);
    convolution.bias = static_cast<const float*>(given[2]->data);
    convolution.skip = given[3] == nullptr ? nullptr : static_cast<const float*>(given[3]->data);
    convolution.result = static_cast<float*>(result->data);
    convolution.boards = given[0]->dims[0];
    convolution.height = static_cast<int>(given[0]->dims[1]);
    convolution.width = static_cast<int>(given[0]->dims[2]);
    convolution.inputs = static_cast<int>(given[1]->dims[1]);
    convolution.outputs = static_cast<int>(given[1]->dims[2]);
    convolution.relu = *static_cast<const std::int32_t*>(relu->value) != 0;
    for (int tile = 2; tile <= 6; ++tile) {
        if ((tile + 2) * (tile + 2) == given[1]->dims[0]) convolution.tile = tile;
    }
    const bool fits = convolution.tile != 0 && convolution.outputs % CHANNELS == 0 &&
                      given[0]->dims[3] == convolution.inputs && given[2]->dims[0] == convolution.outputs &&
                      has_shape(result, convolution) && (given[3] == nullptr || has_shape(given[3], convolution));
    if (!fits) return refused(frame, "winograd: shapes do not fit");
    convolve(convolution, {frame, schedule, other_threads(frame)});
    return nullptr;
}

/// Where it lies, as a number for Python.
inline std::uintptr_t winograd_address() { return reinterpret_cast<std::uintptr_t>(&winograd_call); }

}  // namespace boardai::network
