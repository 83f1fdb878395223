"""Search one position: best moves with values and lines, statistics of each move, the searched tree.

The state of the search is shown while it runs; Ctrl-C ends it with the best result so far. With `--suite` it searches
all positions of a file with known best moves, and reports how many of these it finds.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.live import Live
from rich.table import Table
from rich.text import Text

from boardai.arena.openings import has_evaluation
from boardai.arena.suite import Attempt, SuiteResult, attempts_in_rows, is_solution, run_suite
from boardai.basics.files import write_atomically
from boardai.basics.quoting import quoted, utf8
from boardai.basics.trust import in_own_context
from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    add_overwrite,
    check_files,
    going_on,
    number_of,
    positive_number,
    run,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console
from boardai.drawing import drawn
from boardai.drawing.files import ENDINGS, check_ending, picture_bytes
from boardai.game import Game, load
from boardai.judging import MoveMap, measure_moves
from boardai.judging.chances import scale_of_search
from boardai.players import agent_parameters, load_agent
from boardai.players.advising import advise
from boardai.players.player import Player, Progress
from boardai.players.search import LIMITS
from boardai.players.searches import for_one_game
from boardai.players.spec import AgentSpec
from boardai.players.trained import make_adviser
from boardai.records.position_lines import AVOID, BEST, operation_moves, read_position, read_position_line
from boardai.records.recorded_game import RecordedGame
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.solvers.solved_positions import SolvedPositions

_TREE_FORMATS = (*ENDINGS, ".dot", ".json", ".txt")
# Terms that the trees of searches record in addition to value and visits.
_TERMS = {
    **dict.fromkeys(("alphabeta", "scout", "pvs"), ("alpha", "beta")),
    "mcts": ("V", "UCB"),
    "puct": ("P", "Q", "U"),
    "gumbel": ("P", "Q"),
    "pns": ("proof", "disproof"),
}


def default_search(game: Game) -> str:
    """The default evaluator: the game's own evaluation if it has one, else random games."""
    return "pvs" if has_evaluation(game) else "mcts"


def _usual_search(game: Game, lines: int) -> str:
    """The default search: one that reports values and lines of several moves, if the game has such a search."""
    spec = AgentSpec.parse(default_search(game))
    return str(spec.with_(multi_pv=lines) if lines > 1 and "multi_pv" in agent_parameters(spec.name) else spec)


def _terms(text: str) -> str | list[str]:
    """The terms that --tree-show names."""
    names = text.split(",")
    known = {name for terms in _TERMS.values() for name in terms} | {"all"}
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"unknown term {quoted(name)}; terms: {', '.join(sorted(known))}")
    return text if text == "all" else names


def check_terms(show: str | Sequence[str], spec: str) -> None:
    """Checks before a long search that its tree will have the terms that the picture shows.

    Raises:
        ValueError: a term is missing.
    """
    search = AgentSpec.parse(spec).name
    for name in () if show == "all" else show:
        if name not in _TERMS.get(search, ()):
            terms = ", ".join(_TERMS[search]) if search in _TERMS else "none besides value and visits"
            raise ValueError(f"--tree-show {name}: {search}'s tree has {terms}")


def write_tree(tree: SearchTree, given: argparse.Namespace) -> None:
    """Writes a tree in the format given by the suffix of --tree; JSON contains the whole tree.

    Raises:
        OSError: the file cannot be written.
    """
    path, depth, breadth, show = Path(given.tree), given.tree_depth, given.tree_breadth, given.tree_show
    ending = path.suffix.lower()
    if ending in ENDINGS:
        svg = tree.to_svg(depth, breadth, show=show, boards=given.tree_boards)
        write_atomically(path, picture_bytes(svg, ending))
        return
    if ending == ".dot":
        text = tree.to_dot(depth, breadth, show)
    else:
        text = tree.to_json() if ending == ".json" else tree.to_text(depth, breadth) + "\n"
    write_atomically(path, utf8(text, "the game's texts"))


def _asked_player(spec: str, game: Game, limits: dict[str, Any], seed: int) -> Player:
    """Raises ValueError if the search does not support a limit."""
    parsed = AgentSpec.parse(spec)
    given = {limit: value for limit, value in limits.items() if value is not None}
    takes = [limit for limit in LIMITS if limit in agent_parameters(parsed.name)]
    for limit in given:
        if limit not in takes:
            options = ", ".join(f"--{one}" for one in takes) or "no limits"
            raise ValueError(f"{parsed.name} takes no --{limit}; it takes {options}")
    return load_agent(for_one_game(parsed.with_(**given)), game, seed)


