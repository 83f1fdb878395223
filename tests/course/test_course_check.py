"""`boardai.course`: right solutions earn all points, and each typical mistake is reported with its reason."""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

from boardai.basics.python_file import module_of
from boardai.command_line import InputError
from boardai.course import check, describe, topics
from boardai.course.__main__ import main
from boardai.course.checking import WEEKS
from boardai.course.sealed import contents, name_of, stand_in
from boardai.course.student import Student

_FOLDER = tempfile.TemporaryDirectory()
SOLUTIONS = Path(_FOLDER.name) / "solutions.py"
SOLUTIONS.write_text(contents()["solutions.py"])
solutions: Any = module_of(SOLUTIONS, "solution")  # as a student's file, which may earn points


def right(topic: str) -> Any:
    return getattr(solutions, name_of(topic))


@pytest.mark.parametrize("topic", topics())
def test_right_solutions_earn_all_points(topic: str) -> None:
    report = check(topic, right(topic))
    assert report.passed and report.points == report.of >= 6, str(report)
    report.require()
    assert all(item.name in describe(topic) or item.of for item in report.items)


def reasons(topic: str, student: Any) -> dict[str, tuple[float, str]]:
    report = check(topic, student)
    assert not report.passed and report.points < report.of
    with refused(topic, error=AssertionError):
        report.require()
    return {item.name: (item.points, item.reason) for item in report.items}


def test_minimax_without_signs() -> None:
    def minimax(state: Any, depth: int, evaluate: Any) -> Any:
        if depth == 0 or state.is_terminal():
            return evaluate(state), None
        return max((minimax(state.child(a), depth - 1, evaluate)[0], a) for a in state.legal_actions())

    found = reasons("minimax", minimax)
    assert found["value"][0] == 0 and "expected" in found["value"][1]


def test_minimax_that_does_not_see_the_end_or_spoils_the_state() -> None:
    def blind(state: Any, depth: int, evaluate: Any) -> Any:
        if depth == 0:
            return evaluate(state), None
        return max((-blind(state.child(a), depth - 1, evaluate)[0], a) for a in state.legal_actions())

    found = reasons("minimax", blind)
    assert found["value"][0] == 4 and found["finished games"][0] == 0 and "ValueError" in found["finished games"][1]

    def spoils(state: Any, depth: int, evaluate: Any) -> Any:
        answer = solutions.minimax(state, depth, evaluate)
        state.apply(answer[1])
        return answer

    assert "has been changed" in reasons("minimax", spoils)["state unchanged"][1]


def test_alphabeta_that_cuts_nothing_too_little_or_too_much() -> None:
    points, reason = reasons("alphabeta", solutions.minimax)["cuts"]
    assert points == 0 and "minimax" in reason

    def shallow(state: Any, depth: int, evaluate: Any, alpha: float = -math.inf, beta: float = math.inf) -> Any:
        """Without deep cut-offs: alpha is not handed on."""
        if depth == 0 or state.is_terminal():
            return evaluate(state), None
        best, chosen = -math.inf, None
        for action in state.legal_actions():
            value = -shallow(state.child(action), depth - 1, evaluate, -math.inf, -best)[0]
            if value > best:
                best, chosen = value, action
            if best >= beta:
                break
        return best, chosen

    points, reason = reasons("alphabeta", shallow)["cuts"]
    assert 2 < points < 4 and "leaves evaluated; alpha-beta needs" in reason

    def wild(state: Any, depth: int, evaluate: Any) -> Any:
        return solutions.alphabeta(state, depth, evaluate, -100, 100)

    assert reasons("alphabeta", wild)["value"][0] == 0
    native = reasons("alphabeta", lambda state, depth, evaluate: (0, state.legal_actions()[0]))
    assert native["cuts"][0] == 0 and native["cuts"][1].startswith("evaluate was never called (test_course_check.py:")


def test_keys_that_clash_or_hang_on_the_order_of_moves() -> None:
    assert "same key" in reasons("zobrist", lambda state: len(state.legal_actions()))["different"][1]
    assert "64 bits" in reasons("zobrist", lambda state: -1)["different"][1]
    found = reasons("zobrist", lambda state: hash(state.to_string().split()[0]) % 2**64)
    assert found["who moves"][0] == 0
    numbers = iter(range(10**9))
    found = reasons("zobrist", lambda state: next(numbers))
    assert "two keys" in found["any order"][1] and "bit" in found["bits"][1]


