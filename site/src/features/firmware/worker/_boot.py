"""Runs main.py in the page. This asyncio has no run(): the page's own loop runs the tasks, so main.py awaits instead."""

import asyncio
import builtins
from asyncio import core


def _misplaced(*_):
    raise RuntimeError("the page can call asyncio.run() only outside of functions")


async def _forever():
    await asyncio.Event().wait()


asyncio.run = _misplaced
core.Loop.run_until_complete = _misplaced
core.Loop.run_forever = _misplaced
asyncio.run_main = core._promote_to_task
core.Loop.run_until_complete_main = core._promote_to_task
core.Loop.run_forever_main = lambda: core.create_task(_forever())

_import = builtins.__import__


def _board_import(name, *args):
    # A board has no JavaScript. The modules of the board keep their access to it.
    if name in ("js", "jsffi"):
        raise ImportError("no module named '%s'" % name)
    return _import(name, *args)


def check(source):
    """Raises the SyntaxError that a board raises."""
    compile(source, "main.py", "exec")


def start(source):
    """Starts main.py. Returns a coroutine if it awaits."""
    builtins.__import__ = _board_import
    return exec(compile(source, "main.py", "exec"), {"__name__": "__main__"})


def interrupt():
    """Raises KeyboardInterrupt where main.py awaits."""
    core.TopLevelCoro.reject(KeyboardInterrupt())