def search(
    spec: str,
    game: Game,
    state: Any,
    limits: dict[str, Any],
    *,
    seed: int = 0,
    progress: Progress | None = None,
    tree: int | None = None,
    prove: bool = False,
    ready: Callable[[], None] = lambda: None,
) -> SearchResult:
    """The result of a search or an agent; Ctrl-C ends it with the best result so far.

    Args:
        spec: an agent as in `match`: `pvs:multi_pv=3`, `hybrid:run=FOLDER`.
        game: the game.
        state: the position.
        limits: limits from the command line; they override those of the spec.
        seed: seed of random choices.
        progress: receives interim results of the search.
        tree: number of rows of the tree to keep; None: no tree.
        prove: keep everything that a solver proves.
        ready: called before the search begins, when the agent and its options have been checked.

    Raises:
        ValueError: no such agent or option, a value out of range, or a limit or tree that the agent does not support.
    """
    player = _asked_player(spec, game, limits, seed)
    try:
        # The strategy is what leads on from a position that is found again; the others are found on their own.
        kept: dict[str, Any] = {name: True for name in ("strategy", "positions") if prove and name in player.keeps}
        if tree is not None:
            kept["tree"] = tree
        player.new_game(state, [], seed)
        ready()
        return player.search(state, progress=progress, stop=lambda: False, **kept)
    finally:
        player.close()


def _mapped(given: Any, spec: str, game: Game, state: Any, console: Console) -> MoveMap:
    """The map of `--map`: the agent's search of every position one move ahead."""
    player = _asked_player(spec, game, {limit: getattr(given, limit) for limit in LIMITS}, given.seed)
    total = len(state.legal_actions())

    def searched(child: Any) -> SearchResult:
        player.new_game(child, [], given.seed)
        return player.search(child, stop=lambda: False)

    try:
        with Live(
            Text("searching…"), console=console, transient=True, auto_refresh=console.is_terminal and not given.json
        ) as live:
            return measure_moves(
                game, state, searched,
                lambda: scale_of_search(game, player.arguments),
                lambda number: live.update(Text(f"move {number + 1:,} of {total:,}")),
            )  # fmt: skip
    finally:
        player.close()


def _watched(given: Any, spec: str, game: Game, state: Any, console: Console) -> SearchResult:
    """Looks the position up, or searches it; first shows the board and, on a terminal, the search's progress."""

    def draw() -> None:
        if not given.json:
            print(f"{drawn(state)}\n", flush=True)

    if given.solved is not None:
        with SolvedPositions(given.solved, game, create=True) as solved:
            found = solved.result(state)
            if found is not None:
                draw()
                return found
    result = _searched(given, spec, game, state, console, draw)
    if given.solved is not None:
        with SolvedPositions(given.solved, game) as solved:
            solved.keep(result)
    return result


def _searched(
    given: Any, spec: str, game: Game, state: Any, console: Console, ready: Callable[[], None]
) -> SearchResult:
    """The result of the search; with a file of solved positions, together with everything that was proven."""
    run_search = functools.partial(
        search, spec, game, state, {limit: getattr(given, limit) for limit in LIMITS},
        seed=given.seed, tree=None if given.tree is None else given.tree_rows, prove=given.solved is not None,
        ready=ready,
    )  # fmt: skip
    if not console.is_terminal or given.json:
        return run_search()
    with Live(Text("searching…"), console=console, refresh_per_second=10, transient=True) as live:
        return run_search(progress=lambda result: live.update(Text(result.to_text(game))))


def _try_suite(given: Any, game: Game, console: Console) -> None:
    """Searches the positions of a file and reports which ones it solves."""
    left_out: list[ValueError] = []
    result = SuiteResult()

    def leave_out(error: ValueError) -> None:
        left_out.append(error)
        print(f"left out: {error}", file=sys.stderr, flush=True)

    def show(attempt: Attempt) -> None:
        result.attempts.append(attempt)
        if not given.json and not console.is_terminal:  # a table would be cut at 80 columns
            print(_attempt_line(attempt), flush=True)
        elif console.is_terminal:
            live.update(Text(f"{attempt.name}: {'solved' if attempt.solved else 'not solved'}"))

    limits = {limit: getattr(given, limit) for limit in LIMITS}
    try:
        with (
            going_on(lambda: f"{number_of(len(result.attempts), 'position')} searched, and nothing is kept", None),
            Live(Text("searching…"), console=console, transient=True, auto_refresh=console.is_terminal) as live,
        ):
            run_suite(
                given.suite, game, given.search or default_search(game), limits=limits, seed=given.seed,
                on_error=leave_out, progress=show,
            )  # fmt: skip
    except KeyboardInterrupt:
        if not given.json:
            print(result.summary())  # of the positions that were searched
        raise
    if given.json:
        print(json.dumps({**result.to_table(), "left_out": [str(error) for error in left_out]}, indent=2))
        return
    if console.is_terminal:
        table = Table("position", "expected", "played", "result", "after", "depth")
        for row in attempts_in_rows(result.attempts):
            table.add_row(*map(Text, row))
        console.print(table)
    print(result.summary())
    if left_out:
        print(f"{len(left_out):,} positions left out")


