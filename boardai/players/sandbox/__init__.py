"""Agents in a sandbox: a separate process with limits, confined by the operating system.

player.py         the outside: a sandbox as an agent for matches
inside.py         the process in which the agent plays
fence.py          what the process gives up before the agent's code is loaded: files, system calls, privileges, memory
landlock.py      ...which files it may read (Linux's Landlock)
system_calls.py  ...which system calls it may make (Linux's seccomp)
refusals.py      the same refusals in Python's words, where the call goes through Python's own functions
surroundings.py   what the process sees of the machine: environment variables, files
trials.py         which restrictions hold on this machine, found by trying each
"""
