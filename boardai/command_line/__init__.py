"""Code shared by the commands: they read arguments, check output paths, reject bad input, and stop on signals."""

from boardai.command_line.going_on import going_on, number_of, same_command
from boardai.command_line.outputs import OVERWRITE, add_overwrite, check_files
from boardai.command_line.parser import GAME_HELP, Parser, positive_number, share, whole_number
from boardai.command_line.running import (
    FULL,
    PARENT,
    InputError,
    NativeThread,
    Terminated,
    duration,
    file_error,
    run,
    user_input,
)

__all__ = [
    "FULL",
    "GAME_HELP",
    "OVERWRITE",
    "PARENT",
    "InputError",
    "NativeThread",
    "Parser",
    "Terminated",
    "add_overwrite",
    "check_files",
    "duration",
    "file_error",
    "going_on",
    "number_of",
    "positive_number",
    "run",
    "same_command",
    "share",
    "user_input",
    "whole_number",
]
