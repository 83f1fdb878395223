"""The documentation site: `docs/build.py` runs what is in here."""
