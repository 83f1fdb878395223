#pragma once
// What Python sees of a state: the checked forms of the contract's functions, as static functions whose first
// parameter is the state. boardai/native.py puts them on the class, so a native state needs no Python wrapper.

#include <cstdint>
#include <string>

#include "boardai/core/evaluation/evaluation.hpp"
#include "boardai/core/game_state.hpp"
#include "boardai/python/objects.hpp"

namespace boardai::python {

/// Every state's Python methods. Raises std::invalid_argument (ValueError in Python) where the contract's precondition
/// does not hold. What may throw gives no state by value: cppyy has taken the memory for the result by then and does
/// not give it back, a kilobyte for each refused text.
template <class S>
struct StateApi {
    static PyObject* legal_actions(const S& self);
    static bool is_legal(const S& self, Action action);
    static void apply(S& self, Action action);
    static int outcome(const S& self, int player);
    /// Whether the player can still win: true where S does not say.
    static bool can_win(const S& self, int player);
    /// Folded into [0, 2^61): Python keeps such an int as the object's hash, unchanged.
    static std::int64_t folded_hash(const S& self);
    static PyObject* to_string(const S& self);
    /// The state of that text, in place of self, whose parameters it has; self is unchanged where it is refused.
    static void read(S& self, const std::string& text);
    static PyObject* action_to_string(const S& self, Action action);
    static Action action_from_string(const S& self, const std::string& text);
    /// The whole state as bytes (pickle); Unpacked<S> restores it.
    static PyObject* pack(const S& self);
    /// One uniformly random game to its end from here; outcome for player 0. By S's own playout where it has one.
    static int random_playout(const S& self, std::uint64_t seed);
    /// Static value for the side to move, by the evaluator of that name; "" is the one that searches use by default.
    static int evaluate(const S& self, const EvaluationSpec& evaluator);
    static double evaluation_point(const S& self, const EvaluationSpec& evaluator);
    /// The names to choose from, with a comma and a space between them, the default first.
    static PyObject* evaluators(const S& self);
    /// Number of board symmetries, at least 1: the identity, which is all that a game without symmetries has.
    static int symmetry_count(const S& self);
    /// Self, seen through a symmetry.
    static void transform(S& self, int symmetry);
    static Action transform_action(const S& self, Action action, int symmetry);
    /// Whether S can take actions back.
    static bool has_undo(const S& self);
    /// Whether applying and undoing each legal action restores the state bit for bit (true where S has no undo).
    static bool undo_restores(const S& self);
};

/// The state that pack() made bytes of. A constructor that throws leaves nothing behind, where a result by value would.
template <class S>
struct Unpacked {
    /// Throws std::invalid_argument: damaged bytes, or a state that cannot be restored.
    explicit Unpacked(PyObject* bytes);
    Unpacked(const Unpacked&) = delete;
    Unpacked& operator=(const Unpacked&) = delete;

    S state;
};

/// The Python methods of an Encodable state. Arrays are C-contiguous float32; sizes are checked.
template <class S>
struct EncodingApi {
    static int observation_height(const S& self);
    static int observation_width(const S& self);
    static int observation_channels(const S& self);
    static int policy_size(const S& self);
    static void write_observation(const S& self, float* planes, std::size_t size, int height, int width);
    static int policy_index(const S& self, Action action);
    static Action action_from_policy(const S& self, int index);
    static std::uint64_t observation_key(const S& self);
};

}  // namespace boardai::python
