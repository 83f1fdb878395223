"""The quality of play and its cost: what agents spent, and a judge's values of their moves.

chances.py     win chances from scores, and the names of losses
judge.py       an agent that judges moves: values of the best and the played move, with one setting
move_map.py    a separate search of every legal move: win chances by cell
judgements.py  a judge's results, in a file of a match's folder; resumes judging
quality.py     losses, accuracies and their intervals, by agent
effort.py      time, nodes, depth, memory and overruns, by agent
summary.py     all of it as one page, HTML or Markdown
pictures.py    its figures
"""

from typing import TYPE_CHECKING

from boardai.basics.lazy_import import lazy_import as _lazy_import

if TYPE_CHECKING:
    from boardai.judging.chances import fitted_slope, houdini_chance, move_accuracy, win_chance
    from boardai.judging.judge import JudgedMove, MoveJudge
    from boardai.judging.judgements import judge_folder
    from boardai.judging.move_map import MoveMap, measure_moves
    from boardai.judging.quality import Estimate, Quality, quality_in

__all__ = [
    "Estimate",
    "JudgedMove",
    "MoveJudge",
    "MoveMap",
    "Quality",
    "fitted_slope",
    "houdini_chance",
    "judge_folder",
    "measure_moves",
    "move_accuracy",
    "quality_in",
    "win_chance",
]

__getattr__, __dir__ = _lazy_import(
    __name__,
    {
        **dict.fromkeys(("fitted_slope", "houdini_chance", "move_accuracy", "win_chance"), "boardai.judging.chances"),
        **dict.fromkeys(("JudgedMove", "MoveJudge"), "boardai.judging.judge"),
        **dict.fromkeys(("MoveMap", "measure_moves"), "boardai.judging.move_map"),
        **dict.fromkeys(("Estimate", "Quality", "quality_in"), "boardai.judging.quality"),
        "judge_folder": "boardai.judging.judgements",
    },
)
