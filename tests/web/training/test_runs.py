"""Runs, matches and tournaments on the page: curves, tables, and their games with what the search saw."""

import json
import re
from pathlib import Path

import folders
import pytest
from pages import ADDRESS, Page, page
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.basics.trust import code_file, naming
from boardai.learn.reports.figures.panels import COLOURS, DARK, GREY
from boardai.learn.reports.figures.runs import RunData
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.searched_games import searched_games
from boardai.web.app import PAGE, make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.runs import Shown, tables

pytestmark = pytest.mark.timeout(300)  # a message that never comes


@pytest.fixture
def run(tmp_path):
    return folders.run(tmp_path / "run")


@pytest.fixture
def played(tmp_path):
    return folders.matches(tmp_path)


def serving(*folders, games=("hex",), **settings):
    return make_app(Lobby(Offers(games), shown=Shown(folders, **settings)))


def test_learning_curves_are_drawn_anew_when_a_run_has_gone_on(tmp_path):
    lines = [{"iteration": number, "loss": 1 / number, "policy_loss": 1.0} for number in (1, 2, 3)]
    (tmp_path / "run.json").write_text('{"game": "hex:size=5"}')
    metrics = tmp_path / "metrics.jsonl"
    metrics.write_text(json.dumps(lines[0]) + "\n")
    app = make_app(Lobby(Offers(["hex"]), shown=Shown([tmp_path])), "secret-word")
    with TestClient(app, base_url=ADDRESS) as client:
        assert client.get("/runs.json").status_code == client.get("/runs/0/learning?token=x").status_code == 403
        (run,) = client.get("/runs.json?token=secret-word").json()
        assert (run["name"], run["game"], run["kind"]) == (tmp_path.name, "hex:size=5", "run")
        first = client.get("/runs/0/learning?token=secret-word")
        assert first.headers["content-type"] == "image/svg+xml" and first.text.rstrip().endswith("</svg>")
        metrics.write_text("".join(json.dumps(line) + "\n" for line in lines))
        assert client.get("/runs/0/learning?token=secret-word").text != first.text
        assert client.get("/runs/0/weights?token=secret-word").text == ""
        for path, reason in (("1/learning", "there is no run 1; there are 1"), ("0/x", "there is no page 'x'")):
            answer = client.get(f"/runs/{path}?token=secret-word")
            assert answer.status_code == 404 and reason in answer.text


def test_figures_have_the_colours_of_a_dark_page(run: Path) -> None:
    style = (PAGE / "style.css").read_text()
    dark = dict(re.findall(r"--(\w+): (#\w+);", style.partition("prefers-color-scheme: dark")[2].partition("}\n}")[0]))
    assert (DARK["#ffffff"], DARK["#000000"], DARK["#cccccc"]) == (dark["raised"], dark["ink"], dark["line"])
    assert {one.lower() for one in COLOURS} >= {*DARK} - {"#ffffff", "#cccccc", GREY}, (
        "every colour is one that is drawn"
    )
    with TestClient(serving(run), base_url=ADDRESS) as client:
        svg = client.get("/runs/0/overview").text
    sheet = svg.partition("@media (prefers-color-scheme: dark)")[2].partition("</style>")[0]
    drawn = {f"{name}: {one}" for name, one in re.findall(r"(fill|stroke): (#\w{6})", svg.replace(sheet, ""))}
    assert "fill: #ffffff" in drawn and len(drawn) > 3
    faint = {"stroke: #b0b0b0", "fill: #cc79a7", "stroke: #cc79a7", "fill: #e69f00", "stroke: #e69f00"}  # seen on both
    for one in drawn - faint:
        assert f'[style*="{one}"]' in sheet, one


def test_a_game_of_self_play_is_replayed_with_what_the_search_saw(run):
    app = serving(run)
    with TestClient(app, base_url=ADDRESS) as client:
        (shown,) = client.get("/runs.json").json()
        assert shown["pages"][-2:] == ["tables", "replay"]
        assert client.get("/runs/0/batches.json").json() == [{"batch": 3, "title": "iteration 3"}]
        games = client.get("/runs/0/games/3.json").json()
        assert [(one["title"], one["moves"]) for one in games] == [("game 7", 3), ("game 8", 2)]
        assert games[0]["ending"] == "white won, at the ply limit"
        (table,) = client.get("/runs/0/tables.json").json()
        assert table["rows"] == [["iteration 3: random", "4", "75.0 %", "30.0 to 95.0 %", "3", "0", "1"]]
        assert "iteration 4" in client.get("/runs/0/games/4.json").text
        with client.websocket_connect("ws://localhost/socket") as socket:
            visitor = Page(socket)
            room = visitor.ask("room", "replay", run=0, batch=3, game=0)
            assert room["look"]["title"] == "run, iteration 3, game 7" and len(room["nodes"]) == 4 and room["at"] == 0
            assert room["position"]["seen"] == {"chance": 0.25, "shares": {"12": 0.75, "6": 0.25}}
            review = visitor.hear("review")
            # Values are kept for the player to move, and sent for player 0.
            assert review["chances"] == [0.25, -0.5, -0.5, -1] and review["nodes"] == [0, 1, 2, 3]
            second = visitor.ask("change", "go", node=1)["position"]
            assert second["seen"] == {"chance": -0.5, "shares": {}} and second["rows"][2] == "..B.."
            assert visitor.ask("position", "look", node=3)["position"]["seen"] is None
            # A variation is the visitor's own, and nothing was seen there.
            visitor.ask("change", "go", node=1)
            assert visitor.move("a1")["position"]["seen"] is None
            other = visitor.ask("room", "replay", run=0, batch=3, game=1)
            assert other["position"]["text"] == folders.OPENING and other["position"]["seen"] is None
            for fields, reason in (
                ({"run": 1, "batch": 3, "game": 0}, "there is no run 1; there are 1"),
                ({"run": 0, "batch": 2, "game": 0}, "games of iteration 2 are not kept"),
                ({"run": 0, "batch": 3, "game": 2}, "there is no game 2 in iteration 3; it has 2"),
            ):
                assert reason in visitor.refused("replay", **fields)


