"""The output of a run for the user: bars and colours on a terminal, plain lines elsewhere."""

from types import TracebackType
from typing import Any, Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from boardai.arena.ratings import rating_words
from boardai.basics.quoting import from_here
from boardai.command_line import duration, number_of
from boardai.command_line.console import Console
from boardai.learn.stages import stages_text


def match_text(match: dict[str, Any] | None) -> str:
    """A score with its interval and counts."""
    if match is None:
        return "-"
    low, high = match["interval95"]
    wins, draws, losses = (sum(match[key]) for key in ("wins", "draws", "losses"))
    return f"{100 * match['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}] (+{wins} ={draws} -{losses})"


FEW_DIFFERENT = 0.7  # below this share of different positions, self-play repeats itself (docs/metrics.md)
_LOSSES = ("error", "policy_loss", "q_loss", "value_loss")  # first values in the line of an iteration


_EARLIEST = 0.05  # share of a run after which its speed can be estimated
_BEHIND = 0.8  # below this share of the expected games, the expected strength is not reached


class Expectation:
    """Compares a new run with the measured runs of its preset, by the number of games.

    Args:
        games: number of games in the measured runs.
        minutes: duration of the measured runs; 0: no time limit.
    """

    def __init__(self, games: int, minutes: float) -> None:
        time = f" in {minutes:g} minutes" if minutes else ""
        self.games, self._measured = games, f"the {games:,} games{time} of the measured runs"
        self._played, self._warm, self._promised = 0, (0, 0.0), False

    def promise(self, line: dict[str, Any], seconds_left: float | None) -> str:
        """The expected number of games at the measured speed; "" if already reported, or not known yet.

        Args:
            line: a finished iteration's metrics.
            seconds_left: time until the end of the run; None: unknown.
        """
        if "games" not in line:
            return ""
        self._played, seconds = self._played + line["games"], line["seconds"]["total"]
        if line["iteration"] == 1:
            self._warm = self._played, seconds  # the first iteration includes compilation and is not representative
            return ""
        if self._promised or seconds_left is None or seconds < _EARLIEST * (seconds + seconds_left):
            return ""
        self._promised = True
        rate = (self._played - self._warm[0]) / max(1e-9, seconds - self._warm[1])
        total = float(f"{self._played + rate * seconds_left:.2g}")
        weaker = "; expect less strength than that" if total < _BEHIND * self.games else ""
        share = f"{_percent(total / self.games)} of {self._measured}"
        return f"at the speed of this machine: about {total:,.0f} games, {share}{weaker}"

    def balance(self, games: int) -> str:
        """The comparison at the end of the run.

        Args:
            games: number of games it learned from.
        """
        weaker = ": too few to expect that strength" if games < _BEHIND * self.games else ""
        return f"{games:,} games were played, {_percent(games / self.games)} of {self._measured}{weaker}"


def _percent(share: float) -> str:
    return f"{100 * share:.{0 if share >= 0.01 else 1}f} %"


