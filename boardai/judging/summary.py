"""A page about a match or tournament: agents, settings and results; HTML with its figures, or Markdown.

Everything is read from the folder. Figures of a Markdown page lie next to it, as `NAME-quality.svg` and the like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.arena.openings import NO_BALANCE
from boardai.arena.pictures import ratings_figure
from boardai.arena.ratings import Meeting, Ratings, fit_ratings
from boardai.basics.files import write_atomically
from boardai.basics.quoting import from_here, in_markup, one_line, shortened, utf8
from boardai.clocks import TimeControl
from boardai.drawing import page
from boardai.judging.chances import CENTIPAWNS, houdini_chance, win_chance
from boardai.judging.contents import Contents, fitted_maps, read_contents
from boardai.judging.pictures import memory_figure, quality_figure, svg_of
from boardai.judging.quality import judges_of
from boardai.judging.tables import crosstable_rows, effort_table, phase_tables, quality_tables, rating_rows
from boardai.players.spec import distinct_labels
from boardai.search.results.wording import count_words

ENDINGS = (".html", ".md")
_PAWNS = (0.5, 1.0, 2.0, 3.0)
_MOST_OPENINGS = 50
_LONGEST_WORDS = 120
_STYLE = """body{font-family:system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;line-height:1.4}
table{border-collapse:collapse;font-size:0.9em;margin:0.8em 0}th{border-bottom:1px solid #999}
td,th{vertical-align:top}.wide{overflow-x:auto}svg{max-width:100%;height:auto}h2{margin-top:1.8em}"""


@dataclass(frozen=True)
class _Table:
    rows: Sequence[Sequence[str]]
    words: tuple[int, ...] = (0,)  # columns of words


@dataclass(frozen=True)
class _Figure:
    name: str
    drawn: Any
    about: str


_Part = str | _Table | _Figure


def write_summary(folder: Path, target: Path) -> None:
    """Writes the page of a match's or tournament's folder.

    Args:
        folder: folder of the match or tournament.
        target: the page; `.html` or `.md`.

    Raises:
        ValueError: the folder is damaged or has no games, or the page's ending is neither.
        OSError: it cannot be read or written.
    """
    if target.suffix.lower() not in ENDINGS:
        raise ValueError(f"{target}: expected a name that ends in {' or '.join(ENDINGS)}")
    contents = read_contents(folder)
    if not contents.games:
        raise ValueError(f"{folder}: no game has been finished")
    title, sections = _title(contents), list(_sections(contents))
    is_html = target.suffix.lower() == ".html"
    text = _html(title, sections) if is_html else _markdown(title, sections, target)
    write_atomically(target, utf8(text, f"the page of {folder}"))


def _title(contents: Contents) -> str:
    labels = list(distinct_labels(contents.agents).values())
    game = from_here(contents.settings["game"])
    return one_line(f"{game}: {labels[0]} against {labels[1]}" if len(labels) == 2 else f"{game}: {len(labels)} agents")


def _sections(contents: Contents) -> Iterator[tuple[str, list[_Part]]]:
    yield "", [_Table([("", ""), *_facts(contents)], (0, 1))]
    yield "Result", _result(contents)
    yield "Time, nodes and memory", _effort(contents)
    if contents.quality:
        yield "Quality of moves", _quality(contents)
    yield "Openings", [_Table(_openings(contents))]
    yield "How games ended", [_Table(_endings(contents), (0,))]
    if chances := _chances(contents):
        yield "From scores to win chances", chances


def _facts(contents: Contents) -> list[tuple[str, str]]:
    settings = contents.settings
    labels, versions = distinct_labels(contents.agents), contents.versions()
    first, last = contents.dates
    opening = f"of a file, {len(settings['openings'])}" if settings["openings"] is not None else "the game's start"
    if settings["openings"] is None and settings["opening_plies"]:
        judge = settings.get("balance") or NO_BALANCE
        balanced = "" if judge == NO_BALANCE else f", balanced by {judge}"
        opening = f"{settings['opening_plies']} random plies{balanced}; each played twice, colours swapped"
    clock = settings.get("clock")
    machines = Counter(one.played_on for one in contents.games if one.played_on)
    plies = sum(len(one.actions) for one in contents.games)
    facts = [("game", settings["game"])]
    facts += [
        (f"agent {number}", labels[agent] + (f" ({version})" if version else ""))
        for number, (agent, version) in enumerate(zip(contents.agents, versions, strict=True), 1)
    ]
    facts += [
        ("games", f"{len(contents.games):,}, {plies / len(contents.games):.1f} plies on average"),
        ("openings", opening),
        ("time", "the agents' own limits" if clock is None else str(TimeControl.from_text(clock))),
        ("longest game", "no limit" if settings["max_plies"] is None else f"{settings['max_plies']} plies"),
        ("seed", str(settings["seed"])),
        ("played", first if first == last else f"{first} to {last}"),
        ("played on", "; ".join(f"{machine} ({count} games)" for machine, count in machines.most_common())),
    ]
    return [(name, from_here(one_line(text))) for name, text in facts if text]


def _result(contents: Contents) -> list[_Part]:
    results = contents.results
    parts: list[_Part] = []
    if len(contents.agents) == 2:
        (result,) = results.values()
        parts.append(f"Score of the first agent: {result.percent} (+{sum(result.wins)} ={sum(result.draws)} "
                     f"-{sum(result.losses)}), 95 % interval by pairs of games.")  # fmt: skip
        parts.append(f"Pairs of games from one opening with colours swapped, first agent: {result.pairs_text}.")
    ratings = _ratings(contents)
    if isinstance(ratings, str):
        return [*parts, ratings]
    parts.append(_Table(rating_rows(ratings, results), (1, 3)))
    parts.append("Elo is fitted to all games at once; performance is Elo's own formula.")
    parts.append("Score of the row against the column, %:")
    parts.append(_Table(crosstable_rows(ratings, results)))
    if len(contents.agents) > 2:
        parts.append(_Figure("ratings", ratings_figure(ratings, _title(contents)), "ratings with 95 % intervals"))
    return parts


def _ratings(contents: Contents) -> Ratings | str:
    meetings = [Meeting(one.first, one.second, one.score * one.games, one.games) for one in contents.results.values()]
    anchor = "random" if "random" in contents.agents else meetings[0].second
    try:
        return fit_ratings(meetings, anchor)
    except ValueError as error:
        return f"No ratings: {error}."


def _effort(contents: Contents) -> list[_Part]:
    spent = contents.efforts
    parts: list[_Part] = [_Table(effort_table(spent))]
    if (memory := memory_figure(spent)) is not None:
        parts.append(_Figure("memory", memory, "peak memory of each agent"))
    return parts


def _quality(contents: Contents) -> list[_Part]:
    parts: list[_Part] = []
    found = contents.quality
    pairs = zip(judges_of(found), quality_tables(found), phase_tables(found), strict=True)
    for number, (judge, (title, table), (phases_title, phases)) in enumerate(pairs):
        parts += [title[:1].upper() + title[1:] + ":", _Table(table)]
        parts += [phases_title[:1].upper() + phases_title[1:] + ":", _Table(phases)]
        figure = quality_figure([one for one in found if one.judge == judge], contents.efforts)
        if figure is not None:
            suffix = "" if number == 0 else f"-{number + 1}"
            parts.append(_Figure(f"quality{suffix}", figure, f"quality against time, {title}"))
    return parts


def _openings(contents: Contents) -> list[Sequence[str]]:
    """Openings by how often they were played, with the first player's score."""
    scores: dict[str, list[float]] = {}
    for one in contents.games:
        moves = " ".join(one.actions[: one.opening_plies])
        text = " ".join(filter(None, (one.start, moves))) or "(the start)"
        scores.setdefault(shortened(one_line(text), _LONGEST_WORDS), []).append((1 + (one.outcome or 0)) / 2)
    ordered = sorted(scores.items(), key=lambda item: -len(item[1]))
    rows: list[Sequence[str]] = [("opening", "games", "first player's score, %", "decided, %")]
    for text, points in ordered[:_MOST_OPENINGS]:
        decided = sum(point != 0.5 for point in points) / len(points)
        rows.append((text, str(len(points)), f"{100 * sum(points) / len(points):.0f}", f"{100 * decided:.0f}"))
    if len(ordered) > _MOST_OPENINGS:
        rest = [point for _, points in ordered[_MOST_OPENINGS:] for point in points]
        rows.append(
            (f"{len(ordered) - _MOST_OPENINGS} others", str(len(rest)), f"{100 * sum(rest) / len(rest):.0f}", "")
        )
    return rows


def _endings(contents: Contents) -> list[Sequence[str]]:
    counts: Counter[str] = Counter()
    for one in contents.games:
        counts[shortened(one_line(one.ending), _LONGEST_WORDS) or "by the rules"] += 1
    rows = [(from_here(text), f"{count:,}") for text, count in counts.most_common(20)]
    return [("ending", "games"), *rows]


def _chances(contents: Contents) -> list[_Part]:
    """The meaning of scores in centipawns: two known maps, and those fitted to the results of these games."""
    maps = fitted_maps(contents) if contents.score_unit == CENTIPAWNS else []
    if not maps:
        return []
    labels = distinct_labels(contents.agents)
    rows: list[list[str]] = [["", "positions", *(f"{pawns:+.2f}" for pawns in _PAWNS)]]
    for name, known in (("Houdini", houdini_chance), ("lichess", win_chance)):
        rows.append([name, "", *(f"{100 * known(100 * pawns):.0f} %" for pawns in _PAWNS)])
    for one in maps:
        cells = [
            f"{100 * one.chance(100 * pawns):.0f} % [{100 * one.chance(100 * pawns, one.low):.0f}, "
            f"{100 * one.chance(100 * pawns, one.high):.0f}]"
            for pawns in _PAWNS
        ]
        rows.append([labels[one.agent], count_words(one.positions), *cells])
    words = "Win chance at a score in pawns; for each agent, a logistic curve fitted to its own scores and the results."
    return [words, _Table(rows)]


def _html(title: str, sections: Sequence[tuple[str, list[_Part]]]) -> str:
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{in_markup(title)}</title>',
        f"<style>{_STYLE}</style><body><h1>{in_markup(title)}</h1>",
    ]
    for heading, contents in sections:
        parts += [f"<h2>{in_markup(heading)}</h2>"] if heading else []
        for one in contents:
            if isinstance(one, _Table):
                left = [one.rows[0][number] for number in one.words]
                parts.append(f'<div class="wide">{page.table(one.rows[0], one.rows[1:], left)}</div>')
            elif isinstance(one, _Figure):
                parts.append(f"<div>{svg_of(one.drawn)}</div>")
            else:
                parts.append(f"<p>{in_markup(one)}</p>")
    return "\n".join([*parts, "</body></html>\n"])


def _markdown(title: str, sections: Sequence[tuple[str, list[_Part]]], target: Path) -> str:
    lines = [f"# {_cell(title)}", ""]
    for heading, contents in sections:
        lines += [f"## {heading}", ""] if heading else []
        for one in contents:
            if isinstance(one, _Table):
                rows = [[_cell(cell) for cell in row] for row in one.rows]
                lines += page.markdown(rows[0], rows[1:])
            elif isinstance(one, _Figure):
                file = target.with_name(f"{target.stem}-{one.name}.svg")
                write_atomically(file, utf8(svg_of(one.drawn), "a figure"))
                lines.append(f"![{_cell(one.about)}]({file.name.replace(' ', '%20')})")
            else:
                lines.append(_cell(one))
            lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    """A text without Markdown's markup: names of agents may come from others."""
    for sign in "\\`*_[]<>|":
        text = text.replace(sign, f"\\{sign}")
    return text
