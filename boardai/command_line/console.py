"""Rich's console for all commands: foreign names and texts are shown verbatim and cannot control the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO, Any

from rich import console
from rich.segment import Segment
from rich.text import Text

from boardai.basics.quoting import from_here, printable
from boardai.command_line.plain_text import unguarded


class Console(console.Console):
    r"""A console that interprets no markup or emoji in a text, and passes no control character on.

    Rich's own colours and cursor movements still reach the terminal.

    >>> from boardai.command_line.console import Console
    >>> Console().print("Ann[bold]\\x1b[2J:smile:")
    Ann[bold]\\x1b[2J:smile:

    Args:
        **settings: of rich's console.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"highlight": False, "markup": False, "emoji": False, **settings})

    def say(self, text: str) -> None:
        """Writes a line of any length unwrapped; only the terminal breaks it."""
        self.print(text, soft_wrap=True)

    def say_from_here(self, text: str) -> None:
        """Like `say`, with paths relative to the working folder."""
        self.say(from_here(text))

    @property
    def file(self) -> IO[str]:
        """The stream that it writes to."""
        return unguarded(super().file)

    @file.setter
    def file(self, new_file: IO[str]) -> None:
        self._file = new_file

    def render_str(self, text: str, **settings: Any) -> Text:  # type: ignore[override]
        """A plain text, before layout."""
        return super().render_str(printable(text), **settings)

    def render(
        self, renderable: console.RenderableType, options: console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Renders an object into the segments that are written."""
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else printable(segment.text)
            yield segment if text == segment.text else Segment(text, segment.style)


class FirstFew:
    """Shows the first few of many messages, then a note that there are more; counts them all.

    >>> from boardai.command_line.console import FirstFew
    >>> notes = FirstFew(print, "note", most=1)
    >>> for text in ("one", "two", "three"):
    ...     notes(text)
    note: one
    note: (there are more, which are not shown)
    >>> notes.count
    3

    Args:
        say: shows a line.
        what: the kind of message; each line begins with it.
        most: maximum number of messages shown.

    Attributes:
        count: number of messages so far.
    """

    def __init__(self, say: Callable[[str], object], what: str, most: int = 10) -> None:
        self._say, self._what, self._most = say, what, most
        self.count = 0

    def __call__(self, text: object) -> None:
        self.count += 1
        if self.count <= self._most + 1:
            line_shown = text if self.count <= self._most else "(there are more, which are not shown)"
            self._say(f"{self._what}: {line_shown}")
