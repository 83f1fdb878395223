"""Minimax, negamax, alpha-beta, Scout and MTD(f). Plain-Python twins."""
