"""Simulated time."""

import board
from utime import *


def sleep(seconds):
    board.delay(int(seconds * 1000))


def sleep_ms(ms):
    board.delay(ms)


def time():
    return int(board.wallSeconds())


def ticks_ms():
    return int(board.millis())
