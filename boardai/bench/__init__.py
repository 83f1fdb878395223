"""Speed, measured against the installed peers; `python -m boardai.bench` is the command.

A game's own rows are in the `benchmarks.py` of its folder: a function `benchmarks() -> list[Benchmark]`, and
`SIGNATURE_SPECS`, the variants whose node counts are asserted by the tests.
"""
