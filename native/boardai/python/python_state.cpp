#define PY_SSIZE_T_CLEAN
#include "boardai/python/python_state.hpp"

#include <Python.h>

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "boardai/search/score.hpp"

namespace boardai::python {

namespace {

/// A new reference that is given back at the end of its scope.
class Reference {
  public:
    explicit Reference(PyObject* object) : object_(object) {
        if (object_ == nullptr) throw_python_error();
    }
    Reference(const Reference&) = delete;
    Reference& operator=(const Reference&) = delete;
    ~Reference() { Py_DECREF(object_); }
    PyObject* get() const { return object_; }

  private:
    PyObject* object_;
};

/// Names are interned once per process: the interpreter compares them by address.
PyObject* interned(const char* name) {
    PyObject* text = PyUnicode_InternFromString(name);
    if (text == nullptr) throw_python_error();
    return text;
}

PyObject* call(PyObject* name, PyObject* object, std::initializer_list<PyObject*> arguments = {}) {
    PyObject* stack[4] = {nullptr, object, nullptr, nullptr};
    std::size_t count = 1;
    for (PyObject* argument : arguments) stack[1 + count++] = argument;
    PyObject* result = PyObject_VectorcallMethod(name, stack + 1, count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (result == nullptr) throw_python_error();
    return result;
}

/// Clears the error of a number's conversion, so that a better message can replace it; any other error (Ctrl-C)
/// propagates.
void refuse_other_errors() {
    const bool complaint = PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
                           PyErr_ExceptionMatches(PyExc_OverflowError);
    if (!complaint) throw_python_error();
    PyErr_Clear();
}

long as_long(PyObject* number, const char* what) {
    const long value = PyLong_AsLong(number);
    if (value == -1 && PyErr_Occurred()) {
        refuse_other_errors();
        PyErr_Format(PyExc_TypeError, "%s must give an int that fits 32 bits, not %R", what, number);
        throw_python_error();
    }
    return value;
}

Action as_action(PyObject* number, const char* what) {
    const long value = as_long(number, what);
    if (value < 0 || value > INT32_MAX) {
        PyErr_Format(PyExc_ValueError, "%s: an action must lie in [0, 2^31), not %R", what, number);
        throw_python_error();
    }
    return static_cast<Action>(value);
}

/// A static evaluation: a whole number, or one that can be rounded without loss. `position` names the place
/// in the message.
template <class Position>
int as_evaluation(PyObject* value, const Position& position) {
    double number = 0;
    bool is_number = !PyUnicode_Check(value) && !PyBytes_Check(value);
    if (is_number) {
        PyObject* const real = PyNumber_Float(value);  // of Python's numbers and of those of array libraries
        if (real != nullptr) {
            number = PyFloat_AS_DOUBLE(real);
            Py_DECREF(real);
        } else {
            refuse_other_errors();
            is_number = false;
        }
    }
    const double rounded = std::nearbyint(number);  // to even at .5, as Python's round()
    if (!is_number || !(std::abs(rounded) < evaluation_limit)) {
        const Reference text(position());
        PyErr_Format(PyExc_ValueError,
                     "the evaluator must give a number between -%d and %d (both excluded), not %R, in position %U",
                     evaluation_limit, evaluation_limit, value, text.get());
        throw_python_error();
    }
    // What sums of floats leave in the place of 0 is rounded like anything else.
    if (rounded != number && std::abs(number) < 1 && std::abs(number) > 1e-6) {
        const Reference text(position());
        PyErr_Format(PyExc_ValueError,
                     "the evaluator gave %R in position %U: scores are rounded to whole numbers, so this says nothing; "
                     "for expected outcomes in [-1, 1] say evaluator=boardai.search.Outcome(f)",
                     value, text.get());
        throw_python_error();
    }
    return static_cast<int>(rounded);
}

std::uint64_t as_hash(PyObject* number, const char* what) {
    const unsigned long long value = PyLong_AsUnsignedLongLongMask(number);
    if (PyErr_Occurred()) {
        refuse_other_errors();
        PyErr_Format(PyExc_TypeError, "%s must give an int, not %R", what, number);
        throw_python_error();
    }
    return value;
}

/// What a state's method has given, as a text.
std::string as_text(PyObject* text, PyObject* state, const char* what) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &size) : nullptr;
    if (data == nullptr) {
        PyErr_Clear();
        if (PyUnicode_Check(text)) {  // half a surrogate pair
            PyErr_Format(PyExc_ValueError, "%R: %s must give text that can be written, not %A",
                         reinterpret_cast<PyObject*>(Py_TYPE(state)), what, text);
        } else {
            PyErr_Format(PyExc_TypeError, "%s must give a str, not %R", what, text);
        }
        throw_python_error();
    }
    return {data, static_cast<std::size_t>(size)};
}

/// FNV-1a then a finaliser: fixed for ever, unlike Python's own salted hash.
std::uint64_t hash_text(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3ULL;
    return mix64(hash);
}

struct Names {
    PyObject* current_player = interned("current_player");
    PyObject* is_terminal = interned("is_terminal");
    PyObject* outcome = interned("outcome");
    PyObject* legal_actions = interned("legal_actions");
    PyObject* apply = interned("apply");
    PyObject* apply_legal = interned("apply_legal");
    PyObject* clone = interned("clone");
    PyObject* hash = interned("hash");
    PyObject* to_string = interned("to_string");
    PyObject* from_string = interned("from_string");
    PyObject* action_to_string = interned("action_to_string");
    PyObject* action_from_string = interned("action_from_string");
    PyObject* observation_shape = interned("observation_shape");
    PyObject* observation = interned("observation");
    PyObject* policy_size = interned("policy_size");
    PyObject* policy_index = interned("policy_index");
    PyObject* action_from_policy = interned("action_from_policy");
    PyObject* observation_key = interned("observation_key");
    PyObject* symmetry_count = interned("symmetry_count");
    PyObject* transformed = interned("transformed");
    PyObject* transform_action = interned("transform_action");
    PyObject* evaluate = interned("evaluate");
    PyObject* quiet_order = interned("quiet_order");
    PyObject* analyse = interned("analyse");
    PyObject* winner = interned("winner");
    PyObject* winning_move = interned("winning_move");
    PyObject* candidates = interned("candidates");
    PyObject* dominated = interned("dominated");
    PyObject* losing = interned("losing");
};

const Names& names() {
    static const Names table;
    return table;
}

}  // namespace

