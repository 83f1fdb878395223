"""Reports: figures, exports and cards of runs.

In:  run folders.
Out: pictures, files that need no boardai, pages that explain them, tables of studies.

`figures` draws runs, side by side (`figures/pages.py` is the first to read). `export.py` writes a network as
files (safetensors, npz, StableHLO, ONNX), `cards.py` the pages that go with it, or with a linear evaluation.
`studies.py` plans and sums up runs that differ in one setting.
"""
