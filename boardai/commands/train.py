"""Train a network by self-play: `python -m boardai.train GAME [options]`.

The whole AlphaZero cycle on one game, in one run folder that can be stopped at any time and resumed.
"""

import contextlib
import dataclasses
import io
import shutil
import signal
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import tyro

import boardai
from boardai.basics.trust import Trust, in_own_context, require, trust_from_here_on, trusting
from boardai.command_line import InputError, Terminated, going_on, number_of, run, user_input
from boardai.command_line.other_words import unknown_option
from boardai.command_line.parser import options_in
from boardai.game import Game, code_in_game, game_text, is_path, load
from boardai.learn.learners.config import TrainConfig
from boardai.learn.learners.first_settings import start_of
from boardai.learn.runs.config import RunConfig, code_in_run, code_in_settings, code_named, refuse_unread
from boardai.learn.runs.presets import DEFAULT, Preset, load_preset, preset_names
from boardai.learn.runs.stopping import Interrupted, StopSwitch

PROGRAM = "python -m boardai.train"
DESCRIPTION = """Train a network by self-play (AlphaZero).

GAME comes first: a name, a path (./mygame.py, ./mygame.hpp), or either with parameters (hex:size=7).
Options override the settings of the preset. After a GAME, -h shows the settings of that game, and --presets lists
its presets with what to expect of them.
A run is one folder. Ctrl-C stops it, and `--resume FOLDER` continues it, also with other settings.

Examples:
  python -m boardai.train hex
  python -m boardai.train hex:size=7 --minutes 60 --run runs/mine
  python -m boardai.train --resume runs/mine --minutes 120"""


def new_run_command(config: type[RunConfig]) -> Any:
    """The class of a new run's command line, with the settings of one learner."""

    @dataclass(frozen=True)
    class NewRun:
        """The values of a new run's command line."""

        game: Annotated[tyro.conf.Positional[str], tyro.conf.arg(metavar="GAME")]
        """A game's name or path, with parameters after a colon."""
        preset: str = DEFAULT
        """One of the game's presets, or a TOML file."""
        learner: str = "alphazero"
        """The learner. By default the preset names it; a learner whose name is also a preset's uses that preset."""
        run: Path | None = None
        """Folder of the new run; by default runs/GAME-TIME."""
        hosts: str = ""
        """This process is one of several hosts that train one network: ADDRESS:PORT,COUNT,INDEX, or auto."""
        trust: bool = False
        """Also run code and programs that only a file names (docs/safety.md)."""
        settings: Annotated[config, tyro.conf.arg(name="")] = field(default_factory=config)  # type: ignore[valid-type]

    return NewRun


def resume_command(config: type[RunConfig]) -> Any:
    """The class of a resumed run's command line, with the settings of its learner."""

    @dataclass(frozen=True)
    class Resume:
        """The values of the command line with --resume."""

        resume: Path
        """Folder of the run to continue."""
        leave_out: tuple[str, ...] = ()
        """Damaged files to leave out, such as games/000012.games; they are moved aside. damaged: all damaged files."""
        hosts: str = ""
        """This process is one of several hosts that train one network: ADDRESS:PORT,COUNT,INDEX, or auto."""
        start_from: Annotated[int | None, tyro.conf.arg(name="from", metavar="N")] = None
        """Continue from the checkpoint of iteration N; later files are moved aside."""
        trust: bool = False
        """Also run code and programs that only the run's folder names (docs/safety.md)."""
        settings: Annotated[config, tyro.conf.arg(name="")] = field(default_factory=config)  # type: ignore[valid-type]

    return Resume


