"""Evaluations of chess: their terms in C++, and where the weights come from."""
