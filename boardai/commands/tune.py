"""Tune an agent's numbers by games against itself (SPSA), or measure changes of it together (a factorial match).

The numbers are parameters of the agent (`puct:c_init`), or, in a build with -D BOARDAI_TUNE=ON, margins of `pvs`.
Each iteration plays pairs of games between two agents: with `--numbers` these are moved in opposite directions
(`boardai.arena.spsa` has the method), with `--changes` each is in one of the two (`boardai.arena.factorial`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.progress import Progress
from rich.table import Table

from boardai.arena.factorial import Change, Factorial
from boardai.arena.match import play_match
from boardai.arena.spsa import Spsa, Tuned
from boardai.basics.checksums import read_sealed, write_sealed
from boardai.basics.files import alone_in
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.cluster import Piece, WorkError, open_pool
from boardai.command_line import GAME_HELP, InputError, Parser, going_on, run, same_command, user_input, whole_number
from boardai.command_line.console import Console
from boardai.game import Game, load
from boardai.players import AgentSpec, Player, Thought, agent_parameters, load_agent
from boardai.players.player import NO_LIMITS
from boardai.search.limits import Limits
from boardai.search.pvs.margins import margins, set_margins

STATE = "tuning.json"  # in the folder: settings, numbers, and their history
_HISTORY = 100  # maximum length of the history
_STEPS_OF_RANGE = 20  # the default step is the range divided by this
_USUAL_RANGE = 2.0  # the default range is from 0 to the start times this


def is_parameter(agent: AgentSpec, name: str) -> bool:
    """Whether an agent has a number of this name; for `pvs` it may also be one of its margins."""
    setting = agent_parameters(agent.name).get(name)
    return setting is not None and setting.kind in (int, float)


def is_own(agent: AgentSpec, name: str, value: Any) -> bool:
    """Whether a setting with this value belongs to the agent rather than to the margins of `pvs`."""
    return isinstance(value, str) or is_parameter(agent, name)


def read_tuned(text: str, agent: AgentSpec) -> Tuned:
    """The number that a word of the command line names: NAME, or NAME=START,LEAST,MOST,STEP with fewer at the end.

    Missing values follow from the agent's text, the parameter's default and its range.

    Raises:
        ValueError: the agent and `pvs` have no such number, or the word has another form.
    """
    name, _, numbers = text.partition("=")
    parameters = agent_parameters(agent.name)
    try:
        given = [float(word) for word in numbers.split(",")] if numbers else []
    except ValueError:
        given = [math.nan]
    if len(given) > 4 or not all(map(math.isfinite, given)):
        raise ValueError(f"--numbers {quoted(text)}: expected NAME=START,LEAST,MOST,STEP in numbers, or fewer of these")
    if is_parameter(agent, name):
        setting = parameters[name]
        written = agent.value(name)
        start = float(written if written is not None else setting.default or 0)
        low = setting.low if setting.low is not None else setting.above
        high = setting.high if setting.high is not None else setting.below
        whole = setting.kind is int
    elif name in margins() and agent.name == "pvs":
        start, low, high = float(margins()[name]), 0.0, None
        whole = isinstance(margins()[name], int)
    else:
        raise ValueError(f"{agent.name} has no number {quoted(name)}")
    start = given[0] if given else start
    least = given[1] if len(given) > 1 else 0.0 if low is None else low
    most = given[2] if len(given) > 2 else min(_USUAL_RANGE * start, float("inf") if high is None else high)
    step = given[3] if len(given) > 3 else max((most - least) / _STEPS_OF_RANGE, 0.5 if whole else 0.0)
    return Tuned(name, start, least, most, step, whole)


def read_change(text: str, agent: AgentSpec) -> Change:
    """The change that a word of the command line names: NAME=VALUE, or several with commas between.

    Raises:
        ValueError: the word has another form, the agent and `pvs` have no such setting, or it already has that value.
    """
    values: dict[str, Any] = {}
    parameters, usual = agent_parameters(agent.name), margins()
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or name in values:
            raise ValueError(f"--changes {quoted(text)}: expected NAME=VALUE, or several with commas between")
        if name in parameters and (parameters[name].kind is not bool or value in ("true", "false")):
            now, values[name] = agent.value(name), value
            now = str(parameters[name].default).lower() if now is None else now
        elif name in usual and agent.name == "pvs":
            try:
                values[name] = type(usual[name])(value)
            except ValueError:
                raise ValueError(f"--changes {quoted(text)}: the margin {name} is a number") from None
            now = str(usual[name])
        else:
            raise ValueError(f"--changes {quoted(text)}: {agent.name} has no setting {quoted(name)}")
        if value.lower() == now:
            raise ValueError(f"--changes {quoted(text)}: {name} is already {value}")
    return Change(text, values)


class _WithMargins(Player):
    """A player whose searches have their own margins, although margins are global to the process."""

    def __init__(self, player: Player, numbers: dict[str, float], usual: dict[str, float]) -> None:
        self._player, self._numbers, self._usual, self.name = player, numbers, usual, player.name

    def think(self, state: Any, limits: Limits = NO_LIMITS, progress: Any = None, stop: Any = None) -> Thought:
        set_margins(**self._numbers)
        return self._player.think(state, limits, progress, stop)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        self._player.new_game(start, actions, seed)

    def close(self) -> None:
        set_margins(**self._usual)
        self._player.close()


@dataclass(frozen=True)
class _Games:
    """The settings of a process that plays iterations: none, since each piece contains everything."""

    def worker(self) -> _Games:
        """The worker, which keeps the games that it has loaded."""
        return self

    def work(self, piece: Piece, stop: Callable[[], None]) -> float:
        """Plays an iteration."""
        return _play(piece.payload, stop)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


@dataclass(frozen=True)
class _Job:
    """One iteration."""

    game: str
    agent: str
    candidates: tuple[dict[str, Any], dict[str, Any]]
    pairs: int
    opening_plies: int | None
    seed: int


def _written(value: float, whole: bool) -> str:
    return str(int(value)) if whole else f"{value:.6g}"


def tuned_agent(agent: AgentSpec, numbers: dict[str, Any]) -> AgentSpec:
    """The agent with those of these settings that are its own parameters."""
    parameters = agent_parameters(agent.name)
    own = {name: value for name, value in numbers.items() if is_own(agent, name, value)}
    return agent.with_(
        **{
            name: value if isinstance(value, str) else _written(value, parameters[name].kind is int)
            for name, value in own.items()
        }
    )


@functools.cache
def _loaded(spec: str) -> Game:
    return load(spec)


def _player(job: _Job, which: int) -> Player:
    agent, numbers = AgentSpec.parse(job.agent), job.candidates[which]
    player = load_agent(tuned_agent(agent, numbers), _loaded(job.game), seed_of(job.seed, which), try_out=False)
    # The other player sets the process's margins too, so this one sets each of them.
    names = {name for one in job.candidates for name, value in one.items() if not is_own(agent, name, value)}
    usual = margins()
    whole = {name: type(usual[name])(numbers.get(name, usual[name])) for name in names}
    return _WithMargins(player, whole, {name: usual[name] for name in names}) if whole else player


def _play(job: _Job, stop: Callable[[], None]) -> float:
    """The first candidate's wins minus its losses."""
    players = _player(job, 0), _player(job, 1)
    try:
        result = play_match(
            _loaded(job.game), *players, games=2 * job.pairs, opening_plies=job.opening_plies, seed=job.seed,
            at_once=1, on_error="raise", stop=stop,
        )  # fmt: skip
        return float(sum(result.wins) - sum(result.losses))
    finally:
        for player in players:
            player.close()


