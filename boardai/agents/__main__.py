"""List the agents and their parameters."""

from __future__ import annotations

from boardai.agents.registry import agent_parameters, agents, unknown_name
from boardai.command_line import InputError, Parser, run


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.agents [NAME]`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "agents",
        "List the agents that play, match and analyze know, or the parameters of one.",
        ["python -m boardai.agents", "python -m boardai.agents puct"],
    )
    parser.add_argument("name", nargs="?", help="an agent")
    given = parser.parse_args(arguments)
    known = agents()
    if given.name is None:
        width = max(map(len, known))
        for name, about in known.items():
            print(f"{name:<{width}}  {about}")
        return
    if given.name not in known:
        raise InputError(unknown_name("agent", given.name, known))
    print(f"{given.name}: {known[given.name]}")
    for parameter in agent_parameters(given.name).values():
        default = "" if parameter.default in (None, "") else f" (default {parameter.default})"
        about = f": {parameter.about}" if parameter.about else ""
        print(f"  {parameter.name}={parameter.wanted}{default}{about}")


if __name__ == "__main__":
    run(main, "agents")