def _attempt_line(attempt: Attempt) -> str:
    """`back rank  bm Rd8#  played Rd8#: solved after 0.02 s, depth 2`."""
    name, expected, played, result, after, depth = next(attempts_in_rows([attempt]))
    words = f"{name}  {expected}  played {played}: {result}"
    return words + (f" after {after}" if after else "") + (f", depth {depth}" if depth else "")


def _operations(one: RecordedGame, action: int) -> dict[str, Any]:
    """The expected moves in a line of EPD, and whether a move is one of them."""
    fields: dict[str, Any] = {"operations": dict(one.headers), "problems": list(one.problems)}
    best, avoided = operation_moves(one, BEST), operation_moves(one, AVOID)
    return {**fields, "solved": is_solution(action, best, avoided)} if best or avoided else fields


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.analyze GAME`."""
    parser = Parser(
        "analyze",
        "Search one position and show its best moves with values and lines. `python -m boardai.agents NAME` lists a "
        "search's parameters with their ranges and defaults.",
        [
            "python -m boardai.analyze chess --seconds 5",
            'python -m boardai.analyze chess --position "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" --search pvs:multi_pv=3',
            "python -m boardai.analyze reversi --moves 'f5 d6 c3' --depth 10",
            "python -m boardai.analyze hex:size=5 --search mcts --simulations 200 --tree tree.svg",
            "python -m boardai.analyze hex:size=13 --advice --run runs/classifier --moves a10",
            "python -m boardai.analyze hex:size=11,edges=true --search puct:run=shipped --simulations 99 --map map.svg",
            "python -m boardai.analyze chess --suite wac.epd --seconds 1",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument(
        "--position", metavar="TEXT", help="the position; by default the game's start (chess: FEN or EPD)"
    )
    parser.add_argument("--moves", metavar="MOVES", help="moves played from there, e.g. '1. e4 e5'")
    parser.add_argument(
        "--suite", metavar="FILE",
        help="a test suite instead: EPD lines with best moves (bm) or moves to avoid (am); reports how many are solved",
    )  # fmt: skip
    parser.add_argument(
        "--search", metavar="SPEC",
        help="a search and its parameters, or any agent that match takes (default: pvs, or mcts for a game without its "
        "own evaluation)",
    )  # fmt: skip
    parser.add_argument("--seconds", type=positive_number, help="time limit")
    parser.add_argument("--depth", type=whole_number(1), help="limit in plies")
    parser.add_argument("--nodes", type=whole_number(1), help="limit in positions")
    parser.add_argument("--simulations", type=whole_number(1), help="limit in simulations")
    parser.add_argument(
        "--best", type=whole_number(0), default=3, metavar="N",
        help="show the N best moves (default 3); only the default search pvs computes a line for each, other "
        "searches need "
        "an option for it (--search pvs:multi_pv=5)",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of random choices (default 0)")
    parser.add_argument(
        "--tree",
        metavar="FILE",
        help="write the searched tree: .svg, .png, .pdf or .dot (picture), .txt (outline), .json (everything)",
    )
    parser.add_argument(
        "--tree-depth", type=whole_number(1), default=3, metavar="N", help="plies in the picture (default 3)"
    )
    parser.add_argument(
        "--tree-breadth", type=whole_number(1), default=3, metavar="N", help="moves per node in the picture (default 3)"
    )
    parser.add_argument(
        "--tree-rows",
        type=whole_number(1),
        default=100_000,
        metavar="N",
        help="maximum number of stored positions (default 100000)",
    )
    parser.add_argument(
        "--tree-show", type=_terms, default=(), metavar="TERMS",
        help="more numbers in the picture's nodes: all, or some of alpha,beta (alpha-beta, Scout, PVS), V,UCB (mcts), "
        "P,Q,U (puct; gumbel P,Q), proof,disproof (pns)",
    )  # fmt: skip
    parser.add_argument(
        "--solved", metavar="FILE",
        help="a file of solved positions (python -m boardai.solve): its positions are answered at once, and proofs "
        "of the "
        "search are added (and_or: every position of the proof; dfpn: also other positions that it solved)",
    )  # fmt: skip
    parser.add_argument(
        "--map", metavar="FILE",
        help="search every move by itself and draw each one's win chance on the board: .svg, .png or .pdf",
    )  # fmt: skip
    parser.add_argument("--tree-boards", action="store_true", help="draw the board in each node of the picture")
    parser.add_argument(
        "--advice", action="store_true",
        help="compare the moves of alpha-beta (or --search), of a heuristic, and with --run of a network and both "
        "combined",
    )  # fmt: skip
    parser.add_argument("--run", metavar="FOLDER", help="advice: the training run with the network")
    parser.add_argument("--evaluator", metavar="NAME", default="", help="advice: the heuristic (default: the search's)")
    parser.add_argument(
        "--weight",
        type=float,
        metavar="X",
        help="advice: weight of the heuristic when combined with the network (0.01)",
    )
    parser.add_trust()
    add_overwrite(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    given = parser.parse_args(arguments)
    console = Console()
    with user_input():
        game = load(given.game)
        if given.suite is not None:
            for option in ("position", "moves", "tree", "solved", "advice", "map"):
                if getattr(given, option):
                    raise InputError(f"--suite searches many positions, --{option} is for one: give one of them")
            _try_suite(given, game, console)
            return
        state = read_position(game, given.position, given.moves)
        line = None if given.position is None or given.moves else read_position_line(given.position, game)
        if state.is_terminal():
            raise InputError(f"the game is over in this position: {state.to_string()}")
        formats = {"--tree": _TREE_FORMATS, "--map": ENDINGS}
        check_files({"--tree": given.tree, "--map": given.map}, given.overwrite, formats)
        if given.map is not None:
            for option in ("tree", "solved", "advice"):
                if getattr(given, option):
                    raise InputError(
                        f"--map searches every move by itself, --{option} is of one search: give one of them"
                    )
        for path in (given.tree, given.map):
            if path is not None and Path(path).suffix.lower() in ENDINGS:
                check_ending(Path(path).suffix.lower())
        if given.tree is not None and given.solved is not None:
            raise InputError("--tree needs a search, and --solved may answer without one: give one of them")
        for option, value in (
            ("--run", given.run),
            ("--evaluator", given.evaluator or None),
            ("--weight", given.weight),
        ):
            if value is not None and not given.advice:
                raise InputError(f"{option} needs --advice")
        if given.tree is None and (given.tree_show or given.tree_boards):
            raise InputError("--tree-show and --tree-boards need --tree FILE")
        spec = given.search or _usual_search(game, given.best)
        check_terms(given.tree_show, spec)
        if given.map is not None:
            found = _mapped(given, spec, game, state, console)
            write_atomically(Path(given.map), picture_bytes(found.to_svg(), Path(given.map).suffix.lower()))
            if given.json:
                print(json.dumps(found.to_data(), indent=2))
            else:
                print(f"{drawn(state)}\n\n{found.to_text()}\nmap: {given.map}")
            return
        adviser = None
        if given.advice:  # also before the search, which may be long
            weight = {} if given.weight is None else {"weight": given.weight}
            adviser = make_adviser(game, given.run, evaluator=given.evaluator, **weight)
        result = _watched(given, spec, game, state, console)
        if given.tree is not None:
            assert result.tree is not None
            write_tree(result.tree, given)
        advice = None if adviser is None else advise(game, state, result, adviser)
    if advice is not None:
        if given.json:
            print(json.dumps(advice.to_data(), indent=2))
            return
        print(f"{game.player_names[result.player]} to move")
        print(advice.to_text(given.best))
        return
    operations = {} if line is None or not line.headers else _operations(line, result.action)
    if given.json:
        print(json.dumps({**result.to_data(), **operations}, indent=2))
        return
    print(f"{game.player_names[result.player]} to move")
    print(result.to_text(game, given.best))
    for opcode, operand in operations.get("operations", {}).items():
        print(f"{opcode}: {operand}")
    if "solved" in operations:
        print("solved" if operations["solved"] else "not solved")
    for problem in operations.get("problems", ()):
        print(f"note: {problem}")
    if given.tree is not None:
        print(f"tree: {given.tree} ({len(result.tree or ()):,} positions)")


if __name__ == "__main__":
    run(main, "analyze")
