"""Search one position and tell what was found: move, value, line, figures for each move, the searched tree.

While it thinks, the state of the search is shown; Ctrl-C ends it with the best so far. With `--suite` all positions of
a file are searched whose best moves are known, and what is told is how many of them are found.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.live import Live
from rich.table import Table
from rich.text import Text

from boardai.agents import agent_parameters, close, load_agent, new_game, read_search, with_default_limit
from boardai.agents.advising import advise
from boardai.agents.registry import search_parameters, searches
from boardai.agents.trained import make_adviser
from boardai.arena.openings import has_evaluation
from boardai.arena.suite import Attempt, SuiteResult, attempts_in_rows, is_solution, run_suite
from boardai.basics.files import write_atomically
from boardai.basics.quoting import LONGEST_SPEC, quoted, utf8
from boardai.basics.trust import NOTHING, Trust
from boardai.command_line import (
    GAME_HELP,
    TRUST_HELP,
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
from boardai.drawing.files import ENDINGS, picture_bytes
from boardai.game import Game, load
from boardai.records.position_lines import AVOID, BEST, read_position, read_position_line, told_moves
from boardai.records.recorded_game import RecordedGame
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.solvers.solved_positions import SolvedPositions

_TREE_FORMATS = (*ENDINGS, ".dot", ".json", ".txt")
# What the trees of searches tell besides value and visits.
_TERMS = {
    **dict.fromkeys(("alphabeta", "scout", "pvs"), ("alpha", "beta")),
    "mcts": ("V", "UCB"),
    "puct": ("P", "Q", "U"),
    "gumbel": ("P", "Q"),
    "pns": ("proof", "disproof"),
}
_LIMITS = ("depth", "nodes", "simulations", "seconds")


def default_search(game: Game) -> str:
    """By the game's own evaluation where it has one, else by random games."""
    return "pvs" if has_evaluation(game) else "mcts"


def _terms(text: str) -> str | list[str]:
    """What --tree-show names."""
    names = text.split(",")
    known = {name for terms in _TERMS.values() for name in terms} | {"all"}
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"no term {quoted(name)}; there are: {', '.join(sorted(known))}")
    return text if text == "all" else names


def check_terms(show: str | Sequence[str], spec: str) -> None:
    """Before a long search: whether its tree will have what the picture is to show.

    Raises:
        ValueError: it will not.
    """
    search = spec.partition(":")[0]
    for name in () if show == "all" else show:
        if name not in _TERMS.get(search, ()):
            told = ", ".join(_TERMS[search]) if search in _TERMS else "none besides value and visits"
            raise ValueError(f"--tree-show {name}: {search}'s tree has {told}")


