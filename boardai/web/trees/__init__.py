"""The tree of a search on the page: it grows while the search runs, or step by step, and is opened level by level.

kinds.py    the kinds of trees of a game: of its analysts, of searches for teaching, of reference searches
growth.py   makes the trees, within limits
held.py     the tree that a visitor looks at, and the parts sent to the page
"""

from boardai.web.trees.growth import grow as grow
from boardai.web.trees.held import GONE as GONE
from boardai.web.trees.held import HeldTree as HeldTree
from boardai.web.trees.kinds import TreeKind as TreeKind
from boardai.web.trees.kinds import trees_of as trees_of
