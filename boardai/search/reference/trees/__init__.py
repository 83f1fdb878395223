"""Monte-Carlo tree searches: UCT, PUCT and Gumbel. Reference implementations in plain Python."""
