"""Its folder is where the tests in the rooms below find what they share."""
