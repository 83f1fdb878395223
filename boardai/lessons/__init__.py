"""Puzzles that a solver has checked.

lesson.py   a puzzle, and files of them
rules.py    positions with exactly one correct move, and the judgement of an answer
grading.py  how hard a puzzle is
making.py   puzzles from games that agents play
"""

from boardai.lessons.lesson import Lesson as Lesson
from boardai.lessons.lesson import read_lessons as read_lessons
