"""Play a tournament between any agents and checkpoints: ratings with intervals, crosstable, picture.

All agents meet each other from the same openings, each played twice with colours swapped. Ratings are fitted to all
games together. With --equal it reports how many simulations of a search equal an agent.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.arena.equal import Equal, Rung, equal_simulations, in_words
from boardai.arena.folder import OpeningsFile
from boardai.arena.games import PlayedGame
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
from boardai.arena.ratings import Ratings
from boardai.arena.tournament import Pairing, Tournament, TournamentFolder, read_tournament
from boardai.arena.workers import MatchError
from boardai.basics.files import alone_in, write_json
from boardai.basics.quoting import from_here
from boardai.basics.trust import in_own_context, naming
from boardai.cluster import Workplace
from boardai.cluster.options import connection
from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    check_files,
    duration,
    going_on,
    run,
    same_command,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console
from boardai.drawing.page import aligned
from boardai.game import code_in_game, load
from boardai.judging.effort import Effort, efforts
from boardai.judging.summary import ENDINGS
from boardai.judging.tables import crosstable_rows, effort_table, performance_ratings, rating_rows
from boardai.judging.watched import judged_figures
from boardai.players.kinds import agent_parameters, load_agent
from boardai.players.spec import AgentSpec, for_any_folder

_ANCHOR = "random"
_LADDER = (50, 100, 200, 400, 800, 1600)
_LOST = 0.3  # an agent whose score is significantly below this stops climbing
_PICTURES = (".svg", ".png", ".pdf")


def state_line(tournament: Tournament, pairing: Pairing | None, seconds: float) -> str:
    """A progress line: games played, current pair, time left."""
    parts = [f"{tournament.done}/{tournament.total} games"]
    if pairing is not None:
        first, second = (AgentSpec.parse(tournament.settings.agents[player]).short for player in pairing)
        parts.append(str(replace(tournament.result(pairing), first=first, second=second)))
    # The first games wait for processes to start; an estimate from them would be hours too long.
    if tournament.new >= 8 and tournament.done < tournament.total:
        parts.append(f"{duration(seconds / tournament.new * (tournament.total - tournament.done))} left")
    return "  ".join(parts)


def _watch(
    tournament: Tournament, who: Workplace, console: Console, began: float, pairings: Sequence[Pairing] | None = None
) -> None:
    def line(one: PlayedGame | None) -> str:
        return state_line(tournament, None if one is None else one.pairing, time.monotonic() - began)

    watch(tournament.play(who, pairings=pairings), line, console)


def forfeit_lines(tournament: Tournament) -> list[str]:
    """The number of forfeits of each agent, with the reason of the first."""
    agents = tournament.settings.agents
    lost: dict[str, list[str]] = {}
    for (first, second), games in tournament.played.items():
        for one in games:
            if one.crashed >= 0:
                lost.setdefault(agents[second if one.crashed else first], []).append(one.ending)
    return [
        f"{from_here(AgentSpec.parse(one).short)} forfeited {len(endings)} game{'s' * (len(endings) > 1)}; {endings[0]}"
        for one, endings in sorted(lost.items(), key=lambda item: -len(item[1]))
    ]


def report(tournament: Tournament, ratings: Ratings | None) -> dict[str, Any]:
    """The tournament as data, for JSON."""
    results = tournament.results()
    performances = {} if ratings is None else performance_ratings(ratings, results)
    return {
        "game": tournament.settings.game,
        "seed": tournament.settings.seed,
        "games": tournament.done,
        "anchor": None if ratings is None else ratings.anchor,
        "ratings": []
        if ratings is None
        else [
            {
                "agent": name,
                "elo": one.elo,
                "interval95": [one.low, one.high],
                "bound": one.bound,
                "points": one.points,
                "games": one.games,
                "performance": performances[name],
            }
            for name, one in ((name, ratings.players[name]) for name in ratings.names)
        ],
        "matches": [result.to_table() for result in results.values()],
        "forfeits": sum(one.crashed >= 0 for games in tournament.played.values() for one in games),
        "effort": [one.to_table() for one in _efforts(tournament)],
    }


def _equal_report(agent: str, opponent: str, rungs: Sequence[Rung], found: Equal) -> dict[str, Any]:
    return {
        "agent": agent,
        "opponent": opponent,
        "simulations": found.simulations,
        "interval95": [found.low, found.high],
        "extrapolated": found.extrapolated,
        "elo_per_doubling": found.elo_per_doubling,
        "rungs": [vars(rung) for rung in rungs],
        "words": in_words(agent, opponent, found, rungs),
    }


def _rung_spec(opponent: str, simulations: int) -> str:
    return str(AgentSpec.parse(opponent).with_(simulations=simulations))


def _with_ladder(agents: Sequence[str], opponent: str, ladder: Sequence[int]) -> list[str]:
    if len(agents) != 1:
        raise InputError("--equal measures one agent: name just one")
    spec = AgentSpec.parse(opponent)
    with user_input():
        known = agent_parameters(spec.name)
    if "simulations" not in known or "simulations" in spec:
        raise InputError(f"--against {opponent}: name an agent that takes simulations=, and leave them out")
    return [*agents, *(_rung_spec(opponent, simulations) for simulations in ladder)]


def _expanded(texts: Sequence[str]) -> list[str]:
    """The agents named by these texts, without duplicates."""
    from boardai.learn.runs.entrants import expanded

    return list(dict.fromkeys(itertools.chain.from_iterable(expanded(text) for text in texts)))


def _entrants(given: Any, settings: dict[str, Any] | None) -> list[str]:
    agents = _expanded(given.agents)
    if given.equal is not None:
        return _with_ladder(agents, given.against, sorted(set(given.equal or _LADDER)))
    anchor = given.anchor or _ANCHOR
    known = [*(settings["agents"] if settings is not None else ()), *map(for_any_folder, agents)]
    return agents if for_any_folder(anchor) in known else [*agents, anchor]


def _climb(tournament: Tournament, who: Workplace, console: Console, began: float) -> tuple[list[Rung], Equal | None]:
    """Plays rung by rung, until further rungs cannot change the result."""
    simulations = {pairing: _simulations(tournament.settings.agents[pairing[1]]) for pairing in tournament.pairings}
    lost = 0
    for pairing in tournament.pairings:
        # Two rungs below one half, so that the curve is measured on both sides.
        if lost < 2 or tournament.played[pairing]:
            _watch(tournament, who, console, began, [pairing])
            lost += tournament.result(pairing).interval[1] < _LOST
            console.say_from_here(f"  {tournament.result(pairing)}")
    rungs = [
        Rung(simulations[pairing], result.score * result.games, result.games)
        for pairing, result in tournament.results().items()
    ]
    return rungs, equal_simulations(rungs) if len(rungs) > 1 else None


def _simulations(text: str) -> int:
    return int(AgentSpec.parse(text).value("simulations") or 0)


def _show(console: Console, tournament: Tournament, ratings: Ratings | None) -> None:
    results = tournament.results()
    console.say_from_here(
        f"{tournament.settings.game}: {tournament.done} games between {len(tournament.settings.agents)} agents"
    )
    if ratings is None:
        return
    for line in aligned(rating_rows(ratings, results), left=(1, 3)):
        console.say_from_here(line)
    console.say_from_here("\nscore of the row against the column, %")
    table = crosstable_rows(ratings, results)
    width = max(len(cell) for row in table for cell in row)
    for row in table:
        console.say_from_here("  ".join(cell.rjust(width) for cell in row))
    console.say("")
    for line in aligned(effort_table(_efforts(tournament)), left=(0,)):
        console.say_from_here(line)
    for line in forfeit_lines(tournament):
        console.say_from_here(line)


def _efforts(tournament: Tournament) -> list[Effort]:
    return efforts(tournament.settings.agents, tournament.played.items())


def _parser() -> Parser:
    parser = Parser(
        "tournament",
        "Play all pairings between agents, every opening twice, with colours swapped; print ratings and a crosstable.\n"
        "`python -m boardai.agents` lists the agents. A run's folder means its newest network with Gumbel search;\n"
        "FOLDER@all, FOLDER@0+20+last, FOLDER@0-100/20 mean several of its checkpoints.",
        [
            'python -m boardai.tournament reversi random greedy "pvs:depth=3" "mcts:simulations=500" --games 40',
            "python -m boardai.tournament hex:size=5 runs/hex@all greedy --record t1 --picture t1.svg",
            'python -m boardai.tournament hex:size=5 "puct:run=runs/hex@first+last,simulations=64" greedy',
            'python -m boardai.tournament hex:size=5 "puct:run=runs/hex,simulations=64" --equal 100 400 1600',
            "python -m boardai.tournament --resume t1",
        ],
    )
    parser.add_argument("game", nargs="?", help=GAME_HELP + "; with --resume, it may be omitted")
    parser.add_argument("agents", nargs="*", metavar="agent", help="the agents that play")
    parser.add_argument("--anchor", metavar="AGENT", help="an agent that also plays and is rated 0 (default: random)")
    parser.add_argument(
        "--equal", type=whole_number(1), nargs="*", metavar="N",
        help="instead: find the number of simulations with which --against equals the one agent, by matches with these "
        f"numbers (default {' '.join(map(str, _LADDER))})",
    )  # fmt: skip
    parser.add_argument("--against", default="mcts", metavar="AGENT", help="the opponent of --equal (default mcts)")
    parser.add_argument("--picture", metavar="FILE", help="draw the ratings (.svg, .png or .pdf)")
    add_match_options(
        parser, "games per pairing, an even number", "the same command continues it, also with more agents"
    )
    return parser


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.tournament GAME AGENT...`."""
    parser = _parser()
    given = parser.parse_args(arguments)
    check_match_options(parser, given, bool(given.agents), "a game and its agents")
    console = Console()
    with contextlib.ExitStack() as around:
        with user_input():
            around.enter_context(connection(given, console.say))
        _play(given, arguments, console)


