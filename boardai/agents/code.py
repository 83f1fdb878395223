"""What an agent's text would start, run or compile: asked before the agent is made (`boardai.trust`)."""

from __future__ import annotations

from boardai.agents.own import is_agent_path
from boardai.search.written import code_in_evaluator
from boardai.trust import Code, code_file, program


def code_in_agent(spec: str) -> list[Code]:
    """The programs that making an agent would start, and the code that it would run or compile."""
    name, _, rest = spec.partition(":")
    if name in ("uci", "gtp"):
        command, _, settings = rest.partition(",")
        return [program(command.strip(), settings)]
    found: list[Code] = [code_file(name)] if is_agent_path(name) else []
    for part in rest.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == "fallback":
            found += code_in_agent(value)
        if key == "evaluator":
            found += code_in_evaluator(value)
    return found
