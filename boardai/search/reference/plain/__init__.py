"""Minimax, negamax, alpha-beta, Scout and MTD(f). Reference implementations in plain Python."""
