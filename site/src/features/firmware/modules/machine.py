"""Pins and timers of the board, with the constants of an ESP32. Interrupts and timers run while the program awaits."""

import _board
import asyncio
import time

PIN_COUNT = 40


def _number(pin):
    if isinstance(pin, Pin):
        return pin._pin
    if not isinstance(pin, int) or not 0 <= pin < PIN_COUNT:
        raise ValueError("invalid pin")
    return pin


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2
    # How often an interrupt looks at its pin.
    _POLL_MS = 10

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self._pin = _number(id)
        self._watch = None
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        if mode not in (-1, Pin.IN, Pin.OUT, Pin.OPEN_DRAIN):
            raise ValueError("invalid mode")
        if pull not in (-1, None, Pin.PULL_DOWN, Pin.PULL_UP):
            raise ValueError("invalid pull")
        if value is not None:
            self.value(value)

    def value(self, *level):
        if not level:
            return int(_board.level(self._pin))
        _board.setLevel(self._pin, 1 if level[0] else 0)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def toggle(self):
        self.value(not self.value())

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING):
        if self._watch:
            self._watch.cancel()
        self._watch = None
        if handler:
            self._watch = asyncio.create_task(self._poll(handler, trigger, self.value()))

    async def _poll(self, handler, trigger, last):
        while True:
            await asyncio.sleep_ms(Pin._POLL_MS)
            level = self.value()
            if level != last and trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING):
                handler(self)
            last = level

    def __repr__(self):
        return "Pin({})".format(self._pin)


class ADC:
    ATTN_0DB = 0
    ATTN_2_5DB = 1
    ATTN_6DB = 2
    ATTN_11DB = 3

    def __init__(self, pin, *, atten=ATTN_0DB):
        self._pin = _number(pin)

    def atten(self, atten):
        pass

    def read_u16(self):
        return int(_board.analog(self._pin))

    def read(self):
        """Returns 12 bits, as on an ESP32."""
        return self.read_u16() >> 4


class PWM:
    def __init__(self, pin, freq=5000, *, duty=None, duty_u16=32768):
        self._pin = _number(pin)
        self.freq(freq)
        self.duty_u16(duty_u16) if duty is None else self.duty(duty)

    def freq(self, *value):
        if not value:
            return self._freq
        if value[0] <= 0:
            raise ValueError("frequency must be from 1Hz to 40MHz")
        self._freq = value[0]

    def duty_u16(self, *value):
        if not value:
            return self._duty
        if not 0 <= value[0] <= 65535:
            raise ValueError("duty_u16 must be from 0 to 65535")
        self._duty = value[0]
        _board.setDuty(self._pin, self._duty)

    def duty(self, *value):
        """Gets or sets 10 bits, as on an ESP32."""
        if not value:
            return self._duty >> 6
        if not 0 <= value[0] <= 1023:
            raise ValueError("duty must be from 0 to 1023")
        self.duty_u16(value[0] * 65535 // 1023)

    def deinit(self):
        _board.setDuty(self._pin, 0)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **settings):
        self._task = None
        if settings:
            self.init(**settings)

    def init(self, *, mode=PERIODIC, period=-1, freq=None, callback=None):
        self.deinit()
        ms = period if freq is None else int(1000 / freq)
        if ms < 1:
            raise ValueError("invalid period")
        self._task = asyncio.create_task(self._run(mode, ms, callback))

    async def _run(self, mode, ms, callback):
        due = time.ticks_ms()
        while True:
            due = time.ticks_add(due, ms)
            await asyncio.sleep_ms(time.ticks_diff(due, time.ticks_ms()))
            if callback:
                callback(self)
            if mode == Timer.ONE_SHOT:
                return

    def deinit(self):
        if self._task:
            self._task.cancel()
        self._task = None


class WDT:
    """Resets the board unless it is fed. It looks while the program awaits."""

    def __init__(self, id=0, timeout=5000):
        if timeout < 1:
            raise ValueError("WDT timeout too short")
        self._timeout = timeout
        self.feed()
        asyncio.create_task(self._watch())

    async def _watch(self):
        while True:
            left = self._timeout - time.ticks_diff(time.ticks_ms(), self._fed)
            if left <= 0:
                return _board.reset()
            await asyncio.sleep_ms(left)

    def feed(self):
        self._fed = time.ticks_ms()


_frequency = 160000000


def freq(*hertz):
    global _frequency
    if not hertz:
        return _frequency
    if hertz[0] not in (20000000, 40000000, 80000000, 160000000, 240000000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _frequency = hertz[0]


def unique_id():
    return b"\x24\x0a\xc4\x00\x00\x01"


def reset():
    """Never returns."""
    _board.reset()
    raise SystemExit


soft_reset = reset
