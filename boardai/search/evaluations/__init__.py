"""Evaluations that are objects: read from a file, written in C++ by a user, or learned.

Every module of this folder defines a kind of evaluation, except three: `evaluation.py` has their base class,
`archives.py` the common code of those in files of arrays (`.npz`), and `naming.py` finds an evaluation by its name. A
new kind is a module here; there is no list of them (CONTRIBUTING, "Add an evaluation").
"""
