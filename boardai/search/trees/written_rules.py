"""Rules of trees written in C++ by users, in files that the options `selection` and `choice` name.

    mcts(state, selection="./ucb_tuned.hpp")           # also in agents' texts: mcts:selection=./ucb_tuned.hpp
    mcts(state, choice="./boldest.hpp")
    puct(state, selection="./power.hpp", choice="./lower_bound.hpp")     # also in self-play: selfplay.puct.selection

A text is compiled once for all games, since the tree is independent of the game; searches call it through pointers that
are found when the search is created (native/boardai/search/trees/uct/mcts_rules.hpp and puct/puct_rule.hpp).
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

RULE_KEYS = ("selection", "choice")  # options that may name such a file


@dataclass(frozen=True, eq=False)
class _Tree:
    """A kind of tree and the functions that its texts may define.

    Attributes:
        name: name of the search.
        header: header that declares the types below.
        position: the type that users call Position.
        signatures: signatures, as users write them, of the functions that a text may define, by name.
        made: the type of the rules, and the function template that finds them in a struct.
    """

    name: str
    header: str
    position: str
    signatures: dict[str, str]
    made: tuple[str, str]

    @property
    def selecting(self) -> list[str]:
        """The functions of which a file for `selection` must define at least one."""
        return [name for name in self.signatures if name != "root_score"]


_SCORE = "double score(const Position& position, std::size_t action)"
_BACKUP = "double backup(Position& position, std::size_t action, double value)"
_ROOT_SCORE = "double root_score(const RootAction& action, std::int64_t all_visits)"
_MCTS = _Tree(
    "mcts",
    "boardai/search/trees/uct/mcts_rules",
    "RulePosition",
    {
        "score": _SCORE,
        "select": "std::size_t select(const Position& position, Rng& rng)",
        "backup": _BACKUP,
        "root_score": _ROOT_SCORE,
    },
    ("MctsRules", "rules_of"),
)
_PUCT = _Tree(
    "puct",
    "boardai/search/trees/puct/puct_rule",
    "PuctPosition",
    {"score": _SCORE, "backup": _BACKUP, "root_score": _ROOT_SCORE},
    ("PuctRule", "puct_rule_of"),
)


def mcts_rules(selection: str, choice: str) -> Any:
    """The native rules for these options of UCT; functions that no file defines are null.

    Raises:
        ValueError: a file cannot be read or does not compile, or lacks the function that the option needs.
    """
    return _rules_for(_MCTS, selection, choice)


def puct_rule(selection: str, choice: str) -> Any:
    """The same for PUCT."""
    return _rules_for(_PUCT, selection, choice)


def _rules_for(tree: _Tree, selection: str, choice: str) -> Any:
    selecting = choosing = _no_rules(tree)
    if selection.endswith(RULE_SUFFIXES):
        selecting = _rules_of_file(selection, tree)
        if not selecting.has_selection():
            raise _lacks(selection, "selection", tree, *tree.selecting)
    if choice.endswith(RULE_SUFFIXES):
        choosing = _rules_of_file(choice, tree)
        if not choosing.has_choice():
            raise _lacks(choice, "choice", tree, "root_score")
    if selecting is choosing:
        return selecting  # no file
    return native.namespace(tree.header).with_choice(selecting, choosing)


@functools.cache
def _no_rules(tree: _Tree) -> Any:
    """The argument of a search that uses only the library's rules; never changed."""
    return getattr(native.namespace(tree.header), tree.made[0])()


def rule_text(text: str) -> str:
    """A rule's name that is valid in any folder: a file by its absolute path."""
    return path_in_spec(text) if text.endswith(RULE_SUFFIXES) else text


def code_in_rule(text: str) -> list[Code]:
    """The code that a search with this rule would run."""
    return [code_file(text)] if text.endswith(RULE_SUFFIXES) else []


def _lacks(file: str, option: str, tree: _Tree, *functions: str) -> ValueError:
    wanted = ", or ".join(tree.signatures[function] for function in functions)
    return ValueError(f"{option} {shortened(file, LONGEST_PATH)} has no {wanted}")


def _rules_of_file(file: str, tree: _Tree) -> Any:
    try:
        source = read_user_text(Path(file))
    except OSError as error:
        raise ValueError(f"{shortened(file, LONGEST_PATH)}: cannot be read as rules in C++: {error.strerror}") from None
    return _rules(tree, source, file)


@functools.lru_cache(maxsize=64)
def _rules(tree: _Tree, source: str, name: str) -> Any:
    # A function with a rule's name but another signature would be ignored silently.
    code = re.sub(r"//[^\n]*|/\*[\s\S]*?\*/", "", source)
    defined = [one for one in _MCTS.signatures if re.search(rf"(?!return\b)\b[\w:]+[\s&*]+{one}\s*\(", code)]
    for function in defined:
        if function not in tree.signatures:
            raise ValueError(f"{shortened(name, LONGEST_PATH)}: {function} is a rule of mcts, not of {tree.name}")
    before = (f"using Position = {tree.position};", "constexpr int numbers = 0;  // hidden by the text's own")
    found = native.compiled(
        "rules", source, name, header=tree.header, before=before, after=_after(tree),
        refusal=f"{name} has no rules that boardai can use",
    )  # fmt: skip
    for function in defined:
        if not getattr(found.written, f"boardai_has_{function}"):
            raise ValueError(f"{shortened(name, LONGEST_PATH)}: {function} must be {tree.signatures[function]}")
    return found.written.rules()


def _after(tree: _Tree) -> list[str]:
    """The code after the text: a struct with those functions that the text defines.

    Names that the text may lack can only be looked up in a template.
    """
    lines = ["constexpr int boardai_numbers = numbers;"]
    members = []
    for name, signature in tree.signatures.items():
        result, _, rest = signature.replace("Position&", f"{tree.position}&").partition(f" {name}(")
        parameters = rest.removesuffix(")")
        arguments = ", ".join(re.findall(r"\w+(?=,|$)", parameters))
        seen = "RootAction" if "RootAction&" in parameters else tree.position  # the type that the function gets
        own = parameters.replace(seen, "Own")
        lines += [
            "template <class Own>",
            f"concept boardai_defines_{name} = requires({own}) {{",
            f"    {{ {name}({arguments}) }} -> std::convertible_to<{result}>;",
            "};",
            f"template <class Own> {result} boardai_{name}({own}) {{ return {name}({arguments}); }}",
            f"constexpr bool boardai_has_{name} = boardai_defines_{name}<{seen}>;",
        ]
        members += [
            f"    static {result} {name}({parameters}) requires boardai_defines_{name}<{seen}> {{",
            f"        return boardai_{name}<{seen}>({arguments});",
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
