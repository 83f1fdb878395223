"""Play a match between two agents: Elo with its interval, sequential test, records.

Every opening is played twice, colours swapped, so that neither agent profits from an unbalanced one. The score is that
of the first agent.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

from rich.table import Table

from boardai.arena.folder import MatchFolder, read_settings
from boardai.arena.match import MatchResult
from boardai.arena.options import (
    add_match_options,
    check_match_options,
    games_asked,
    games_kept,
    leave_out,
    match_settings,
    opening_book,
    place_of_games,
    watch,
    worker_settings,
)
from boardai.arena.series import Series
from boardai.arena.sprt import Sprt
from boardai.arena.workers import MatchError
from boardai.basics.files import alone_in, write_json
from boardai.basics.quoting import from_here, quoted
from boardai.basics.trust import in_own_context
from boardai.clocks import TimeControl
from boardai.cluster.options import connection
from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    check_files,
    duration,
    going_on,
    number_of,
    run,
    same_command,
    user_input,
)
from boardai.command_line.console import Console
from boardai.game import load
from boardai.judging.effort import Effort, effort_rows, efforts
from boardai.judging.summary import ENDINGS
from boardai.judging.watched import judged_figures


def _elo(value: float) -> str:
    return "+∞" if value == float("inf") else "-∞" if value == -float("inf") else f"{round(value):+d}"


def elo_text(result: MatchResult) -> str:
    """`+35 [-12, +83]`; "" before the first pair is complete."""
    if not sum(result.pairs):
        return ""
    elo, low, high = result.elo
    return f"{_elo(elo)} [{_elo(low)}, {_elo(high)}]"


def games_text(result: MatchResult) -> str:
    """The number of games that count."""
    return f"{result.games} games" + (f" ({result.repeated} repeated ones left out)" if result.repeated else "")


def sprt_text(sprt: Sprt, result: MatchResult) -> str:
    """The ratio, its bounds and the verdict."""
    low, high = sprt.bounds
    verdict = sprt.verdict(result.pairs) or "open"
    return (
        f"SPRT {sprt.elo0:g} against {sprt.elo1:g} Elo: LLR {sprt.log_ratio(result.pairs):+.2f} "
        f"[{low:+.2f}, {high:+.2f}], {verdict}"
    )


def state_line(series: Series, seconds: float) -> str:
    """A progress line: games played, score, test, time left."""
    result, done = series.result, len(series.played)
    parts = [f"{done}/{series.games} games"]
    if result.games:
        parts.append(f"+{sum(result.wins)} ={sum(result.draws)} -{sum(result.losses)}")
        parts.append(result.percent)
        elo = elo_text(result)
        if elo:
            parts.append(f"Elo {elo}")
        if series.sprt is not None:
            parts.append(f"LLR {series.sprt.log_ratio(result.pairs):+.2f}")
    if series.new and done < series.games:
        parts.append(f"{duration(seconds / series.new * (series.games - done))} left")
    return "  ".join(parts)


def _efforts(series: Series) -> list[Effort]:
    return efforts(series.settings.agents, [((0, 1), series.played)])


def report(series: Series) -> dict[str, Any]:
    """The match as data, for JSON."""
    result = series.result
    spent = _efforts(series)
    paired = sum(result.pairs) > 0
    elo = result.elo if paired else None
    finite = None if elo is None else [value if abs(value) != float("inf") else None for value in elo]
    table = {
        **result.to_table(),
        "elo": None if finite is None else finite[0],
        "elo_interval95": None if finite is None else finite[1:],
        "draw_rate": result.draw_rate,
        "forfeits": [sum(one.crashed == number for one in series.played) for number in (0, 1)],
        "late": [one.late for one in spent],
        "seconds_per_move": [one.seconds for one in spent],
        "effort": [one.to_table() for one in spent],
        "openings": len({(one.start, *one.actions[: one.opening_plies]) for one in series.played}),
    }
    if series.sprt is not None:
        sprt = series.sprt
        table["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "log_ratio": sprt.log_ratio(result.pairs),
            "bounds": list(sprt.bounds),
            "verdict": series.verdict,
        }
    return table


def show(console: Console, series: Series) -> None:
    """The table at the end."""
    result, figures = series.result, report(series)
    low, high = result.interval
    title = from_here(f"{series.settings.game}: {games_text(result)}")
    table = Table(title=title, title_justify="left", show_header=True)
    for heading in ("", *series.settings.agents):
        table.add_column(from_here(heading), overflow="fold")
    wins, draws, losses = sum(result.wins), sum(result.draws), sum(result.losses)
    rows = [
        ("score", f"{100 * result.score:.1f} %", f"{100 * (1 - result.score):.1f} %"),
        (
            "95 % interval",
            f"{100 * low:.1f} to {100 * high:.1f} %",
            f"{100 * (1 - high):.1f} to {100 * (1 - low):.1f} %",
        ),
        ("wins", str(wins), str(losses)),
        ("  moving first", str(result.wins[0]), str(result.losses[1])),
        ("  moving second", str(result.wins[1]), str(result.losses[0])),
        ("draws", f"{draws} ({100 * result.draw_rate:.1f} %)", ""),
        ("forfeits", *map(str, figures["forfeits"])),
        *((name, texts[0], texts[1]) for name, texts in effort_rows(_efforts(series))),
    ]
    if series.settings.clock is not None:
        rows.append((f"late, {TimeControl.from_text(series.settings.clock)}", *map(str, figures["late"])))
    for row in rows:
        table.add_row(*row)
    if console.is_terminal:
        console.print(table)
    else:  # a table would be cut at 80 columns
        console.say_from_here(
            f"{series.settings.game}: {games_text(result)}, first: {result.first}, second: {result.second}"
        )
        for name, first, second in rows:
            words_of_row = "; ".join(f"{who} {text}" for who, text in (("first", first), ("second", second)) if text)
            console.say_from_here(f"  {name}: " + (words_of_row if name != "draws" else first))
    if sum(result.pairs):
        console.say_from_here(f"Elo difference, first minus second: {elo_text(result)} (95 % interval)")
    console.say_from_here(f"pairs of games from one opening with colours swapped, first agent: {result.pairs_text}")
    length = f"{result.plies / result.games:.1f} plies per game"
    console.say_from_here(f"{number_of(figures['openings'], 'opening')}, {length}")
    if result.unfinished:
        console.say_from_here(f"{result.unfinished} games stopped at the limit of plies, counted as draws")
    crashed = [one for one in series.played if one.crashed >= 0]
    if crashed:
        console.say_from_here(f"game {crashed[-1].number}: {crashed[-1].ending}")
    if series.sprt is not None:
        console.say_from_here(sprt_text(series.sprt, result))


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--sprt takes two Elo differences, as in --sprt 0,10, got {quoted(text)}") from None
    return Sprt(elo0, elo1)


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.match GAME FIRST SECOND`."""
    parser = Parser(
        "match",
        "Play a match between two agents: every opening twice, with colours swapped. The score is the first agent's.\n"
        "`python -m boardai.agents` lists the agents, `python -m boardai.agents NAME` the parameters of one.",
        [
            'python -m boardai.match reversi "pvs:seconds=0.1" "mcts:seconds=0.1" --games 200',
            'python -m boardai.match chess "pvs:seconds=0.1" "uci:stockfish,seconds=0.1,UCI_Elo=2000" --record m1',
            "python -m boardai.match hex:size=7 puct:simulations=400 puct:simulations=200 --sprt 0,50 --workers 2",
            'python -m boardai.match hex:size=9 mcts "mcts:rave=true" --time 0.5+0.1 --games 40 --workers 2',
            "python -m boardai.match --resume m1",
        ],
    )
    parser.add_argument("game", nargs="?", help=GAME_HELP + "; with --resume, it may be omitted")
    parser.add_argument("first", nargs="?", help="the agent whose score is reported")
    parser.add_argument("second", nargs="?", help="its opponent")
    parser.add_argument("--sprt", metavar="E0,E1", help="stop as soon as one of two Elo differences is accepted")
    add_match_options(parser, "an even number", "the same command continues the match")
    given = parser.parse_args(arguments)
    check_match_options(parser, given, given.second is not None, "a game and two agents")
    console = Console()
    with contextlib.ExitStack() as around:
        with user_input():
            around.enter_context(connection(given, console.say))
        _match(given, arguments, console)


