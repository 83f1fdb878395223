#pragma once
// The convolution of winograd.hpp as a function that programs compiled by JAX call. Read by the interpreter alone, with
// the header of the jaxlib that runs: https://docs.jax.dev/en/latest/ffi.html. No C++ of XLA is needed, only its C
// interface.

#include <xla/ffi/api/c_api.h>

#include <cstdint>

#include "boardai/network/winograd.hpp"

namespace boardai::network {

inline XLA_FFI_Error* refused(const XLA_FFI_CallFrame* frame, const char* message) {
    XLA_FFI_Error_Create_Args arguments = {XLA_FFI_Error_Create_Args_STRUCT_SIZE, nullptr, message,
                                           XLA_FFI_Error_Code_INVALID_ARGUMENT};
    return frame->api->XLA_FFI_Error_Create(&arguments);
}

/// Whether XLA asks what it has before it, as it does before it calls.
inline bool asks_for_metadata(const XLA_FFI_CallFrame* frame) {
    return frame->extension_start != nullptr && frame->extension_start->type == XLA_FFI_Extension_Metadata;
}

/// Reports the version of the interface that this was compiled with.
inline XLA_FFI_Error* describe(XLA_FFI_CallFrame* frame) {
    XLA_FFI_Metadata* metadata = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start)->metadata;
    metadata->api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
    metadata->traits = 0;
    return nullptr;
}

/// Whether a call of XLA went well; what it says otherwise is of no use here.
inline bool succeeded(const XLA_FFI_CallFrame* frame, XLA_FFI_Error* error) {
    if (error == nullptr) return true;
    XLA_FFI_Error_Destroy_Args arguments = {XLA_FFI_Error_Destroy_Args_STRUCT_SIZE, nullptr, error};
    frame->api->XLA_FFI_Error_Destroy(&arguments);
    return false;
}

inline bool schedule(void* context, void (*task)(void*), void* data) {
    const auto* frame = static_cast<const XLA_FFI_CallFrame*>(context);
    XLA_FFI_ThreadPool_Schedule_Args arguments = {XLA_FFI_ThreadPool_Schedule_Args_STRUCT_SIZE, nullptr, frame->ctx,
                                                  task, data};
    return succeeded(frame, frame->api->XLA_FFI_ThreadPool_Schedule(&arguments));
}

/// Threads of XLA besides this one.
inline int other_threads(const XLA_FFI_CallFrame* frame) {
    std::int64_t threads = 1;
    XLA_FFI_ThreadPool_NumThreads_Args arguments = {XLA_FFI_ThreadPool_NumThreads_Args_STRUCT_SIZE, nullptr, frame->ctx,
                                                    &threads};
    const bool known = succeeded(frame, frame->api->XLA_FFI_ThreadPool_NumThreads(&arguments));
    return known ? static_cast<int>(threads) - 1 : 0;
}

/// An argument that is wanted: its axes, and the type of its numbers.
struct Wanted {
    int axes;
    XLA_FFI_DataType type = XLA_FFI_DataType_F32;
};

/// What XLA gives: true if it is arrays as wanted, the last perhaps left out.
template <int most>
inline bool read_arguments(const XLA_FFI_CallFrame* frame, const XLA_FFI_Buffer* (&given)[most],
                           const Wanted (&wanted)[most]) {
    if (frame->args.size > most || frame->args.size < most - 1 || frame->rets.size != 1) return false;
    for (std::int64_t number = 0; number < frame->args.size; ++number) {
        given[number] = static_cast<const XLA_FFI_Buffer*>(frame->args.args[number]);
        if (given[number]->dtype != wanted[number].type || given[number]->rank != wanted[number].axes) return false;
    }
    return true;
}

inline const XLA_FFI_Buffer* result_of(const XLA_FFI_CallFrame* frame) {
    return static_cast<const XLA_FFI_Buffer*>(frame->rets.rets[0]);
}

/// The tile whose transformed kernel has this many cells; 0: none.
inline int tile_of(std::int64_t cells) {
    for (int tile = 2; tile <= 6; ++tile) {
        if ((tile + 2) * (tile + 2) == cells) return tile;
    }
    return 0;
}

/// Of planes [B, H, W, C] and a transformed kernel [(tile + 2)^2, C, D]; its tile is 0 where they do not fit.
inline Shape shape_of(const XLA_FFI_Buffer* planes, const XLA_FFI_Buffer* kernel) {
    Shape shape = {planes->dims[0],
                   static_cast<int>(planes->dims[1]),
                   static_cast<int>(planes->dims[2]),
                   static_cast<int>(planes->dims[3]),
                   static_cast<int>(kernel->dims[2]),
                   0};
    if (kernel->dims[1] != planes->dims[3] || shape.outputs % CHANNELS != 0) return shape;
    shape.tile = tile_of(kernel->dims[0]);
    return shape;
}

/// Whether a buffer has the shape of a convolution's results.
inline bool holds_results(const XLA_FFI_Buffer* buffer, const Shape& shape) {
    return buffer->rank == 4 && buffer->dims[0] == shape.boards && buffer->dims[1] == shape.height &&
           buffer->dims[2] == shape.width && buffer->dims[3] == shape.outputs;
}

