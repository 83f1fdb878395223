"""Suggestions for unknown options and commands: common synonyms, and similar spellings.

All commands share one table. A word may have several meanings; the first that the given command has is suggested.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from boardai.basics.unknown_names import nearest_name

_OPTIONS: dict[str, tuple[str, ...]] = {
    "agent": ("opponent", "search", "by"),
    "against": ("opponent",),
    "algorithm": ("search", "learner"),
    "board": ("position",),
    "budget": ("seconds", "nodes", "minutes"),
    "clobber": ("overwrite",),
    "clocks": ("time",),
    "color": ("side",),
    "colour": ("side",),
    "config": ("preset",),
    "continue": ("resume", "load"),
    "cores": ("parallel", "workers", "jobs"),
    "count": ("games",),
    "data": ("games-from",),
    "dir": ("output", "record", "run"),
    "directory": ("output", "record", "run"),
    "engine": ("opponent", "by", "search"),
    "epd": ("position",),
    "epochs": ("iterations",),
    "export": ("output",),
    "fen": ("position",),
    "figure": ("picture", "tree"),
    "file": ("output", "load", "json", "games-from"),
    "folder": ("output", "record", "run"),
    "force": ("overwrite",),
    "from": ("position", "games-from"),
    "hours": ("minutes",),
    "image": ("picture", "tree"),
    "input": ("games-from", "load"),
    "iters": ("iterations",),
    "jobs": ("parallel", "workers"),
    "level": ("opponent",),
    "limit": ("seconds", "nodes", "minutes"),
    "line": ("moves",),
    "lr": ("learn.learning-rate",),
    "movetime": ("seconds",),
    "multipv": ("best",),
    "out": ("output", "json", "picture", "tree", "run"),
    "output": ("record", "json", "picture", "tree", "run"),
    "parallel": ("workers", "jobs"),
    "pgn": ("games-from", "load", "record"),
    "plies": ("depth", "max-plies"),
    "playouts": ("simulations",),
    "plot": ("picture",),
    "processes": ("parallel", "workers", "jobs"),
    "record": ("output",),
    "replace": ("overwrite",),
    "results": ("json",),
    "rollouts": ("simulations",),
    "rounds": ("games",),
    "run": ("resume",),
    "save": ("record", "output", "json", "run"),
    "sec": ("seconds",),
    "sgf": ("games-from", "load", "record"),
    "sims": ("simulations",),
    "start": ("position",),
    "state": ("position",),
    "steps": ("iterations",),
    "svg": ("picture", "tree"),
    "teacher": ("by",),
    "threads": ("parallel", "workers", "jobs"),
    "time": ("seconds", "minutes"),
    "timecontrol": ("time",),
    "timeout": ("seconds", "minutes"),
    "visits": ("simulations",),
    "workers": ("parallel", "jobs"),
    "yes": ("overwrite",),
}

# Options of commands that name agents, whose limits are part of the agents' texts.
_TAKE_AGENTS = {"--opponent", "--opening-plies", "--by"}
_AGENT_LIMITS = {
    "seconds": "pvs:seconds=0.1",
    "depth": "pvs:depth=6",
    "nodes": "pvs:nodes=10000",
    "simulations": "mcts:simulations=1000",
}

_COMMANDS = {
    "arena": "tournament",
    "benchmark": "bench",
    "compare": "match",
    "draw": "plot",
    "elo": "tournament",
    "eval": "analyze",
    "evaluate": "analyze",
    "experiment": "study",
    "fight": "match",
    "gtp": "engine",
    "htp": "engine",
    "learn": "train",
    "list": "agents",
    "perf": "perft",
    "save": "export",
    "search": "analyze",
    "selfplay": "train",
    "serve": "engine",
    "solve": "analyze",
    "test": "check",
    "uci": "engine",
    "validate": "check",
    "versus": "match",
}


def meant_options(option: str, known: Iterable[str]) -> list[str]:
    """The options that are probably meant, the likeliest first; [] if none is similar.

    Args:
        option: the option as written, `--fen`.
        known: the existing options, `--position`; those of a group, `--arena.opponents`.
    """
    names = {name.lstrip("-"): name for name in known if name not in ("--help", "--version")}
    word = option.lstrip("-").lower().replace("_", "-")
    meanings = _OPTIONS.get(word, ())

    def ending_in(parts: Iterable[str]) -> list[str]:
        return [
            name for part in parts for short, name in names.items() if "." in short and short.rpartition(".")[2] == part
        ][:3]

    # By meaning, by the last part of its name, by its spelling.
    found = [names[meaning] for meaning in meanings if meaning in names][:1] or ending_in([word]) or ending_in(meanings)
    near = nearest_name(word, names)
    return found or ([names[near]] if near else [])


def unknown_option(option: str, known: Iterable[str]) -> str:
    """The message about an unknown option: `unknown option --fen: did you mean --position?`."""
    known = list(known)
    meant = meant_options(option, known)
    word = option.lstrip("-").lower()
    meanings = [meaning for meaning in (word, *_OPTIONS.get(word, ())) if meaning in _AGENT_LIMITS]
    if meanings and _TAKE_AGENTS & {*known}:
        return f"unknown option {option}: an agent takes it as a parameter, as in {_AGENT_LIMITS[meanings[0]]}"
    return f"unknown option {option}" + (f": did you mean {' or '.join(meant)}?" if meant else "")


def meant_command(word: str, known: Collection[str]) -> str | None:
    """The command that is probably meant."""
    other = _COMMANDS.get(word.lower())
    return other if other in known else nearest_name(word, known)
