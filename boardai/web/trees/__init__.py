"""The tree of a search on the page: it grows while the search runs, or step by step, and is opened level by level.

kinds.py    which trees there are of a game: of its analysts, of searches that lectures show, of reference searches
growth.py   makes them, within limits
held.py     the tree that a visitor looks at, and what a page gets of it
"""

from boardai.web.trees.growth import grow as grow
from boardai.web.trees.held import GONE as GONE
from boardai.web.trees.held import HeldTree as HeldTree
from boardai.web.trees.kinds import TreeKind as TreeKind
from boardai.web.trees.kinds import trees_of as trees_of