def test_tables_that_lie_or_save_nothing() -> None:
    assert "without a table" in reasons("table", solutions.alphabeta)["leaves"][1]

    def lying(state: Any, depth: int, evaluate: Any) -> Any:
        known: dict[int, float] = {}

        def search(state: Any, depth: int, alpha: float, beta: float) -> float:
            key = hash((state.to_string(), depth))
            if key not in known:
                known[key] = value(state, depth, alpha, beta)  # a bound is kept as if it were exact
            return known[key]

        def value(state: Any, depth: int, alpha: float, beta: float) -> float:
            if depth == 0 or state.is_terminal():
                return evaluate(state)
            best = -math.inf
            for action in state.legal_actions():
                best = max(best, -search(state.child(action), depth - 1, -beta, -max(alpha, best)))
                if best >= beta:
                    break
            return best

        return search(state, depth, -math.inf, math.inf), None

    assert "bound" in reasons("table", lying)["value"][1]


def test_deepening_that_gives_up_or_returns_what_was_cut_short() -> None:
    found = reasons("deepening", lambda search, left: search(1))
    assert found["0.05 seconds"][0] == 1 and "there was time for" in found["25 seconds"][1]
    assert "raised OutOfTime" in reasons("deepening", lambda search, left: search(9))["1 seconds"][1]


@pytest.mark.thorough
def test_quiescence_that_must_capture_or_never_cuts() -> None:
    def forced(state: Any, alpha: float, beta: float, evaluate: Any, captures: Any) -> float:
        moves = captures(state)
        if state.is_terminal() or not moves:
            return evaluate(state)  # type: ignore[no-any-return]
        return max(-forced(state.child(move), -beta, -alpha, evaluate, captures) for move in moves[:2])

    found = reasons("quiescence", forced)
    assert found["open window"][0] == 0 and "expected" in found["open window"][1]

    def twice(state: Any, alpha: float, beta: float, evaluate: Any, captures: Any) -> float:
        solutions.quiescence(state, alpha, beta, evaluate, captures)
        return solutions.quiescence(state, alpha, beta, evaluate, captures)  # type: ignore[no-any-return]

    found = reasons("quiescence", twice)
    assert found["open window"][0] == 3 and 1 < found["cuts"][0] < 2 and "are enough" in found["cuts"][1]


def test_rave_with_usual_faults() -> None:
    def own_visits(statistics: Any, visits: int, k: float) -> Any:
        return solutions.rave(statistics, max(n for n, *_ in statistics.values()), k)

    assert reasons("rave", own_visits)["formula"][0] == 0

    def divides(statistics: Any, visits: int, k: float) -> Any:
        b = math.sqrt(k / (3 * visits + k))
        return {a: (1 - b) * t / n + b * s / m for a, (n, t, m, s) in statistics.items()}

    found = reasons("rave", divides)
    assert found["formula"][0] == 4 and "ZeroDivisionError" in found["never taken"][1]
    assert "there is none for 3" in reasons("rave", lambda statistics, visits, k: {})["formula"][1]


def test_a_week_is_all_its_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [topic for week in WEEKS.values() for topic in week] == topics()
    main(["week05", str(SOLUTIONS)])
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines() if "points" in line] == [
        "zobrist",
        "table",
    ]
    half = tmp_path / "half.py"
    half.write_text("def zobrist(state):\n    return 1\ndef table(state, depth, evaluate):\n    return 0, None\n")
    with pytest.raises(SystemExit) as caught:
        main(["week05", str(half), "--json"])
    assert caught.value.code == 1
    assert [json.loads(line)["topic"] for line in capsys.readouterr().out.splitlines()] == ["zobrist", "table"]
    main(["week05"])
    assert "transposition table" in capsys.readouterr().out
    with refused("week05", "zobrist", "table", error=InputError):
        main(["week05", f"{SOLUTIONS}:zobrist"])