def prepare(arguments: Sequence[str]) -> tuple[Any, Game, Preset]:
    """Reads the command line of a new run.

    Returns:
        The command with its merged settings, the game, and the preset.

    Raises:
        ValueError: the game, the preset or a setting is invalid; or the preset names code that may not run.
        InputError: an option that does not exist.
        SystemExit: after --help, or if the arguments cannot be read for another reason (which is reported).
    """
    start = start_of(arguments[0], _option(arguments, "--learner"), _option(arguments, "--preset"))
    game, learner, preset, defaults = start.game, start.learner, start.preset, start.settings
    if _option(arguments, "--minutes") and not _option(arguments, "--iterations"):
        # A given time is used completely. The time itself is parsed below; any value will do until then.
        defaults = dataclasses.replace(defaults, iterations=0, minutes=1.0)
    command_class = new_run_command(type(defaults))
    default = command_class(game=arguments[0], preset=start.name, learner=learner, settings=defaults)
    command = _read(command_class, list(arguments), DESCRIPTION, defaults, default)
    refuse_unread(defaults, command.settings)
    with trusting(named_by_user(arguments, command.trust)):
        require(code_in_settings(command.settings), preset.source)
    return command, game, preset


def _option_names(settings: Any, group: str = "") -> Iterator[str]:
    """The options of settings, such as `--learn.batch-size`."""
    for one in dataclasses.fields(settings):
        name, value = one.name.replace("_", "-"), getattr(settings, one.name)
        if dataclasses.is_dataclass(value):
            yield from _option_names(value, f"{group}{name}.")
        else:
            yield f"--{group}{name}"
            if isinstance(value, bool):
                yield f"--{group}no-{name}"


@contextlib.contextmanager
def _without_examples(settings: Any) -> Iterator[None]:
    """Hides the examples in the docstrings of the settings' classes, which tyro would print above their options."""
    kind, text = type(settings), type(settings).__doc__ or ""
    # An example ends with a blank line; the settings' meanings come after it.
    kind.__doc__ = "\n\n".join(part for part in text.split("\n\n") if not part.lstrip().startswith(">>>"))
    try:
        with contextlib.ExitStack() as nested:
            for one in dataclasses.fields(settings):
                if dataclasses.is_dataclass(value := getattr(settings, one.name)):
                    nested.enter_context(_without_examples(value))
            yield
    finally:
        kind.__doc__ = text


def _read(command: Any, arguments: list[str], description: str, settings: RunConfig, default: Any = None) -> Any:
    """Parses the command line.

    Args:
        command: the class of its values.
        arguments: the words.
        description: the description for its help.
        settings: the settings whose names are options.
        default: the default values; None: those of the class.

    Raises:
        InputError: an option that does not exist.
        SystemExit: after --help, or if the arguments cannot be read for another reason (which is reported).
    """
    keywords: dict[str, Any] = {"prog": PROGRAM, "description": description}
    if default is not None:
        keywords["default"] = default
    errors_text = io.StringIO()
    try:
        with contextlib.redirect_stderr(errors_text), _without_examples(settings):
            return tyro.cli(command, args=arguments, **keywords)
    except SystemExit as ended:
        if ended.code:
            names = {one.name: one.name.replace("_", "-") for one in dataclasses.fields(command)} | {
                "start_from": "from"
            }
            own = [f"--{name}" for field_name, name in names.items() if field_name not in ("game", "settings")]
            options = [*own, "--help", "--no-trust", *_option_names(settings)]
            for option in options_in(arguments):
                if option.replace("_", "-") not in options:
                    raise InputError(unknown_option(option, options)) from None
        sys.stderr.write(errors_text.getvalue())
        raise


# Options whose values are folders, files and numbers. A folder may have any name, such as that of an agent.
_PLACES = frozenset({"--resume", "--run", "--leave-out", "--from", "--hosts", "--data", "--preset"})


def named_by_user(arguments: Sequence[str], everything: bool) -> Trust:
    """The code named by the command line: its game and other code that would run; `everything` with --trust."""
    texts, option = [], ""  # the option that the next words are values of; the first is the game
    for word in arguments:
        name, _, value = word.partition("=")
        if word.startswith("--"):
            option = name.replace("_", "-")
        else:
            value = word
        if option and option not in _PLACES:
            texts.append(value)
    named = code_named(texts, _option(arguments, "--network.architecture") or "")
    if arguments and not arguments[0].startswith("-"):
        named += code_in_game(arguments[0])
    return Trust(everything).naming(named)


