"""Options are written once: structs, docs and the agents' parameters say what the dataclasses say."""

import dataclasses
import math
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from refusals import refused

from boardai import native
from boardai.basics.setting import LARGEST_INT, Choices, setting
from boardai.players.kinds import agent_parameters
from boardai.search import AlphaBetaOptions, GumbelOptions, MctsOptions, PuctOptions, PvsOptions, pvs
from boardai.search.option import Options

ROOT = Path(__file__).parents[2]


def _structs(base=Options):
    """All options classes of boardai that stand for a struct."""
    for cls in base.__subclasses__():
        if cls.struct and cls.__module__.startswith("boardai."):
            yield cls
        yield from _structs(cls)


STRUCTS = sorted(_structs(), key=lambda cls: cls.__name__)
NAMES = [cls.__name__ for cls in STRUCTS]
each_struct = pytest.mark.parametrize("cls", STRUCTS, ids=NAMES)


def header(cls):
    return cls.__module__.replace(".", "/")


def native_struct(cls):
    """A new struct of the class, and what holds each option in it."""
    struct = getattr(native.namespace(header(cls)), cls.within[0] if cls.within else cls.__name__)()
    part = getattr(struct, cls.within[1]) if cls.within else struct
    own = {one.name for one in cls.own()}
    return struct, {name: part if name in own or not cls.within else struct for name in cls.table}


def test_every_search_has_a_struct():
    plain = {"Minimax", "Negamax", "AlphaBeta", "Scout", "Mtdf"}
    faces = plain | {"Pvs", "AndOr", "Pns", "DfPn", "Mcts", "Puct", "Gumbel"}
    assert {f"{face}Options" for face in faces} <= set(NAMES)


# --- what is generated ------------------------------------------------------------------------------------------


def generator(root, *arguments):
    """Runs it without any package."""
    return subprocess.run(
        [sys.executable, "-I", "-S", root / "cmake/write_options.py", *arguments], capture_output=True, text=True
    )


def test_generated_files_are_fresh():
    done = generator(ROOT, "--check")
    assert done.returncode == 0, done.stderr


