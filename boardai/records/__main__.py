"""Keep games in a database and query it by position: how often it occurred, its results, the moves played.

`import` reads files of every kind that the game has (PGN, SGF, transcripts, records); `query` reports on a position.
It finds the position by any order of moves and through the symmetries of the board. `export` writes games to a file of
any kind that the game has: those of a database, of other files, of a match, a tournament or a training run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from boardai.arena.folder import read_match
from boardai.basics.databases import is_database
from boardai.basics.quoting import one_line
from boardai.clocks import TimeControl
from boardai.command_line import (
    GAME_HELP,
    Parser,
    add_overwrite,
    check_files,
    going_on,
    number_of,
    run,
    same_command,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console, FirstFew
from boardai.drawing import drawn
from boardai.drawing.page import aligned
from boardai.game import Game, load
from boardai.learn.self_play.searched_games import GameFiles
from boardai.players.spec import AgentSpec
from boardai.records.database import GameDatabase, PositionGames, Results
from boardai.records.formats import formats, packed_as
from boardai.records.game_files import OnError, read_games, write_games
from boardai.records.move_reports import with_report_comments
from boardai.records.position_lines import read_position
from boardai.records.recorded_game import RecordedGame

_RECORDS = (".json", ".jsonl")  # which keep what agents reported as it is


def _import(game: Game, given: Any, console: Console, command: str) -> None:
    left_out, note = FirstFew(console.say, "left out"), FirstFew(console.say, "note")
    done: list[str] = []
    kept = lambda: f"kept: {len(done)} of {number_of(len(given.files), 'file')} in {given.database}"  # noqa: E731
    with GameDatabase(given.database, game, create=True) as database, going_on(kept, command, given.database):
        for file in given.files:
            with _counting(console, file) as progress:
                on_error: OnError = left_out if given.skip else "raise"
                found = database.add(file, format=given.format, on_error=on_error, note=note, progress=progress)
            if found.known:
                print(f"{file}: imported before, nothing to do")
            else:
                print(f"{file}: {number_of(found.games, 'game')}, {number_of(found.positions, 'position')}", flush=True)
            done.append(file)
        if left_out.count:
            print(f"{left_out.count:,} games left out")
        print(f"{given.database}: {number_of(len(database), 'game')} of {database.game.spec}")


@contextmanager
def _counting(console: Console, file: str) -> Iterator[Any]:
    """Shows how many games of a file have been read, on a terminal."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}: {task.completed:,.0f} games", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(Path(file).name, total=None)
        yield lambda games: bar.update(task, completed=games)


def _query(game: Game, given: Any) -> None:
    state = read_position(game, given.position, given.moves)
    with GameDatabase(given.database, game) as database:
        found = database.position(state)
        games = list(database.games(state, given.games)) if given.games else []
    if given.json:
        print(json.dumps(as_json(game, state, found), indent=2))
        return
    print(f"{drawn(state)}\n\n{as_text(game, state, found)}")
    for one in games:
        names = one_line(" against ".join(name for name in one.players if name))
        print(f"{one_line(one.place)}: {names + ': ' if names else ''}{' '.join(one.moves())}")


def _export(game: Game, given: Any) -> None:
    target = Path(given.output)
    check_files({"--output": given.output}, given.overwrite)
    sources = [Path(source) for source in (given.database, *given.files)]
    ending = Path(target.name.lower().removesuffix(packed_as(target.name))).suffix
    kind = next((kind for kind in formats(game) if ending in kind.endings), None)
    games = (one for source in sources for one in _games_of(source, game, () if kind is None else kind.event_names))
    if kind is not None and ending not in _RECORDS:
        write = kind.report_comment
        if write is None:
            print(f"files that end in {ending} have no room for comments: evaluations and times are left out")
        games = (with_report_comments(one, write) for one in games)
    count = write_games(target, games)
    print(f"{target}: {number_of(count, 'game')}")


def _event(file: Path, names: Sequence[str]) -> dict[str, str]:
    """The parts of a match's or tournament's game that its record lacks in a file of games.

    Args:
        file: the game's record.
        names: what event, round and time control are called there; (): there is no room for them.
    """
    if not names:
        return {}
    settings = read_match(file.parents[1])
    number, control = int(file.stem), settings.get("clock")
    first, second = (AgentSpec.parse(agent).short for agent in settings["agents"])
    header_fields = {
        names[0]: one_line(f"{first} against {second}"),
        names[1]: f"{number // 2 + 1}.{number % 2 + 1}",
    }
    if control is not None:
        given = TimeControl.from_text(control)
        header_fields[names[2]] = f"{given.base:g}" + (f"+{given.increment:g}" if given.increment else "")
    return header_fields


