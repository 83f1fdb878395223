"""Who thinks, and when: one scheduler through which moves of levels, hints, analyses, reviews and explanations pass."""

from boardai.web.thinking.memory import Memory
from boardai.web.thinking.opponent import Opponent
from boardai.web.thinking.thinkers import Thinkers, Thought

__all__ = ["Memory", "Opponent", "Thinkers", "Thought"]
