"""Which system calls an agent in a sandbox may make: Linux's seccomp, through libseccomp.

    1. Allowed is what a process needs to compute, read files, and use its open pipes.
    2. A call that reaches beyond the process ends it: the keeper outside (`boardai.protocols.keeper`) is notified
       before the call is made. It is also notified of new threads, which it counts and allows.
    3. All other calls fail with EPERM, as for a user without the right. Libraries try many calls that they can do
    without.

A filter sees numbers only, not the data that pointers point to. Landlock checks the paths (`landlock.py`).
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import sys
from typing import Any

_COMPUTES = """
    brk munmap mremap mprotect madvise
    futex futex_wait futex_wake futex_requeue futex_waitv membarrier rseq set_robust_list get_robust_list
    set_tid_address sched_yield restart_syscall pause
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack
    alarm setitimer getitimer nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times
    getpid gettid getppid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid getgroups capget
    getrusage getrlimit getpriority sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
    sched_get_priority_min getcpu get_mempolicy sysinfo uname getrandom arch_prctl
    read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range dup dup2 dup3
    pipe pipe2 sendmsg select pselect6 poll ppoll eventfd eventfd2 fadvise64 readahead
    epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
    stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getdents getdents64
    getcwd chdir fchdir wait4 waitid exit exit_group
"""  # sendmsg: the only socket is the keeper's, which is closed before the agent's code is loaded
_REACHES_BEYOND = """
    fork vfork execve execveat
    tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_send_signal pidfd_getfd
    ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp move_pages migrate_pages
    connect bind listen sendto sendmmsg
    unlink unlinkat rename renameat renameat2 rmdir link linkat symlink symlinkat truncate mknod mknodat
    chmod fchmodat fchmodat2 chown lchown fchownat setxattr lsetxattr removexattr lremovexattr
    mount umount2 move_mount open_tree fsopen fsmount pivot_root chroot unshare setns quotactl swapon swapoff
    clock_settime settimeofday clock_adjtime adjtimex sethostname setdomainname reboot
    bpf perf_event_open io_uring_setup keyctl add_key request_key userfaultfd fanotify_init open_by_handle_at
    init_module finit_module delete_module kexec_load kexec_file_load iopl ioperm acct syslog vhangup
    shmget shmat msgget semget mq_open
