"""The searches in plain Python: short, slow, and tested to give the same results as the native ones."""
