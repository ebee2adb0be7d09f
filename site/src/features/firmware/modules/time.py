"""Time of the board. It is wrong until ntptime.settime() has set it, as on a board after power-up."""

import _board
import utime
from utime import mktime, ticks_add, ticks_diff

# ticks_ms, ticks_us and ticks_cpu wrap around here.
_PERIOD = 1 << 30


def time():
    return int(_board.wallSeconds())


def time_ns():
    return int(_board.wallSeconds() * 1000000) * 1000


def localtime(seconds=None):
    return utime.localtime(time() if seconds is None else seconds)


def gmtime(seconds=None):
    return utime.gmtime(time() if seconds is None else seconds)


def ticks_ms():
    return int(_board.millis()) % _PERIOD


def ticks_us():
    return int(_board.millis() * 1000) % _PERIOD


ticks_cpu = ticks_us


def sleep(seconds):
    _board.delay(max(0, seconds * 1000))


def sleep_ms(ms):
    _board.delay(max(0, ms))


def sleep_us(us):
    _board.delay(max(0, us / 1000))
