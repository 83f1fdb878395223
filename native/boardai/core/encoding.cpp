#include "boardai/core/encoding.hpp"

namespace boardai {

void refuse_policy_index(Action action, int index, int size, const std::string& position) {
    throw std::invalid_argument("policy_index(" + std::to_string(action) + ") gave " + std::to_string(index) +
                                ", outside [0, " + std::to_string(size) + "), in position " + position);
}

void check_layout(const Shape& shape, int policy_size) {
    if (shape.height < 1 || shape.width < 1 || shape.channels < 1 || policy_size < 1) {
        throw std::invalid_argument("observation_shape and policy_size must be at least 1, got " +
                                    std::to_string(shape.height) + " x " + std::to_string(shape.width) + " x " +
                                    std::to_string(shape.channels) + " and " + std::to_string(policy_size));
    }
}

void check_array_size(const char* where, const char* array, std::size_t size, std::size_t expected) {
    if (size != expected) {
        throw std::invalid_argument(std::string(where) + ": " + array + " must have " + std::to_string(expected) +
                                    " elements, got " + std::to_string(size));
    }
}

}  // namespace boardai
