"""Plain-Python twins of the native searches: short, slow, and tested to give the same results."""
