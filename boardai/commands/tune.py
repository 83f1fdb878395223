"""Tune an agent's numbers by games against itself: SPSA.

The numbers are parameters of the agent (`puct:c_init`), or, in a build with -D BOARDAI_TUNE=ON, margins of `pvs`.
Each iteration plays pairs of games between two agents whose numbers are moved in opposite directions
(`boardai.arena.spsa` has the method).
"""

from __future__ import annotations

import functools
import math
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.progress import Progress
from rich.table import Table

from boardai.arena.match import play_match
from boardai.arena.spsa import Spsa, Tuned
from boardai.basics.checksums import read_sealed, write_sealed
from boardai.basics.files import alone_in
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.basics.trust import trusted
from boardai.basics.worker_processes import begin_worker, stop_if_halted
from boardai.command_line import GAME_HELP, Parser, going_on, run, same_command, user_input, whole_number
from boardai.command_line.console import Console
from boardai.game import Game, load
from boardai.players import AgentSpec, Player, Thought, agent_parameters, load_agent
from boardai.players.player import NO_LIMITS
from boardai.search.limits import Limits
from boardai.search.pvs.margins import margins, set_margins

STATE = "tuning.json"  # in the folder: settings, numbers, and how they went
_HISTORY = 100  # the most times that the numbers are written down
_STEPS_OF_RANGE = 20  # a step that is not given is such a part of the range
_USUAL_RANGE = 2.0  # a range that is not given goes from 0 to the start times this


def is_parameter(agent: AgentSpec, name: str) -> bool:
    """Whether an agent takes a number of this name; if `pvs` does not, it may still be one of its margins."""
    setting = agent_parameters(agent.name).get(name)
    return setting is not None and setting.kind in (int, float)