def test_trees_with_usual_faults() -> None:
    def by_value(state: Any, simulations: int, value: Any, c: float) -> Any:
        return solutions.uct(state, simulations, lambda position: -value(position), c)

    assert "was visited" in reasons("uct", by_value)["300 simulations, c = 1"][1]
    assert "dictionary" in reasons("uct", lambda *given: 3)["1 simulation, c = 1"][1]

    def flat(state: Any, network: Any, simulations: int) -> Any:
        def uniform(planes: Any) -> Any:
            logits, values = network(planes)
            return 0 * logits, values

        return solutions.puct(state, uniform, simulations)

    assert reasons("puct", flat)["200 simulations"][0] == 0
    found = reasons("pns", lambda state, attacker: (1, 1))
    assert "exactly one of the two must be 0" in found["hex:size=3"][1]
    assert "can" in reasons("pns", lambda state, attacker: (math.inf, 0))["hex:size=3"][1]


def test_learning_with_usual_faults() -> None:
    found = reasons("returns", lambda values, outcome, trace: [outcome] * len(values))
    assert found["lambda = 1"][0] == 2 and found["lambda = 0"][0] == 0

    def unmasked(logits: Any, value: float, policy: Any, outcome: int, legal: Any) -> float:
        return solutions.loss(logits, value, policy, outcome, legal | True)

    found = reasons("loss", unmasked)
    assert found["all legal"][0] == 3 and found["some legal"][0] == 0


def test_rules_with_usual_faults() -> None:
    class Forgetful(solutions.TicTacToe):
        def is_terminal(self) -> bool:
            return len(self.moves) == 9

    found = reasons("rules", Forgetful)
    assert "is_terminal() returns False" in found["games"][1]

    class Shared(solutions.TicTacToe):
        def clone(self) -> Any:
            return self

    assert "clone()" in reasons("rules", Shared)["copies"][1]


def test_what_is_no_number_earns_nothing() -> None:
    def loss(logits, value, policy, outcome, legal):  # type: ignore[no-untyped-def]
        logits = np.where(legal, logits, -np.inf)
        logarithms = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
        with np.errstate(invalid="ignore"):
            return (value - outcome) ** 2 - (policy * logarithms).sum()  # 0 times infinity

    report = check("loss", loss)
    assert [item.points for item in report.items] == [3, 0, 2] and "NaN" in report.items[1].reason


def student_file(folder: Path, text: str) -> Any:
    path = folder / "solution.py"
    path.write_text(text)
    return module_of(path, "solution")


def test_a_reason_names_the_line_of_the_student(tmp_path: Path) -> None:
    mine = student_file(
        tmp_path,
        "def minimax(state, depth, evaluate):\n    return inner(state)\n\n\ndef inner(state):\n    return 1 / 0\n",
    )
    points, reason = reasons("minimax", mine.minimax)["value"]
    assert (
        points == 0 and "ZeroDivisionError" in reason and reason.endswith("(solution.py:6, in inner: `return 1 / 0`)")
    )
    mine = student_file(
        tmp_path,
        "def minimax(state, depth, evaluate):\n    if depth == 0:\n        return 0, None\n"
        "    return 7, state.legal_actions()[0]\n",
    )
    reason = reasons("minimax", mine.minimax)["value"][1]
    assert reason.endswith("(solution.py:4, in minimax: `return 7, state.legal_actions()[0]`)"), reason
    assert "should return (value, action)" in reasons("minimax", lambda *given: 3)["value"][1]


def test_a_method_that_is_wrong_is_named_though_another_was_called_last(tmp_path: Path) -> None:
    text = contents()["solutions.py"].replace(
        "        copy = TicTacToe()", "        return self\n        copy = TicTacToe()"
    )
    reason = reasons("rules", student_file(tmp_path, text).TicTacToe)["copies"][1]
    assert ", in clone: `return self`)" in reason


def test_what_is_the_library_s_earns_nothing(tmp_path: Path) -> None:
    mine = student_file(
        tmp_path,
        "from boardai.search.reference.plain.minimax import minimax as theirs\n\n\n"
        "def minimax(state, depth, evaluate):\n    found = theirs(state, depth, evaluate)\n"
        "    return found.value, found.action\n",
    )
    report = check("minimax", mine.minimax)
    assert report.points == 0 and "calls the library's own minimax (solution.py:5, in minimax: " in str(report)
    for topic in ("policy", "returns", "rave"):
        assert check(topic, stand_in(topic)).points == 0


