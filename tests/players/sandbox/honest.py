"""Agents as students write them, which must play in a sandbox as they do without."""

HONEST: dict[str, str] = {
    "plain": "return state.legal_actions()[0]",
    "numpy": """
import numpy as np
weights = np.random.default_rng(1).normal(size=(400, 400))
return int(state.legal_actions()[int(np.argmax((weights @ weights)[: len(state.legal_actions()), 0]))])""",
    "a search": """
from boardai import search
return search.pvs(state, depth=3).action""",
    "many simulations": """
from boardai import search
return search.mcts(state, simulations=500, seed=1).action""",
    "random": """
import random, secrets, uuid
uuid.uuid4(), secrets.token_hex()
return random.Random(os.urandom(8)).choice(state.legal_actions())""",
    "threads": """
import concurrent.futures as futures, queue, threading
with futures.ThreadPoolExecutor(8) as pool:
    best = list(pool.map(lambda action: (action * 7 % 5, action), state.legal_actions()))
timer = threading.Timer(0.01, lambda: None); timer.start(); timer.join()
return max(best)[1]""",
    "recursion": """
import functools
sys.setrecursionlimit(20000)
@functools.lru_cache(None)
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
threading = __import__("threading"); threading.stack_size(64 << 20)
thread = threading.Thread(target=lambda: deep(5000)); thread.start(); thread.join()
return state.legal_actions()[deep(300) - 300]""",
    "weights alongside it": """
import numpy as np, json
from pathlib import Path
here = Path(__file__).parent
os.chdir(here)
sys.path.insert(0, str(here / "honest"))
import helper
assert helper.VALUE == json.loads((here / "honest.json").read_text())["value"] == 7
with np.load("honest.npz") as file: return int(file["action"])""",
    "prints and logs": """
import logging, contextlib, io, warnings, traceback
print("thinking", {"action": 99}); print("aloud", file=sys.stderr); sys.stdout.flush()
logging.basicConfig(level=logging.DEBUG); logging.getLogger("mine").info("a line")
warnings.warn("careful")
with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere): print("lost")
return state.legal_actions()[0]""",
    "tries processes, does without": """
import multiprocessing, subprocess, platform
platform.processor(); platform.platform()
try:
    with multiprocessing.Pool(2) as pool: return pool.map(abs, [3])[0]
except OSError: pass
try: subprocess.run(["true"])
except OSError: pass
try: open("cache.txt", "w")
except OSError: return state.legal_actions()[0]""",
    "time and the clock": """
import time, datetime, signal, select, gc, resource, zoneinfo
began = time.perf_counter(); time.sleep(0.01)
class Late(Exception): pass
def late(*_): raise Late
signal.signal(signal.SIGALRM, late)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    while True: pass
except Late: pass
gc.collect(); datetime.datetime.now().astimezone(); os.cpu_count(); resource.getrusage(resource.RUSAGE_SELF)
len(os.sched_getaffinity(0)); os.path.expanduser("~")
return state.legal_actions()[0]""",
    "compiled c++": """
import cppyy
code = "#include <vector>\\n#include <algorithm>\\nnamespace honest { int least(std::vector<int> all)"
code += "{ return *std::min_element(all.begin(), all.end()); } }"
if not hasattr(cppyy.gbl, "honest"): cppyy.cppdef(code)
return cppyy.gbl.honest.least(state.legal_actions())""",
    "jax": """
import jax, jax.numpy as jnp
loss = jax.jit(jax.grad(lambda w: jnp.sum(jnp.tanh(w @ w))))
assert loss(jnp.ones((8, 8))).shape == (8, 8)
key = jax.random.PRNGKey(0)
return state.legal_actions()[int(jax.random.randint(key, (), 0, len(state.legal_actions())))]""",
    "a pickle and a table": """
import pickle, sqlite3, json, csv, gzip, hashlib, decimal, fractions, collections, dataclasses, typing
table = sqlite3.connect(":memory:")
table.execute("create table seen (a)"); table.execute("insert into seen values (1)")
assert pickle.loads(pickle.dumps(state.clone())) == state
return state.legal_actions()[table.execute("select count(*) from seen").fetchone()[0]]""",
    "scipy": """
import scipy.optimize, scipy.sparse.linalg
scipy.optimize.minimize(lambda x: (x ** 2).sum(), [1.0, 2.0])
return state.legal_actions()[0]""",
    "asyncio": """
import asyncio, inspect, textwrap
return state.legal_actions()[0]""",
}
# The others are `slow`.
QUICK = ("numpy", "weights alongside it", "prints and logs", "tries processes, does without", "jax")


def source(body: str) -> str:
    """The file of an agent that chooses so."""
    lines = "\n".join(f"        {line}" for line in body.strip().split("\n"))
    return f"import os, sys\n\nclass Honest:\n    def choose(self, state):\n{lines}\n"