/// One Python object, shared by the copies of a state until one of them moves.
struct PythonState::Owner {
    PyObject* object;
    int moves_to_check = 0;  ///< this many further actions are checked to change the state
    explicit Owner(PyObject* stolen) : object(stolen) {}
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
        // A user's __del__ must not swallow the error that is unwinding us.
        PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
        PyErr_Fetch(&type, &value, &traceback);
        Py_DECREF(object);
        PyErr_Restore(type, value, traceback);
    }
};

PythonState::PythonState(PyObject* state) : owner_(std::make_shared<Owner>(call(names().clone, state))) {
    owner_->moves_to_check = 64;
    const auto has = [&](PyObject* name) { return PyObject_HasAttr(owner_->object, name) != 0; };
    abilities_ = {has(names().apply_legal),    has(names().hash),     has(names().observation_key),
                  has(names().symmetry_count), has(names().evaluate), has(names().quiet_order),
                  has(names().analyse)};
}

PythonState::PythonState(PyObject* stolen, const Abilities& abilities, int moves)
    : owner_(std::make_shared<Owner>(stolen)), abilities_(abilities), moves_(moves) {}

int PythonState::current_player() const {
    const Reference player(call(names().current_player, owner_->object));
    const long value = as_long(player.get(), "current_player()");
    if (value != 0 && value != 1) {
        PyErr_Format(PyExc_ValueError, "current_player() must give 0 or 1, not %R", player.get());
        throw_python_error();
    }
    return static_cast<int>(value);
}

bool PythonState::is_terminal() const {
    const Reference answer(call(names().is_terminal, owner_->object));
    const int truth = PyObject_IsTrue(answer.get());
    if (truth < 0) throw_python_error();
    return truth == 1;
}

int PythonState::outcome(int player) const {
    const Reference argument(PyLong_FromLong(player));
    const Reference result(call(names().outcome, owner_->object, {argument.get()}));
    const long value = as_long(result.get(), "outcome()");
    if (value < -1 || value > 1) {
        PyErr_Format(PyExc_ValueError, "outcome() must give -1, 0 or +1, not %R", result.get());
        throw_python_error();
    }
    return static_cast<int>(value);
}