def read_tuned(text: str, agent: AgentSpec) -> Tuned:
    """The number that a word of the command line names: NAME, or NAME=START,LEAST,MOST,STEP with fewer at the end.

    What is left out follows from the agent's text, the parameter's default and its range.

    Raises:
        ValueError: the agent and `pvs` have no such number, or it is not written so.
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


class _WithMargins(Player):
    """A player whose searches have margins of their own, though these belong to the process."""

    def __init__(self, player: Player, numbers: dict[str, float]) -> None:
        self._player, self._numbers, self.name = player, numbers, player.name

    def think(self, state: Any, limits: Limits = NO_LIMITS, progress: Any = None, stop: Any = None) -> Thought:
        set_margins(**self._numbers)
        return self._player.think(state, limits, progress, stop)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        self._player.new_game(start, actions, seed)

    def close(self) -> None:
        self._player.close()


@dataclass(frozen=True)
class _Job:
    """One iteration."""

    game: str
    agent: str
    candidates: tuple[dict[str, float], dict[str, float]]
    pairs: int
    opening_plies: int | None
    seed: int


def _written(value: float, whole: bool) -> str:
    return str(int(value)) if whole else f"{value:.6g}"


def tuned_agent(agent: AgentSpec, numbers: dict[str, float]) -> AgentSpec:
    """The agent with these numbers, as far as they are parameters of its own."""
    parameters = agent_parameters(agent.name)
    own = {name: value for name, value in numbers.items() if is_parameter(agent, name)}
    return agent.with_(**{name: _written(value, parameters[name].kind is int) for name, value in own.items()})


@functools.cache
def _loaded(spec: str) -> Game:
    return load(spec)


def _player(job: _Job, which: int) -> Player:
    agent, numbers = AgentSpec.parse(job.agent), job.candidates[which]
    player = load_agent(tuned_agent(agent, numbers), _loaded(job.game), seed_of(job.seed, which), try_out=False)
    rest = {name: value for name, value in numbers.items() if not is_parameter(agent, name)}
    whole = {name: int(value) if isinstance(margins()[name], int) else value for name, value in rest.items()}
    return _WithMargins(player, whole) if rest else player


def _play(job: _Job) -> float:
    """Games won less games lost by the first candidate."""
    players = _player(job, 0), _player(job, 1)
    try:
        result = play_match(
            _loaded(job.game), *players, games=2 * job.pairs, opening_plies=job.opening_plies, seed=job.seed,
            at_once=1, on_error="raise", stop=stop_if_halted,
        )  # fmt: skip
        return float(sum(result.wins) - sum(result.losses))
    finally:
        for player in players:
            player.close()


class Tuning:
    """A tuning in its folder, which any command line like the first goes on with.

    Attributes:
        spsa: the numbers.
        history: iterations done, and the numbers then.
    """

    def __init__(self, folder: Path, settings: dict[str, Any], spsa: Spsa) -> None:
        self._path, self._settings, self.spsa = folder / STATE, settings, spsa
        self.history: list[tuple[int, list[float]]] = []
        if self._path.exists():
            saved, _ = read_sealed(self._path)
            different = [key for key, value in settings.items() if saved["settings"].get(key) != value]
            if different:
                raise ValueError(f"{self._path}: has been begun with another {different[0]}")
            spsa.values, spsa.done = saved["values"], saved["done"]
            self.history = [(number, values) for number, values in saved["history"]]

    def save(self) -> None:
        """Writes it, atomically."""
        table = {"settings": self._settings, **self.spsa.to_data(), "history": self.history}
        write_sealed(self._path, table, twice=True)

    def played(self, results: dict[int, float]) -> None:
        """Goes on by what was played, and writes that down."""
        before = self.spsa.done
        self.spsa.update(results)
        every = max(1, self.spsa.iterations // _HISTORY)
        if before // every != self.spsa.done // every or self.spsa.done == self.spsa.iterations:
            self.history.append((self.spsa.done, list(self.spsa.values)))
        self.save()


def _batches(spsa: Spsa, at_once: int) -> Iterator[range]:
    """The iterations that are left, in batches: each plays with the numbers as they were before its batch."""
    while spsa.done < spsa.iterations:
        yield range(spsa.done + 1, min(spsa.done + at_once, spsa.iterations) + 1)


def report(tuning: Tuning, agent: AgentSpec) -> Table:
    """What the numbers were and are."""
    table = Table(title=f"{tuning.spsa.done:,} of {tuning.spsa.iterations:,} iterations")
    for heading in ("number", "start", "now", "moved, in steps"):
        table.add_column(heading, justify="left" if heading == "number" else "right")
    for one, value in zip(tuning.spsa.tuned, tuning.spsa.values, strict=True):
        table.add_row(one.name, f"{one.start:g}", f"{value:.4g}", f"{(value - one.start) / one.step:+.2f}")
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line: `python -m boardai.tune GAME AGENT --numbers NAME ...`."""
    parser = Parser(
        "tune",
        "Tunes numbers of an agent by games against itself (SPSA). The folder goes on where it was stopped.",
        [
            "python -m boardai.tune hex puct:run=shipped,simulations=64 --numbers c_init=1.25,0.3,4 --output tuned",
            "python -m boardai.tune chess pvs:nodes=3000 --numbers razoring futility --output tuned --parallel 2",
        ],
    )
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("agent", metavar="AGENT", help="whose numbers: pvs:nodes=3000")
    parser.add_argument("--numbers", nargs="+", required=True, metavar="NAME[=START[,LEAST[,MOST[,STEP]]]]",
                        help="parameters of the agent, or margins of pvs (built with -D BOARDAI_TUNE=ON)")  # fmt: skip
    parser.add_argument("--output", required=True, metavar="FOLDER", help="where it is kept, and gone on with")
    parser.add_argument("--iterations", type=whole_number(1), default=2000, help="of two opposite agents each (2000)")
    parser.add_argument("--pairs", type=whole_number(1), default=4, help="of games in an iteration (4)")
    parser.add_argument("--rate", type=float, default=0.002, help="moves of the last iterations, in steps (0.002)")
    parser.add_argument("--opening-plies", type=whole_number(0), help="random plies of each opening")
    parser.add_argument("--parallel", type=whole_number(1), default=1, help="iterations at once, by processes (1)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of directions and openings (0)")
    given = parser.parse_args(arguments)
    folder = Path(given.output)
    with user_input():
        agent = AgentSpec.parse(given.agent)
        game = load(given.game)
        load_agent(agent, game).close()
        spsa = Spsa([read_tuned(text, agent) for text in given.numbers], given.iterations, given.rate, given.seed)
        if not all(is_parameter(agent, one.name) for one in spsa.tuned):
            try:
                set_margins()
            except RuntimeError as error:
                raise ValueError(str(error)) from None
        settings = {
            "game": game.spec, "agent": str(agent), "numbers": [asdict(one) for one in spsa.tuned],
            "iterations": given.iterations, "pairs": given.pairs, "rate": given.rate, "seed": given.seed,
            "opening_plies": given.opening_plies, "parallel": given.parallel,
        }  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        tuning = Tuning(folder, settings, spsa)

    def kept() -> str:
        return f"kept: {spsa.done:,} of {spsa.iterations:,} iterations in {folder}"

    def job(number: int) -> _Job:
        seed = seed_of(given.seed, "games", number)
        return _Job(game.spec, str(agent), spsa.candidates(number), given.pairs, given.opening_plies, seed)

    with (
        alone_in(folder),
        going_on(kept, same_command("tune", arguments), folder),
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("iterations", total=spsa.iterations, completed=spsa.done)
        # A fresh interpreter for each worker: the library's threads and caches do not survive a fork.
        context = multiprocessing.get_context("spawn")
        halt = context.Event()
        with ProcessPoolExecutor(given.parallel, context, begin_worker, (trusted(), halt)) as workers:
            try:
                for batch in _batches(spsa, given.parallel):
                    results = workers.map(_play, [job(number) for number in batch])
                    tuning.played(dict(zip(batch, results, strict=True)))
                    progress.update(task, completed=spsa.done)
            finally:
                halt.set()
    Console().print(report(tuning, agent))
    print(f"agent: {tuned_agent(agent, spsa.best())}")


if __name__ == "__main__":
    run(main, "tune")