def _play(given: Any, arguments: list[str] | None, console: Console) -> None:
    with user_input():
        leave_out(given.resume or given.record, given.leave_out, "tournament", arguments)
        tournament, ladder, place = _set_up(given)
        anchor = _anchor(given.anchor, tournament.settings.agents, place) if ladder is None else ""
        who = place_of_games(given, tournament.settings.agents, console)
    if tournament.done:
        console.say_from_here(f"{place}: {tournament.done} games are already stored")
    began = time.monotonic()
    ratings: Ratings | None = None
    rungs: list[Rung] = []
    found: Equal | None = None
    go_on = same_command("tournament", arguments) if place is not None else None

    def kept() -> str:
        return games_kept(tournament.done, place)

    try:
        with going_on(kept, go_on, place), alone_in(None if place is None else Path(place)):
            if ladder is not None:
                rungs, found = _climb(tournament, who, console, began)
            else:
                _watch(tournament, who, console, began)
    except (MatchError, ValueError) as error:
        raise InputError(from_here(str(error))) from error
    table = report(tournament, None)
    with user_input():
        if ladder is not None:
            if found is not None:
                table["equal"] = _equal_report(tournament.settings.agents[0], ladder, rungs, found)
                console.say_from_here(table["equal"]["words"])
        else:
            ratings = tournament.ratings(anchor)
            table = report(tournament, ratings)
            _show(console, tournament, ratings)
        if place is not None:
            table |= judged_figures(given, Path(place), console)
        if given.json is not None:
            write_json(Path(given.json), table)
        if given.picture is not None:
            _draw(Path(given.picture), tournament, ratings, rungs, found, ladder)


