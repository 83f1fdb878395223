"""Principal variation search. Reference implementations in plain Python."""
