"""Runs main.py in the page, as a board runs it."""

import builtins
from asyncio import core

from _main import prepare

_import = builtins.__import__


def _board_import(name, *args):
    # A board has no JavaScript. What leads to it was imported before.
    if name in ("js", "jsffi"):
        raise ImportError("no module named '%s'" % name)
    return _import(name, *args)


# What main.py returned: a coroutine, if it awaits.
main = None


def read():
    """Reads main.py. Raises the SyntaxError that a board raises."""
    with open("main.py") as file:
        source = file.read()
    compile(source, "main.py", "exec")
    return prepare(source)


def begin(result):
    global main
    main = result


def no_javascript():
    builtins.__import__ = _board_import


def interrupt():
    """Raises KeyboardInterrupt where main.py awaits."""
    core.TopLevelCoro.reject(KeyboardInterrupt())
