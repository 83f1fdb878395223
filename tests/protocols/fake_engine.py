"""A stand-in for an engine that makes the requested mistake: `fake_engine.py uci crash 3`.

Modes: good, crash (at the Nth question), hang (at the Nth question), nonsense (an answer that is no move), illegal (a
move that is not legal), noise (bytes that are no text, around right answers), flood (endless output instead of an
answer), noisy (much on stderr), mute (never says a word), chatty (lines without an answer until asked to stop),
resign (at the Nth question), clocked (wants to know the clocks), swap (whenever it may).
"""

import os
import random
import sys
import time

protocol, mode = sys.argv[1], sys.argv[2]
limit = int(sys.argv[3]) if len(sys.argv) > 3 else 1
questions = 0


def say(text: str) -> None:
    print(text, flush=True)


def misbehave() -> bool:
    """What goes wrong with this question; False: nothing, answer it."""
    global questions
    questions += 1
    if mode == "crash" and questions >= limit:
        sys.stderr.write("out of luck\n")
        sys.stderr.flush()
        os._exit(3)
    if mode == "hang" and questions >= limit:
        time.sleep(3600)
    if mode == "flood":
        while True:
            say("info string " + "x" * 60)
    if mode == "noisy":
        sys.stderr.write("thinking aloud\n" * 100_000)
        sys.stderr.flush()
    if mode == "noise":
        sys.stdout.buffer.write(b"\xff\xfe\x00garbage" + os.urandom(50).replace(b"\n", b" ") + b"\n")
        sys.stdout.flush()
    return False


def uci() -> None:
    import chess

    board = chess.Board()
    log = open(sys.argv[4], "a") if len(sys.argv) > 4 else None  # noqa: SIM115
    rng = random.Random(1)
    for line in sys.stdin:
        if log:
            log.write(line)
            log.flush()
        words = line.split()
        if words == ["uci"]:
            say("id name Fake 1.0")
            say("option name Hash type spin default 16 min 1 max 1024")
            say("option name UCI_LimitStrength type check default false")
            say("option name UCI_Elo type spin default 1350 min 1350 max 2850")
            say("option name UCI_Chess960 type check default false")
            say("option name Style of Play type combo default Normal var Very Solid var Normal")
            say("option name Book File type string default <empty>")
            say("option name Clear Hash type button")
            say("uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:2] == ["position", "fen"]:
            fen, _, moves = line.strip().removeprefix("position fen ").partition(" moves ")
            board = chess.Board(fen, chess960="960" in mode)
            for move in moves.split():
                board.push_uci(move)
        elif words[:1] == ["go"]:
            misbehave()
            if mode == "chatty":
                say("info depth 1 score cp 1 nodes 1 pv a2a3")
                while sys.stdin.readline().strip() != "stop":
                    say("info string still thinking")
            say("info depth 1 score cp 5 nodes 20 pv e2e4")
            say("info depth 3 score cp 34 lowerbound nodes 50 pv d2d4")
            say("info depth 3 seldepth 5 multipv 1 score cp -12 nodes 77 nps 1000 time 4 pv e2e4 e7e5")
            say("info depth 3 multipv 2 score cp -99 nodes 80 pv a2a3")
            say("info string nothing to see")
            move = rng.choice(sorted(board.legal_moves, key=str))
            answer = {"nonsense": "bestmove zz9", "illegal": "bestmove e2e5"}.get(mode, f"bestmove {board.uci(move)}")
            say(answer)
        elif words == ["quit"]:
            return


def gtp() -> None:
    for line in sys.stdin:
        command = line.split()[0] if line.split() else ""
        answers = {"name": "Fake", "list_commands": "name\nlist_commands\ngenmove\nplay", "genmove": "d3"}
        if command == "genmove":
            misbehave()
            if mode == "nonsense":
                say("I would play d3")
                continue
            if mode == "illegal":
                answers["genmove"] = "a1"
            if mode == "hang":
                time.sleep(3600)
        if command == "quit":
            say("=\n")
            return
        if command == "komi":
            say("? no komi here\n")
            continue
        say(f"= {answers.get(command, '')}\n")


def htp() -> None:
    """Plays the first empty cell in the order of the rows, and knows the moves that it was sent."""
    columns = rows = 11
    stones: dict[str, str] = {}
    log = open(sys.argv[4], "a") if len(sys.argv) > 4 else None  # noqa: SIM115
    commands = "name list_commands boardsize clear_board param_game play genmove time_settings quit" + (
        " time_left" if mode == "clocked" else ""
    )
    for line in sys.stdin:
        if log:
            log.write(line)
            log.flush()
        words = line.split()
        answer = ""
        if words[:1] == ["name"]:
            answer = "FakeHex"
        elif words[:1] == ["list_commands"]:
            answer = commands.replace(" ", "\n")
        elif words[:1] == ["boardsize"]:
            columns, rows = int(words[1]), int(words[2])
            if mode == "small" and columns > 5:
                say("? unacceptable size\n")
                continue
            stones = {}
        elif words[:1] == ["clear_board"]:
            stones = {}
        elif words[:1] == ["play"] and words[2] == "swap-pieces":
            (cell,) = stones
            stones = {f"{chr(ord('a') + int(cell[1:]) - 1)}{ord(cell[0]) - ord('a') + 1}": "white"}
        elif words[:1] == ["play"]:
            if words[2] in stones:
                say("? occupied\n")
                continue
            stones[words[2]] = words[1]
        elif words[:1] == ["genmove"]:
            misbehave()
            cells = [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]
            answer = next(cell for cell in cells if cell not in stones)
            if mode == "nonsense":
                answer = "zz9"
            elif mode == "illegal" and stones:
                answer = next(iter(stones))
            elif mode == "resign" and questions >= limit:
                answer = "resign"
            elif mode == "swap" and len(stones) == 1 and words[1] == "white":
                (cell,) = stones
                stones = {f"{chr(ord('a') + int(cell[1:]) - 1)}{ord(cell[0]) - ord('a') + 1}": "white"}
                answer = "swap-pieces"
            if answer in cells:
                stones[answer] = words[1]
        elif words == ["quit"]:
            say("=\n")
            return
        say(f"= {answer}\n")


if mode == "mute":
    time.sleep(3600)
if mode == "stubborn":  # does not leave when asked
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(3600)
{"uci": uci, "gtp": gtp, "htp": htp}[protocol]()
