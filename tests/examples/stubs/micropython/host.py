"""Runs a MicroPython program under CPython: host.py <program> <host> <port> [<scheme>].

A long sleep takes no time. The first one ends the program, or a later one: HOST_SLEEPS is how many do not.
HOST_TIMEOUT_SEC replaces its TIMEOUT_SEC.
"""

import os
import re
import socket
import ssl
import sys
import time


class Stream:
    """A socket with the methods of MicroPython: read() reads to the end."""

    def __init__(self, sock):
        self.file = sock.makefile("rwb", buffering=0)
        self.sock = sock

    def read(self, size=-1):
        data = b""
        while size < 0 or len(data) < size:
            part = self.file.read(65536 if size < 0 else size - len(data))
            if not part:
                break
            data += part
        return data

    def readline(self):
        return self.file.readline()

    def write(self, data):
        self.sock.sendall(data)

    def setblocking(self, flag):
        self.sock.setblocking(flag)

    def fileno(self):
        return self.sock.fileno()

    def close(self):
        self.sock.close()


wrap_socket = ssl.SSLContext.wrap_socket


def stream(context, sock, server_hostname=None):
    """Wraps a socket, and only with all checks on."""
    assert context.verify_mode == ssl.CERT_REQUIRED and server_hostname
    return Stream(wrap_socket(context, sock, server_hostname=server_hostname))


class PlainSocket(socket.socket):
    """A socket that is a stream of its own, as on the board."""

    def read(self, size=-1):
        return Stream(self).read(size)

    def readline(self):
        return Stream(self).readline()

    def write(self, data):
        self.sendall(data)


sleeps = iter(range(int(os.environ.get("HOST_SLEEPS", 0))))


def sleep(seconds):
    if next(sleeps, None) is None:
        sys.exit(0)


def replaced(source, name, value):
    text, count = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value!r}", source)
    assert count == 1, name
    return text


def pointed(source, host, port, scheme="https"):
    """The program with the test's server in place of the platform's."""
    if "BASE_URL = " in source:
        return replaced(source, "BASE_URL", f"{scheme}://{host}:{port}/v1")
    return replaced(replaced(source, "HOST", host), "PORT", int(port))


socket.socket = PlainSocket
ssl.SSLContext.wrap_socket = stream
time.sleep = sleep
time.sleep_ms = lambda milliseconds: None
# Wraps at 2^30, as on the board, and in the middle of a measurement.
TICKS = iter([2**30 - 100, 100, 150])
time.ticks_ms = lambda: next(TICKS)
time.ticks_diff = lambda end, start: ((end - start + 2**29) % 2**30) - 2**29

with open(sys.argv[1], encoding="utf-8") as file:
    program = pointed(file.read(), *sys.argv[2:])
if "HOST_TIMEOUT_SEC" in os.environ:
    program = replaced(program, "TIMEOUT_SEC", float(os.environ["HOST_TIMEOUT_SEC"]))
exec(compile(program, sys.argv[1], "exec"), {"__name__": "__main__"})