class Tuning:
    """A tuning or a factorial match in its folder; an equal command line continues it.

    Raises:
        ValueError: the folder has other settings or other content.

    Attributes:
        method: the numbers, or the changes and the results.
        history: for `--numbers`: iterations done, and the numbers after them.
    """

    def __init__(self, folder: Path, settings: dict[str, Any], method: Spsa | Factorial) -> None:
        self._path, self._settings, self.method = folder / STATE, settings, method
        self.history: list[tuple[int, list[float]]] = []
        if self._path.exists():
            saved, _ = read_sealed(self._path)
            different = [key for key, value in settings.items() if saved["settings"].get(key) != value]
            if different:
                raise ValueError(
                    f"{self._path} has another {different[0]}: repeat the first command, or name another folder"
                )
            method.restore(saved)
            self.history = [(number, values) for number, values in saved["history"]]
        elif any(not path.name.startswith(".") for path in folder.iterdir()):
            raise ValueError(f"{folder} is not empty and holds no tuning; name another folder")

    def save(self) -> None:
        """Writes the file atomically."""
        table = {"settings": self._settings, **self.method.to_data(), "history": self.history}
        write_sealed(self._path, table, twice=True)

    def played(self, results: dict[int, float]) -> None:
        """Adds the results of finished iterations, and writes the file."""
        method, before = self.method, self.method.done
        method.update(results)
        every = max(1, method.iterations // _HISTORY)
        passed = before // every != method.done // every or method.done == method.iterations
        if isinstance(method, Spsa) and passed:
            self.history.append((method.done, list(method.values)))
        self.save()


def _batches(method: Spsa | Factorial, at_once: int) -> Iterator[range]:
    """The remaining iterations, in batches: each plays with the numbers from before its batch."""
    while method.done < method.iterations:
        yield range(method.done + 1, min(method.done + at_once, method.iterations) + 1)


def report(method: Spsa | Factorial) -> Table:
    """The old and new numbers, or the effects of the changes, best first."""
    table = Table(title=f"{method.done:,} of {method.iterations:,} iterations")
    if isinstance(method, Factorial):
        table.title = f"{method.done * method.games:,} games"
        for heading in ("change", "Elo", "95 %"):
            table.add_column(heading, justify="left" if heading == "change" else "right", no_wrap=True)
        for effect in sorted(method.effects(), key=lambda effect: -effect.elo):
            table.add_row(effect.name, f"{effect.elo:+z.1f}", f"[{effect.low:+z.0f}, {effect.high:+z.0f}]")
        return table
    for heading in ("number", "start", "now", "moved, in steps"):
        table.add_column(heading, justify="left" if heading == "number" else "right")
    for one, value in zip(method.tuned, method.values, strict=True):
        table.add_row(one.name, f"{one.start:g}", f"{value:.4g}", f"{(value - one.start) / one.step:+.2f}")
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line: `python -m boardai.tune GAME AGENT --numbers NAME ...`, or `--changes NAME=VALUE ...`."""
    parser = Parser(
        "tune",
        "Tune numbers of an agent by games against itself (SPSA), or measure several changes of an agent in one\n"
        "match (factorial). After an interruption the same command continues.",
        [
            "python -m boardai.tune hex puct:run=shipped,simulations=64 --numbers c_init=1.25,0.3,4 --output tuned",
            "python -m boardai.tune chess pvs:nodes=3000 --numbers razoring futility --output tuned --parallel 2",
            "python -m boardai.tune chess pvs:nodes=3000 --changes killers=false capture_history=true --output changes",
        ],
    )
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("agent", metavar="AGENT", help="the agent to tune: pvs:nodes=3000")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--numbers", nargs="+", metavar="NAME[=START[,LEAST[,MOST[,STEP]]]]",
                      help="numbers to tune: parameters, or margins of pvs (with BOARDAI_TUNE)")  # fmt: skip
    what.add_argument("--changes", nargs="+", metavar="NAME=VALUE[,NAME=VALUE]",
                      help="changes to measure, each applied to one random agent of an iteration")  # fmt: skip
    parser.add_argument(
        "--output", required=True, metavar="FOLDER", help="folder of the results; the same command continues"
    )
    parser.add_argument("--iterations", type=whole_number(1), default=2000, help="planned number of iterations (2000)")
    parser.add_argument("--pairs", type=whole_number(1), default=4, help="pairs of games per iteration (4)")
    parser.add_argument(
        "--rate",
        type=float,
        default=0.002,
        help="change per won game in the last iterations, as a share of a number's step (0.002)",
    )
    parser.add_argument("--opening-plies", type=whole_number(0), help="random plies of each opening")
    parser.add_argument(
        "--parallel", type=whole_number(1), default=1, help="iterations in parallel, each in a process (1)"
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of directions and openings (0)")
    given = parser.parse_args(arguments)
    folder = Path(given.output)
    with user_input():
        agent = AgentSpec.parse(given.agent)
        game = load(given.game)
        load_agent(agent, game).close()
        method: Spsa | Factorial
        if given.numbers:
            method = Spsa([read_tuned(text, agent) for text in given.numbers], given.iterations, given.rate, given.seed)
            given_values, described = (
                [(one.name, one.start) for one in method.tuned],
                [asdict(one) for one in method.tuned],
            )
        else:
            changes = [read_change(text, agent) for text in given.changes]
            method = Factorial(changes, given.iterations, 2 * given.pairs, given.seed)
            for change in changes:
                load_agent(tuned_agent(agent, dict(change.values)), game).close()
            given_values = [pair for one in changes for pair in one.values.items()]
            described = [asdict(one) for one in changes]
        if not all(is_own(agent, name, value) for name, value in given_values):
            try:
                set_margins()
            except RuntimeError as error:
                raise ValueError(str(error)) from None
        settings = {
            "game": game.spec, "agent": str(agent), "numbers" if given.numbers else "changes": described,
            "iterations": given.iterations, "pairs": given.pairs, "rate": given.rate, "seed": given.seed,
            "opening_plies": given.opening_plies, "parallel": given.parallel,
        }  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        tuning = Tuning(folder, settings, method)

    def kept() -> str:
        return f"kept: {method.done:,} of {method.iterations:,} iterations in {folder}"

    def job(number: int) -> _Job:
        seed = seed_of(given.seed, "games", number)
        return _Job(game.spec, str(agent), method.candidates(number), given.pairs, given.opening_plies, seed)

    with (
        alone_in(folder),
        going_on(kept, same_command("tune", arguments), folder),
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("iterations", total=method.iterations, completed=method.done)
        try:
            with open_pool(_Games(), given.parallel, warn=Console(stderr=True).print) as pool:
                for batch in _batches(method, given.parallel):
                    tuning.played(dict(pool.map([Piece(number, job(number)) for number in batch], ordered=True)))
                    progress.update(task, completed=method.done)
        except WorkError as error:
            raise InputError(f"{error}; {kept()}") from error
    Console().print(report(method))
    if isinstance(method, Spsa):
        print(f"agent: {tuned_agent(agent, method.best())}")
    elif not method.effects():
        print("too few iterations to separate the effects of the changes")


if __name__ == "__main__":
    run(main, "tune")
