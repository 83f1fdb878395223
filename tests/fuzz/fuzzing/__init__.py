"""Fuzzing: targets, what must hold of them, and what drives them. `python tests/fuzz/run.py --list` lists them."""
