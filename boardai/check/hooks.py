"""The optional methods of a user-written game: which there are, and which searches would ignore for their types.

Searches in C++ use an optional method where the game satisfies a concept (`native/boardai/core/game_state.hpp`,
`search_hooks.hpp`), and do without it elsewhere. So a method of the right name and a wrong type is ignored without a
word; here it is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardai import native
from boardai.drawing.board import offers

_PACKAGE_OF_SHIPPED = "boardai.games."


@dataclass(frozen=True)
class Hook:
    """Optional methods that belong together.

    >>> from boardai.check.hooks import NATIVE_HOOKS
    >>> next(hook.signatures for hook in NATIVE_HOOKS if "quiet_order" in hook.methods)
    'int quiet_order(Action) const'

    Attributes:
        concept: name of the concept in C++.
        methods: names of methods by which the hook is recognised.
        signatures: required signatures in C++.
        besides: what else the game needs for it.
        argument: a type that one of the method's parameters has; "": the name alone identifies the hook. It
            distinguishes two hooks whose methods have the same name.
        header: header of the concept, if it is not in `_HEADERS`; it is read only if a game seems to have the hook.
    """

    concept: str
    methods: tuple[str, ...]
    signatures: str
    besides: str = ""
    argument: str = ""
    header: str = ""


_NOISY = "noisy_actions and capture_order"
NATIVE_HOOKS = (
    Hook("LegalityTest", ("is_legal",), "bool is_legal(Action) const"),
    Hook("WinTest", ("can_win",), "bool can_win(int player) const"),
    Hook("Undoable", ("apply_undoable", "undo"), "Undo apply_undoable(Action), void undo(Action, const Undo&)"),
    Hook("Tactical", ("noisy_actions", "capture_order"),
         "void noisy_actions(ActionList&) const, int capture_order(Action) const"),
    Hook("Scored", ("score",), "int score(int player) const"),
    Hook("Symmetric", ("symmetry_count", "transformed", "transform_action"),
         "int symmetry_count() const, State transformed(int) const, Action transform_action(Action, int) const"),
    Hook("Mirrorable", ("mirrored", "mirror_action"), "State mirrored() const, Action mirror_action(Action) const"),
    Hook("Playout", ("random_playout",), "int random_playout(Rng&) const"),
    Hook("PlayoutWithActions", ("random_playout",), "int random_playout(Rng&, PlayedActions&) const",
         "random_playout(Rng&)", argument="PlayedActions"),
    Hook("Encodable", ("observation_shape", "encode", "policy_planes", "policy_extras", "policy_index",
                       "action_from_policy", "observation_key"),
         "Shape observation_shape() const, void encode(const Canvas&) const, int policy_planes() const, "
         "int policy_extras() const, int policy_index(Action) const, Action action_from_policy(int) const, "
         "std::uint64_t observation_key() const"),
    Hook("Owned", ("write_ownership",), "void write_ownership(const Canvas&, const State&) const",
         "observation_shape and the rest of an encoding, and static ownership_plies and ownership_planes"),
    Hook("Packable", ("pack", "unpack"), "std::string pack() const, static State unpack(const std::string&)"),
    Hook("OwnPerft", ("perft",), "std::uint64_t perft(int depth) const"),
    Hook("Repeating", ("repeats_within", "plies_until_draw"),
         "bool repeats_within(int plies) const, int plies_until_draw() const"),
    Hook("EvaluatesItself", ("evaluate",), "int evaluate() const"),
    Hook("NoisyTest", ("is_noisy",), "bool is_noisy(Action) const", _NOISY),
    Hook("QuietGenerating", ("quiet_actions",), "void quiet_actions(ActionList&) const", _NOISY),
    Hook("Checking", ("is_check", "gives_check"), "bool is_check() const, bool gives_check(Action) const"),
    Hook("Skippable", ("null_move_allowed", "make_null_move"),
         "bool null_move_allowed() const, void make_null_move()"),
    Hook("Exchanging", ("captured_value", "see_ge"),
         "int captured_value(Action) const, bool see_ge(Action, int threshold) const", _NOISY),
    Hook("ThreatOrdered", ("threat_order",), "int threat_order(Action) const"),
    Hook("QuietOrdered", ("quiet_order",), "int quiet_order(Action) const"),
    Hook("MatingEndings", ("is_mating_ending",), "bool is_mating_ending() const"),
    Hook("HashAhead", ("hash_after",), "std::uint64_t hash_after(Action) const"),
    Hook("RepetitionAhead", ("repetition_ahead",), "int repetition_ahead(int plies) const",
         "repeats_within and plies_until_draw"),
    Hook("CaptureGrouped", ("capture_group",), "int capture_group(Action) const",
         f"{_NOISY} and a static capture_groups"),
    Hook("Correctable", ("correction_key",), "std::uint64_t correction_key(int feature) const",
         "a static correction_features"),
    Hook("Grouped", ("action_group",), "int action_group(Action) const", "a static action_groups"),
    Hook("HasChecks", ("is_check",), "bool is_check() const", header="boardai/search/solvers/solver"),
    Hook("SecondHash", ("second_hash",), "std::uint64_t second_hash() const",
         header="boardai/search/solvers/proof_table"),
    Hook("RemembersHistory", ("history_key",), "std::uint64_t history_key() const",
         header="boardai/search/trees/puct/puct_tree"),
    Hook("Gridded", ("grid", "grid_has", "write_grid", "grid_key", "grid_symmetries", "grid_image"),
         "Shape grid() const, bool grid_has(int cell) const, void write_grid(std::uint8_t*) const, "
         "std::uint64_t grid_key() const, int grid_symmetries() const, int grid_image(int cell, int symmetry) const",
         header="boardai/core/grid"),
    Hook("BitGridded", ("grid_bits", "grid_bit"),
         "const std::uint64_t* grid_bits(int code) const, int grid_bit(int cell) const",
         "grid and the rest of Gridded, and a static grid_words", header="boardai/core/grid"),
)  # fmt: skip
_KNOWLEDGE = Hook(
    "Knowing",
    ("Knowledge",),
    "Facts analyse(const State&) of a boardai::PositionKnowledge<State>",
    header="boardai/core/knowledge",
)
_POLICY = Hook(
    "HasPolicy",
    ("Policy",),
    "void priors(const State&, Action last, const ActionList&, float* out) of a boardai::Policy<State>",
    header="boardai/core/policy",
)
_HEADERS = ("boardai/core/game_state", "boardai/core/search_hooks", "boardai/core/evaluation/evaluations")

# Of a game in Python: methods of which a game has all or none.
_TOGETHER = (
    ("observation_shape", "policy_size", "observation", "policy_index", "action_from_policy"),
    ("symmetry_count", "transformed", "transform_action"),
)
_ALONE = ("evaluate", "can_win", "observation_key", "analyse", "quiet_order")
DRAWING = (
    "board_cells", "action_cells", "player_pieces", "row_names", "column_names", "cell_shape", "alarm_cells",
    "player_score", "piece_name", "piece_colour", "piece_picture", "piece_symbol", "cell_colours", "edge_pieces",
)  # fmt: skip


def found_hooks(state: Any) -> tuple[str, ...]:
    """The optional methods that a user-written state has; none of a game that ships.

    >>> from boardai.check.hooks import found_hooks
    >>> found_hooks(boardai.load("hex", size=3).initial_state())
    ()
    """
    if type(state).__module__.startswith(_PACKAGE_OF_SHIPPED):
        return ()
    own = _own(state)
    if native.is_native(state):
        names = [name for hook in NATIVE_HOOKS for name in hook.methods]
        own |= {"Knowledge"} if names_knowledge(state) else set()
        own |= {"Policy"} if _specialises(state, _POLICY, "priors") else set()
        names += ["Knowledge", "Policy"]
    else:
        names = [name for together in _TOGETHER for name in together] + [*_ALONE]
    return tuple(name for name in dict.fromkeys((*names, *DRAWING)) if name in own)


def wrong_hooks(state: Any) -> list[tuple[str, str]]:
    """Optional methods of a user-written state that nothing will use, each with the reason.

    Args:
        state: any.
    """
    if type(state).__module__.startswith(_PACKAGE_OF_SHIPPED):
        return []
    own, found = _own(state), []
    if not native.is_native(state):
        for together in _TOGETHER:
            there = [name for name in together if name in own]
            missing = [name for name in together if name not in own]
            if there and missing:
                found.append((", ".join(there), f"a game that has it needs {', '.join(missing)} as well"))
        return found
    for hook, concepts, is_meant in (
        (_KNOWLEDGE, ["Knowing", "SolvesEndings"], names_knowledge(state)),
        (_POLICY, ["HasPolicy"], _specialises(state, _POLICY, "priors")),
    ):
        if is_meant and not any(native.satisfied(state, concepts, [hook.header])):
            found.append((hook.methods[0], f"searches ignore it; they look for {hook.signatures}"))
    meant = [hook for hook in NATIVE_HOOKS if not own.isdisjoint(hook.methods) and _takes(state, hook)]
    headers = [*_HEADERS, *dict.fromkeys(hook.header for hook in meant if hook.header)]
    holds = native.satisfied(state, [hook.concept for hook in meant], headers)
    # is_check() is enough for df-pn, though other searches want gives_check() as well.
    used = {name for hook, holding in zip(meant, holds, strict=True) if holding for name in hook.methods}
    for hook, is_satisfied in zip(meant, holds, strict=True):
        if not is_satisfied and (hook.argument or not own.intersection(hook.methods) <= used):
            names = ", ".join(name for name in hook.methods if name in own)
            besides = f", next to {hook.besides}" if hook.besides else ""
            found.append((names, f"searches ignore it; they look for {hook.signatures}{besides}"))
    return found


def names_knowledge(state: Any) -> bool:
    """Whether a user-written state claims to know more than the rules of its game."""
    if type(state).__module__.startswith(_PACKAGE_OF_SHIPPED):
        return False
    if not native.is_native(state):
        return "analyse" in _own(state)
    return hasattr(type(state), "Knowledge") or _specialises(state, _KNOWLEDGE, "analyse")


def _specialises(state: Any, hook: Hook, method: str) -> bool:
    """Whether a struct next to a C++ class, a specialisation of that template of the library, has the method."""
    return hasattr(getattr(native.namespace(hook.header), hook.methods[0])[type(state)], method)


def _takes(state: Any, hook: Hook) -> bool:
    """Whether a method of that name of a C++ state takes the hook's arguments."""
    signatures = type(state)._own_functions
    return any(hook.argument in signatures.get(name, "") for name in hook.methods)


def draws_itself(state: Any) -> bool:
    """Whether a state defines the look of its board itself."""
    return any(offers(state, name) for name in DRAWING)


def _own(state: Any) -> frozenset[str]:
    """The names in a user's class: functions in C++, in Python the additions to the contract's base."""
    cls = type(state)
    if native.is_native(state):
        return frozenset(cls._own_functions)
    users = [base for base in cls.__mro__ if not base.__module__.startswith(("boardai.", "builtins", "abc", "typing"))]
    return frozenset({*getattr(state, "__dict__", {}), *(name for base in users for name in vars(base))})