/// Computes into what XLA gives. `bias` [D] and `skip` [B, H, W, D] or null are looked at first.
inline XLA_FFI_Error* convolve_for(XLA_FFI_CallFrame* frame, Convolution convolution, const XLA_FFI_Buffer* bias,
                                   const XLA_FFI_Buffer* skip) {
    const Shape& shape = convolution.shape;
    if (shape.tile == 0 || bias->dims[0] != shape.outputs || !holds_results(result_of(frame), shape) ||
        (skip != nullptr && !holds_results(skip, shape))) {
        return refused(frame, "winograd: shapes do not fit");
    }
    convolution.bias = static_cast<const float*>(bias->data);
    convolution.skip = skip == nullptr ? nullptr : static_cast<const float*>(skip->data);
    convolution.result = static_cast<float*>(result_of(frame)->data);
    const auto* relu = static_cast<const XLA_FFI_Scalar*>(frame->attrs.attrs[0]);
    convolution.relu = *static_cast<const std::int32_t*>(relu->value) != 0;
    convolve(convolution, {frame, schedule, other_threads(frame)});
    return nullptr;
}

/// Arguments: planes [B, H, W, C], transformed kernel [(tile + 2)^2, C, D], bias [D], perhaps skip [B, H, W, D].
/// Attribute: relu, an int32. Result: [B, H, W, D].
inline XLA_FFI_Error* convolve_call(XLA_FFI_CallFrame* frame) {
    if (asks_for_metadata(frame)) return describe(frame);
    const XLA_FFI_Buffer* given[4] = {};
    if (frame->attrs.size != 1 || !read_arguments(frame, given, {{4}, {3}, {1}, {4}})) {
        return refused(frame, "winograd: three or four float32 arrays are wanted");
    }
    Convolution convolution = {};
    convolution.shape = shape_of(given[0], given[1]);
    convolution.planes = static_cast<const float*>(given[0]->data);
    convolution.kernel = static_cast<const float*>(given[1]->data);
    return convolve_for(frame, convolution, given[2], given[3]);
}

/// The same with whole numbers in place of the kernel: weights [(tile + 2)^2, groups, D, of a group], int8 or int16,
/// scales [(tile + 2)^2, D], offsets int32 of that shape (WholeKernel). Arguments: planes, these, bias, perhaps skip.
inline XLA_FFI_Error* convolve_in_whole_numbers_call(XLA_FFI_CallFrame* frame) {
    if (asks_for_metadata(frame)) return describe(frame);
    const XLA_FFI_Buffer* given[6] = {};
    constexpr XLA_FFI_DataType small = XLA_FFI_DataType_S8, large = XLA_FFI_DataType_S16, sums = XLA_FFI_DataType_S32;
    const bool one_byte = read_arguments(frame, given, {{4}, {4, small}, {2}, {2, sums}, {1}, {4}});
    if (frame->attrs.size != 1 ||
        !(one_byte || read_arguments(frame, given, {{4}, {4, large}, {2}, {2, sums}, {1}, {4}}))) {
        return refused(frame, "winograd: planes, weights of 8 or 16 bits, scales, offsets and bias are wanted");
    }
    const XLA_FFI_Buffer &planes = *given[0], &weights = *given[1];
    const int bytes = one_byte ? 1 : 2, group = 4 / bytes;
    const std::int64_t cells = weights.dims[0], inputs = planes.dims[3], outputs = weights.dims[2];
    const auto fits = [&](const XLA_FFI_Buffer* one) { return one->dims[0] == cells && one->dims[1] == outputs; };
    Convolution convolution = {};
    convolution.shape = {planes.dims[0],           static_cast<int>(planes.dims[1]), static_cast<int>(planes.dims[2]),
                         static_cast<int>(inputs), static_cast<int>(outputs),        tile_of(cells)};
    if ((bytes == 1 && convolution.shape.tile != INT8_TILE) || weights.dims[1] != (inputs + group - 1) / group ||
        weights.dims[3] != group || outputs % CHANNELS != 0 || !fits(given[2]) || !fits(given[3])) {
        return refused(frame, "winograd: shapes do not fit");
    }
    convolution.planes = static_cast<const float*>(planes.data);
    convolution.whole = {weights.data, static_cast<const float*>(given[2]->data),
                         static_cast<const std::int32_t*>(given[3]->data), bytes};
    return convolve_for(frame, convolution, given[4], given[5]);
}

/// Arguments: planes [B, H, W, C], gradient of the results [B, H, W, D]. Result: the transformed kernel's gradient,
/// [(tile + 2)^2, C, D].
inline XLA_FFI_Error* find_gradient_call(XLA_FFI_CallFrame* frame) {
    if (asks_for_metadata(frame)) return describe(frame);
    const XLA_FFI_Buffer* given[2] = {};
    if (frame->args.size != 2 || !read_arguments(frame, given, {{4}, {4}}) || result_of(frame)->rank != 3) {
        return refused(frame, "winograd: two float32 arrays are wanted");
    }
    const Shape shape = shape_of(given[0], result_of(frame));
    if (shape.tile == 0 || !holds_results(given[1], shape)) return refused(frame, "winograd: shapes do not fit");
    find_gradient({shape, static_cast<const float*>(given[0]->data), static_cast<const float*>(given[1]->data),
                   static_cast<float*>(result_of(frame)->data)});
    return nullptr;
}

/// Where they lie, as numbers for Python.
inline std::uintptr_t convolve_address() { return reinterpret_cast<std::uintptr_t>(&convolve_call); }
inline std::uintptr_t convolve_in_whole_numbers_address() {
    return reinterpret_cast<std::uintptr_t>(&convolve_in_whole_numbers_call);
}
inline std::uintptr_t find_gradient_address() { return reinterpret_cast<std::uintptr_t>(&find_gradient_call); }

}  // namespace boardai::network
