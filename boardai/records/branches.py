"""Lines of one game as a tree: what they have in common once, and where they part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Branches = list[list[tuple[int, int]]]
"""For each position, the start being 0: the actions played there and where they lead, the first line's first."""


def branches(lines: Iterable[Sequence[int]]) -> Branches:
    """The tree of lines that begin at one position.

    >>> from boardai.records.branches import branches
    >>> branches([(7, 8), (7, 9)])
    [[(7, 1)], [(8, 2), (9, 3)], [], []]
    """
    found: Branches = [[]]
    known: list[dict[int, int]] = [{}]
    for line in lines:
        place = 0
        for action in line:
            if action not in known[place]:
                known[place][action] = len(found)
                found[place].append((action, len(found)))
                found.append([])
                known.append({})
            place = known[place][action]
    return found


def in_order(first: Sequence[int], others: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The other lines in the order of the tree: what parts late from the first one comes before what parts early.

    Args:
        first: the line that every branch follows first.
        others: where they follow each other, in that order.
    """
    lines = list(others)
    tree = branches((first, *lines))
    numbers: dict[int, int] = {}
    waiting = [0]
    while waiting:
        place = waiting.pop()
        numbers[place] = len(numbers)
        waiting += [behind for _, behind in reversed(tree[place])]

    def end(line: tuple[int, ...]) -> int:
        place = 0
        for action in line:
            place = next(behind for played, behind in tree[place] if played == action)
        return numbers[place]

    return tuple(sorted(lines, key=end))