def write_tree(tree: SearchTree, given: argparse.Namespace) -> None:
    """Writes a tree in the format that --tree's name ends in; JSON holds all of it.

    Raises:
        OSError: it cannot be written there.
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


def _is_agent_alone(spec: str) -> bool:
    """Whether a spec names an agent that is no search, or a search with what agents alone take (`noise`)."""
    name, _, rest = spec.partition(":")
    if name not in searches():
        return True
    of_agents = agent_parameters(name).keys() - search_parameters(name).keys() - {"run", "checkpoint"}
    return any(part.partition("=")[0].strip() in of_agents for part in rest.split(","))


def _asked(
    spec: str, game: Game, state: Any, limits: dict[str, Any], extra: dict[str, Any], trust: Trust | bool
) -> SearchResult:
    """What an agent that is no search of `boardai.search` chooses, and tells of it.

    Raises:
        ValueError: no such agent, or it takes no limit beside its spec and keeps no tree.
    """
    name = spec.partition(":")[0]
    for limit, value in limits.items():
        if value is not None:
            raise ValueError(f"{name} takes no --{limit}: its limits stand in its spec")
    if extra.get("tree") is not None:
        raise ValueError(f"{name} keeps no tree")
    agent = load_agent(spec, game, extra.get("seed") or 0, trust)
    try:
        new_game(agent, state, [], extra.get("seed") or 0)
        began = time.perf_counter()
        action = int(agent.choose(state))
        seconds = time.perf_counter() - began
        found = getattr(agent, "last_result", None)
    finally:
        close(agent)
    if not state.is_legal(action):
        raise ValueError(f"{name} chose {action}, which is not legal in position {state.to_string()}")
    if found is not None and found.action == action:
        return replace(found, state=state.clone())
    return SearchResult(
        action=action,
        value=None,
        policy={legal: float(legal == action) for legal in state.legal_actions()},
        pv=[action],
        nodes=0,
        depth=0,
        seconds=seconds,
        player=state.current_player(),
        method=name,
        state=state.clone(),
    )


def search(
    spec: str, game: Game, state: Any, limits: dict[str, Any], extra: dict[str, Any], trust: Trust | bool = NOTHING
) -> SearchResult:
    """Runs the search a spec names, or asks the agent.

    Args:
        spec: e.g. `pvs:multi_pv=3`, or of any agent that `match` takes: `hybrid:run=FOLDER`.
        game: the game.
        state: where.
        limits: given beside the spec; they win.
        extra: other keywords (seed, progress, tree, on_interrupt), as far as the search takes them.
        trust: whether code that a run's folder names may run.

    Raises:
        ValueError: no such search or option, or one out of range.
    """
    if _is_agent_alone(spec):
        return _asked(spec, game, state, limits, extra, trust)
    name, face, values = read_search(spec, game, trust)
    taken = inspect.signature(face).parameters
    for limit, value in limits.items():
        if value is None:
            continue
        if limit not in taken:
            raise ValueError(f"{name} takes no --{limit}; it takes {', '.join(k for k in _LIMITS if k in taken)}")
        values[limit] = value
    for key in ("tree", "progress"):
        if extra.get(key) is not None and key not in taken:
            if key == "tree":
                raise ValueError(f"{name} keeps no tree")
            extra = {**extra, key: None}
    extra = {key: value for key, value in extra.items() if value is not None}
    if (
        limits.get("seconds") is not None
        and limits.get("simulations") is None
        and "run=" in spec
        and "simulations=" not in spec
    ):
        values.pop("simulations", None)  # its usual number is for moves without a time
    try:
        return face(state, **with_default_limit(name, values), **extra)
    except TypeError as error:
        raise ValueError(f"search {quoted(spec, LONGEST_SPEC)}: {error}") from None


def _watched(given: Any, game: Game, state: Any, console: Console) -> SearchResult:
    """Looks up, or searches, showing how it goes where somebody watches."""
    limits = {limit: getattr(given, limit) for limit in _LIMITS}
    tree = given.tree_rows if given.tree is not None else None
    extra = {"seed": given.seed, "tree": tree, "on_interrupt": "return"}
    spec = given.search or default_search(game)
    if given.solved is not None:
        with SolvedPositions(given.solved, game, create=True) as solved:
            found = solved.result(state)
            if found is not None:
                return found
    result = _searched(given, spec, game, state, limits, extra, console)
    if given.solved is not None:
        with SolvedPositions(given.solved, game) as solved:
            solved.keep(result)
    return result


def _searched(
    given: Any, spec: str, game: Game, state: Any, limits: dict[str, Any], extra: dict[str, Any], console: Console
) -> SearchResult:
    """What the search finds; where the file of solved positions is to have it, with all that was proven."""
    trust = given.trust
    if given.solved is not None and not _is_agent_alone(spec):
        face = read_search(spec, game, trust)[1]
        taken = inspect.signature(face).parameters
        # The strategy is what leads on from a position that is found again; the others are found on their own.
        extra = {**extra, **{name: True for name in ("strategy", "positions") if name in taken}}
    if not console.is_terminal or given.json:
        return search(spec, game, state, limits, extra, trust)
    with Live(Text("searching…"), console=console, refresh_per_second=10, transient=True) as live:

        def show(result: SearchResult) -> None:
            live.update(Text(result.to_text(game)))

        return search(spec, game, state, limits, {**extra, "progress": show}, trust)


def _try_suite(given: Any, game: Game, console: Console) -> None:
    """Searches the positions of a file and tells which it solves."""
    left_out: list[ValueError] = []
    result = SuiteResult()

    def leave_out(error: ValueError) -> None:
        left_out.append(error)
        print(f"left out: {error}", file=sys.stderr, flush=True)

    def tell(attempt: Attempt) -> None:
        result.attempts.append(attempt)
        if not given.json and not console.is_terminal:  # a table would be cut at 80 columns
            print("  ".join(next(attempts_in_rows([attempt]))), flush=True)
        elif console.is_terminal:
            live.update(Text(f"{attempt.name}: {'solved' if attempt.solved else 'not solved'}"))

    limits = {limit: getattr(given, limit) for limit in _LIMITS}
    try:
        with (
            going_on(lambda: f"{number_of(len(result.attempts), 'position')} searched, and nothing is kept", None),
            Live(Text("searching…"), console=console, transient=True, auto_refresh=console.is_terminal) as live,
        ):
            run_suite(
                given.suite, game, given.search or default_search(game), limits=limits, seed=given.seed,
                on_error=leave_out, progress=tell, trust=given.trust,
            )  # fmt: skip
    except KeyboardInterrupt:
        if not given.json:
            print(result.summary())  # of those that were searched
        raise
    if given.json:
        print(json.dumps({**result.to_table(), "left_out": [str(error) for error in left_out]}, indent=2))
        return
    if console.is_terminal:
        table = Table("position", "expected", "played", "", "after", "depth")
        for row in attempts_in_rows(result.attempts):
            table.add_row(*map(Text, row))
        console.print(table)
    print(result.summary())
    if left_out:
        print(f"{len(left_out):,} positions left out")


def _operations(one: RecordedGame, action: int) -> dict[str, Any]:
    """What a line of EPD says of the position, and whether a move is the one it expects."""
    told: dict[str, Any] = {"operations": dict(one.headers), "problems": list(one.problems)}
    best, avoided = told_moves(one, BEST), told_moves(one, AVOID)
    return {**told, "solved": is_solution(action, best, avoided)} if best or avoided else told


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.analyze GAME`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "analyze",
        "Search one position and tell what was found. `python -m boardai.agents NAME` lists a search's parameters with "
        "their ranges and defaults.",
        [
            "python -m boardai.analyze chess --seconds 5",
            'python -m boardai.analyze chess --position "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" --search pvs:multi_pv=3',
            "python -m boardai.analyze reversi --moves 'f5 d6 c3' --depth 10",
            "python -m boardai.analyze hex:size=5 --search mcts --simulations 200 --tree tree.svg",
            "python -m boardai.analyze hex:size=13 --advice --run runs/classifier --moves a10",
            "python -m boardai.analyze chess --suite wac.epd --seconds 1",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument("--position", metavar="TEXT", help="instead of the game's start (chess: FEN or EPD)")
    parser.add_argument("--moves", metavar="MOVES", help="played from there, as people write them")
    parser.add_argument(
        "--suite", metavar="FILE",
        help="a test suite instead: EPD lines with best moves (bm) or moves to avoid (am); tells how many are solved",
    )  # fmt: skip
    parser.add_argument(
        "--search", metavar="SPEC",
        help="a search and its parameters, or any agent that match takes (default: pvs, or mcts for a game without an "
        "evaluation of its own)",
    )  # fmt: skip
    parser.add_argument("--seconds", type=positive_number, help="time limit")
    parser.add_argument("--depth", type=whole_number(1), help="limit in plies")
    parser.add_argument("--nodes", type=whole_number(1), help="limit in positions")
    parser.add_argument("--simulations", type=whole_number(1), help="limit in simulations")
    parser.add_argument("--best", type=whole_number(0), default=10, metavar="N", help="moves in the table (default 10)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of random choices (default 0)")
    parser.add_argument(
        "--tree",
        metavar="FILE",
        help="write the searched tree there: .svg, .png, .pdf or .dot pictures, .txt, or .json (all)",
    )
    parser.add_argument("--tree-depth", type=whole_number(1), default=3, metavar="N", help="plies in it (default 3)")
    parser.add_argument("--tree-breadth", type=whole_number(1), default=3, metavar="N", help="moves a node (default 3)")
    parser.add_argument(
        "--tree-rows", type=whole_number(1), default=100_000, metavar="N", help="most rows to keep (default 100000)"
    )
    parser.add_argument(
        "--tree-show", type=_terms, default=(), metavar="TERMS",
        help="what else stands in a picture's nodes: all, or of alpha,beta (alpha-beta, Scout, PVS), V,UCB (mcts), "
        "P,Q,U (puct; gumbel P,Q), proof,disproof (pns)",
    )  # fmt: skip
    parser.add_argument(
        "--solved", metavar="FILE",
        help="a file of solved positions (python -m boardai.solve): what is in it is told at once, what the search "
        "proves (and_or: with every position of the proof; dfpn: also all that it solved on the way) is added",
    )  # fmt: skip
    parser.add_argument("--tree-boards", action="store_true", help="each of a picture's nodes shows its board")
    parser.add_argument(
        "--advice", action="store_true",
        help="what alpha-beta (or --search) plays, what a heuristic, and with --run a network and both together",
    )  # fmt: skip
    parser.add_argument("--run", metavar="FOLDER", help="advice: a training run whose network is asked")
    parser.add_argument("--evaluator", metavar="NAME", default="", help="advice: the heuristic (default: the search's)")
    parser.add_argument("--weight", type=float, metavar="X", help="advice: of the heuristic beside the network (0.01)")
    parser.add_argument("--trust", action="store_true", help=TRUST_HELP)
    add_overwrite(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON instead")
    given = parser.parse_args(arguments)
    console = Console()
    with user_input():
        game = load(given.game)
        if given.suite is not None:
            for option in ("position", "moves", "tree", "solved", "advice"):
                if getattr(given, option):
                    raise InputError(f"--suite is of many positions, --{option} of one: name one of them")
            _try_suite(given, game, console)
            return
        state = read_position(game, given.position, given.moves)
        told = None if given.position is None or given.moves else read_position_line(given.position, game)
        if state.is_terminal():
            raise InputError(f"the game is over in this position: {state.to_string()}")
        check_files({"--tree": given.tree}, given.overwrite, {"--tree": _TREE_FORMATS})
        if given.tree is not None and given.solved is not None:
            raise InputError("--tree is of a search, --solved does without: name one of them")
        for option, value in (
            ("--run", given.run),
            ("--evaluator", given.evaluator or None),
            ("--weight", given.weight),
        ):
            if value is not None and not given.advice:
                raise InputError(f"{option} is of advice: say --advice")
        if given.tree is None and (given.tree_show or given.tree_boards):
            raise InputError("--tree-show and --tree-boards are of a picture: name it with --tree FILE")
        check_terms(given.tree_show, given.search or default_search(game))
        adviser = None
        if given.advice:  # before the search, too, which may be long
            weight = {} if given.weight is None else {"weight": given.weight}
            adviser = make_adviser(game, given.run, evaluator=given.evaluator, trust=given.trust, **weight)
        if not given.json:
            # Before the search, so that there is something to look at.
            print(f"{drawn(state)}\n", flush=True)
        result = _watched(given, game, state, console)
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
    operations = {} if told is None or not told.headers else _operations(told, result.action)
    if given.json:
        sys.stdout.write(json.dumps({**json.loads(result.to_json()), **operations}, indent=2) + "\n")
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
