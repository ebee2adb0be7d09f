"""Pastes a text into an interactive shell on a terminal, and exits with the status of its last command.

Usage: paste.py bracketed|plain text.sh shell [argument …]
"""
import os
import pty
import sys

PROMPT = b"ready> "
mode, file, *shell = sys.argv[1:]
with open(file, "rb") as source:
    text = source.read()
# A terminal sends a carriage return for the end of a line.
keys = text.replace(b"\n", b"\r")
if mode == "bracketed":
    keys = b"\x1b[200~" + keys + b"\x1b[201~\r"

process, terminal = pty.fork()
if process == 0:
    os.environ.update(PS1=PROMPT.decode(), TERM="xterm", HISTFILE="/dev/null")
    os.execvp(shell[0], shell)

shown = b""


def read():
    global shown
    try:
        part = os.read(terminal, 4096)
    except OSError:
        part = b""
    shown += part
    sys.stdout.buffer.write(part)
    return part != b""


while PROMPT not in shown and read():
    pass
os.write(terminal, keys + b"exit\r")
while read():
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