class ConsoleReporter:
    """Reports on a console; use it as a context manager.

    Args:
        console: the console.
        expectation: comparison with the preset's measured runs; None: no comparison.
    """

    def __init__(self, console: Console | None = None, expectation: Expectation | None = None):
        self._console = console or Console()
        self._expectation = expectation
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._bar = Progress(
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=self._console,
                transient=True,
            )
            self._task = self._bar.add_task("starting", total=None)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def message(self, text: str) -> None:
        """A line for the user."""
        self._print(text)

    def phase(self, name: str, done: int, total: int) -> None:
        """The progress of the present phase; shown only on terminals."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=name, completed=min(done, total), total=total)

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration."""
        learned = [f"{name.replace('_', ' ')} {line[name]:.3f}" for name in _LOSSES if name in line]
        if "validation_result_error" in line:
            learned = [f"error to {what} {line[f'validation_{what}_error']:.5f}" for what in ("score", "result")]
            learned.append(f"{line['positions']:,} positions ({line['positions_per_second']:,.0f}/s)")
        parts = [f"iteration {line['iteration']}", *(learned or ["filling the buffer"])]
        if "validation_value_loss" in line:
            parts.append(_held_out(line))
        if line.get("different_positions", 1.0) < FEW_DIFFERENT:
            parts.append(f"{line['different_positions']:.0%} of positions different")
        if "games_per_second" in line:
            parts.append(f"games {line['games']} ({line['games_per_second']:.1f}/s, {line['mean_length']:.1f} plies)")
            if by_board := line.get("games_by_board"):
                parts.append(", ".join(f"{board} {games}" for board, games in by_board.items() if games))
            parts.append(f"evaluations {line['evaluations_per_second']:.0f}/s")
        if line.get("stages"):
            parts.append(stages_text(line["stages"]))
        if line.get("compilations"):
            parts.append(f"{line['compilations']} JAX compilations")
        parts.append(f"{duration(line['seconds']['total'])} done")
        if seconds_left is not None:
            parts.append(f"{duration(seconds_left)} left")
        self._print("  ".join(parts))
        for name, match in line.get("arena", {}).items():
            self._print(f"  {name}: {match_text(match)}")
        if "elo" in line:
            elo = rating_words(line["elo"], line["elo_low"], line["elo_high"], line.get("elo_bound", ""))
            self._print(f"  Elo {elo}, random play = 0")
        if "truth" in line:
            self._print(f"  {truth_text(line['truth'])}")
        promise = "" if self._expectation is None else self._expectation.promise(line, seconds_left)
        if promise:
            self._print(promise)

    def final(self, report: dict[str, Any]) -> None:
        """The final matches as a table."""
        self._print(
            f"{report['game']}: {number_of(report['iteration'], 'iteration')}, {report['games']:,} games, "
            f"{report['positions']:,} positions, {report['steps']:,} training steps in "
            f"{duration(report['training_seconds'])}, final matches in {duration(report['report_seconds'])}"
        )
        if self._expectation is not None:
            self._print(self._expectation.balance(report["games"]))
        table = Table(
            title=f"score [95 % interval] (+wins =draws -losses); {report.get('players', '')}; "
            f"{report['opening_plies']} random opening plies, colours swapped",
            title_justify="left",
        )
        for heading in ("match", "trained", "initial weights"):
            table.add_column(heading, no_wrap=True)
        for name, pair in report["matches"].items():
            table.add_row(from_here(name), match_text(pair["trained"]), match_text(pair["initial"]))
        if self._console.is_terminal:
            self._console.print(table)
        else:  # a table would be truncated at 80 columns
            self._print(str(table.title))
            for name, pair in report["matches"].items():
                self._print(f"  {name}: trained {match_text(pair['trained'])}; initial {match_text(pair['initial'])}")
        for line in (*_truths(report), *_ratings(report), *_classified(report)):
            self._print(line)

    def _print(self, text: str) -> None:
        self._console.say_from_here(text)


def truth_text(table: dict[str, Any]) -> str:
    """Quality of moves by exact values: `500 positions: policy best move 70.2 %, result kept 85.0 %, ...`."""
    parts = []
    for kind, its in table.items():
        if kind == "positions":
            continue
        words = f"{kind}: best move {100 * its['best_move']:.1f} %, result kept {100 * its['result_kept']:.1f} %"
        if its["value_correlation"] is not None:
            words += f", value's correlation {its['value_correlation']:.3f}"
        parts.append(words)
    return f"exact values of {table['positions']:,} positions: {'; '.join(parts)}"


def _truths(report: dict[str, Any]) -> list[str]:
    """Quality of moves by exact values, for the trained and the initial weights."""
    sides = (("trained", "trained"), ("initial", "initial weights"))
    return [f"{words}: {truth_text(table)}" for side, words in sides if (table := report.get("truth", {}).get(side))]


def _ratings(report: dict[str, Any]) -> list[str]:
    """The players measured at the end, and the fixed opponents, by rating."""
    elo = report.get("elo")
    if elo is None:
        return []
    last = (f"@{report['iteration']}", "@0")
    shown = {name: one for name, one in elo["players"].items() if "@" not in name or name.endswith(last)}
    parts = [
        f"{name} {rating_words(one['elo'], one['low'], one['high'], one['bound'])}"
        for name, one in shown.items()
        if name != elo["anchor"]
    ]
    return [f"Elo from all matches of the run, {elo['anchor']} = 0: {', '.join(parts)}"]


def _classified(report: dict[str, Any]) -> list[str]:
    """The accuracy of a classifier on all held-out positions."""
    found = report.get("held_out")
    if found is None:
        return []
    phases = (name.rpartition("_")[2] for name in found if name.startswith("validation_accuracy_"))
    parts = [f"{phase} {found[f'validation_accuracy_{phase}']:.2%}" for phase in phases]
    return [
        f"accuracy on {found['positions']:,} positions held out by {found['split']}: "
        f"{found['validation_accuracy']:.2%} ({', '.join(parts)}; always the likelier outcome: {found['majority']:.2%})"
    ]


def _held_out(line: dict[str, Any]) -> str:
    """The results of supervised learning on held-out positions."""
    parts = [f"value loss {line['validation_value_loss']:.3f}"]
    parts.append(f"correlation {line['validation_value_correlation']:.3f}")
    if "validation_accuracy" in line:
        parts.append(f"accuracy {line['validation_accuracy']:.2%}")
    if "validation_top1" in line:
        parts.append(f"policy loss {line['validation_policy_loss']:.3f}, right move {line['validation_top1']:.1%}")
    return f"held out: {', '.join(parts)}"