void PythonState::legal_actions(ActionList& out) const {
    out.clear();
    const Reference answer(call(names().legal_actions, owner_->object));
    if (!PyList_Check(answer.get())) {
        PyErr_Format(PyExc_ValueError, "legal_actions() must give a list of int, not %R", answer.get());
        throw_python_error();
    }
    const Reference actions(PySequence_Tuple(answer.get()));  // __index__ of an element may change the game's own list
    const Py_ssize_t count = PyTuple_GET_SIZE(actions.get());
    if (static_cast<std::size_t>(count) > ActionList::capacity) {
        PyErr_Format(PyExc_ValueError, "legal_actions() gave %zd actions; boardai handles at most %zu", count,
                     ActionList::capacity);
        throw_python_error();
    }
    for (Py_ssize_t i = 0; i < count; ++i) {
        out.push_back(as_action(PyTuple_GET_ITEM(actions.get(), i), "legal_actions()"));
    }
    // Searches take one of them where the game continues.
    if (out.empty() && !is_terminal()) {
        PyErr_SetString(PyExc_ValueError, "legal_actions() gave none, but is_terminal() says that the game continues");
        throw_python_error();
    }
}

void PythonState::apply(Action action) {
    // A game that does not move would be searched without end: the first moves from the root are checked, and then one
    // in 1,024.
    const bool is_checked = ++moves_ % 1024 == 0 || (owner_->moves_to_check > 0 && owner_->moves_to_check-- > 0);
    std::shared_ptr<Owner> before;
    if (is_checked || owner_.use_count() > 1) {
        before = owner_;
        owner_ = std::make_shared<Owner>(call(names().clone, before->object));
    }
    const Reference argument(PyLong_FromLong(action));
    // apply() checks legality for people; searches only try legal actions and skip that where the game lets them.
    PyObject* method = abilities_.apply_legal ? names().apply_legal : names().apply;
    const Reference none(call(method, owner_->object, {argument.get()}));
    if (none.get() != Py_None) {
        PyErr_Format(PyExc_ValueError, "apply() must play the action in place and give None, not %R", none.get());
        throw_python_error();
    }
    if (is_checked) check_moved(*before, action);
}

/// Throws where an action has left the position as it was.
void PythonState::check_moved(const Owner& before, Action action) const {
    const int same = PyObject_RichCompareBool(owner_->object, before.object, Py_EQ);
    if (same < 0) throw_python_error();
    if (same == 0) return;
    const Reference text(make_str(to_string()));
    PyErr_Format(PyExc_ValueError, "an action changes the state: in position %R: action %d left it as it was",
                 text.get(), action);
    throw_python_error();
}

std::uint64_t PythonState::hash() const {
    if (!abilities_.hash) return hash_text(to_string());
    const Reference value(call(names().hash, owner_->object));
    return as_hash(value.get(), "hash()");
}

std::string PythonState::to_string() const {
    const Reference text(call(names().to_string, owner_->object));
    return as_text(text.get(), owner_->object, "to_string()");
}

PythonState PythonState::from_string(const std::string& text) const {
    const Reference argument(make_str(text));
    return {call(names().from_string, owner_->object, {argument.get()}), abilities_, 0};
}

std::string PythonState::action_to_string(Action action) const {
    const Reference argument(PyLong_FromLong(action));
    const Reference text(call(names().action_to_string, owner_->object, {argument.get()}));
    return as_text(text.get(), owner_->object, "action_to_string()");
}

Action PythonState::action_from_string(const std::string& text) const {
    const Reference argument(make_str(text));
    const Reference action(call(names().action_from_string, owner_->object, {argument.get()}));
    return as_action(action.get(), "action_from_string()");
}

bool PythonState::equals(const PythonState& other) const {
    if (owner_ == other.owner_) return true;
    const int truth = PyObject_RichCompareBool(owner_->object, other.owner_->object, Py_EQ);
    if (truth < 0) throw_python_error();
    return truth == 1;
}

