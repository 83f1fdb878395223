"""Who plays against people: which evaluation on which board (choice.py, measured by measure.py), and ten levels."""