def train(
    game: Game,
    learner: str,
    config: RunConfig,
    path: Path,
    *,
    resume: bool,
    source: str,
    about: str = "",
    measured: tuple[int, float] | None = None,
    leave_out: Sequence[str] = (),
    start_from: int | None = None,
) -> None:
    """Trains in a run folder, new or resumed, and reports to the console.

    Args:
        game: the game.
        learner: name of the method.
        config: the merged settings.
        path: the run folder.
        resume: whether it exists already.
        source: origin of the settings, in words.
        about: the result to expect of them, in words.
        measured: games and minutes of the runs described by `about`; None: unknown.
        leave_out: damaged files of a run to continue without.
        start_from: iteration of the checkpoint to continue from; None: the newest.

    Raises:
        InputError: settings that do not fit, a folder that cannot be used, training that diverged, or a full disk.
        KeyboardInterrupt: a signal has stopped the run (`Terminated`: not Ctrl-C).
    """
    # JAX takes a second to load: --help and misspelt options need not wait for it.
    from boardai.cluster import WorkError
    from boardai.learn.reports.figures.pages import draw_run
    from boardai.learn.runs.damage import resume_command
    from boardai.learn.runs.folder import RunFolder
    from boardai.learn.runs.machine import device
    from boardai.learn.runs.progress import ConsoleReporter, Expectation
    from boardai.learn.runs.run import Run

    go_on = resume_command(path, game.spec, config)

    def kept() -> str:
        return f"kept: {number_of(training.progress.iteration, 'iteration')} in {path}"

    expectation = None if measured is None else Expectation(*measured)
    with contextlib.ExitStack() as around, StopSwitch() as switch, ConsoleReporter(expectation=expectation) as reporter:
        with user_input():
            around.enter_context(config.connected())
            hardware, warnings = device()
            training = Run(game, config, reporter, switch.check, learner)
            folder = (
                RunFolder.resume(path, hardware, config, leave_out=leave_out, start_from=start_from)
                if resume
                else RunFolder.create(path, game_text(game), config, hardware, learner)
            )
        with folder:
            shape = "x".join(map(str, game.observation_shape))
            for text in (
                f"game: {game_text(game)}  planes {shape}, {game.policy_size} policy indices",
                f"device: {hardware}",
                *warnings,
                *training.method.describe(),
                f"settings: {source}; seed {config.seed}; {limits(config)}",
                *([f"expect: {' '.join(about.split())}"] if about else []),
                f"run folder: {path}",
            ):
                reporter.message(text)
            with going_on(kept, go_on, path):
                try:
                    with user_input():
                        training.start(folder)
                    training.run()
                    picture = draw_run(path)
                    if picture is not None:
                        reporter.message(f"picture: {picture} (python -m boardai.plot {path} draws more)")
                except Interrupted:
                    number = switch.requested or signal.SIGINT
                    raise (KeyboardInterrupt if number == signal.SIGINT else Terminated(number)) from None
                except (FloatingPointError, WorkError) as error:
                    raise InputError(str(error)) from error


def limits(config: RunConfig) -> str:
    """The limits of the run, in words."""
    parts = [f"{config.iterations} iteration{'s' if config.iterations != 1 else ''}"] if config.iterations else []
    parts += [f"{config.minutes:g} minute{'s' if config.minutes != 1 else ''}"] if config.minutes else []
    return "ends after " + " or ".join(parts)