Shape PythonState::observation_shape() const {
    const Reference shape(PyObject_GetAttr(owner_->object, names().observation_shape));
    const Reference sequence(PySequence_Fast(shape.get(), "observation_shape must be (height, width, channels)"));
    if (PySequence_Fast_GET_SIZE(sequence.get()) != 3) {
        PyErr_Format(PyExc_ValueError, "observation_shape must be (height, width, channels), not %R", shape.get());
        throw_python_error();
    }
    int extent[3];
    for (int i = 0; i < 3; ++i) {
        const Reference number(PySequence_GetItem(sequence.get(), i));
        extent[i] = static_cast<int>(as_long(number.get(), "observation_shape"));
    }
    return {extent[0], extent[1], extent[2]};
}

void PythonState::encode(const Canvas& canvas) const {
    const Reference planes(call(names().observation, owner_->object));
    Py_buffer view;
    if (PyObject_GetBuffer(planes.get(), &view, PyBUF_RECORDS_RO) != 0) throw_python_error();
    struct Release {
        Py_buffer* view;
        ~Release() { PyBuffer_Release(view); }
    } release{&view};
    const Shape shape = observation_shape();
    const bool fits = view.ndim == 3 && view.shape[0] == shape.height && view.shape[1] == shape.width &&
                      view.shape[2] == shape.channels && view.format != nullptr && std::strcmp(view.format, "f") == 0;
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "observation() must give a float32 array of observation_shape");
        throw_python_error();
    }
    if (shape.height > canvas.shape.height || shape.width > canvas.shape.width ||
        shape.channels != canvas.shape.channels) {
        PyErr_SetString(PyExc_ValueError, "observation_shape must be the same in all states of a game");
        throw_python_error();
    }
    // By strides: a board turned over by `planes[::-1]` is no contiguous array.
    const auto* source = static_cast<const char*>(view.buf);
    for (int row = 0; row < shape.height; ++row) {
        for (int column = 0; column < shape.width; ++column) {
            const char* cell = source + row * view.strides[0] + column * view.strides[1];
            float* target = &canvas.at(row, column, 0);
            for (int channel = 0; channel < shape.channels; ++channel) {
                std::memcpy(target + channel, cell + channel * view.strides[2], sizeof(float));
            }
        }
    }
}

int PythonState::policy_extras() const {
    const Reference size(PyObject_GetAttr(owner_->object, names().policy_size));
    return static_cast<int>(as_long(size.get(), "policy_size"));
}

int PythonState::policy_index(Action action) const {
    const Reference argument(PyLong_FromLong(action));
    const Reference index(call(names().policy_index, owner_->object, {argument.get()}));
    return static_cast<int>(as_long(index.get(), "policy_index()"));
}

Action PythonState::action_from_policy(int index) const {
    const Reference argument(PyLong_FromLong(index));
    const Reference action(call(names().action_from_policy, owner_->object, {argument.get()}));
    return static_cast<Action>(as_long(action.get(), "action_from_policy()"));
}

std::uint64_t PythonState::observation_key() const {
    if (!abilities_.observation_key) return hash();
    const Reference key(call(names().observation_key, owner_->object));
    return as_hash(key.get(), "observation_key()");
}

int PythonState::symmetry_count() const {
    if (!abilities_.symmetries) return 1;
    const Reference count(call(names().symmetry_count, owner_->object));
    return static_cast<int>(as_long(count.get(), "symmetry_count()"));
}

PythonState PythonState::transformed(int symmetry) const {
    if (symmetry == 0) return *this;
    const Reference argument(PyLong_FromLong(symmetry));
    return {call(names().transformed, owner_->object, {argument.get()}), abilities_, moves_};
}

Action PythonState::transform_action(Action action, int symmetry) const {
    if (symmetry == 0) return action;
    const Reference first(PyLong_FromLong(action));
    const Reference second(PyLong_FromLong(symmetry));
    const Reference result(call(names().transform_action, owner_->object, {first.get(), second.get()}));
    return as_action(result.get(), "transform_action()");
}

int PythonState::evaluate() const {
    if (!abilities_.evaluate) return 0;
    const Reference value(call(names().evaluate, owner_->object));
    return as_evaluation(value.get(), [this] { return make_str(to_string()); });
}

