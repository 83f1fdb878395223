"""List the agents and their parameters."""

from __future__ import annotations

from dataclasses import replace

from boardai.basics.setting import LARGEST_INT, Setting
from boardai.command_line import InputError, Parser, run, user_input
from boardai.players.kinds import KINDS, agents
from boardai.players.searches import unknown_name
from boardai.players.spec import AgentSpec
from boardai.players.user import Description, described


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.agents [NAME]`."""
    parser = Parser(
        "agents",
        "List the agents for play, match and analyze, or the parameters of one.",
        ["python -m boardai.agents", "python -m boardai.agents puct", "python -m boardai.agents ./mine.py:Agent"],
    )
    parser.add_argument("name", nargs="?", help="an agent, or your own file: ./mine.py, ./mine.py:Agent")
    given = parser.parse_args(arguments)
    known = agents()
    if given.name is None:
        width = max(map(len, known))
        for name, about in known.items():
            print(f"{name:<{width}}  {about}")
        return
    spec = AgentSpec.parse(given.name)
    name = spec.name
    if name in KINDS:
        _print_agent(Description(name, known[name], KINDS[name].settings(name)))
        return
    if not spec.is_file and name not in known:
        raise InputError(unknown_name("agent", name, known))
    with user_input():
        found = described(spec)
    for one in found:
        _print_agent(one)


def _print_agent(one: Description) -> None:
    print(f"{one.name}: {one.about}" if one.about else one.name)
    for parameter in one.parameters.values():
        usual = str(parameter.default).lower() if isinstance(parameter.default, bool) else parameter.default
        default = "" if usual in (None, "") else f" (default {usual})"
        about = f": {parameter.meaning}" if parameter.about else ""
        print(f"  {parameter.name}={_wanted(parameter)}{default}{about}")


def _wanted(parameter: Setting) -> str:
    """The allowed values, without a limit that is only the largest number of a float."""
    unlimited = parameter.high is not None and parameter.high >= LARGEST_INT
    return (replace(parameter, high=None) if unlimited else parameter).wanted


if __name__ == "__main__":
    run(main, "agents")
