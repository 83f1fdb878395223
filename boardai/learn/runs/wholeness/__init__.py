"""Whether a run's folder is whole, what is damaged in it, and how the run goes on without that.

In:  a run's folder.
Out: what is wrong with which file, what going on without it costs, and the command that does.

`ledger.py` has the checksums of metrics and game files, `examination.py` finds the damage, `leaving_out.py` goes on
without.
"""