@in_own_context
def main(arguments: Sequence[str] | None = None) -> None:
    """Command line: `python -m boardai.train GAME [options]` or `--resume FOLDER`."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if "--version" in arguments:
        print(f"boardai {boardai.__version__}")
        return
    folder = _option(arguments, "--resume")
    if folder:
        _resume(arguments, folder)
    else:
        _new_run(arguments)


def presets_text(game: str) -> str:
    """The presets for a game and what to expect of each."""
    with user_input():
        known = {name: load_preset(game, name) for name in preset_names(game)}
        loaded = load(game)
        for name, preset in known.items():
            if preset.scale is not None and not preset.about:  # its effect depends on the board
                known[name] = start_of(game, None, name, loaded).preset
    width = shutil.get_terminal_size().columns
    lines = []
    for name, preset in known.items():
        about = " ".join(preset.about.split()) or "(says nothing of what to expect)"
        learner = f"learner {preset.learner}, " if preset.learner else ""
        lines.append(f"{name}   ({learner}{preset.source})")
        lines.append(textwrap.fill(about, width, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def _new_run(arguments: list[str]) -> None:
    if not arguments or arguments[0].startswith("-"):
        if {"-h", "--help"} & {*arguments}:  # without a game only the general defaults can be shown
            _read(new_run_command(TrainConfig), arguments, DESCRIPTION, TrainConfig())
        raise InputError(f"the game is missing: {PROGRAM} GAME [options], as in {PROGRAM} hex (-h explains)")
    if "--presets" in arguments:
        print(presets_text(arguments[0]))
        return
    with user_input():
        command, game, preset = prepare(arguments)
    trust_from_here_on(named_by_user(arguments, command.trust))
    from boardai.learn.runs.folder import check_new, default_folder

    path = command.run or default_folder(Path(game.name).stem)
    with user_input():
        if command.hosts:
            if command.run is None:
                raise ValueError("--hosts: name the run's folder with --run, the same on every host")
            path = _joined(command.hosts, path)
        check_new(path)
    train(
        game,
        command.learner,
        command.settings,
        path,
        resume=False,
        source=preset.source,
        about=preset.about,
        measured=(preset.measured_games, preset.table.get("minutes", 0)) if preset.measured_games else None,
    )


def _resume(arguments: list[str], folder: str) -> None:
    from boardai.learn.runs.folder import allowed_changes, read_run

    # A game may precede: it must be the run's, and the user has then named it.
    spec = None if arguments[0].startswith("-") else arguments[0]
    path = Path(folder)
    with user_input():
        for option in ("--preset", "--learner"):
            if _option(arguments, option):
                raise ValueError(f"{option} is for a new run; a resumed run keeps its settings, except those named")
        if hosts := _option(arguments, "--hosts"):
            path = _joined(hosts, path)
        description, config = read_run(path, _values(arguments, "--leave-out"))
        if spec is not None and not _is_named(spec, description["game"]):
            raise ValueError(f"{folder} is a run of {description['game']}, not of {spec}")
    command_class = resume_command(type(config))
    command = _read(
        command_class,
        arguments if spec is None else arguments[1:],
        "Continue a run; settings named here replace the run's own.",
        config,
        command_class(resume=Path(folder), settings=config),
    )
    with user_input():
        refuse_unread(config, command.settings)
        changes = allowed_changes(config, command.settings)
        trust_from_here_on(named_by_user(arguments, command.trust))
        require(code_in_run(description["game"], command.settings), str(Path(folder) / "run.json"))
        game = load(description["game"])
        if spec is not None and ":" in spec and game_text(load(spec)) != game_text(game):
            raise ValueError(f"{folder} is a run of {description['game']}, not of {spec}")
    source = "of the run"
    if changes:
        source += ", changed: " + ", ".join(f"{name} {old!r} -> {new!r}" for name, (old, new) in changes.items())
    train(
        game,
        description["learner"],
        command.settings,
        path,
        resume=True,
        source=source,
        leave_out=command.leave_out,
        start_from=command.start_from,
    )


def _joined(hosts: str, path: Path) -> Path:
    """Makes this process one of several hosts that share the folder."""
    from boardai.learn.hosts import join, own_folder

    join(hosts)
    return own_folder(path)


def _is_named(spec: str, game: str) -> bool:
    """Whether a text names a run's game, ignoring parameters."""
    name = spec.partition(":")[0]
    return code_in_game(spec) == code_in_game(game) and (is_path(name) or name == game.partition(":")[0])


def _values(arguments: Sequence[str], name: str) -> list[str]:
    """All values of an option that takes several."""
    found: list[str] = []
    taken = False
    for text in arguments:
        if text.startswith("--"):
            taken = text == name
        elif taken:
            found.append(text)
    return found


def _option(arguments: Sequence[str], name: str) -> str | None:
    """The value of an option, needed before the whole command line can be read."""
    for index, text in enumerate(arguments):
        if text.startswith(f"{name}="):
            return text.partition("=")[2]
        if text == name and index + 1 < len(arguments):
            return arguments[index + 1]
    return None


if __name__ == "__main__":
    run(main, "train")