def test_a_changed_option_makes_its_files_stale(tmp_path):
    for folder in ("boardai/basics", "boardai/search", "native/boardai/search", "docs/search"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.svg"))
    shutil.copytree(ROOT / "cmake", tmp_path / "cmake")
    table = tmp_path / "boardai/search/pvs/options.py"
    text = table.read_text()
    assert " 25, " in text
    table.write_text(text.replace(" 25, ", " 26, "))
    done = generator(tmp_path, "--check")
    assert done.returncode == 1
    assert "native/boardai/search/pvs/options.hpp" in done.stderr and "docs/search/pvs.md" in done.stderr
    assert generator(tmp_path).returncode == 0 and generator(tmp_path, "--check").returncode == 0
    assert "int aspiration = 26;" in (tmp_path / "native/boardai/search/pvs/options.hpp").read_text()
    page = tmp_path / "docs/search/pvs.md"
    assert "| `aspiration` | 26 | 0 to 100,000 |" in page.read_text()
    page.write_text(page.read_text().replace("<!-- options: PvsOptions -->", "<!-- options: PvOptions -->"))
    assert "docs/search/pvs.md: no options PvOptions" in generator(tmp_path).stderr


@each_struct
def test_the_docs_have_every_table(cls):
    pages = "".join(page.read_text() for page in (ROOT / "docs/search").glob("*.md"))
    assert pages.count(f"<!-- options: {cls.__name__} -->") == 1


# --- structs ----------------------------------------------------------------------------------------------------


@each_struct
def test_fields_and_defaults_are_those_of_the_struct(cls):
    struct, holders = native_struct(cls)
    for name, one in cls.table.items():
        expected = one.native(one.default) if one.off is None else one.off
        assert getattr(holders[name], name) == expected, name
    holder = getattr(struct, cls.within[1]) if cls.within else struct
    known = {one.name for one in (cls.own() if cls.within else cls.table.values())}
    parts = {other.within[1] for other in STRUCTS if other.within and other.within[0] == cls.__name__}
    parts |= {cls.member.name} if cls.member and not cls.within else set()
    assert {name for name in dir(holder) if not name.startswith("_")} == known | parts | (
        {cls.member.name} if cls.member else set()
    )


def other_value(one, folder):
    """An allowed value that is not the default."""
    if one.kind is bool:
        return not one.default
    if one.kind is str and len(one.words) == 1:
        file = folder / "rule.hpp"
        file.write_text(
            "double score(const Position&, std::size_t) { return 1; }\n"
            "double root_score(const RootAction&, std::int64_t) { return 1; }"
        )
        return str(file)
    if one.kind is str:
        return next(word for word in one.words if word != one.default)
    near = one.default + (0.25 if one.kind is float else 1)
    if one.below is not None and near >= one.below:
        return (one.default + one.below) / 2
    return near if one.high is None or near <= one.high else one.default - 1


@each_struct
def test_every_value_reaches_the_struct(cls, tmp_path):
    for name, one in cls.table.items():
        value = other_value(one, tmp_path)
        needed = {"solver": True} if name == "knowledge" and "solver" in cls.table else {}
        struct = cls(**{name: value, **needed}).to_native()
        holder = getattr(struct, cls.within[1]) if cls.within and one in cls.own() else struct
        assert getattr(holder, name) == one.native(value) != one.native(one.default), name


def bad_values(one):
    """Values of the right kind just out of range."""
    if one.kind is str:
        return []
    found = [one.above] if one.above is not None else []
    found += [] if one.low is None else [one.low - 1]
    found += [] if one.high is None else [one.high + 1]
    if one.kind is int:
        return [int(value) for value in found if -LARGEST_INT <= value <= LARGEST_INT and value != one.off]
    return [*map(float, found), math.nan, math.inf, -math.inf]


@each_struct
def test_values_out_of_range_are_refused(cls):
    for name, one in cls.table.items():
        for value in [] if one.kind is bool else bad_values(one):
            with refused(name):
                cls(**{name: value})


@pytest.mark.parametrize(
    ("cls", "values", "place"),
    [
        (AlphaBetaOptions, {"alpha": 3, "beta": 3}, "alpha must be below beta"),
        (PvsOptions, {"threads": 2, "parallel": "root", "multi_pv": 2}, "multi_pv"),
        (PuctOptions, {"knowledge": 1}, "knowledge needs solver"),
        (GumbelOptions, {"knowledge": 1}, "knowledge needs solver"),
        (MctsOptions, {"lowest": 1}, "highest"),
        (MctsOptions, {"lowest": -1e300, "highest": 1e300}, "highest - lowest"),
        (MctsOptions, {"c": 1e101}, "highest - lowest, and c"),
        (MctsOptions, {"megabytes": 1, "threads": 2}, "megabytes"),
        (MctsOptions, {"playouts": "saving", "rollout_plies": 3}, "rollout_plies"),
        (MctsOptions, {"knowledge": 1, "solver": False}, "knowledge needs solver"),
        *((MctsOptions, {"parallel": "children", name: 1}, name) for name in ("knowledge", "prior")),
        (MctsOptions, {"parallel": "children", "rave": True}, "rave"),
    ],
)
def test_options_that_exclude_each_other_are_refused(cls, values, place):
    with refused(place):
        cls(**values)


# --- values in Python -------------------------------------------------------------------------------------------


@each_struct
def test_values_of_another_kind_are_refused(cls):
    for name, one in cls.table.items():
        wrong = [None, "7", [1], b"game", 10**400]
        wrong += [0, 1, "True", np.True_] if one.kind is bool else [True]
        wrong += [2.0, "best"] if one.kind in (int, str) else []
        for value in wrong:
            with refused(name):
                cls(**{name: value})


def test_numbers_of_numpy_are_numbers():
    struct = PvsOptions(multi_pv=np.int64(3), table_megabytes=np.float32(0.5)).to_native()
    assert struct.multi_pv == 3 and struct.table_megabytes == 0.5


def test_bad_values_are_refused_wherever_options_are_given():
    with refused("multi_pv", "0"):
        dataclasses.replace(PvsOptions(), multi_pv=0)
    with refused("threads", "0"):
        PvsOptions.sound(threads=0)
    with refused("c", "nan"):
        MctsOptions(c=math.nan)
    with refused("parallel", "ybwc"):
        pvs(None, parallel="ybwc")  # before the state is even looked at
    with pytest.raises(dataclasses.FrozenInstanceError):
        PuctOptions().simulations = 3
    with pytest.raises(TypeError):
        PvsOptions(True)


# --- what reads the table ---------------------------------------------------------------------------------------


@each_struct
def test_docstrings_list_every_option(cls):
    text = " ".join(cls.__doc__.split())
    for name, one in cls.table.items():
        assert f"{name}: {one.meaning}" in text, name


def test_agents_take_the_options_with_their_ranges():
    known = agent_parameters("gumbel")
    assert known["considered"].wanted == "a whole number from 1 to 4096"
    assert known["considered"].about == GumbelOptions.table["considered"].about
    assert agent_parameters("mcts")["choice"].wanted == "one of visits, value, robust_max, lcb or a file (.hpp, .h)"
    for name, value in (("considered", "0"), ("considered", "many"), ("scale", "nan")):
        with refused(name, value):
            known[name].read(value)


def test_an_option_that_does_not_fit_together_is_refused():
    words = Choices("Colour", red="", blue="")
    with refused("setting", error=TypeError):

        class Plain(Options):
            size: int = dataclasses.field(default=1)

    with refused("colour", error=TypeError):

        class Swapped(Options):
            colour: Literal["blue", "red"] = setting("red", "colour", choices=words)

    with refused("bool", "int", "float", "Literal", error=TypeError):

        class Text(Options):
            name: str = setting("", "a name")

    with refused("size", "7"):

        class OutOfRange(Options):
            size: int = setting(7, "size", low=1, high=3)
