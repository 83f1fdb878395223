"""Learning: the network, self-play, replay, training runs."""
