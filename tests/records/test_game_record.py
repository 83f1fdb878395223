"""Game records: what is written is read again, damage is named."""

import dataclasses
import json
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.records import GameRecord, load_record, save_record

TIC_TAC_TOE = str(Path(__file__).parents[2] / "examples" / "01_game_in_python.py")
WON = GameRecord(TIC_TAC_TOE, ("a1", "a2", "b1", "b2", "c1"), players=("human", "greedy"), result=1)


def test_saved_record_is_read_again(tmp_path):
    path = tmp_path / "game.json"
    save_record(WON, path)
    assert load_record(path) == WON
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_states_are_the_game_played_again():
    with boardai.trusting():
        states = WON.states()
    assert [state.to_string() for state in states[:3]] == [".........", "x........", "x..o....."]
    assert len(states) == 6 and states[-1].outcome(0) == 1


def test_start_position_is_kept():
    record = GameRecord(TIC_TAC_TOE, ("c1",), start="xx.oo....")
    with boardai.trusting():
        assert record.states()[-1].to_string() == "xxxoo...."


def test_given_game_is_used():
    game = boardai.load(TIC_TAC_TOE)
    assert type(dataclasses.replace(WON, game="elsewhere").states(game)[0]) is type(game.initial_state())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": ["a1", "a1"]}, "actions\\[1\\]: .*a1"),
        ({"actions": ["a1", 5]}, r"actions\[1\]: "),
        ({"actions": "a1"}, "actions: .*list"),
        ({"actions": ["a1", "a2", "b1", "b2", "c1"], "result": 0}, "result .*0.*1"),
        ({"start": "xx"}, "start: .*9.*2"),
        ({"start": 3}, "start: "),
        ({"game": "no such game"}, "game: .*'no such game'"),
        ({"players": ["one"]}, "players: .*2.*1"),
        ({"result": 2}, "result: .* 2"),
        ({"result": True}, "result: .*true"),
        ({"format": "boardai game 99"}, "format: .*'boardai game 1'.*'boardai game 99'"),
        ({"colour": "red"}, ".*`colour`"),
        ({"comments": {"\ud800": "x"}}, ".*surrogate"),
        ({"glyphs": {"1": [256]}}, "glyphs.*255"),
    ],
)
def test_damage_is_named_with_file_and_place(tmp_path, change, message):
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": "boardai game 1", "game": TIC_TAC_TOE, "actions": [], **change}))
    with boardai.trusting(), pytest.raises(ValueError, match=f"^{path}: {message}"):
        load_record(path).states(source=str(path))


@pytest.mark.parametrize("key", ["game", "actions", "format"])
def test_missing_key_is_named(key):
    table = {"format": "boardai game 1", "game": TIC_TAC_TOE, "actions": []}
    del table[key]
    with pytest.raises(ValueError, match=key):
        GameRecord.from_json(json.dumps(table))


def test_file_cut_short_is_refused_with_its_line():
    text = WON.to_json()
    with refused("line 11 column"):
        GameRecord.from_json("\n".join(text.splitlines()[:11]))


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b'{"format": \xff')
    with pytest.warns(UnicodeWarning, match=r"game\.json:1: "), pytest.raises(ValueError, match="line 1 column 12"):
        load_record(path)


def test_existing_file_survives_a_failed_write(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    save_record(WON, path)
    monkeypatch.setattr("os.replace", lambda *names: (_ for _ in ()).throw(OSError("disk gone")))
    with pytest.raises(OSError, match="disk gone"):
        save_record(dataclasses.replace(WON, actions=()), path)
    assert load_record(path) == WON
