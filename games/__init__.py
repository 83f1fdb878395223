"""The games that ship with boardai: one folder each, and the only place that knows it."""
