"""The folders that the operator shows: training runs, matches and tournaments."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from boardai.arena.folder import check_names, played_in
from boardai.arena.match import MatchResult, match_result
from boardai.basics.files import read_json
from boardai.basics.trust import require, trusted, trusting
from boardai.game import Game, code_in_game, from_any_folder, load
from boardai.learn.reports.figures.pages import MOST, PAGES
from boardai.learn.reports.figures.runs import hours, load_run
from boardai.learn.self_play.game_files import games_path
from boardai.learn.self_play.searched_games import GameFiles, SearchedGame
from boardai.learn.self_play.watched_games import ask, is_recent, open_path
from boardai.web.runs import replays, tables
from boardai.web.runs.curves import Curves
from boardai.web.runs.opinions import Opinions
from boardai.web.runs.replays import Replay
from boardai.web.runs.stamps import Stamp
from boardai.web.thinking.memory import Memory

LIVE, NETWORK, TABLES, GAMES = "live games", "network", "tables", "replay"  # the pages besides the curves
MOST_BESIDE = 5  # runs in the same panels as another one
_MOST_LISTED = 500  # games of one list
_LIVE_GAMES = 4
_MOST_NETWORKS = 3  # of the runs that were requested last

Kind = Literal["run", "match", "tournament"]


class Shown:
    """The folders shown.

    Args:
        folders: folders of runs, matches and tournaments.

    Attributes:
        grows: whether runs can be started from the page, so that folders may be added.
        memory: memory budget of the server, which frees networks if it is used up; None: they are kept.

    Raises:
        ValueError: a folder is none of these, or damaged.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders: list[Path] = []
        self._trust = trusted()  # games are replayed on other threads
        self._kinds: list[Kind] = []
        self._curves = Curves([])
        self._files: dict[int, GameFiles] = {}
        self._opinions: dict[int, Opinions] = {}
        self._live: dict[int, tuple[tuple[Stamp, ...], bytes]] = {}
        self._games: dict[int, Game] = {}
        self._stamps: dict[int, Stamp] = {}  # of the files that describe the folders, when they were read
        self.grows = False
        self.memory: Memory | None = None
        self._lock = threading.Lock()  # one file is read at a time
        for folder in folders:
            self.add(folder)

    def add(self, folder: Path) -> None:
        """Adds a folder, unless it is shown already.

        Raises:
            ValueError: as for the class.
        """
        if self.number_of(folder) is not None:  # without the lock, so that the owner's orders do not wait for it
            return
        with self._lock:
            if self.number_of(folder) is not None:
                return
            kind = _kind(folder)
            if kind == "run":
                self._curves.add(folder)
            else:
                settings_in(folder)
            self._files[len(self._folders)] = GameFiles(folder)
            self._kinds.append(kind)
            self._folders.append(folder)  # appended, because folders are identified by their numbers

    def number_of(self, folder: Path) -> int | None:
        """The number of a folder; None: it is not shown."""
        wanted = folder.resolve()
        return next((number for number, one in enumerate(self._folders) if one.resolve() == wanted), None)

    def run_folder(self, number: int) -> Path:
        """The folder of a run.

        Raises:
            ValueError: there is no such run.
        """
        self._require(number, "run")
        return self._folders[number]

    def spec(self, number: int) -> str:
        """The game of a folder, in the form that `boardai.load` takes.

        Raises:
            ValueError: there is no such folder.
        """
        self._require(number)
        return self._spec(number)

    def __len__(self) -> int:
        return len(self._folders)

    def folders(self) -> list[dict[str, Any]]:
        """The folders as data for pages: number, name, game, kind, pages. Removed and damaged ones are omitted."""
        found = []
        for number, folder in enumerate(list(self._folders)):  # other threads may add folders meanwhile
            kind = self._kinds[number]
            try:
                game = self._spec(number)
            except (ValueError, OSError):
                continue
            curves = list(PAGES) if kind == "run" else []
            pages = [*curves, LIVE, NETWORK, TABLES, GAMES] if kind == "run" else [TABLES, GAMES]
            about = {"name": folder.resolve().name, "game": game, "kind": kind}
            found.append({"run": number, **about, "pages": pages, "curves": curves})
        return found

    def picture(self, numbers: Sequence[int], page: str, most: int = MOST) -> bytes | None:
        """A page of a run's curves as SVG, or of several runs in the same panels; None if there is nothing to draw yet.

        Args:
            numbers: numbers of the runs.
            page: name of the page.
            most: maximum number of panels next to each other, 1 to 3.

        Raises:
            ValueError: there is no such run or page, there are too many, or their files are damaged.
        """
        if len(numbers) > 1 + MOST_BESIDE:
            raise ValueError(f"at most {MOST_BESIDE} runs in the panels of another one")
        for number in numbers:
            self._require(number, "run")
        return self._curves.picture(
            [self._kinds[:number].count("run") for number in dict.fromkeys(numbers)], page, most
        )

    def live(self, number: int) -> bytes:
        """The games of a run in progress, or else those of its newest iteration, for animated boards.

        While pages request this, the run writes its games in progress, if its self-play is in the trainer's process.

        Returns:
            As JSON: `batch`, the iteration (None: there is none yet), whether it is `open`, the `seconds` that the last
            one took (None: unknown), and `games`: for each `game`, its number in the iteration, `title`,
            `ending`, `look`, and `positions` as in the showcase, each with `chance`, the expected outcome for player 0
            by the search there, from -1 to 1, or None.

        Raises:
            ValueError: as for `games`, or the folder is not a run.
        """
        self._require(number, "run")
        folder = self._folders[number]
        if (folder / "run.json").is_file():  # leaves nothing behind in the place of a removed run
            ask(folder)
        iterations, in_progress = self._files[number].iterations(), is_recent(open_path(folder))
        if not iterations and not in_progress:
            return b'{"batch":null,"open":false,"seconds":null,"games":[]}'
        game, batch = self._game(number), iterations[-1] if iterations else 0
        files = [open_path(folder)] if in_progress else []
        place, known = tuple(map(Stamp.of, [games_path(folder, batch), *files])), self._live.get(number)
        if known is None or known[0] != place:
            with self._lock:
                answer = self._live_games(number, game, batch, in_progress)
            written = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            known = self._live[number] = place, written.encode()
        return known[1]

    def _live_games(self, number: int, game: Game, batch: int, in_progress: bool) -> dict[str, Any]:
        """The answer of `live` as plain data.

        Args:
            number: number of the run.
            game: game of the run.
            batch: its newest complete iteration; 0: there is none.
            in_progress: whether the file of games in progress is up to date.
        """
        files, name = self._files[number], self._folders[number].resolve().name
        iteration, found = 0, list[SearchedGame]()
        if in_progress:
            with contextlib.suppress(OSError, ValueError):  # the run has removed it, or an earlier run wrote it
                iteration, found = files.open_games(game)
        is_open, seconds = iteration > batch, None
        if is_open:
            batch = iteration
        elif batch:
            found = files.games(batch, game)[:_LIVE_GAMES]
            seconds = _seconds_of_last(load_run(self._folders[number]).lines)
        shown = [
            replays.moving(replays.replay_of_search(one, one.name, name, ""), one.game, one.ending) for one in found
        ]
        games = [{"game": rank, **one} for rank, one in enumerate(shown)]
        return {"batch": batch or None, "open": is_open, "seconds": seconds, "games": games}

    def opinion(self, number: int, position: str | None, action: int | None) -> dict[str, Any]:
        """The evaluation of a position by the newest network of a run.

        Args:
            number: number of the run.
            position: in the game's text form; None: the start.
            action: played from there first; None: none.

        Raises:
            ValueError: it is not a run, it has no checkpoint yet, the position or move is illegal, or the run needs
                code that only its folder names.
        """
        folder, game = self.run_folder(number), self._game(number)
        with trusting(self._trust):
            with self._lock:
                opinions = self._opinions.pop(number, None) or Opinions(folder, game)
                self._opinions[number] = opinions  # the last used one comes last
                last = [self._opinions.pop(one) for one in list(self._opinions)[:-_MOST_NETWORKS]]
            for one in last:
                self._dismiss(one)
            if self.memory is not None:
                self.memory.used(opinions)
            return opinions.of(position, action)

    def _dismiss(self, opinions: Opinions | None) -> None:
        """Frees a run's network."""
        if opinions is not None and self.memory is not None:
            self.memory.dismissed(opinions)

    def tables(self, number: int) -> list[dict[str, Any]]:
        """The matches of a folder, as tables.

        Raises:
            ValueError: there is no such folder, or its files are damaged.
        """
        kind = self._require(number)
        folder = self._folders[number]
        if kind == "run":
            return tables.of_run(load_run(folder))
        if kind == "match":
            return [tables.of_match(_result(folder))]
        return tables.of_tournament([_result(pairing) for _, pairing in self._pairings(number)])

    def batches(self, number: int) -> list[dict[str, Any]]:
        """The lists of games in a folder, for a run the newest first: iterations, or pairings.

        Raises:
            ValueError: there is no such folder.
        """
        kind = self._require(number)
        if kind == "run":
            found = self._files[number].iterations()
            return [{"batch": one, "title": f"iteration {one}"} for one in reversed(found)]
        return [{"batch": place, "title": title} for place, (title, _) in enumerate(self._pairings(number))]

    def games(self, number: int, batch: int) -> list[dict[str, Any]]:
        """The games of a list: number, title, moves, ending.

        Raises:
            ValueError: there is no such list, a file is damaged, or the game needs code that only the folder names.
        """
        kind = self._require(number)
        with self._lock:
            if kind == "run":
                game = self._game(number)
                found = [
                    {
                        "game": place,
                        "title": one.name,
                        "moves": len(one.moves),
                        "ending": f"{replays.described(game.player_names, one.outcome)}, {one.ending}",
                    }
                    for place, one in enumerate(self._files[number].games(batch, game))
                ]
            else:
                found = [
                    {
                        "game": place,
                        "title": f"game {place}: {record.players[0]} against {record.players[1]}",
                        "moves": len(record.actions),
                        "ending": replays.described(record.players, record.result),
                    }
                    for place, record in replays.match_games(self._pairing(number, batch))
                ]
        return found[:_MOST_LISTED]

    def replay(self, number: int, batch: int, place: int) -> Replay:
        """A game of a list, for a replay.

        Raises:
            ValueError: there is no such game, its file is damaged, or the game needs code that only the folder names.
        """
        kind = self._require(number)
        game = self._game(number)
        name = self._folders[number].resolve().name
        with self._lock:
            if kind == "run":
                found = self._files[number].games(batch, game)
                if place >= len(found):
                    raise ValueError(f"there is no game {place} in iteration {batch}; it has {len(found)}")
                one = found[place]
                player, date = f"{name}, iteration {batch}", self._files[number].date(batch)
                return replays.replay_of_search(one, f"{player}, {one.name}", player, date)
            records = dict(replays.match_games(self._pairing(number, batch)))
            if place not in records:
                raise ValueError(f"there is no game {place} in this match")
            record = records[place]
            title = f"{name}, game {place}: {record.players[0]} against {record.players[1]}"
            return replays.replay_of_record(record, game, title)

    def _require(self, number: int, kind: str = "") -> Kind:
        if not 0 <= number < len(self._folders):
            raise ValueError(f"there is no run {number}; there are {len(self._folders)}")
        if kind and self._kinds[number] != kind:
            raise ValueError(f"{self._folders[number].name} is a {self._kinds[number]} and has no curves")
        return self._kinds[number]

    def _spec(self, number: int) -> str:
        """The game's specification of an existing folder."""
        folder = self._folders[number]
        if self._kinds[number] == "run":
            return str(load_run(folder).description.get("game", ""))
        return str(settings_in(folder)["game"])

    def _game(self, number: int) -> Game:
        """The game of a folder; forgets what was read of an earlier folder in the same place."""
        folder = self._folders[number]
        stamp = Stamp.of(folder / f"{self._kinds[number]}.json")
        if self._stamps.get(number) != stamp:
            spec = self._spec(number)
            if not spec:
                raise ValueError(f"{folder.name} does not name its game")
            with trusting(self._trust):
                require(code_in_game(spec), folder.name)
            game = load(from_any_folder(spec))
            self._live.pop(number, None)
            self._dismiss(self._opinions.pop(number, None))
            self._files[number] = GameFiles(folder)
            self._games[number], self._stamps[number] = game, stamp
        return self._games[number]

    def _pairings(self, number: int) -> list[tuple[str, Path]]:
        """The matches of a folder, with their titles."""
        folder = self._folders[number]
        if self._kinds[number] == "match":
            return [(" against ".join(settings_in(folder)["agents"]), folder)]
        return [
            (" against ".join(settings_in(match)["agents"]), match)
            for match in sorted((folder / "matches").glob("[0-9]*-[0-9]*"))
        ]

    def _pairing(self, number: int, batch: int) -> Path:
        found = self._pairings(number)
        if batch >= len(found):
            raise ValueError(f"there is no match {batch}; there are {len(found)}")
        return found[batch][1]


def _seconds_of_last(lines: Sequence[dict[str, Any]]) -> float | None:
    """The duration of the newest iteration, from metrics.jsonl; None if it is not recorded."""
    before, end = ([None, 0.0] + [hours(line) for line in lines])[-2:]
    return None if before is None or end is None else round(3600 * (end - before), 1)


def settings_in(folder: Path) -> dict[str, Any]:
    """The settings of a match or a tournament, without running the code that they name.

    Raises:
        ValueError: the file is damaged.
    """
    file = folder / f"{_kind(folder)}.json"
    settings = read_json(file)
    if not isinstance(settings, dict):
        raise ValueError(f"{file}: expected an object in braces")
    check_names(settings, file)
    return settings


def _kind(folder: Path) -> Kind:
    if (folder / "match.json").is_file():
        return "match"
    return "tournament" if (folder / "tournament.json").is_file() else "run"


def _result(folder: Path) -> MatchResult:
    first, second = settings_in(folder)["agents"]
    return match_result(first, second, played_in(folder))
