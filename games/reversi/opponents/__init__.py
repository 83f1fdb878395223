"""Opponents of people: the evaluation for each board (choice.py, measured by measure.py), and ten levels."""
