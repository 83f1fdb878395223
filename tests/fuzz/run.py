"""Fuzz parsers and servers.

    python tests/fuzz/run.py --list
    python tests/fuzz/run.py pgn sgf --minutes 10
    python tests/fuzz/run.py all --runs 100000 --engine mutations

Coverage leads where atheris is installed (`pip install atheris`), else mutations alone. Findings are printed and end up
in `--found FOLDER`; with --minimise what was learnt goes into the corpus.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="names, or all")
    parser.add_argument("--list", action="store_true", help="the targets")
    parser.add_argument("--minutes", type=float, default=None, help="of each target (default 10, without --runs)")
    parser.add_argument("--runs", type=int, default=None, help="inputs of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=["atheris", "mutations"], help="default: atheris where it is installed")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where findings are kept")
    parser.add_argument("--minimise", action="store_true", help="keep the shortest input of each behaviour")
    given = parser.parse_args()
    engine = given.engine or ("atheris" if is_there("atheris") else "mutations")
    found = given.found.resolve()
    from fuzzing.table import TARGETS

    if given.list or not given.targets:
        print("\n".join(TARGETS))
        return 0
    names = list(TARGETS) if given.targets == ["all"] else given.targets
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        parser.error(f"no target {unknown[0]}; there are {', '.join(TARGETS)}")
    seconds = 60 * given.minutes if given.minutes is not None else (600.0 if given.runs is None else 1e9)
    from fuzzing import corpus
    from fuzzing.driver import guided, mutate

    count = 0
    for name in names:
        target = TARGETS[name]
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)  # what an input names is not there
            drive = guided if engine == "atheris" else mutate
            campaign = drive(target, runs=given.runs, seconds=seconds, seed=given.seed)
            kept = corpus.write(target, campaign.behaviours.values()) if given.minimise else 0
            os.chdir(before)
        print(campaign.report(), flush=True)
        count += len(campaign.findings)
        for number, (where, data) in enumerate(sorted(campaign.findings.items())):
            found.mkdir(parents=True, exist_ok=True)
            (found / f"{name}-{number}").write_bytes(data)
            print(f"  {where}: {found / f'{name}-{number}'}", flush=True)
        if given.minimise:
            print(f"  {kept} inputs in the corpus", flush=True)
    return 1 if count else 0


def is_there(module: str) -> bool:
    """Whether a module can be imported."""
    return importlib.util.find_spec(module) is not None


if __name__ == "__main__":
    sys.exit(main())
