"""Monte-Carlo tree searches: UCT, PUCT and Gumbel. Plain-Python twins."""