def _draw(
    path: Path,
    tournament: Tournament,
    ratings: Ratings | None,
    rungs: Sequence[Rung],
    found: Equal | None,
    ladder: str | None,
) -> None:
    from boardai.arena.pictures import draw_equal, draw_ratings

    if ladder is not None and found is not None:
        draw_equal(found, rungs, tournament.settings.agents[0], ladder, path)
    elif ratings is not None:
        title = from_here(f"{tournament.settings.game}: {tournament.done} games")
        draw_ratings(ratings, title, path)


def _anchor(named: str | None, agents: Sequence[str], folder: str | None) -> str:
    """The agent that is rated 0: the one named now or in an earlier call; otherwise `random`, or else the first agent.

    Raises:
        ValueError: the named agent does not play, or the folder's file with its name is damaged.
    """
    asked = None if folder is None else OpeningsFile.at(Path(folder))
    if named is None:
        named = None if asked is None else asked.anchor_asked()
    if named is None:
        return _ANCHOR if _ANCHOR in agents else agents[0]
    anchor = for_any_folder(named)
    if anchor not in agents:
        raise ValueError(f"--anchor {named}: does not play in this tournament; its agents: {', '.join(agents)}")
    if asked is not None:
        asked.save_asked(anchor=anchor)
    return anchor


def _set_up(given: Any) -> tuple[Tournament, str | None, str | None]:
    """The tournament, the opponent of --equal (None: all agents meet each other), and its folder."""
    if given.resume is not None:
        settings = read_tournament(Path(given.resume))
    else:
        game = load(given.game)
        there = Path(given.record) / "tournament.json" if given.record is not None else None
        texts = [*_expanded(given.agents), *(one for one in (given.balance, given.against) if one is not None)]
        named = code_in_game(given.game) + [code for one in texts for code in AgentSpec.parse(one).trusted()]
        with naming(named):
            before = read_tournament(Path(given.record)) if there is not None and there.exists() else None
        against = given.against if given.equal is not None else None
        settings = match_settings(given, game, _entrants(given, before), against=against)
        if before is not None and given.equal is not None and before["agents"][0] != settings["agents"][0]:
            raise ValueError(
                f"{given.record} measures {before['agents'][0]}: name another folder for {settings['agents'][0]}"
            )
    place = given.resume or given.record
    files = {"--json": given.json, "--picture": given.picture, "--summary": given.summary}
    check_files(files, given.overwrite, {"--picture": _PICTURES, "--summary": ENDINGS})
    if len(settings["agents"]) < 2 and not (place is not None and (Path(place) / "tournament.json").exists()):
        raise ValueError("a tournament needs two agents")
    game = load(settings["game"])
    for agent in settings["agents"]:
        if "run" not in AgentSpec.parse(
            agent
        ):  # networks take long to load; their errors are reported before the first game
            load_agent(agent, game).close()
    folder = TournamentFolder(place, settings) if place is not None else None
    if folder is not None:
        settings = folder.settings
    ladder = settings.get("against")
    workers = worker_settings(settings, given.at_once, given.measure)
    pairings = None
    if ladder is not None:
        rungs = sorted(range(1, len(workers.agents)), key=lambda player: _simulations(workers.agents[player]))
        pairings = [(0, player) for player in rungs]
    games = games_asked(given, folder)
    return Tournament(workers, opening_book(settings, folder), games, folder, pairings), ladder, place


if __name__ == "__main__":
    run(main, "tournament")
