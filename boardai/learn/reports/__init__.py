"""Reports: figures, exports and cards of runs.

In:  run folders.
Out: pictures, files that can be used without boardai, pages that describe them, tables of studies.

`figures` draws runs, side by side (read `figures/pages.py` first). `export.py` writes a network as files (safetensors,
npz, StableHLO, ONNX), `cards.py` the pages that describe them or a linear evaluation. `studies.py` plans and summarises
runs that differ in one setting.
"""