def test_a_gap_is_not_written_yet_and_the_notebook_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    def policy(visits: Any, temperature: float) -> Any:
        raise NotImplementedError("your turn")

    report = check("policy", policy)
    assert report.is_open and str(report).startswith("policy: not written yet, 6 points to earn.")
    assert report.working(policy)({1: 1, 2: 3}, 1) == {1: 0.25, 2: 0.75}
    assert "the library's own policy" in capsys.readouterr().out
    assert check("policy", solutions.policy).working(solutions.policy) is solutions.policy


@pytest.mark.parametrize("topic", ["policy", "returns", "loss", "rave", "deepening", "pns"])
def test_a_seed_gives_other_positions_with_the_same_points(topic: str) -> None:
    known, hidden = check(topic, right(topic)), check(topic, right(topic), seed="a teacher's")
    assert hidden.passed and (hidden.points, len(hidden.items)) == (known.points, len(known.items))


@pytest.mark.slow
@pytest.mark.parametrize("topic", topics())
@pytest.mark.parametrize("seed", ["autumn", "4711", "x"])
def test_right_solutions_earn_all_points_on_hidden_positions(topic: str, seed: str) -> None:
    report = check(topic, right(topic), seed=seed)
    assert report.passed and report.of == check(topic, right(topic)).of, str(report)


def test_answers_learned_by_heart_fail_on_hidden_positions() -> None:
    known: dict[str, Any] = {}

    def noting(values: Any, outcome: int, trace: float) -> Any:
        return known.setdefault(str((values, outcome, trace)), solutions.returns(values, outcome, trace))

    assert check("returns", noting).passed

    def learned(values: Any, outcome: int, trace: float) -> Any:
        return known.get(str((values, outcome, trace)), [0] * len(values))

    assert check("returns", learned).passed and not check("returns", learned, seed="secret").passed


def test_what_cannot_be_checked() -> None:
    with refused("alpabeta", "alphabeta"):
        check("alpabeta", print)
    with refused("int", error=TypeError):
        check("minimax", 3)  # type: ignore[arg-type]
    with refused("chess"):
        describe("chess")


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "boardai.course", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True)


@pytest.mark.thorough
def test_the_command_grades(tmp_path: Path) -> None:
    done = command("alphabeta", SOLUTIONS)
    assert done.returncode == 0 and done.stdout.startswith("alphabeta: 9 of 9 points\n")
    assert command("check", "week03", SOLUTIONS).stdout == done.stdout
    done = command("alphabeta", f"{SOLUTIONS}:minimax", "--json")
    assert done.returncode == 1
    printed = json.loads(done.stdout)
    assert printed["points"] == 5 and printed["of"] == 9 and printed["items"][3]["name"] == "cuts"
    for words, output in (
        (("alphabeta", tmp_path / "none.py"), "no such file, or its name does not end in .py"),
        (("alphabeta", f"{SOLUTIONS}:mine"), "has no function 'mine'; there are: "),
        (("alpha", SOLUTIONS), "unknown topic 'alpha'"),
    ):
        done = command(*words)
        assert done.returncode == 2 and output in done.stderr and "Traceback" not in done.stderr
    half = tmp_path / "half.py"
    half.write_text("def uct(statistics, visits, c):\n    return min(statistics)\n")
    done = command("week09", half)
    assert done.returncode == 1 and done.stdout.count(" of ") > 1 and "has no function" in done.stdout
    leaving = tmp_path / "leaving.py"
    leaving.write_text("import sys\n\ndef alphabeta(*whatever):\n    sys.exit(0)\n")
    done = command("alphabeta", leaving)
    assert done.returncode == 1 and done.stdout.startswith("alphabeta: 0 of 9 points\n") and "SystemExit" in done.stdout
    leaving.write_text(leaving.read_text() + "\nsys.exit(0)\n")
    done = command("alphabeta", leaving)
    assert done.returncode == 2 and "SystemExit" in done.stderr and "Traceback" not in done.stderr
    printed = command().stdout
    assert all(topic in printed for topic in topics())
    assert "evaluate(state)" in command("minimax").stdout


def test_the_positions_are_what_the_points_are_for() -> None:
    """No game ends within the depths that alpha-beta's leaves are counted at."""
    from boardai.course.tasks import fixed_depth

    for _, state, depth in fixed_depth._positions(Student(print)):
        level = [state]
        for _ in range(depth):
            level = [one.child(action) for one in level[:50] for action in one.legal_actions()]
            assert not any(one.is_terminal() for one in level)
