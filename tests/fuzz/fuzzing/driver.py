"""Campaigns: inputs tried one after the other until a time is over, led by coverage where atheris is installed.

Without atheris an input is kept for further mutations where its outcome is one that no other had: the words of
refusals and of what was accepted distinguish most branches of a parser.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import re
import sys
import tempfile
import time
import traceback
import types
from dataclasses import dataclass, field
from pathlib import Path

from fuzzing.corpus import corpus
from fuzzing.mutation import Mutator
from fuzzing.target import Finding, Target, bounded_memory, outcome


@dataclass
class Campaign:
    """What came of it.

    Attributes:
        target: what was tried.
        executions: how many inputs.
        behaviours: the shortest input of each outcome.
        findings: inputs that must not do what they do, by what that is.
        slowest: processor time of the slowest input, in seconds.
        begun_with: behaviours that the corpus had.
        coverage: places in our code that were reached, by the corpus and in the end; None: not measured.
    """

    target: Target
    executions: int = 0
    behaviours: dict[str, bytes] = field(default_factory=dict)
    findings: dict[str, bytes] = field(default_factory=dict)
    slowest: float = 0.0
    begun_with: int = 0
    coverage: tuple[int, int] | None = None

    def attempt(self, data: bytes) -> bool:
        """Tries an input; whether it did what no other has done."""
        self.executions += 1
        began = time.process_time()
        try:
            what = outcome(self.target, data)
        except Finding as finding:
            if finding.where not in self.findings:
                print(f"\n{self.target.name}: {finding}\n{data[:2000]!r}", file=sys.stderr)
                traceback.print_exception(finding, file=sys.stderr)
                sys.stderr.flush()
            known = self.findings.get(finding.where)
            if known is None or len(data) < len(known):
                self.findings[finding.where] = data
            return False
        self.slowest = max(self.slowest, time.process_time() - began)
        known = self.behaviours.get(what)
        if known is None or len(data) < len(known):
            self.behaviours[what] = data
        return known is None

    def report(self) -> str:
        """In a line."""
        reached = "" if self.coverage is None else f"coverage {self.coverage[0]} to {self.coverage[1]}, "
        return (
            f"{self.target.name}: {self.executions:,} inputs, {reached}{len(self.behaviours)} behaviours "
            f"({len(self.behaviours) - self.begun_with} new), {len(self.findings)} findings, "
            f"slowest {self.slowest:.3f} s"
        )


def begin(target: Target) -> Campaign:
    """A campaign that knows the corpus, which is not counted."""
    campaign = Campaign(target)
    for data in corpus(target):
        campaign.attempt(data)
    campaign.executions, campaign.slowest, campaign.begun_with = 0, 0.0, len(campaign.behaviours)
    return campaign


def mutate(target: Target, *, runs: int | None = None, seconds: float = 1e9, seed: int = 1) -> Campaign:
    """A campaign by mutations alone; equal seeds and numbers of runs give the same."""
    campaign = begin(target)
    rng = random.Random(seed)
    mutator = Mutator(target.tokens, target.longest, rng)
    pool = sorted(campaign.behaviours.values()) or [b""]
    end = time.monotonic() + seconds
    with bounded_memory():
        while (runs is None or campaign.executions < runs) and time.monotonic() < end:
            data = mutator.mutated(rng.choice(pool), pool)
            if campaign.attempt(data):
                pool.append(data)
    return campaign


def guided(target: Target, *, runs: int | None = None, seconds: float = 1e9, seed: int = 1) -> Campaign:
    """A campaign led by what inputs reach in boardai's Python, in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "inputs").mkdir()
        for number, data in enumerate(corpus(target)):
            (folder / "inputs" / f"{number:04d}").write_bytes(data)
        child = os.fork()
        if child == 0:
            try:
                _fuzz(target, folder, runs, seconds, seed)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        log = (folder / "log").read_text(errors="replace") if (folder / "log").exists() else ""
        reported = [line for line in log.splitlines(keepends=True) if not re.match(r"#\d+\t|\s+NEW_FUNC", line)]
        sys.stderr.write("".join(reported))
        if not (folder / "result").exists():
            raise RuntimeError(f"{target.name}: the process ended with {status}: see above")
        campaign: Campaign = Campaign(target, *pickle.loads((folder / "result").read_bytes()))
        reached = re.findall(r"cov: (\d+) ft: (\d+)", log)
        if reached:
            campaign.coverage = (int(reached[0][0]), int(reached[-1][0]))
        return campaign


def _fuzz(target: Target, folder: Path, runs: int | None, seconds: float, seed: int) -> None:
    """Never comes back: the result is a file."""
    import atheris

    campaign = begin(target)  # which imports what is imported late
    _instrument()
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    rng = random.Random(seed)
    mutator = Mutator(target.tokens, target.longest, rng)
    known = sorted(campaign.behaviours.values())
    end = time.monotonic() + seconds

    def attempt(data: bytes) -> None:
        campaign.attempt(data)
        if (runs is not None and campaign.executions >= runs) or time.monotonic() > end:
            counted = (campaign.executions, campaign.behaviours, campaign.findings)
            (folder / "result").write_bytes(pickle.dumps((*counted, campaign.slowest, campaign.begun_with)))
            os._exit(0)

    def mutated(data: bytes, longest: int, chance: int) -> bytes:
        if rng.random() < 0.3:
            return bytes(atheris.Mutate(data, longest))
        return mutator.mutated(data, known)[:longest]

    os.dup2(log, 2)
    # Time and memory of an input are looked after here, and findings end nothing.
    options = [f"-seed={seed}", f"-max_len={target.longest}", "-timeout=0", "-rss_limit_mb=0", "-handle_abrt=1"]
    with bounded_memory():
        atheris.Setup(["fuzz", *options, str(folder / "inputs")], attempt, custom_mutator=mutated)
        atheris.Fuzz()


def _instrument() -> None:
    """Makes every loaded function of boardai report the places it reaches.

    Atheris's own hook for imports does not see packages that are installed to be edited.
    """
    import atheris

    for function in gc.get_objects():
        if isinstance(function, types.FunctionType) and str(function.__module__).startswith("boardai."):
            atheris.instrument_func(function)
