"""Check that a game implements the game interface, or that a run, match or dataset is undamaged."""

import sys

from boardai.check.contract import CheckFailed, check_game
from boardai.command_line import GAME_HELP, InputError, Parser, run, user_input, whole_number
from boardai.game import available_games, load


def _check_box() -> None:
    from boardai.players.sandbox.trials import tried

    lines = tried()
    for line in lines:
        print(line)
    print(f"closing the fence takes {1000 * min(line.seconds for line in lines if line.seconds):.0f} ms")
    if not all(line.holds for line in lines):
        raise InputError("the sandbox is not closed on this machine; docs/safety.md lists the kernels that it needs")


def main() -> None:
    """The command."""
    parser = Parser(
        "check",
        "Check with random games that a game implements the game API correctly: which properties hold, or the first\n"
        "that does not. Or check the integrity of a run, match, tournament, study, dataset, file of weights or "
        "database:\n"
        "what is damaged, and the command that continues with the least loss; the exit status is then 1.",
        [
            "python -m boardai.check ./mygame.py",
            "python -m boardai.check hex:size=5 --games 100",
            "python -m boardai.check runs/hex",
            "python -m boardai.check --sandbox",
        ],
    )
    parser.add_argument("game", nargs="?", help=f"{GAME_HELP}; or a folder or file written by boardai")
    parser.add_argument(
        "--sandbox", action="store_true", help="instead: test every protection of the sandbox for agents (sandbox:)"
    )
    parser.add_argument("--games", type=whole_number(1), default=20, help="random games to play (default 20)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of the random moves (default 0)")
    arguments = parser.parse_args()
    if (arguments.game is None) != arguments.sandbox:
        parser.error("name a game, a file or folder written by boardai, or --sandbox")
    if arguments.sandbox:
        _check_box()
        return
    from boardai.check.saved import examine  # imports JAX, which a game's check does not need

    with user_input():
        found = examine(arguments.game) if arguments.game not in available_games() else None
    if found is not None:
        print(found)
        sys.exit(0 if found.whole else 1)
    with user_input():
        game = load(arguments.game)
    try:
        print(check_game(game, games=arguments.games, seed=arguments.seed))
    except CheckFailed as failure:
        raise InputError(str(failure)) from None


if __name__ == "__main__":
    run(main, "check")
