"""List the agents and their parameters."""

from __future__ import annotations

from boardai.players.own import Description, described, is_agent_path
from boardai.players.registry import agent_parameters, agents, shipped_agents, unknown_name
from boardai.command_line import InputError, Parser, run, user_input


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.players [NAME]`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "players",
        "List the agents that play, match and analyze know, or the parameters of one.",
        ["python -m boardai.players", "python -m boardai.players puct", "python -m boardai.players ./mine.py:Agent"],
    )
    parser.add_argument("name", nargs="?", help="an agent, or a file with one of your own: ./mine.py, ./mine.py:Agent")
    given = parser.parse_args(arguments)
    known = agents()
    if given.name is None:
        width = max(map(len, known))
        for name, about in known.items():
            print(f"{name:<{width}}  {about}")
        return
    name, _, rest = given.name.partition(":")
    if name in shipped_agents():
        _tell(Description(name, known[name], agent_parameters(name)))
        return
    if not is_agent_path(name) and name not in known:
        raise InputError(unknown_name("agent", name, known))
    with user_input():
        found = described(name, rest)
    for one in found:
        _tell(one)


def _tell(one: Description) -> None:
    print(f"{one.name}: {one.about}" if one.about else one.name)
    for parameter in one.parameters.values():
        default = "" if parameter.default in (None, "") else f" (default {parameter.default})"
        about = f": {parameter.about}" if parameter.about else ""
        print(f"  {parameter.name}={parameter.wanted}{default}{about}")


if __name__ == "__main__":
    run(main, "players")
