"""Agents in a sandbox: a process of their own with limits, behind the fence of the operating system.

player.py         the outside: a sandbox as an agent that matches can ask
inside.py        the process in which the agent plays
fence.py         what the process gives up before the agent's code comes in: files, system calls, privileges, memory
landlock.py      ...which files it may read (Linux's Landlock)
system_calls.py  ...which system calls it may make (Linux's seccomp)
refusals.py      the same refusals in Python's words, where the call goes through Python's own functions
surroundings.py  what of the machine the process sees: environment variables, files
trials.py        what holds on this machine, by trying
"""