int PythonState::quiet_order(Action action) const {
    if (!abilities_.quiet_order) return 0;
    const Reference argument(PyLong_FromLong(action));
    const Reference answer(call(names().quiet_order, owner_->object, {argument.get()}));
    const long value = as_long(answer.get(), "quiet_order()");
    if (value < -10'000 || value > 10'000) {
        PyErr_Format(PyExc_ValueError, "quiet_order() must give a number within +-10000, not %R", answer.get());
        throw_python_error();
    }
    return static_cast<int>(value);
}

PythonKnowledge::Facts PythonState::facts() const {
    using Facts = PythonKnowledge::Facts;
    Facts facts;
    const Reference answer(call(names().analyse, owner_->object));
    if (answer.get() == Py_None) return facts;
    const auto refuse = [this](const char* complaint, PyObject* what) {
        const Reference position(make_str(to_string()));
        PyErr_Format(PyExc_ValueError, complaint, what, position.get());
        throw_python_error();
    };
    const auto part = [&answer](PyObject* name) { return PyObject_GetAttr(answer.get(), name); };
    const auto number_in = [&](PyObject* given, long most, const char* complaint) {
        const long value = PyLong_AsLong(given);
        if (PyErr_Occurred()) refuse_other_errors();  // value is -1
        if (value < 0 || value > most) refuse(complaint, given);
        return static_cast<int>(value);
    };
    const auto action_in = [&](PyObject* given) -> Action {
        return number_in(given, INT32_MAX, "analyse(): an action is an int in [0, 2^31), not %R, in position %R");
    };
    const auto actions_in = [&](PyObject* name) {
        const Reference given(part(name));
        PyObject* const tuple =
            PySequence_Tuple(given.get());  // __index__ of an element may change the game's own list
        if (tuple == nullptr) {
            refuse_other_errors();
            refuse("analyse(): its sets must be collections of actions, not %R, in position %R", given.get());
        }
        const Reference items(tuple);
        std::vector<Action> actions;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
            actions.push_back(action_in(PyTuple_GET_ITEM(items.get(), i)));
        }
        return SparseActions(std::move(actions));
    };
    for (PyObject* name :
         {names().winner, names().winning_move, names().candidates, names().dominated, names().losing}) {
        if (!PyObject_HasAttr(answer.get(), name)) {
            refuse("analyse() must give boardai.Facts or None, not %R, in position %R", answer.get());
        }
    }

    const Reference winner(part(names().winner)), move(part(names().winning_move));
    if (winner.get() != Py_None) {
        facts.winner = number_in(winner.get(), Facts::draw,
                                 "analyse(): the winner must be 0, 1, Facts.DRAW or None, not %R, in position %R");
    }
    SparseActions legal;
    if (!facts.decided() || move.get() != Py_None) {
        ActionList list;
        legal_actions(list);
        legal = SparseActions(std::vector<Action>(list.begin(), list.end()));
    }
    if (move.get() != Py_None) {
        if (facts.winner != current_player()) {
            refuse("analyse(): winning_move %R, though the player to move is not the winner, in position %R",
                   move.get());
        }
        facts.winning_move = action_in(move.get());
        if (!legal.test(facts.winning_move)) {
            refuse("analyse(): winning_move %R is not legal, in position %R", move.get());
        }
    }
    if (facts.decided()) return facts;

    const Reference candidates(part(names().candidates));
    facts.losing = actions_in(names().losing) & legal;
    facts.dominated = actions_in(names().dominated);
    facts.restricted = candidates.get() != Py_None || !facts.losing.empty() || !facts.dominated.empty();
    if (!facts.restricted) return facts;
    facts.candidates = candidates.get() != Py_None ? actions_in(names().candidates) : legal;
    (facts.candidates - legal).for_each([&](Action action) {
        const Reference number(PyLong_FromLong(action));
        refuse("analyse(): the candidate %R is not legal, in position %R", number.get());
    });
    facts.candidates = facts.candidates - facts.losing;
    facts.dominated = facts.dominated & facts.candidates;
    if ((facts.candidates - facts.dominated).empty()) {
        refuse("analyse() gave %R, which leaves no move to try: then it is the winner it must name, in position %R",
               answer.get());
    }
    return facts;
}

PythonKnowledge::Facts PythonKnowledge::analyse(const PythonState& state) { return state.facts(); }

PyObject* PythonState::object() const { return Py_NewRef(owner_->object); }

}  // namespace boardai::python