def _match(given: Any, arguments: list[str] | None, console: Console) -> None:
    place = given.resume or given.record
    go_on = same_command("match", arguments) if place is not None else None
    with user_input():
        sprt = _sprt(given.sprt)
        leave_out(place, given.leave_out, "match", arguments)
        if given.resume is not None:
            settings = read_settings(Path(given.resume))
        else:
            settings = match_settings(given, load(given.game), (given.first, given.second))
        check_files({"--json": given.json, "--summary": given.summary}, given.overwrite, {"--summary": ENDINGS})
        folder = MatchFolder(place, settings) if place is not None else None
        workers = worker_settings(settings, given.at_once, given.measure)
        series = Series(workers, opening_book(settings, folder), games_asked(given, folder), sprt, folder)
    who = place_of_games(given, settings["agents"], console)
    if series.played:
        console.say_from_here(f"{place}: {len(series.played)} games are already stored")

    def kept() -> str:
        return games_kept(len(series.played), place)

    try:
        with going_on(kept, go_on, place), alone_in(None if folder is None else folder.path):
            began = time.monotonic()
            watch(series.play(who), lambda one: state_line(series, time.monotonic() - began), console)
    except KeyboardInterrupt:
        if series.result.games:
            show(console, series)
        raise
    except (MatchError, ValueError) as error:
        if series.result.games:
            show(console, series)
        raise InputError(from_here(str(error))) from error
    show(console, series)
    with user_input():
        judged = {} if place is None else judged_figures(given, Path(place), console)
        if given.json is not None:
            write_json(Path(given.json), {**report(series), **judged})


if __name__ == "__main__":
    run(main, "match")