def test_a_run_s_workers_are_tables():
    old = {"iteration": 1, "games": 9, "worker_rates": {"gone:7": 3.0}, "lost_pieces": 1, "weights_lag": 0}
    new = {"worker_rates": {"b:2": 0.5, "a:1": 1.25}, "lost_pieces": 0, "queued_pieces": 4, "weights_lag": 2}
    lines = [{"iteration": 0}, *({**old, "iteration": number} for number in range(1, 12)), {**new, "iteration": 12}]
    newest, work = tables.of_run(RunData(Path("run"), "run", {}, lines))
    assert newest["caption"] == "Workers in iteration 12"
    assert newest["rows"] == [["a:1", "1.25"], ["b:2", "0.50"]]
    assert work["rows"][:2] == [["12", "2", "1.75", "0", "4", "2"], ["11", "1", "3.00", "1", "", "0"]]
    assert len(work["rows"]) == 10 and len(work["head"]) == 6
    assert tables.of_run(RunData(Path("run"), "run", {}, [{"iteration": 0, "worker_rates": {}}])) == []


def test_matches_and_tournaments_are_tables_and_their_games_are_replayed(played):
    app = serving(played / "match", played / "tournament")
    with TestClient(app, base_url=ADDRESS) as client:
        assert [one["kind"] for one in client.get("/runs.json").json()] == ["match", "tournament"]
        (result,) = client.get("/runs/0/tables.json").json()
        ((name, games, *_),) = result["rows"]
        assert (name, games) == ("greedy against random", "2") and len(result["head"]) == len(result["rows"][0])
        assert result["rows"][0][2] == "100.0 %"
        ratings, cross, matches = client.get("/runs/1/tables.json").json()
        assert ratings["caption"] == "Ratings above random" and len(ratings["rows"]) == 3
        assert [row[rank] for rank, row in enumerate(cross["rows"], 1)] == ["\u00b7"] * 3
        assert [row[1] for row in matches["rows"]] == ["2"] * 3
        assert client.get("/runs/1/batches.json").json()[0] == {"batch": 0, "title": "greedy against random"}
        assert client.get("/runs/0/learning").status_code == 404
        one = client.get("/runs/1/games/0.json").json()[1]
        assert one["title"] == "game 1: random against greedy"
        with client.websocket_connect("ws://localhost/socket") as socket:
            room = Page(socket).ask("room", "replay", run=1, batch=0, game=1)
            assert len(room["nodes"]) == one["moves"] + 1 and room["position"]["seen"] is None
            assert room["look"]["offer"] == "hex"


def test_code_that_only_a_folder_names_does_not_run(run, root):
    own = str(root / "examples" / "01_game_in_python.py")
    (run / "run.json").write_text(json.dumps({"game": own}))
    with TestClient(serving(run), base_url=ADDRESS) as client:
        answer = client.get("/runs/0/games/3.json")
        assert answer.status_code == 404 and "01_game_in_python.py" in answer.text
    with naming([code_file(own)]):
        trusting = Shown([run])
    with refused("game"):  # its rules are heard, and the games are not of them
        trusting.games(0, 3)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda part: b"XXXX" + part[4:], "b'XXXX'"),
        (lambda part: part[:-3], "no game"),
        (lambda part: part[:4] + b"\x09" + part[5:], "version 9"),
        (lambda part: part[:28] + b"\x05" + part[29:], "kind 5"),
    ],
)
def test_bytes_that_are_no_game_are_refused(run, damage, reason):
    parts = read_games(run / "games" / "000003.games")
    game = boardai.load("hex:size=5")
    assert len(list(searched_games(parts, game, "a.games"))) == 2
    with refused("a.games") as caught:
        list(searched_games([damage(parts[0])], game, "a.games"))
    assert reason in str(caught.value)


def test_replays_are_not_kept_where_rooms_are(run, tmp_path):
    lobby = Lobby(Offers(["hex"]), Journal(tmp_path / "rooms"), shown=Shown([run]))
    with page(make_app(lobby)) as visitor:
        visitor.ask("room", "replay", run=0, batch=3, game=0)
        visitor.ask("change", "go", node=1)
        visitor.move("a1")
        visitor.ask("change", "resign", player=visitor.room["position"]["player"])
        visitor.ask("room", "rematch")  # nor is what is played on such a board
        visitor.move("a1")
        kept = visitor.new("hex")["room"]
    assert [path.stem for path in (tmp_path / "rooms").glob("*.jsonl")] == [kept]
