"""Its folder is where the tests of every game find what they share."""
