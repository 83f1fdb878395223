"""Evaluations that are objects: read from a file, written in C++ by a user, or learned.

Every module of this folder is a kind of them, but for three: `evaluation.py` is their base class, `archives.py` what
those that are files of arrays (`.npz`) share, and `naming.py` finds the one that a text names. A new kind is a module
here: nothing lists them (CONTRIBUTING, "Add an evaluation").
"""
