"""Evaluations written in C++ by users, for compiled games.

    tempo = boardai.define_evaluator(game, "int evaluate(const State& state) { return ...; }", "tempo")
    pvs(state, depth=6, evaluator=tempo)               # or, in this process, by its name: evaluator="tempo"
    pvs(state, depth=6, evaluator="./tempo.hpp")       # a file of the same text, also in agents' specs

Only the evaluation is compiled, in a fraction of a second; searches call it virtually, so they need not be compiled
again (native/boardai/core/evaluation/compiled_evaluation.hpp).
"""

from __future__ import annotations

import functools
import json
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.basics.text_files import read_user_text
from boardai.game import Game, as_game
from boardai.search.evaluations.evaluation import Evaluation

_LOCK = threading.Lock()


@functools.cache
def _spec(compiled: Any) -> Any:
    """The spec of a compiled namespace, one for each, so that searches can recognise equal ones."""
    return compiled.written.spec()


_NAMED: dict[tuple[str, str], WrittenEvaluation] = {}


@dataclass(frozen=True)
class WrittenEvaluation(Evaluation):
    """An evaluation in C++. Searches take it as `evaluator=`; called with a state, it returns the value that they use.

    It holds its text, which is compiled once for each kind of state.

    Attributes:
        source: the C++ text, as for `define_evaluator`.
        name: name in messages of the compiler and of searches.
    """

    source: str
    name: str = "evaluator"

    suffixes = (".hpp", ".h")
    is_code = True

    @classmethod
    def read(cls, path: Path) -> WrittenEvaluation:
        """The evaluation in a file, whose text is as for `define_evaluator`.

        Raises:
            ValueError: the file cannot be read.
        """
        try:
            return cls(read_user_text(path), str(path))
        except OSError as error:
            place = shortened(str(path), LONGEST_PATH)
            raise ValueError(f"{place}: cannot be read as an evaluation in C++: {error.strerror}") from None

    def made_for(self, state: Any) -> Any:
        """The native evaluator, compiled for the state's game.

        Raises:
            ValueError: it does not compile.
        """
        cpp_type = type(state).__cpp_name__
        name = json.dumps(self.name)
        line = re.search(r"^\s*(struct|class)\s+Line\b", self.source, re.MULTILINE)
        before = [
            f"using namespace ::{cpp_type.partition('<')[0].rpartition('::')[0]};",
            f"using State = ::{cpp_type};",
            # Defaults, which constants of the same name in the source hide.
            "constexpr int margin_unit = 0;",
            "constexpr double scale = 100;",
            "constexpr double point = 1;",
        ]
        after = [
            "constexpr int boardai_unit = margin_unit;",
            "constexpr double boardai_scale = scale;",
            "constexpr double boardai_point = point;",
            f"struct Written{' : Line' if line else ''} {{",
            f"    static constexpr const char* name = {name};",
            "    int evaluate(const State& state) {",
            f"        const int value = {'Line' if line else 'written'}::evaluate(state);",
            "        return checked_value(value, name, state);",
            "    }",
            "    static constexpr int margin_unit = boardai_unit;",
            "    static constexpr double scale = boardai_scale;",
            "    static constexpr double point = boardai_point;",
            "};",
            'static_assert(Written::margin_unit >= 0, "margin_unit must not be negative");',
            'static_assert(Written::scale > 0, "scale must be above 0");',
            'static_assert(Written::point > 0, "point must be above 0");',
            "inline ::boardai::EvaluationSpec spec() {",
            "    return ::boardai::EvaluationSpec("
            "std::make_shared<const ::boardai::CompiledEvaluation<State, Written>>());",
            "}",
        ]
        found = native.compiled(
            "evaluation", self.source, self.name,
            header="boardai/core/evaluation/compiled_evaluation", before=before, after=after,
            refusal=f"{self.name} is not an evaluation boardai can use",
        )  # fmt: skip
        return _spec(found)


def define_evaluator(game: str | Game, source: str, name: str = "evaluator") -> WrittenEvaluation:
    """Compiles an evaluation of a C++ game from C++ source text.

    >>> game = boardai.load("reversi")
    >>> source = "int evaluate(const State& state) { return state.score(state.current_player()); }"
    >>> lead = boardai.define_evaluator(game, source, "lead")
    >>> lead(game.initial_state().child(19))
    -3
    >>> boardai.search.pvs(game.initial_state(), depth=3, evaluator="lead").depth
    3

    Every search, agent and labeller of this process accepts it by its name; other processes (`--workers`) need
    a file with the text: `evaluator=./tempo.hpp`. Defining a name again replaces it; existing objects stay as they are.

    Args:
        game: a game in C++, included or user-written, or an argument of `boardai.load`.
        source: C++ with a function `int evaluate(const State& state)`: the value for the player to move, within
            +-30000, larger being better. `State` is the game's state, the namespaces of boardai and of the game are
            open. It may also have `constexpr int margin_unit`, the value of a clear advantage (chess: 100, a pawn),
            which the margins of pruning depend on (0: none), and `constexpr double scale`, the value of tanh(1) = 0.76
            of a win in Monte-Carlo searches (100). The function must not keep anything between calls: several threads
            may call it. For an incremental evaluation, define a `struct Line` instead, of which every search thread
            creates one: `void reset(const State& root)`, `void push(const State& before, int action)` and `void pop()`
            follow the moves that the search makes and undoes, and `int evaluate(const State& state)` returns the value
            of the line's last state.
        name: name by which searches find it.

    Raises:
        ValueError: it does not compile (the message is the compiler's); the game has an evaluator of that name, or is
            written in Python.
    """
    game = as_game(game)
    state = game.initial_state()
    if not name.isidentifier():
        raise ValueError(f"an evaluator's name is one word, not {quoted(name)}")
    if native.is_native(state) and name in state.evaluators():
        raise ValueError(f"{game.name} already has an evaluator {quoted(name)}; choose another name")
    written = WrittenEvaluation(source, name)
    written.for_searches(state)
    with _LOCK:
        _NAMED[type(state).__module__, name] = written
    return written


def written_evaluations(state: Any) -> dict[str, WrittenEvaluation]:
    """The evaluations that `define_evaluator` has made for a state's game, by name."""
    with _LOCK:
        return {name: one for (module, name), one in _NAMED.items() if module == type(state).__module__}
