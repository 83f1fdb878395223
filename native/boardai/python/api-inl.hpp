#pragma once
// Bodies of face.hpp.

#include <stdexcept>
#include <string>

#include "boardai/core/evaluation/evaluations.hpp"
#include "boardai/core/legality.hpp"
#include "boardai/core/playout.hpp"
#include "boardai/python/api.hpp"

namespace boardai::python {

[[noreturn]] inline void refuse_action(Action action, const std::string& position) {
    throw std::invalid_argument("illegal action " + std::to_string(action) + " in position " + position);
}

template <class S>
void require_legal(const S& state, Action action) {
    if (!is_legal_action(state, action)) refuse_action(action, state.to_string());
}

template <class S>
PyObject* StateApi<S>::legal_actions(const S& self) {
    ActionList actions;
    self.legal_actions(actions);
    return make_action_list(actions);
}

template <class S>
bool StateApi<S>::is_legal(const S& self, Action action) {
    return is_legal_action(self, action);
}

template <class S>
void StateApi<S>::apply(S& self, Action action) {
    require_legal(self, action);
    self.apply(action);
}

inline void require_player(int player) {
    if (player != 0 && player != 1) {
        throw std::invalid_argument("player must be 0 or 1, not " + std::to_string(player));
    }
}

template <class S>
int StateApi<S>::outcome(const S& self, int player) {
    require_player(player);
    if (!self.is_terminal()) {
        throw std::invalid_argument("outcome() before the game is over, in position " + self.to_string());
    }
    return self.outcome(player);
}

template <class S>
bool StateApi<S>::can_win(const S& self, int player) {
    require_player(player);
    if constexpr (WinTest<S>) {
        return self.can_win(player);
    } else {
        return true;
    }
}

template <class S>
std::int64_t StateApi<S>::folded_hash(const S& self) {
    return static_cast<std::int64_t>(self.hash() >> 3);
}

template <class S>
PyObject* StateApi<S>::to_string(const S& self) {
    return make_str(self.to_string());
}

template <class S>
void StateApi<S>::read(S& self, const std::string& text) {
    self = self.from_string(text);
}

template <class S>
PyObject* StateApi<S>::action_to_string(const S& self, Action action) {
    require_legal(self, action);
    return make_str(self.action_to_string(action));
}

template <class S>
Action StateApi<S>::action_from_string(const S& self, const std::string& text) {
    return self.action_from_string(text);
}

template <class S>
PyObject* StateApi<S>::pack(const S& self) {
    if constexpr (Packable<S>) {
        return make_bytes(self.pack());
    } else {
        return make_bytes(self.to_string());
    }
}

template <class S>
int StateApi<S>::random_playout(const S& self, std::uint64_t seed) {
    Rng rng(seed);
    return boardai::random_playout(self, rng);
}

template <class S>
int StateApi<S>::evaluate(const S& self, const EvaluationSpec& evaluator) {
    const auto evaluation = Evaluations<S>::find(evaluator);
    const auto line = evaluation->open_line();
    line->reset(self);
    return line->evaluate(self);
}

template <class S>
double StateApi<S>::evaluation_point(const S&, [[maybe_unused]] const EvaluationSpec& evaluator) {
    if constexpr (Scored<S>) {
        return Evaluations<S>::find(evaluator)->point();
    } else {
        return 0;
    }
}

template <class S>
PyObject* StateApi<S>::evaluators(const S&) {
    return make_str(Evaluations<S>::names());
}

template <class S>
int StateApi<S>::symmetry_count(const S& self) {
    if constexpr (Symmetric<S>) {
        return self.symmetry_count();
    } else {
        return 1;
    }
}

template <class S>
void require_symmetry(const S& state, int symmetry) {
    const int count = StateApi<S>::symmetry_count(state);
    if (symmetry < 0 || symmetry >= count) {
        throw std::invalid_argument("symmetry " + std::to_string(symmetry) + " is outside [0, " +
                                    std::to_string(count) + ")");
    }
}

template <class S>
void StateApi<S>::transform(S& self, int symmetry) {
    require_symmetry(self, symmetry);
    if constexpr (Symmetric<S>) self = self.transformed(symmetry);
}

template <class S>
Action StateApi<S>::transform_action(const S& self, Action action, int symmetry) {
    require_symmetry(self, symmetry);
    require_legal(self, action);
    if constexpr (Symmetric<S>) {
        return self.transform_action(action, symmetry);
    } else {
        return action;
    }
}

template <class S>
bool StateApi<S>::has_undo(const S&) {
    return Undoable<S>;
}

template <class S>
bool StateApi<S>::undo_restores(const S& self) {
    if constexpr (Undoable<S>) {
        ActionList actions;
        self.legal_actions(actions);
        S state = self;
        for (Action action : actions) {
            const typename S::Undo record = state.apply_undoable(action);
            S applied = self;
            applied.apply(action);
            if (!(state == applied)) return false;
            state.undo(action, record);
            if (!(state == self)) return false;
        }
    }
    return true;
}

template <class S>
S unpack(const std::string& bytes) {
    if constexpr (Packable<S>) {
        return S::unpack(bytes);
    } else if constexpr (std::default_initializable<S>) {
        return S().from_string(bytes);
    } else {
        throw std::invalid_argument(
            "this C++ state cannot be pickled: give it pack() and unpack(), or a default constructor");
    }
}

template <class S>
Unpacked<S>::Unpacked(PyObject* bytes) : state(unpack<S>(bytes_contents(bytes))) {}

template <class S>
int EncodingApi<S>::observation_height(const S& self) {
    return self.observation_shape().height;
}

template <class S>
int EncodingApi<S>::observation_width(const S& self) {
    return self.observation_shape().width;
}

template <class S>
int EncodingApi<S>::observation_channels(const S& self) {
    return self.observation_shape().channels;
}

template <class S>
int EncodingApi<S>::policy_size(const S& self) {
    return boardai::policy_size(self);
}

template <class S>
void EncodingApi<S>::write_observation(const S& self, float* planes, std::size_t size, int height, int width) {
    const Shape board = self.observation_shape();
    if (height < board.height || width < board.width) {
        throw std::invalid_argument("canvas of " + std::to_string(height) + "x" + std::to_string(width) +
                                    " is smaller than the board, " + std::to_string(board.height) + "x" +
                                    std::to_string(board.width));
    }
    const Shape shape{height, width, board.channels};
    if (size != shape.size()) {
        throw std::invalid_argument("observation needs " + std::to_string(shape.size()) + " floats, not " +
                                    std::to_string(size));
    }
    for (std::size_t i = 0; i < size; ++i) planes[i] = 0.0f;
    self.encode(Canvas{planes, shape});
}

template <class S>
int EncodingApi<S>::policy_index(const S& self, Action action) {
    require_legal(self, action);
    return self.policy_index(action);
}

template <class S>
Action EncodingApi<S>::action_from_policy(const S& self, int index) {
    if (index < 0 || index >= boardai::policy_size(self)) {
        throw std::invalid_argument("policy index " + std::to_string(index) + " is outside [0, " +
                                    std::to_string(boardai::policy_size(self)) + ")");
    }
    const Action action = self.action_from_policy(index);
    if (action < 0 || !is_legal_action(self, action)) {
        throw std::invalid_argument("policy index " + std::to_string(index) + " names no legal action in position " +
                                    std::string(self.to_string()));
    }
    return action;
}

template <class S>
std::uint64_t EncodingApi<S>::observation_key(const S& self) {
    return self.observation_key();
}

}  // namespace boardai::python