def _games_of(source: Path, game: Game, event: Sequence[str]) -> Iterator[RecordedGame]:
    """The games of a database, a file, or the folder of a match, a tournament or a run, in their order.

    Raises:
        ValueError: it is none of these, is damaged, or is of another game.
        OSError: it cannot be read.
    """
    if source.is_dir():
        files = sorted([*source.glob("games/[0-9]*.json"), *source.glob("matches/*/games/[0-9]*.json")])
        for file in files:
            for one in read_games(file, game, variations=True):
                yield replace(one, headers={**_event(file, event), **one.headers})
        iterations = [] if files else GameFiles(source).iterations()
        if not files and not iterations:
            raise ValueError(f"{source}: not a folder of a match, a tournament or a run with games")
        for iteration in iterations:
            player, date = f"{source.resolve().name}, iteration {iteration}", GameFiles(source).date(iteration)
            for searched in GameFiles(source).games(iteration, game):
                yield searched.recorded(player, date)
        return
    if is_database(source):
        with GameDatabase(source, game) as database:
            yield from database.games()
    else:
        yield from read_games(source, game, variations=True)


def as_text(game: Game, state: Any, found: PositionGames) -> str:
    """The database's results for a position, in words.

    Args:
        game: the game, which writes the moves.
        state: the position.
        found: of it.
    """
    first, second = game.player_names
    results = found.results
    if not results.games:
        return "no game reached this position"
    lines = [f"{number_of(results.games, 'game')}; {_words(results, first, second)}"]
    if not found.moves:
        return "\n".join([*lines, "no game continues from here"])
    rows = [("move", "games", first, second, "draws")]
    for action, of in found.moves:
        draws = of.draws / max(1, of.games - of.unknown)
        shares = (_percent(of.share(0)), _percent(of.share(1)), _percent(draws))
        rows.append((game.format_action(state, action), f"{of.games:,}", *shares))
    return "\n".join([*lines, *aligned(rows)])


def _words(results: Results, first: str, second: str) -> str:
    parts = [f"{first} won {_percent(results.share(0))}", f"{second} {_percent(results.share(1))}"]
    parts += [f"{results.draws:,} draws"] if results.draws else []
    parts += [f"{results.unknown:,} without a result"] if results.unknown else []
    return ", ".join(parts)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def as_json(game: Game, state: Any, found: PositionGames) -> dict[str, Any]:
    """The same for programs.

    Args:
        game: the game, which writes the moves.
        state: the position.
        found: of it.
    """

    def numbers(of: Results) -> dict[str, Any]:
        return {
            "games": of.games, "wins": of.wins, "draws": of.draws, "losses": of.losses, "unknown": of.unknown,
            "first_share": of.share(0), "second_share": of.share(1),
        }  # fmt: skip

    moves = [{"move": game.format_action(state, action), **numbers(of)} for action, of in found.moves]
    return {"position": state.to_string(), **numbers(found.results), "moves": moves}


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.records GAME import|query|export DATABASE`."""
    parser = Parser(
        "records",
        "Keep games in a database and query it by position: how often it occurred, its results, the moves played.",
        [
            "python -m boardai.records chess import games.db club.pgn 2024.pgn.gz",
            "python -m boardai.records chess query games.db --moves 'e4 c5'",
            "python -m boardai.records hex:size=13 import hex.db raw_games.dat",
            "python -m boardai.records hex:size=13 query hex.db --moves 'a10 g7' --games 3",
            "python -m boardai.records chess export games.db --output all.pgn",
            "python -m boardai.records chess export my-match --output match.pgn",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument(
        "what", choices=("import", "query", "export"),
        help="import files into the database, query it for a position, or export its games to a file",
    )  # fmt: skip
    parser.add_argument(
        "database",
        help="an SQLite file, which import creates; export also accepts a file of games, or the folder of a match, a "
        "tournament or a run",
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE",
        help="import: files of games, plain or compressed (.gz); export: more sources",
    )  # fmt: skip
    parser.add_argument(
        "--output", metavar="FILE", help="export: the file; its extension selects the format (.pgn, .sgf, ...)"
    )
    add_overwrite(parser)
    parser.add_argument(
        "--format", default="", metavar="ENDING", help="import: the format, regardless of the file's name"
    )
    parser.add_argument("--skip", action="store_true", help="import: skip unreadable games")
    parser.add_argument(
        "--position", metavar="TEXT", help="query: the position; by default the game's start (chess: a FEN)"
    )
    parser.add_argument("--moves", metavar="MOVES", help="query: moves played from there, e.g. 'e4 c5'")
    parser.add_argument("--games", type=whole_number(0), default=0, metavar="N", help="query: also show up to N games")
    parser.add_argument("--json", action="store_true", help="query: print the result as JSON")
    given = parser.parse_args(arguments)
    if given.what != "export" and (given.what == "import") != bool(given.files):
        parser.error("import needs files of games" if given.what == "import" else "query takes no files")
    if (given.what == "export") != (given.output is not None):
        parser.error("export needs --output FILE" if given.what == "export" else "--output is for export")
    with user_input():
        game = load(given.game)
        if given.what == "import":
            _import(game, given, Console(), same_command("records", arguments))
        elif given.what == "export":
            _export(game, given)
        else:
            _query(game, given)


if __name__ == "__main__":
    run(main, "records")
