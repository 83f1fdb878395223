"""How well games were played, and at what cost: what agents spent, and what a judge says of their moves.

chances.py     from scores to win chances, and what a move's loss is called
judge.py       an agent that judges moves: the best one's value and the played one's, under one setting
move_map.py    every legal move searched by itself: win chances by cell
judgements.py  a judge's results, in a file of a match's folder, and how judging resumes
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
