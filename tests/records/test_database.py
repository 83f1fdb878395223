"""Games in a database: what it says of positions is what the games say, files come in whole and once."""

from __future__ import annotations

import collections
import gc
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

import boardai
from boardai.basics.symmetries import image
from boardai.game import Game
from boardai.records import GameDatabase, RecordedGame, Results, Variation
from boardai.records.__main__ import main


def random_game(game: Game, seed: int, plies: int = 1000) -> RecordedGame:
    rng, state, actions = random.Random(seed), game.initial_state(), list[int]()
    while not state.is_terminal() and len(actions) < plies:
        actions.append(rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    return RecordedGame(game, game.initial_state(), tuple(actions), state.outcome(0) if state.is_terminal() else None)


def written(path: Path, game: Game, count: int, seed: int = 0) -> list[RecordedGame]:
    games = [random_game(game, seed + number) for number in range(count)]
    boardai.write_games(path, games)
    return games


@pytest.mark.parametrize("spec", ["hex:size=3", "hex:rows=2,cols=3,swap=true", "reversi:board=4x4", "chess"])
def test_answers_are_those_of_counting(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, results and moves of every position, its images under all symmetries taken as one."""
    game = boardai.load(spec)
    games = [random_game(game, seed, 12 if spec == "chess" else 1000) for seed in range(60)]

    def images(state: Any) -> list[tuple[str, int]]:
        return [(state.transformed(number).to_string(), number) for number in range(state.symmetry_count())]

    reached: dict[str, set[int]] = collections.defaultdict(set)
    played: dict[tuple[str, str], set[int]] = collections.defaultdict(set)
    for number, one in enumerate(games):
        for state, action in zip(one.states(), (*one.actions, None), strict=True):
            for text, symmetry in images(state):
                reached[text].add(number)
                if action is not None:
                    after = state.transformed(symmetry).child(state.transform_action(action, symmetry))
                    for afterwards, _ in images(after):
                        played[text, afterwards].add(number)

    def results(numbers: set[int]) -> Results:
        found = [games[number].result for number in numbers]
        return Results(found.count(1), found.count(0), found.count(-1), found.count(None))

    with GameDatabase(tmp_path / "games.db", game, create=True) as database:
        assert database.add_games(games, "random").games == len(games) == len(database)
        for one in games[:20]:
            for state in one.states():
                if spec == "chess" and state.to_string().split()[4] != "0":
                    continue  # the texts above tell counters apart, which the database does not
                found = database.position(state)
                assert found.results == results(reached[state.to_string()])
                assert [of.games for _, of in found.moves] == sorted((of.games for _, of in found.moves), reverse=True)
                for action, of in found.moves:
                    assert of == results(played[state.to_string(), state.child(action).to_string()])
                afterwards = {state.child(action).to_string() for action, _ in found.moves}
                firsts = {image(state.child(action), lambda one: one.to_string()).key for action, _ in found.moves}
                assert len(firsts) == len(afterwards)  # each once
        assert list(database.games()) == games
        state = next(iter(games[5].states()))
        state.apply(games[5].actions[0])
        assert games[5] in list(database.games(state))
        monkeypatch.setattr("boardai.records.database._GAMES_AT_ONCE", 7)
        assert list(database.games()) == games and list(database.games(limit=10)) == games[:10]
        assert list(database.games(limit=0)) == []


def test_other_ways_to_a_position_and_counters_of_moves_make_no_difference(tmp_path: Path) -> None:
    chess = boardai.load("chess")
    games = [
        RecordedGame.from_moves(chess, moves.split(), result=result)
        for moves, result in (("e4 e5 Nf3", 1), ("Nf3 e5 e4 Nc6", -1), ("Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3", None))
    ]
    with GameDatabase(tmp_path / "games.db", chess, create=True) as database:
        database.add_games(games, "three")
        start = database.position(chess.initial_state())
        # The third game is at the start twice, and is one game; it continued in two ways.
        assert start.results == Results(wins=1, losses=1, unknown=1)
        moves = {chess.format_action(chess.initial_state(), action): of.games for action, of in start.moves}
        assert moves == {"e4": 2, "Nf3": 2}
        state = games[0].final_state()
        found = database.position(state)
        assert found.results.share(0) == found.results.share(1) == 0.5
        assert [chess.format_action(state, action) for action, _ in found.moves] == ["Nc6"]


def test_a_file_comes_in_once_and_whole_or_not_at_all(tmp_path: Path) -> None:
    game = boardai.load("hex", size=4)
    good, copy, broken = (tmp_path / name for name in ("good.sgf", "copy.sgf", "broken.sgf"))
    games = written(good, game, 20)
    copy.write_bytes(good.read_bytes())
    broken.write_text(good.read_text() + "(;GM[11]SZ[4];B[a1];W[a1])")
    with GameDatabase(tmp_path / "games.db", game, create=True) as database:
        with refused("broken.sgf"):
            database.add(broken)
        assert len(database) == 0 and database.sources == []
        found = database.add(good)
        assert (found.games, found.positions, found.known) == (20, sum(len(one.actions) + 1 for one in games), False)
        assert database.add(copy).known and len(database) == 20 and database.sources == [(str(good), 20)]
    with GameDatabase(tmp_path / "games.db", "hex:size=4,view=absolute") as again:
        assert [(one.actions, one.result) for one in again.games()] == [(one.actions, one.result) for one in games]
        assert next(again.games()).place.startswith(str(good))


def test_games_at_hand_come_back_as_they_were_or_are_refused(tmp_path: Path) -> None:
    with GameDatabase(tmp_path / "hex.db", "hex:size=4", create=True) as database:
        one = RecordedGame.from_moves("hex:size=4", ["b2", "c3", "a1"], variations=(Variation(1, (0, 1)),))
        other = RecordedGame.from_moves("hex:size=5", ["c3", "b4"])
        with refused("mine", "game 2", "hex:size=5", "hex:size=4"):
            database.add_games([one, other], "mine")
        assert len(database) == 0
        database.add_games([one], "mine")
        assert list(database.games()) == [one]
    # A file does not show whether a draw was claimed: read without a game's rules, games continue; here they end.
    text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {again} 5. e4 {no claim} 1-0\n"
    (unclaimed,) = boardai.read_games(io.StringIO(text), format=".pgn")
    assert (len(unclaimed.actions), unclaimed.result) == (9, 1)
    for spec, plies, result in (("chess", 8, 0), ("chess:claim_draws=false", 9, 1)):
        with GameDatabase(tmp_path / f"{result}.db", spec, create=True) as database:
            database.add_games([unclaimed], "read")
            (again,) = database.games()
            assert (len(again.actions), again.result, again.game.spec) == (plies, result, spec)
            assert again.comments[8] == "again" and (9 in again.comments) == (plies == 9)
    # So it is where a record is read, as where the text is.
    boardai.write_games(tmp_path / "g.jsonl", [unclaimed])
    for game in ("chess", "chess:history=0"):
        (read,) = boardai.read_games(tmp_path / "g.jsonl", game)
        assert (len(read.actions), read.result, read.game.spec) == (8, 0, game)


def test_what_cannot_be_committed_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader takes longer than any writer waits."""
    monkeypatch.setattr("boardai.basics.databases._SECONDS_TO_WAIT", 0.05)
    game = boardai.load("hex:size=3")
    with GameDatabase(tmp_path / "g.db", game, create=True) as database:
        database.add_games([random_game(game, 1)], "first")
        reader = sqlite3.connect(tmp_path / "g.db")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with refused("locked"):
            database.add_games([random_game(game, 2)], "second")
        assert len(database) == 1
        reader.close()
        database.add_games([random_game(game, 2)], "second")
        assert len(database) == 2


def test_a_kill_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    game = boardai.load("hex", size=4)
    first, second, path = tmp_path / "first.sgf", tmp_path / "second.sgf", tmp_path / "games.db"
    written(first, game, 5)
    written(second, game, 200, seed=100)
    with GameDatabase(path, game, create=True) as database:
        database.add(first)
    program = f"""
import os, signal
from boardai.records import GameDatabase
def stop(games):
    if games == 150:
        os.kill(os.getpid(), signal.SIGKILL)
GameDatabase({str(path)!r}, "hex:size=4").add({str(second)!r}, progress=stop)
"""
    killed = subprocess.run([sys.executable, "-c", program], check=False)
    assert killed.returncode == -signal.SIGKILL
    with GameDatabase(path, game) as database:
        assert len(database) == 5
        assert database.add(second).games == 200 and len(database) == 205


def test_what_is_no_database_of_these_games_is_named(tmp_path: Path) -> None:
    text, empty, other, games = (tmp_path / name for name in ("text.db", "empty.db", "other.db", "games.db"))
    text.write_text("no database at all, " * 100)
    empty.touch()
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE facts (name TEXT, value TEXT)")
    with GameDatabase(games, "hex:size=4", create=True):
        pass
    for path, reason in (
        (text, "not a database"),
        (empty, "empty database.*'boardai games 1'"),
        (other, "something else.*'boardai games 1'"),
        (tmp_path / "none.db", "no.*database"),
        (tmp_path, "folder"),
        (games, "hex:size=4.*hex:size=5"),
    ):
        with pytest.raises(ValueError, match=f"{path}.*{reason}"):
            GameDatabase(path, "hex:size=5")
    with refused(tmp_path, "folder"):
        GameDatabase(tmp_path, "hex:size=5", create=True)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are unknown")
def test_an_unclosed_database_keeps_no_file_open(tmp_path: Path) -> None:
    def open_ones() -> list[str]:
        links = (os.path.join("/proc/self/fd", name) for name in os.listdir("/proc/self/fd"))
        return [os.readlink(link) for link in links if os.path.islink(link) and "games.db" in os.readlink(link)]

    GameDatabase(tmp_path / "games.db", "hex:size=3", create=True).close()
    gc.disable()  # it need not wait for the collector of cycles
    try:
        database = GameDatabase(tmp_path / "games.db", "hex:size=3")
        assert len(database) == 0 and len(open_ones()) == 1
        del database
        assert not open_ones()
    finally:
        gc.enable()


def test_the_command_imports_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = boardai.load("hex", size=3)
    file, database = str(tmp_path / "some.sgf"), str(tmp_path / "some.db")
    boardai.write_games(
        file,
        [RecordedGame.from_moves(game, moves.split()) for moves in ("b2 a1 b1 a2 b3", "b2 c3 b3 c2 b1", "a1 b2 a2 b1")],
    )
    main(["hex:size=3", "import", database, file])
    assert "3 games, 17 positions" in capsys.readouterr().out
    main(["hex:size=3", "import", database, file])
    assert "imported before" in capsys.readouterr().out
    main(["hex:size=3", "query", database, "--moves", "b2", "--games", "1"])
    reported = capsys.readouterr().out
    assert "2 games; black won 100.0 %" in reported and "some.sgf, game 1: b2 a1 b1 a2 b3" in reported
    # a1 and c3 are the same answer to the middle stone.
    main(["hex:size=3", "query", database, "--moves", "b2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2 and [(move["move"], move["games"]) for move in found["moves"]] == [("a1", 2)]
    main(["hex:size=3", "query", database, "--moves", "b1"])
    assert "no game reached this position" in capsys.readouterr().out
    for words in (["import", database], ["query", database, file]):
        with pytest.raises(SystemExit):
            main(["hex:size=3", *words])


def test_the_command_prints_notes_and_leaves_bad_lines_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(b'[Event "caf\xe9"]\n\n1. e4 D e5 1-0\n\n1. e4 Ke4 *\n')
    main(["chess", "import", str(tmp_path / "a.db"), str(path), "--skip"])
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.partition(": ")[0] for line in lines[:3]) == ["left out", "note", "note"]
    assert any("left out: 'D'" in line for line in lines) and any("read as Latin-1" in line for line in lines)
    assert "1 games left out" in lines


def test_a_game_without_symmetries_has_one_image() -> None:
    class Race(boardai.BaseState):
        def __init__(self, total: int = 0, player: int = 0) -> None:
            self.total, self.player = total, player

        def current_player(self) -> int:
            return self.player

        def is_terminal(self) -> bool:
            return self.total >= 5

        def outcome(self, player: int) -> int:
            return -1 if player == self.player else 1

        def legal_actions(self) -> list[int]:
            return [] if self.is_terminal() else [1, 2]

        def apply(self, action: int) -> None:
            self.total, self.player = self.total + action, 1 - self.player

        def clone(self) -> Race:
            return Race(self.total, self.player)

        def to_string(self) -> str:
            return f"{self.total} {self.player}"

        def from_string(self, text: str) -> Race:
            return Race(*map(int, text.split()))

    found = image(Race(1), Race.to_string)
    assert (found.key, found.symmetries, found.actions(Race(1))) == ("1 0", (0,), {1: 1, 2: 2})
