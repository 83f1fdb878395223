"""Puzzles: exactly one right move, the same ones for the same seed, whole or not at all, and answers to them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import boardai
from boardai.basics.files import whole_lines
from boardai.command_line import InputError
from boardai.lessons import Lesson, making, read_lessons, rules
from boardai.lessons.__main__ import main
from boardai.lessons.rules import Margins, Mates, Outcomes, Unsolved, rule_of

EXAMPLES = Path(__file__).parents[1] / "examples"
SMALL = ["hex:size=3", "--count", "4", "--play", "random", "--seed", "3"]


def outcome(state, player: int) -> int:
    """By looking at every line."""
    if state.is_terminal():
        return int(state.outcome(player))
    values = [outcome(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lessons") / "one.jsonl"
    main([SMALL[0], str(path), *SMALL[1:]])
    return path


def test_exactly_one_move_keeps_the_outcome(made):
    spec, lessons = read_lessons(made)
    game = boardai.load(spec)
    assert len(lessons) == 4 and len({one.position for one in lessons}) == 4
    assert [one.difficulty for one in lessons] == sorted(one.difficulty for one in lessons)
    for one in lessons:
        state = game.from_string(one.position)
        player = int(state.current_player())
        by_move = {action: outcome(state.child(action), player) for action in state.legal_actions()}
        best = max(by_move.values())
        assert best == {"win": 1, "draw": 0}[one.goal]
        assert [game.format_action(state, action) for action in by_move if by_move[action] == best] == [one.move]


def test_the_same_seed_gives_the_same_file_also_after_a_kill(made, tmp_path, monkeypatch):
    path = tmp_path / made.name
    pair, pairs = making._pair, []

    def killed(*given):
        if len(pairs) == 1:
            raise KeyboardInterrupt
        pairs.append(given)
        return pair(*given)

    with monkeypatch.context() as patch:
        patch.setattr(making, "_pair", killed)
        with pytest.raises(KeyboardInterrupt) as stopped:
            main([SMALL[0], str(path), *SMALL[1:], "--overwrite"])
    assert stopped.value.__notes__[0].endswith("--overwrite"), "it continues where a file is in its place"
    assert not path.exists(), "whole or not at all"
    part = path.with_name(path.name + making.PART)
    assert len(whole_lines(part)) == 2
    with part.open("ab") as file:
        file.write(b'[{"pos')  # of a line that was being written
    main([SMALL[0], str(path), *SMALL[1:]])
    assert not part.exists()
    assert path.read_text().splitlines()[1:] == made.read_text().splitlines()[1:]
    with pytest.raises(InputError, match="already exists"):
        main([SMALL[0], str(path), *SMALL[1:]])


def test_what_was_begun_otherwise_and_games_without_a_puzzle_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(making, "_PATIENCE", 2)
    monkeypatch.setattr(making, "puzzles_of", lambda game, states: [])
    path = tmp_path / "one.jsonl"
    with pytest.raises(InputError, match="no new puzzle in the last 2 pairs"):
        main(["hex:size=3", str(path), "--play", "random"])
    with pytest.raises(InputError, match="other settings"):
        main(["hex:size=3", str(path), "--play", "random", "--seed", "1"])


def test_a_mate_is_found_in_time_and_in_one_way_alone():
    game = boardai.load("chess")
    # Mate in two by Qh6+ alone: the rook takes on h7.
    state = game.from_string("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1")
    right, lesson = Mates().lesson(game, state)
    assert (lesson.move, lesson.plies, lesson.goal) == ("Qh6+", 3, "win")
    answer = Mates().answer(game, state, right, 3)
    assert answer.right and answer.reply == state.child(right).legal_actions()[0]
    after = state.child(right).child(answer.reply)
    mate = next(action for action in after.legal_actions() if after.child(action).is_terminal())
    last = Mates().answer(game, after, mate, 1)
    assert last.right and last.reply is None
    wrong = Mates().answer(game, state, game.parse_action(state, "Bxf6+"), 3)
    assert not wrong.right and wrong.reply is not None and wrong.words == "White no longer wins in 2 moves."
    # Two rooks mate in two in several ways, and a mate in one is none to be asked for.
    assert Mates().lesson(game, game.from_string("k7/8/8/8/8/8/1R6/2R4K w - - 0 1")) is None
    assert Mates().lesson(game, game.from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")) is None


def test_an_ending_has_one_best_move_in_discs():
    game = boardai.load("reversi", board="4x4")
    state = game.initial_state()
    for _ in range(4):
        state = state.child(state.legal_actions()[0])
    player = int(state.current_player())

    def margin(one) -> int:
        if one.is_terminal():
            return int(one.score(player))
        values = [margin(one.child(action)) for action in one.legal_actions()]
        return max(values) if one.current_player() == player else min(values)

    by_move = {action: margin(state.child(action)) for action in state.legal_actions()}
    best = max(by_move.values())
    for action, found in by_move.items():
        answer = Margins().answer(game, state, action, 0)
        assert answer.right == (found == best)
        assert answer.right or (answer.words.startswith("You end ") and answer.reply is not None)
    unique = list(by_move.values()).count(best) == 1
    puzzle = Margins().lesson(game, state)
    assert (puzzle is not None) == unique
    if puzzle is not None:
        assert puzzle[1].margin == best


def test_draws_and_refutations_in_a_user_written_game():
    game = boardai.load(str(EXAMPLES / "01_game_in_python.py"))
    state = game.from_string("xx.....o.")
    right, lesson = Outcomes().lesson(game, state)
    assert (lesson.move, lesson.goal) == ("c1", "draw") and "does not lose" in lesson.task(game)
    wrong = Outcomes().answer(game, state, game.parse_action(state, "b2"), 0)
    assert not wrong.right and wrong.words == "This move loses."
    assert game.format_action(state, wrong.reply) == "c1"
    assert Outcomes().answer(game, state, right, 0).right
    assert isinstance(rule_of(game.initial_state()), Outcomes)


def test_an_answer_ends_when_it_is_to() -> None:
    chess, hex_, reversi = (boardai.load(name) for name in ("chess", "hex:size=4", "reversi:board=4x4"))
    mate = chess.from_string("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1")
    cases = (
        (Mates(), chess, mate, chess.parse_action(mate, "Qh6+")),
        (Outcomes(), hex_, hex_.initial_state(), 0),
        (Margins(), reversi, reversi.initial_state(), reversi.initial_state().legal_actions()[0]),
    )
    for rule, game, state, action in cases:
        answers = iter([False, True])
        with pytest.raises(KeyboardInterrupt):
            rule.answer(game, state, action, 5, lambda answers=answers: next(answers))
        assert list(answers) == [], "it was asked between two searches"


def test_names_of_players_keep_their_letters() -> None:
    game = boardai.load("hex", size=3)
    named = SimpleNamespace(from_string=game.from_string, player_names=("player MAX", "other"))
    lesson = Lesson("3/3/3 b no-swap", "b2", "win", 0, 0, 1)
    assert lesson.task(named) == "Player MAX to move: one move alone wins."


def test_what_cannot_be_solved_is_no_puzzle(monkeypatch):
    monkeypatch.setattr(rules, "_OUTCOME_NODES", 1)
    game = boardai.load("hex", size=6)
    with pytest.raises(Unsolved, match="not solved"):
        Outcomes().lesson(game, game.initial_state())
    assert making.puzzles_of(game, [game.initial_state()]) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"format": "boardai lessons 2", "game": "hex", "command": ""}', "1: format: expected"),
        ("", "1"),
        ('{"format": "boardai lessons 1", "game": "hex", "command": ""}\n{"position": 3}', "2: "),
        (
            '{"format": "boardai lessons 1", "game": "hex", "command": ""}\n'
            '{"position": "", "move": "", "goal": "luck", "plies": 0, "margin": 0, "difficulty": 1}',
            "2: goal: expected win, draw or margin, got 'luck'",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_line(tmp_path, line, reason):
    path = tmp_path / "bad.jsonl"
    path.write_text(line)
    with pytest.raises(ValueError, match=re.escape(f"{path}:{reason}")):
        read_lessons(path)


@pytest.mark.parametrize("name", ["chess", "hex", "reversi"])
def test_shipped_lessons_name_their_command_and_are_right(name):
    path = Path(boardai.games.__path__[0]) / name / "lessons.jsonl"
    spec, lessons = read_lessons(path)
    command = json.loads(path.read_text().splitlines()[0])["command"]
    assert command.startswith(f"python -m boardai.lessons {spec} games/{name}/lessons.jsonl --count {len(lessons)} ")
    assert len(lessons) >= 24 and len({one.difficulty for one in lessons}) >= 3
    game = boardai.load(spec)
    for one in lessons[:: len(lessons) // 3]:
        found = rule_of(game.initial_state()).lesson(game, game.from_string(one.position))
        assert found is not None and (found[1].move, found[1].plies) == (one.move, one.plies)
