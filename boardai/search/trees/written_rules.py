"""Rules of trees written in C++ by users: files that the options `selection` and `choice` name.

    mcts(state, selection="./ucb_tuned.hpp")           # also in agents' texts: mcts:selection=./ucb_tuned.hpp
    mcts(state, choice="./boldest.hpp")
    puct(state, selection="./shaped.hpp")              # also in self-play: selfplay.puct.selection

A text is compiled once for all games, for the tree knows no game; searches call it through pointers to functions that
are found when the search is made (native/boardai/search/trees/uct/mcts_rules.hpp and puct/puct_rule.hpp).
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.basics.text_files import read_user_text
from boardai.basics.trust import Code, code_file
from boardai.game import path_in_spec
from boardai.search.option import RULE_SUFFIXES

RULE_KEYS = ("selection", "choice")  # options that take such a file


@dataclass(frozen=True)
class _Function:
    """A function that a text may have.

    Attributes:
        signature: as users write it.
        parameters: the same, with the types of the library.
        arguments: the parameters' names.
        seen: the type of what it is called for, which it must take.
        result: what it returns.
    """

    signature: str
    parameters: str
    arguments: str
    seen: str
    result: str = "double"


@dataclass(frozen=True)
class _Tree:
    """A kind of tree and what its texts may have.

    Attributes:
        name: of the search.
        header: that declares what follows.
        before: lines before a user's text.
        functions: by name.
        made: the type of the rules, and the function template that finds them in a struct.
        numbers: whether a text may have numbers of its own for each action.
    """

    name: str
    header: str
    before: tuple[str, ...]
    functions: dict[str, _Function]
    made: tuple[str, str]
    numbers: bool


_MCTS = _Tree(
    "mcts",
    "boardai/search/trees/uct/mcts_rules",
    ("using Position = RulePosition;", "constexpr int numbers = 0;  // hidden by the text's own"),
    {
        "score": _Function(
            "double score(const Position& position, std::size_t action)",
            "const RulePosition& position, std::size_t action", "position, action", "RulePosition",
        ),
        "select": _Function(
            "std::size_t select(const Position& position, Rng& rng)",
            "const RulePosition& position, Rng& rng", "position, rng", "RulePosition", "std::size_t",
        ),
        "backup": _Function(
            "double backup(Position& position, std::size_t action, double value)",
            "RulePosition& position, std::size_t action, double value", "position, action, value", "RulePosition",
        ),
        "root_score": _Function(
            "double root_score(const RootAction& action, std::int64_t all_visits)",
            "const RootAction& action, std::int64_t all_visits", "action, all_visits", "RootAction",
        ),
    },
    ("MctsRules", "rules_of"),
    numbers=True,
)  # fmt: skip
_PUCT = _Tree(
    "puct",
    "boardai/search/trees/puct/puct_rule",
    ("using Position = PuctPosition;",),
    {
        "score": _Function(
            "double score(const Position& position, std::size_t action)",
            "const PuctPosition& position, std::size_t action", "position, action", "PuctPosition",
        ),
    },
    ("PuctRule", "puct_rule_of"),
    numbers=False,
)  # fmt: skip


def mcts_rules(selection: str, choice: str) -> Any:
    """The native rules for these options of UCT; those that no file gives are none.

    Raises:
        ValueError: a file cannot be read or does not compile, or lacks the function that the option needs.
    """
    selecting = choosing = _no_rules()
    if not any(text.endswith(RULE_SUFFIXES) for text in (selection, choice)):
        return selecting
    if selection.endswith(RULE_SUFFIXES):
        selecting = _rules_of_file(selection, _MCTS)
        if not selecting.has_selection():
            raise _lacks(selection, "selection", _MCTS, "score", "select", "backup")
    if choice.endswith(RULE_SUFFIXES):
        choosing = _rules_of_file(choice, _MCTS)
        if not choosing.has_choice():
            raise _lacks(choice, "choice", _MCTS, "root_score")
    return native.namespace(_MCTS.header).with_choice(selecting, choosing)


@functools.cache
def _no_rules() -> Any:
    """What a search is given that has rules of the library alone; nobody changes it."""
    return native.namespace(_MCTS.header).MctsRules()


def rule_text(text: str) -> str:
    """A rule's name in any folder: a file by its absolute path."""
    return path_in_spec(text) if text.endswith(RULE_SUFFIXES) else text


