"""Programs that are spoken to in lines: whatever they do, a clear error in time, and no process left."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from refusals import refused

from boardai.protocols.process import EngineError, LineProcess

FAKE = f"{sys.executable} {Path(__file__).parent / 'fake_engine.py'}"


def gone(pid: int) -> bool:
    """Whether the process is there no more, not even as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def echo():
    process = LineProcess(f"{sys.executable} -u -c 'import sys\nfor line in sys.stdin: print(line.upper(), end=\"\")'")
    yield process
    process.close()


def test_lines_come_and_go(echo: LineProcess) -> None:
    echo.send("hello")
    assert echo.read(10) == "HELLO"
    for number in range(100):
        echo.send(f"line {number}")
    assert echo.read_until(lambda line: line == "LINE 99", 10, "the last")[0] == "LINE 0"


def test_late_answers_are_an_error_that_names_the_time(echo: LineProcess) -> None:
    began = time.monotonic()
    with refused("0.1 s", error=EngineError):
        echo.read(0.1)
    with refused("bestmove", "0.1 s", error=EngineError):
        echo.read_until(lambda line: False, 0.1, "bestmove")
    assert time.monotonic() - began < 5
    echo.send("still there")
    assert echo.read(10) == "STILL THERE"


def test_two_lines_in_one_are_refused(echo: LineProcess) -> None:
    with refused("line"):
        echo.send("quit\nplay")


def test_missing_programs_are_named() -> None:
    with refused("no-such-program"):
        LineProcess("no-such-program --fast")
    with refused("program"):
        LineProcess("")


def test_a_crash_is_reported_with_its_last_line() -> None:
    process = LineProcess(
        f"{sys.executable} -c 'import sys; print(1, flush=True); sys.stderr.write(\"no memory\"); sys.exit(7)'"
    )
    try:
        assert process.read(10) == "1"
        with refused("exit status 7", "no memory", error=EngineError):
            process.read(10)
        with refused("exit status 7", error=EngineError):
            for _ in range(100):
                process.send("anybody there?")
                time.sleep(0.01)
    finally:
        process.close()


def test_a_signal_is_reported_by_its_name() -> None:
    process = LineProcess(f"{sys.executable} -c 'import os; os.kill(os.getpid(), 11)'")
    with refused("SIGSEGV", error=EngineError):
        process.read(10)
    process.close()


def test_much_on_stderr_stops_no_process() -> None:
    process = LineProcess(f"{FAKE} uci noisy")
    process.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    process.send("go")
    assert process.read_until(lambda line: line.startswith("bestmove"), 30, "bestmove")
    process.close()


def test_endless_output_ends_in_time() -> None:
    process = LineProcess(f"{FAKE} uci flood")
    process.send("go")
    assert process.read_until(lambda line: line.startswith("info string"), 30, "info string")  # it has started
    with refused("bestmove", "0.5 s", "info string", error=EngineError):
        process.read_until(lambda line: line.startswith("bestmove"), 0.5, "bestmove")
    pid = process.pid
    process.close()
    assert gone(pid)


def test_bytes_that_are_no_text_are_read_as_such() -> None:
    process = LineProcess(f"{sys.executable} -c 'import sys; sys.stdout.buffer.write(bytes(range(128, 256)))'")
    assert "�" in process.read(10)
    process.close()


@pytest.mark.parametrize("mode", ["good", "stubborn", "mute"])
def test_nothing_is_left_after_close(mode: str) -> None:
    process = LineProcess(f"{FAKE} uci {mode}")
    assert process.running
    process.close("quit", 0.3)
    process.close("quit")
    assert gone(process.pid) and not process.running
    with pytest.raises(EngineError):
        process.send("hello")


def test_nothing_is_left_when_it_is_forgotten_or_python_ends(tmp_path: Path) -> None:
    script = textwrap.dedent(
        f"""
        import sys
        from boardai.protocols.process import LineProcess
        first = LineProcess({FAKE!r} + " uci stubborn")
        print(first.pid)
        first = None
        kept = LineProcess({FAKE!r} + " uci stubborn")
        print(kept.pid)
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    pids = [int(line) for line in done.stdout.split()]
    assert len(pids) == 2 and all(gone(pid) for pid in pids), done.stderr


def test_children_of_the_program_are_ended_too() -> None:
    process = LineProcess("sh -c 'sleep 300 & echo $!; wait'")
    child = int(process.read(10))
    process.close()
    end = time.monotonic() + 10
    while not gone(child) and time.monotonic() < end:
        # The child is adopted by init, which reaps it in its own time.
        state = Path(f"/proc/{child}/stat")
        if state.exists() and state.read_text().split(")")[1].split()[0] == "Z":
            break
        time.sleep(0.02)
    else:
        assert gone(child)
