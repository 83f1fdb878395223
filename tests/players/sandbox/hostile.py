"""Agents that attack: what each does when it is asked for a move, and what is reported to the match.

They find `libc`, `call` (a C function that raises its error) and `raw` (a system call by its number on x86-64).
Those of `LATER` give their first move as if nothing was, and are found out then or at the second.
"""

PRELUDE = """
import ctypes, fcntl, mmap, os, resource, signal, socket, struct, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def call(name, *arguments):
    return checked(getattr(libc, name)(*arguments))
def raw(number, *arguments):
    return checked(libc.syscall(ctypes.c_long(number), *[ctypes.c_long(one) for one in arguments]))
def quietly(action):
    try:
        action()
    except BaseException:
        pass
class Hostile:
    def choose(self, state):
        parent = os.getppid()
{code}
        return state.legal_actions()[0]
"""

_NO = r"Permission denied|Operation not permitted|PermissionError"

HOSTILE: dict[str, tuple[str, str]] = {
    # files
    "writes": ("open('stolen', 'w')", "must not write 'stolen'"),
    "writes in c": ("call('open', b'stolen', os.O_CREAT | os.O_WRONLY, 0o644)", _NO),
    "writes to itself": ("call('open', __file__.encode(), os.O_WRONLY)", _NO),
    "makes a folder": ("call('mkdir', b'stolen', 0o755)", _NO),
    "makes a pipe": ("os.mkfifo('stolen')", r"must not use mknod(at)? \(a system call\)"),
    "makes a device": ("os.mknod('stolen', 0o20666, os.makedev(1, 1))", r"must not use mknod(at)? \(a"),
    "removes": ("os.remove('victim.py')", "must not use os.remove"),
    "removes, and says nothing": ("quietly(lambda: os.remove('victim.py'))", "must not use os.remove"),
    "removes in c": ("call('unlink', b'victim.py')", r"must not use unlink \(a system call\)"),
    "renames in c": ("call('rename', b'victim.py', b'gone.py')", r"must not use rename \(a"),
    "links in c": ("call('symlink', b'victim.py', b'stolen')", r"must not use symlink \(a"),
    "changes rights in c": ("call('chmod', b'victim.py', 0)", r"must not use chmod \(a"),
    "cuts in c": ("call('truncate', b'victim.py', ctypes.c_long(0))", r"must not use truncate \(a"),
    "locks a file": ("fcntl.flock(os.open(__file__, os.O_RDONLY), fcntl.LOCK_EX)", "must not use fcntl.flock"),
    # processes
    "forks": ("os.fork()", "must not use os.fork"),
    "forks in c": ("call('fork')", r"must not use (clone|fork) \(a"),
    "vforks": ("raw(58)", r"must not use vfork \(a"),
    "starts": ("import subprocess; subprocess.run(['true'])", "must not use subprocess.Popen"),
    "spawns": (
        "import multiprocessing; multiprocessing.get_context('spawn').Process(target=print).start()",
        r"must not use (clone|fork|vfork) \(a",
    ),
    "starts after the hook": (
        "import _posixsubprocess; r, w = os.pipe()\n"
        "        _posixsubprocess.fork_exec([b'/bin/sleep', b'99'], [b'/bin/sleep'], True, (w,), None, None,"
        " -1, -1, -1, -1, -1, -1, r, w, True, True, 0, None, None, None, -1, None, True)",
        r"must not use (clone|fork|vfork) \(a",
    ),
    "spawns in c": (
        "call('posix_spawn', ctypes.byref(ctypes.c_int()), b'/bin/sleep', None, None,"
        " (ctypes.c_char_p * 3)(b'sleep', b'99', None), None)",
        r"must not use (clone|vfork) \(a",
    ),
    "becomes another": (
        "call('execv', b'/bin/sleep', (ctypes.c_char_p * 3)(b'sleep', b'99', None))",
        r"must not use execve \(a",
    ),
    "leaves its session": ("os.setsid()", _NO),
    "3,000 threads": (
        "threading.stack_size(65536)\n"
        "        for _ in range(3000): threading.Thread(target=time.sleep, args=(99,), daemon=True).start()",
        "can't start new thread",
    ),
    # signals
    "ends the match by pidfd": (
        "signal.pidfd_send_signal(os.pidfd_open(parent), signal.SIGTERM)",
        r"must not use pidfd_open \(a",
    ),
    "kills": ("os.kill(parent, 9)", "must not use os.kill"),
    "kills the group": ("os.killpg(os.getpgid(parent), 9)", "must not use os.killpg"),
    "kills all in c": ("call('kill', -1, 9)", r"must not use kill \(a"),
    "kills a thread": ("raw(200, parent, 9)", r"must not use tkill \(a"),
    "queues a signal": ("raw(129, parent, 9, 0)", r"must not use rt_sigqueueinfo \(a"),
    "wakes itself by a timer": (
        "call('timer_create', 1, struct.pack('qiiq', 0, signal.SIGCONT, 0, 0) + bytes(40), bytes(8))",
        _NO,
    ),
    "wakes itself by a pipe": ("fcntl.fcntl(os.pipe()[0], 10, signal.SIGCONT)", _NO),
    "outlives its parent": ("call('prctl', 1, 0, 0, 0, 0)", _NO),
    # memory
    "memory": ("kept = [b'a' * 1_000_000 for _ in range(100_000)]", "MemoryError"),
    "memory of threads' stacks": (
        "raw(9, 0, 8 << 30, 3, 0x122, -1, 0)",
        _NO,
    ),
    "shared memory": ("mmap.mmap(-1, 8 << 30)", _NO),
    "a file of memory": ("os.memfd_create('much')", _NO),
    "a named file of memory": (
        "from multiprocessing.shared_memory import SharedMemory; SharedMemory('hostile', True, 8 << 30)",
        _NO,
    ),
    "memory of system v": ("call('shmget', 0, ctypes.c_size_t(8 << 30), 0o1600)", r"must not use shmget \(a"),
    "tables of pages": ("raw(9, 0, 1 << 40, 1, 0x4022, -1, 0)", "Cannot allocate memory"),
    # connections
    "connects": ("socket.create_connection(('127.0.0.1', 9))", r"must not use socket(.getaddrinfo| \(a)"),
    "connects in c": ("call('socket', 2, 1, 0)", r"must not use socket \(a"),
    "asks for a name": ("socket.gethostbyname('example.org')", "must not use socket.gethostbyname"),
    "asks for a name in c": ("libc.gethostbyname(b'example.org')", r"must not use socket \(a"),
    "a local socket": ("socket.socket(socket.AF_UNIX).connect('victim.sock')", _NO),
    "an abstract socket": ("socket.socket(socket.AF_UNIX).bind('\\0victim')", _NO),
    "netlink": ("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)", r"must not use socket \(a"),
    # time
    "sleeps": ("time.sleep(1e6)", "no move within"),
    "loops": ("while True: pass", "no move within"),
    "is deaf": (
        "for one in set(signal.Signals) - {9, 19}: signal.signal(one, lambda *_: None)\n"
        "        signal.setitimer(signal.ITIMER_REAL, .01, .01)\n"
        "        while True: quietly(signal.pause)",
        "no move within",
    ),
    "stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", "no move within"),
    "sets the clock": ("time.clock_settime(time.CLOCK_REALTIME, 0)", r"must not use clock_settime \(a"),
    # others' things
    "reads another's source": ("open('victim.py').read()", _NO),
    "reads it by a link": ("open('hostile.npz').read()", _NO),
    "lists the folder": ("os.listdir('.')", _NO),
    "reads the record": ("open('record/tournament.json').read()", _NO),
    "reads passwords": ("open('/etc/shadow').read()", _NO),
    "reads the parent's variables": ("open(f'/proc/{parent}/environ').read()", _NO),
    "reads the parent's memory": ("open(f'/proc/{parent}/mem', 'rb')", _NO),
    "takes the parent's files": ("os.listdir(f'/proc/{parent}/fd')", _NO),
    "steals a token": ("raise ValueError(os.environ.get('VICTIM_TOKEN', 'nothing there'))", "nothing there"),
    "slows the parent": ("os.setpriority(os.PRIO_PROCESS, parent, 19)", r"must not use setpriority \(a"),
    "slows everybody": ("os.setpriority(os.PRIO_USER, 0, 19)", _NO),
    "takes the processors": ("os.sched_setaffinity(parent, {0})", r"must not use sched_setaffinity \(a"),
    "limits the parent": ("resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1))", "must not use resource.prlimit"),
    "limits the parent in c": ("call('prlimit', parent, 0, bytes(16), None)", r"must not use prlimit64 \(a"),
    "traces": ("call('ptrace', 16, parent, None, None)", r"must not use ptrace \(a"),
    "writes memory": ("call('process_vm_writev', parent, None, 0, None, 0, 0)", r"must not use process_vm_writev"),
    "types for the teacher": ("fcntl.ioctl(0, 0x5412, b'x')", r"must not use ioctl \(a"),
    "namespaces": ("call('unshare', 0x10000000)", r"must not use unshare \(a"),
    "a ring of calls": ("raw(425, 8, 0)", r"must not use io_uring_setup \(a"),
    "keys": ("raw(250, 0, -3, 0, 0, 0)", r"must not use keyctl \(a"),
    "personality": ("call('personality', 0x0040000)", _NO),
    # the sandbox itself
    "empties the list": (
        "from boardai.players.sandbox import refusals\n"
        "        refusals._ENDS = refusals._REFUSED = ()\n        os.kill(parent, 15)",
        r"must not use kill \(a",
    ),
    "answers the kernel itself": (
        "fds = [os.readlink(f'/proc/self/fd/{one}') for one in range(40) if os.path.exists(f'/proc/self/fd/{one}')]\n"
        "        raise ValueError([one for one in fds if 'pipe' not in one and one != os.devnull] or 'nothing there')",
        "nothing there",
    ),
    "another filter": ("raw(317, 1, 0, 0)", _NO),
    "wants more": ("resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))", "must not use resource.setrlimit"),
    "calls as a 32-bit program": (
        "place = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)\n"
        "        place.write(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3')\n"
        "        ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(place)))()",
        "killed by SIGSYS",
    ),
    "crashes": ("ctypes.string_at(0)", "killed by SIGSEGV"),
    "aborts with a core": ("quietly(lambda: call('prctl', 4, 1, 0, 0, 0)); os.abort()", "killed by SIGABRT"),
    "vanishes": ("os._exit(0)", "it ended"),
    "answers a thing": ("return 'a1'", "choose must return an action"),
}

LATER: dict[str, tuple[str, str]] = {
    "answers twice": (
        'for one in range(3, 30): quietly(lambda: os.write(one, b\'{"action": 0, "number": 1}\\n\'))',
        "to no question|answered",
    ),
    "answers ahead": (
        'for one in range(3, 30): quietly(lambda: os.write(one, b\'{"action": 5, "number": 2}\\n\'))',
        "to no question|answered",
    ),
    "answers for the other": (
        'for one in range(3, 30): quietly(lambda: os.write(one, b\'{"error": "victim: gave up"}\\n\'))',
        "hostile: .*gave up",
    ),
}

# One of each kind; the others are `slow`.
QUICK = (
    "writes in c", "makes a pipe", "removes, and says nothing", "spawns", "starts after the hook", "3,000 threads",
    "ends the match by pidfd", "wakes itself by a timer", "shared memory", "tables of pages", "memory",
    "asks for a name in c", "loops", "reads it by a link", "steals a token", "takes the processors", "writes memory",
    "empties the list", "answers the kernel itself", "calls as a 32-bit program", "answers twice",
)  # fmt: skip


def source(code: str) -> str:
    """The file of an agent that does this."""
    return PRELUDE.replace("{code}", f"        {code}")