def code_in_rule(text: str) -> list[Code]:
    """The code that would run if a search had this rule."""
    return [code_file(text)] if text.endswith(RULE_SUFFIXES) else []


def puct_rule(file: str) -> Any:
    """The native rule of selection that a file has for PUCT.

    Raises:
        ValueError: the file cannot be read or does not compile, or has no such function.
    """
    rule = _rules_of_file(file, _PUCT)
    if not rule.is_written():
        raise _lacks(file, "selection", _PUCT, "score")
    return rule


def _lacks(file: str, option: str, tree: _Tree, *functions: str) -> ValueError:
    wanted = ", or ".join(tree.functions[function].signature for function in functions)
    return ValueError(f"{option} {shortened(file, LONGEST_PATH)} has no {wanted}")


def _rules_of_file(file: str, tree: _Tree) -> Any:
    try:
        source = read_user_text(Path(file))
    except OSError as error:
        raise ValueError(f"{shortened(file, LONGEST_PATH)}: cannot be read as rules in C++: {error.strerror}") from None
    return _RULES[tree.name](source, file)


def _rules(tree: _Tree, source: str, name: str) -> Any:
    # What has the name of a rule and is called otherwise would be passed over in silence.
    code = re.sub(r"//[^\n]*|/\*[\s\S]*?\*/", "", source)
    defined = [one for one in _MCTS.functions if re.search(rf"(?!return\b)\b[\w:]+[\s&*]+{one}\s*\(", code)]
    for function in defined:
        if function not in tree.functions:
            raise ValueError(f"{shortened(name, LONGEST_PATH)}: {function} is a rule of mcts, not of {tree.name}")
    found = native.compiled(
        "rules", source, name, header=tree.header, before=tree.before, after=_after(tree),
        refusal=f"{name} has no rules that boardai can use",
    )  # fmt: skip
    for function in defined:
        if not getattr(found.written, f"boardai_has_{function}"):
            signature = tree.functions[function].signature
            raise ValueError(f"{shortened(name, LONGEST_PATH)}: {function} must be {signature}")
    return found.written.rules()


_RULES = {tree.name: functools.lru_cache(maxsize=64)(functools.partial(_rules, tree)) for tree in (_MCTS, _PUCT)}


def _after(tree: _Tree) -> list[str]:
    """Behind the text: a struct with those of the functions that the text has.

    A name that the text lacks may be looked up in a template alone.
    """
    lines = ["constexpr int boardai_numbers = numbers;" if tree.numbers else "constexpr int boardai_numbers = 0;"]
    members = []
    for name, one in tree.functions.items():
        own = one.parameters.replace(one.seen, "Own")
        lines += [
            "template <class Own>",
            f"concept boardai_defines_{name} = requires({own}) {{",
            f"    {{ {name}({one.arguments}) }} -> std::convertible_to<{one.result}>;",
            "};",
            f"template <class Own> {one.result} boardai_{name}({own}) {{ return {name}({one.arguments}); }}",
            f"constexpr bool boardai_has_{name} = boardai_defines_{name}<{one.seen}>;",
        ]
        members += [
            f"    static {one.result} {name}({one.parameters}) requires boardai_defines_{name}<{one.seen}> {{",
            f"        return boardai_{name}<{one.seen}>({one.arguments});",
            "    }",
        ]
    rules, finder = tree.made
    return [
        *lines,
        "template <int count>",
        "struct Written {",
        "    static constexpr int numbers = count;",
        *members,
        "};",
        'static_assert(boardai_numbers >= 0 && boardai_numbers <= 64, "numbers must be from 0 to 64");',
        f"inline ::boardai::{rules} rules() {{ return {finder}<Written<boardai_numbers>>(); }}",
    ]
