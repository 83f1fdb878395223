"""Small folders of runs, matches and tournaments, as the commands write them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import boardai
from boardai.arena.folder import MatchFolder
from boardai.arena.games import PlayedGame
from boardai.arena.tournament import TournamentFolder
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.self_play.game_files import Contents, write_games

OPENING = "5/5/2b2/5/5 w no-swap"


def run(folder: Path) -> Path:
    """A run of Hex with two games in its third iteration: one from the start, one from another position."""
    (folder / "games").mkdir(parents=True)
    (folder / "run.json").write_text('{"game": "hex:size=5"}')
    table = {"games": 4, "score": 0.75, "interval95": [0.3, 0.95], "wins": [2, 1], "draws": [0, 0], "losses": [0, 1]}
    line = {"iteration": 3, "loss": 0.5, "arena": {"random": table | {"first": "puct", "second": "random"}}}
    (folder / "metrics.jsonl").write_text(json.dumps(line) + "\n")
    game = boardai.load("hex:size=5")
    first = boardai.RecordedGame.from_moves(game, ["c3", "b2", "d2"], result=-1)
    from_there = boardai.RecordedGame(game, game.from_string(OPENING), (0, 1), 1)
    labels = {
        0: Label(0, 0.25, policy={12: 0.75, 6: 0.25}),
        1: Label(1, 0.5),
        2: Label(2, -0.5, policy={8: 1.0}),
    }
    parts = [game_record(first, labels, 7)[0], game_record(from_there, {}, 8)[0]]
    write_games(folder / "games" / "000003.games", 3, parts, Contents(2, 3))
    return folder


def matches(folder: Path) -> Path:
    """A match of two games, and a tournament of three agents with as many of each pairing."""
    agents = ["greedy", "random", "alphabeta:depth=1"]
    moves = ["a1", "b2", "a2", "b3", "a3"]
    match = MatchFolder(folder / "match", {"game": "hex:size=3", "agents": agents[:2]})
    tournament = TournamentFolder(folder / "tournament", {"game": "hex:size=3", "agents": agents})
    for one in (match, *(tournament.match(pairing) for pairing in itertools.combinations(range(3), 2))):
        one.save(PlayedGame(0, moves, outcome=1))
        one.save(PlayedGame(1, moves[:3], ending="resignation", outcome=-1))
    return folder