"""
# These say "no such call"; glibc then uses an older call, whose numbers a filter can check.
_TOO_NEW = "clone3 openat2"
# The process that a call is about, by the position of its argument; 0 means the caller.
_ABOUT = {
    "prlimit64": 0, "sched_setaffinity": 0, "sched_setparam": 0, "sched_setscheduler": 0, "sched_setattr": 0,
    "setpriority": 1, "ioprio_set": 1,
}  # fmt: skip
_OWN_LIMITS = "prlimit64"  # limits can only be lowered
_FCNTL = (0, 1, 2, 3, 4, 1030, 1032)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
_TYPES_FOR_THE_TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_PRCTL = (15, 16, 23, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ, PR_SET_VMA
_AF_UNIX = 1  # glibc uses it to ask a cache of names, and can do without
_SHARED, _ANONYMOUS, _GROWS_DOWN = 0x01, 0x20, 0x100  # the limit on a process's data does not count such memory
_MACHINES = ("x86_64", "aarch64", "riscv64")  # on which the flags are the first argument of `clone`
_THREAD = "clone"
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

_ACTION_AVAILABLE, _ACTIONS = 2, (0x7FC00000, 0x80000000)  # of seccomp(2): NOTIFY (since Linux 5.0), KILL_PROCESS


def why_not() -> str:
    """The reason why system calls cannot be filtered here; "" if they can.

    >>> from boardai.players.sandbox import system_calls
    >>> isinstance(system_calls.why_not(), str)
    True
    """
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return f"seccomp is not used on {sys.platform}, {platform.machine()}"
    try:
        filters = _library()
    except ImportError:
        return "pyseccomp is not installed"
    except (RuntimeError, OSError, AttributeError):
        return "libseccomp is not installed"
    if filters.get_api() < 5:
        return "the kernel's seccomp, or libseccomp, cannot ask a process outside (Linux 5.0, libseccomp 2.5)"
    number = filters.resolve_syscall(filters.Arch.NATIVE, "seccomp")
    libc = ctypes.CDLL(None)
    for action in _ACTIONS:
        if libc.syscall(ctypes.c_long(number), _ACTION_AVAILABLE, 0, ctypes.byref(ctypes.c_uint32(action))):
            return "the kernel has no seccomp that can ask a process outside (Linux 5.0)"
    return ""


def refuse(files_are_guarded: bool) -> tuple[int, dict[str, Any]]:
    """Filters this process's system calls from now on, in all its threads.

    Args:
        files_are_guarded: whether Landlock restricts writing; if not, no file can be opened for writing.

    Returns:
        What the keeper needs: the file descriptor that notifies it of calls, and the names of these calls.

    Raises:
        OSError: the kernel refuses the filter.
        RuntimeError: libseccomp does not know a call that the filter names.
    """
    listener, names = _loaded(files_are_guarded)
    # The library may have left its own descriptor open, on which the agent could answer in place of the keeper.
    for one in _listeners():
        if one != listener:
            os.close(one)
    return listener, {"names": names, "thread": _THREAD}


def _loaded(files_are_guarded: bool) -> tuple[int, dict[int, str]]:
    """Loads the filter; returns a descriptor to listen on, and the names of the calls that are reported."""
    filters = _library()
    Arg, EQ, NE, masked = filters.Arg, filters.EQ, filters.NE, filters.MASKED_EQ
    allow, ends, fails = filters.ALLOW, filters.NOTIFY, filters.ERRNO(errno.EPERM)
    rules = filters.SyscallFilter(fails)
    rules.set_attr(filters.Attr.ACT_BADARCH, filters.KILL_PROCESS)
    if len(os.listdir("/proc/self/task")) > 1:
        rules.set_attr(filters.Attr.CTL_TSYNC, 1)
    names: dict[int, str] = {}

    def add(action: int, name: str, *arguments: Any) -> None:
        number = filters.resolve_syscall(filters.Arch.NATIVE, name)
        if number < 0:  # of another architecture, or newer than the library
            return
        if action == ends:
            names[number] = name
        rules.add_rule(action, number, *arguments)

    here = os.getpid()
    for name in _COMPUTES.split():
        add(allow, name)
    for name in _REACHES_BEYOND.split():
        add(ends, name)
    for name in _TOO_NEW.split():
        add(filters.ERRNO(errno.ENOSYS), name)
    add(ends, _THREAD)
    for name in ("kill", "tgkill"):
        add(allow, name, Arg(0, EQ, here))
        add(ends, name, Arg(0, NE, here))
    for name, place in _ABOUT.items():
        if name == _OWN_LIMITS:
            add(allow, name, Arg(place, EQ, 0))
        add(ends, name, Arg(place, NE, 0))
    add(ends, "socket", Arg(0, NE, _AF_UNIX))
    for command in _FCNTL:
        add(allow, "fcntl", Arg(1, EQ, command))
    for command in _IOCTL:
        add(allow, "ioctl", Arg(1, EQ, command))
    for command in _TYPES_FOR_THE_TERMINAL:
        add(ends, "ioctl", Arg(1, EQ, command))
    for what in _PRCTL:
        add(allow, "prctl", Arg(0, EQ, what))
    for bits in (0, _SHARED, _ANONYMOUS):  # one of them, not both
        add(allow, "mmap", Arg(3, masked, _SHARED | _ANONYMOUS | _GROWS_DOWN, bits))
    for name, place in (("open", 1), ("openat", 2)):
        if files_are_guarded:
            add(allow, name)
        else:
            add(allow, name, Arg(place, masked, _WRITING, 0))
    rules.load()
    return os.dup(_listeners()[0]), names


def _library() -> Any:
    import pyseccomp

    return pyseccomp


def _listeners() -> list[int]:
    """The descriptors on which the kernel reports calls; there is one with the filter."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/self/fd/{name}") == "anon_inode:seccomp notify":
                found.append(int(name))
    return found
