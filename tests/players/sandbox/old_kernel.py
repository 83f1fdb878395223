"""Runs a program as on a kernel that has neither seccomp nor Landlock."""

import errno
import os
import sys

import pyseccomp

rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
for name in ("seccomp", "landlock_create_ruleset"):
    rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), name)
rules.load()
os.execvp(sys.argv[1], sys.argv[1:])
