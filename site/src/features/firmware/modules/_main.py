"""Prepares a program to run in JavaScript, whose event loop cannot block: the board waits for asyncio.run() with await.

Run what prepare() returns with runPythonAsync(). Lines keep their numbers.
"""

import asyncio
import re

_RUN = re.compile(r"^(\s*)asyncio\.run\(")
_BODY = re.compile(r"^(\s*)(async\s+def|def|class)\s")


def prepare(source):
    lines = source.split("\n")
    # Indentation of the function or class around a line.
    outer = -1
    for index, line in enumerate(lines):
        text = line.lstrip()
        indent = len(line) - len(text)
        if text and indent <= outer:
            outer = -1
        if outer >= 0:
            continue
        if _BODY.match(line):
            outer = indent
        elif _RUN.match(line):
            lines[index] = line[:indent] + "await asyncio._run" + text[len("asyncio.run") :]
    return "\n".join(lines)


def _misplaced(_):
    raise RuntimeError("on this page, call asyncio.run() outside of functions")


asyncio._run = asyncio.create_task
asyncio.run = _misplaced
