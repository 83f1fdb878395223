"""Rules of UCT written in C++ by users: files that the options `selection` and `choice` of `mcts` name.

    mcts(state, selection="./ucb_tuned.hpp")           # also in agents' texts: mcts:selection=./ucb_tuned.hpp
    mcts(state, choice="./boldest.hpp")

A text is compiled once for all games, for the tree knows no game; searches call it through pointers to functions that
are found when the search is made (native/boardai/search/trees/uct/mcts_rules.hpp).
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.quoting import LONGEST_PATH, shortened
from boardai.basics.text_files import read_user_text
from boardai.basics.trust import Code, code_file
from boardai.game import path_in_spec
from boardai.search.trees.options import RULE_SUFFIXES, MctsOptions

RULE_KEYS = ("selection", "choice")  # options that take such a file
_HEADER = "boardai/search/trees/uct/mcts_rules"
_SIGNATURES = {
    "score": "double score(const Position& position, std::size_t action)",
    "select": "std::size_t select(const Position& position, Rng& rng)",
    "backup": "double backup(Position& position, std::size_t action, double value)",
    "root_score": "double root_score(const RootAction& action, std::int64_t all_visits)",
}
_ARGUMENTS = {
    "score": ("const RulePosition& position, std::size_t action", "position, action"),
    "select": ("const RulePosition& position, Rng& rng", "position, rng"),
    "backup": ("RulePosition& position, std::size_t action, double value", "position, action, value"),
    "root_score": ("const RootAction& action, std::int64_t all_visits", "action, all_visits"),
}
_RESULTS = {"select": "std::size_t"}
_BEFORE = ("using Position = RulePosition;", "constexpr int numbers = 0;  // hidden by the text's own")


def rules_of_options(options: MctsOptions) -> Any:
    """The native rules for these options; those that no file gives are none.

    Raises:
        ValueError: a file cannot be read or does not compile, or lacks the function that the option needs.
    """
    selection = choice = _no_rules()
    if not options.rule_files():
        return selection
    if options.selection.endswith(RULE_SUFFIXES):
        selection = _rules_of_file(options.selection)
        if not selection.has_selection():
            raise _lacks(options.selection, "selection", "score", "select", "backup")
    if options.choice.endswith(RULE_SUFFIXES):
        choice = _rules_of_file(options.choice)
        if not choice.has_choice():
            raise _lacks(options.choice, "choice", "root_score")
    return native.namespace(_HEADER).with_choice(selection, choice)


@functools.cache
def _no_rules() -> Any:
    """What a search is given that has rules of the library alone; nobody changes it."""
    return native.namespace(_HEADER).MctsRules()


def rule_text(text: str) -> str:
    """A rule's name in any folder: a file by its absolute path."""
    return path_in_spec(text) if text.endswith(RULE_SUFFIXES) else text


def code_in_rule(text: str) -> list[Code]:
    """The code that would run if a search had this rule."""
    return [code_file(text)] if text.endswith(RULE_SUFFIXES) else []


def _lacks(file: str, option: str, *functions: str) -> ValueError:
    wanted = ", or ".join(_SIGNATURES[function] for function in functions)
    return ValueError(f"{option} {shortened(file, LONGEST_PATH)} has no {wanted}")


def _rules_of_file(file: str) -> Any:
    try:
        source = read_user_text(Path(file))
    except OSError as error:
        raise ValueError(f"{shortened(file, LONGEST_PATH)}: cannot be read as rules in C++: {error.strerror}") from None
    return _rules(source, file)


@functools.lru_cache(maxsize=64)
def _rules(source: str, name: str) -> Any:
    found = native.compiled(
        "rules", source, name, header=_HEADER, before=_BEFORE, after=_after(),
        refusal=f"{name} has no rules that boardai can use",
    )  # fmt: skip
    # What has the name of a rule and is called otherwise would be passed over in silence.
    code = re.sub(r"//[^\n]*|/\*[\s\S]*?\*/", "", source)
    for function, signature in _SIGNATURES.items():
        defined = re.search(rf"(?!return\b)\b[\w:]+[\s&*]+{function}\s*\(", code)
        if defined and not getattr(found.written, f"boardai_has_{function}"):
            raise ValueError(f"{shortened(name, LONGEST_PATH)}: {function} must be {signature}")
    return found.written.rules()


def _after() -> list[str]:
    """Behind the text: a struct with those of the functions that the text has.

    A name that the text lacks may be looked up in a template alone.
    """
    lines = ["constexpr int boardai_numbers = numbers;"]
    members = []
    for function, (parameters, arguments) in _ARGUMENTS.items():
        result = _RESULTS.get(function, "double")
        own = parameters.replace("RulePosition", "Own").replace("RootAction", "Own")
        whose = "RootAction" if function == "root_score" else "RulePosition"
        lines += [
            "template <class Own>",
            f"concept boardai_defines_{function} = requires({own}) {{",
            f"    {{ {function}({arguments}) }} -> std::convertible_to<{result}>;",
            "};",
            f"template <class Own> {result} boardai_{function}({own}) {{ return {function}({arguments}); }}",
            f"constexpr bool boardai_has_{function} = boardai_defines_{function}<{whose}>;",
        ]
        members += [
            f"    static {result} {function}({parameters}) requires boardai_defines_{function}<{whose}> {{",
            f"        return boardai_{function}<{whose}>({arguments});",
            "    }",
        ]
    return [
        *lines,
        "template <int count>",
        "struct Written {",
        "    static constexpr int numbers = count;",
        *members,
        "};",
        'static_assert(boardai_numbers >= 0 && boardai_numbers <= 64, "numbers must be from 0 to 64");',
        "inline ::boardai::MctsRules rules() { return rules_of<Written<boardai_numbers>>(); }",
    ]
