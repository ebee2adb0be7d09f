"""Runs a program in simulated time: simulated_time.py <program> [<argument> ...].

The test process on descriptor 3 has the clock: it responds to `now` and `sleep <seconds>` with the time in milliseconds.
"""

import os
import runpy
import select
import sys
import time

world = os.fdopen(3, "r+b", buffering=0)


def ask(text):
    world.write(text.encode() + b"\n")
    line = b""
    while not line.endswith(b"\n"):
        part = world.read(1)
        if not part:
            # The scenario is over.
            os._exit(0)
        line += part
    return int(line)


time.sleep = lambda seconds: ask(f"sleep {seconds}") and None
time.time = lambda: ask("now") / 1000
time.time_ns = lambda: ask("now") * 1_000_000
time.monotonic = lambda: ask("now") / 1000
time.monotonic_ns = lambda: ask("now") * 1_000_000

real_select = select.select


def wait(readable, writable, exceptional, timeout=None):
    """Waits a little for the network; then simulated time passes."""
    found = real_select(readable, writable, exceptional, 0.1 if timeout else timeout)
    if timeout and not any(found):
        ask(f"sleep {timeout}")
    return found


select.select = wait
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
