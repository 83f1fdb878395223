"""Minimax, negamax, alpha-beta, Scout and MTD(f)."""
