"""Screening: many settings judged at once, by few runs.

In:  a study's factors; its finished runs.
Out: which run has which factors on; what each factor is worth, with intervals.

`design.py` is the first to read: it says which run has what, and why so few runs are enough. `factors.py` reads a
study's file, `meetings.py` puts the runs' final networks on one scale, `effects.py` tells the factors' effects,
`report.py` writes them down.
"""
