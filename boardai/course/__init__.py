"""For courses: compares a student's function with the searches and rules of the library.

    from boardai.course import check
    print(check("alphabeta", my_function))          # points and reasons
    check("alphabeta", my_function).require()       # raises AssertionError unless all points are earned

    python -m boardai.course check alphabeta solution.py

In: a function that a student wrote, and what it is to do. Out: a report (`report.py`), as text, JSON or exit status.
`tasks/` has the topics, `grading.py` computes points, `student.py` finds the line with the error.
`sealed.py` has the solutions and answers, and `edition.py` writes the instructor's edition with them.
"""

from boardai.course.checking import check, describe, topics
from boardai.course.report import Item, Report
from boardai.course.sealed import stand_in
from boardai.course.tasks.tables_and_time import OutOfTime

__all__ = ["Item", "OutOfTime", "Report", "check", "describe", "stand_in", "topics"]
