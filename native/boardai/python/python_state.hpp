#pragma once
// A game written in Python, as a state that every native search accepts.
//
// Each operation is one vectorcall of the user's method. Copies share the Python object; the first apply() after
// a copy clones it (`clone()`), so a copy that is only read costs nothing. The GIL must be held throughout and
// searches run on one thread (`single_threaded`). An exception in the user's code is put aside and thrown as
// PythonError; boardai/native.py raises the very same exception object.

#include <cstdint>
#include <memory>
#include <string>

#include "boardai/core/game_state.hpp"
#include "boardai/core/knowledge.hpp"
#include "boardai/python/objects.hpp"

namespace boardai::python {

class PythonState;

/// What a game in Python knows: `analyse()` of its states.
struct PythonKnowledge : PositionKnowledge<PythonState, SparseActions> {
    static Facts analyse(const PythonState& state);
};

class PythonState {
  public:
    using Knowledge = PythonKnowledge;
    static constexpr bool single_threaded = true;

    /// Keeps its own clone of `state`, so that the caller's object is never changed.
    explicit PythonState(PyObject* state);
    PythonState(const PythonState&) = default;
    PythonState(PythonState&&) noexcept = default;
    PythonState& operator=(const PythonState&) = default;
    PythonState& operator=(PythonState&&) noexcept = default;
    ~PythonState() = default;

    int current_player() const;
    bool is_terminal() const;
    int outcome(int player) const;
    void legal_actions(ActionList& out) const;
    void apply(Action action);
    std::uint64_t hash() const;
    std::string to_string() const;
    PythonState from_string(const std::string& text) const;
    std::string action_to_string(Action action) const;
    Action action_from_string(const std::string& text) const;
    friend bool operator==(const PythonState& left, const PythonState& right) { return left.equals(right); }

    // Encodable; games without an encoding raise AttributeError when one of these is reached.
    Shape observation_shape() const;
    void encode(const Canvas& canvas) const;
    int policy_planes() const { return 0; }  // Python states number their policy themselves
    int policy_extras() const;
    int policy_index(Action action) const;
    Action action_from_policy(int index) const;
    std::uint64_t observation_key() const;

    // Symmetric; one symmetry, the identity, where the game offers none.
    int symmetry_count() const;
    PythonState transformed(int symmetry) const;
    Action transform_action(Action action, int symmetry) const;

    /// The game's own `evaluate()`, 0 where it has none.
    int evaluate() const;
    /// QuietOrdered; 0 where the game has no order.
    int quiet_order(Action action) const;
    bool has_quiet_order() const { return abilities_.quiet_order; }
    /// What the game's `analyse()` says of the position, checked against the types and the rules of Facts.
    PythonKnowledge::Facts facts() const;
    bool has_knowledge() const { return abilities_.analyse; }
    /// The Python object; new reference.
    PyObject* object() const;

  private:
    struct Owner;
    /// The optional methods the game has; looked up once, not at every call.
    struct Abilities {
        bool apply_legal, hash, observation_key, symmetries, evaluate, quiet_order, analyse;
    };
    PythonState(PyObject* stolen, const Abilities& abilities, int moves);
    void check_moved(const Owner& before, Action action) const;
    bool equals(const PythonState& other) const;
    std::shared_ptr<Owner> owner_;
    Abilities abilities_;
    int moves_ = 0;  ///< from the state that came from Python
};

}  // namespace boardai::python
