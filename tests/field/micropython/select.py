"""Waits for the first socket."""

import board


def select(readable, writable, exceptional, timeout):
    found = board.await_(readable[0].connection, int(timeout * 1000))
    return (readable if found or not board.isOpen(readable[0].connection) else [], [], [])
