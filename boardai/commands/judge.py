"""Judge the moves of recorded games: the cost of each move by any engine or agent, with intervals.

Reads the folder of a match or tournament. The judgements are kept there: the same command continues after a stop and
judges only new games, and another judge can be added later.
"""

from __future__ import annotations

from pathlib import Path

from boardai.basics.files import write_json
from boardai.basics.trust import in_own_context, naming
from boardai.cluster.options import add_place, connection, share_of_gpu, workplace
from boardai.command_line import Parser, add_overwrite, check_files, run, same_command, user_input
from boardai.command_line.console import Console
from boardai.judging.quality import quality_in
from boardai.judging.summary import ENDINGS, write_summary
from boardai.judging.watched import judge_watched, show_quality
from boardai.players.spec import AgentSpec


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.judge FOLDER --by SPEC`."""
    parser = Parser(
        "judge",
        "Judge the moves of a recorded match or tournament: average loss, accuracy, win chances lost, blunders.\n"
        "Without --by, show existing judgements.",
        [
            'python -m boardai.judge m1 --by "uci:stockfish,depth=12"',
            "python -m boardai.judge m1 --by pvs:depth=8,points=true --workers 2 --summary m1.html",
            "python -m boardai.judge m1",
        ],
    )
    parser.add_argument("folder", help="folder of a match or tournament (--record)")
    parser.add_argument(
        "--by", metavar="SPEC",
        help="the judge: an engine or agent with a limit independent of time (depth, nodes, simulations)",
    )  # fmt: skip
    add_place(parser, "each judges one game at a time")
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON")
    parser.add_argument("--summary", metavar="FILE", help="write a page about the folder (.html or .md)")
    add_overwrite(parser)
    parser.add_trust()
    given = parser.parse_args(arguments)
    path, console = Path(given.folder), Console()
    with user_input(), connection(given, console.say):
        check_files({"--json": given.json, "--summary": given.summary}, given.overwrite, {"--summary": ENDINGS})
        if given.by is not None:
            with naming(AgentSpec.parse(given.by).trusted()):
                place = workplace(given, console.say, gpus=share_of_gpu(given))
                judge_watched(path, given.by, place, console, same_command("judge", arguments))
        found = quality_in(path)
        if found:
            show_quality(found, console)
        else:
            console.say_from_here(f"{path}: nothing has been judged there; --by names a judge")
        if given.json is not None:
            write_json(Path(given.json), {"quality": [one.to_table() for one in found]})
        if given.summary is not None:
            write_summary(path, Path(given.summary))


if __name__ == "__main__":
    run(main, "judge")
