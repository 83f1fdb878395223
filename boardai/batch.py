"""Many games at once, stepped natively: the vectorised environment."""


class Batch:
    """The vectorised environment; see the native template boardai::Batch."""
