#pragma once
// The layout of a network's arrays for one game: the one place that turns states into rows of planes and actions into
// policy indices, so that a canvas larger than the board needs support only here.

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "boardai/core/game_state.hpp"

namespace boardai {

[[noreturn]] void refuse_policy_index(Action action, int index, int size, const std::string& position);
/// Throws std::invalid_argument if a game's own extents do not form an array.
void check_layout(const Shape& shape, int policy_size);
/// Throws std::invalid_argument naming the array unless it has exactly `expected` elements.
void check_array_size(const char* where, const char* array, std::size_t size, std::size_t expected);

template <Encodable S>
class Encoding {
  public:
    /// Throws std::invalid_argument if the game's own extents do not form an array.
    explicit Encoding(const S& state) : shape_(state.observation_shape()), policy_size_(boardai::policy_size(state)) {
        check_layout(shape_, policy_size_);
    }

    const Shape& shape() const { return shape_; }
    std::size_t row_size() const { return shape_.size(); }
    int policy_size() const { return policy_size_; }

    /// Writes one observation, [height, width, channels] floats.
    void write(const S& state, float* row) const {
        std::fill_n(row, shape_.size(), 0.0f);
        state.encode(Canvas{row, shape_});
    }

    /// The policy index of a legal action. Throws std::invalid_argument if the game returns an index outside its
    /// policy, because rows are written and read at it.
    int policy_index(const S& state, Action action) const {
        const int index = state.policy_index(action);
        if (index < 0 || index >= policy_size_) {
            refuse_policy_index(action, index, policy_size_, state.to_string());
        }
        return index;
    }

    /// The action an index names in `state`, or -1. The action may be illegal.
    Action action_from_policy(const S& state, int index) const {
        return index >= 0 && index < policy_size_ ? state.action_from_policy(index) : Action{-1};
    }

    /// From now on positions are evaluated through a symmetry of the board.
    void use_symmetries(std::uint64_t seed)
        requires Symmetric<S>
    {
        symmetries_ = true;
        symmetry_seed_ = mix64(seed);
    }
    bool uses_symmetries() const { return symmetries_; }
    /// The symmetry through which a position is evaluated, 0 for none. It is drawn from its observation_key() and the
    /// seed, so that equal planes always get the same symmetry, independent of caller and time.
    int symmetry_for(const S& state, std::uint64_t key) const
        requires Symmetric<S>
    {
        if (!symmetries_) return 0;
        return static_cast<int>(mix64(key ^ symmetry_seed_) % static_cast<std::uint64_t>(state.symmetry_count()));
    }

    /// Throws std::invalid_argument unless `state` is laid out as the state this was made from.
    void check_same(const S& state, const char* where) const {
        if (state.observation_shape() != shape_ || boardai::policy_size(state) != policy_size_) {
            throw std::invalid_argument(std::string(where) +
                                        ": the state has another board than the one it began with");
        }
    }

  private:
    Shape shape_;
    int policy_size_;
    bool symmetries_ = false;
    std::uint64_t symmetry_seed_ = 0;
};

/// Stands for the Encoding of a game that has none.
struct NoEncoding {};

template <GameState S>
struct EncodingOf {
    using type = NoEncoding;
};
template <Encodable S>
struct EncodingOf<S> {
    using type = Encoding<S>;
};
/// Encoding<S>, or NoEncoding for a game without planes.
template <GameState S>
using Encoding_t = typename EncodingOf<S>::type;

}  // namespace boardai
