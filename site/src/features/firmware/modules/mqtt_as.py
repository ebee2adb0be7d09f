"""An MQTT client for asyncio that connects again by itself, with the API of the library mqtt_as by Peter Hinch (MQTT 3.1.1)."""

import _board
import asyncio
import binascii
import json
import machine
import network
import time
from ssl import CERT_REQUIRED

VERSION = (0, 8, 3)

# The clock of a board that has not been set is before this: 2021-01-01.
_FIRST_TIME = 1609459200


async def _nothing(*_):
    pass


config = {
    "client_id": binascii.hexlify(machine.unique_id()),
    "server": None,
    "port": 0,
    "user": "",
    "password": "",
    "keepalive": 60,
    "ping_interval": 0,
    "ssl": False,
    "ssl_params": {},
    "response_time": 10,
    "clean_init": True,
    "clean": True,
    "max_repubs": 4,
    "will": None,
    "subs_cb": lambda *_: None,
    "wifi_coro": _nothing,
    "connect_coro": _nothing,
    "ssid": None,
    "wifi_pw": None,
    "queue_len": 0,
}


class MQTTException(Exception):
    pass


class MsgQueue:
    """The last messages: one more replaces the oldest."""

    def __init__(self, size):
        self._size = size
        self._messages = []
        self._arrival = asyncio.Event()
        self.discards = 0

    def put(self, *message):
        if len(self._messages) == self._size:
            self._messages.pop(0)
            self.discards += 1
        self._messages.append(message)
        self._arrival.set()

    def __aiter__(self):
        return self

    async def __anext__(self):
        while not self._messages:
            self._arrival.clear()
            await self._arrival.wait()
        return self._messages.pop(0)


def _text(value):
    return value if isinstance(value, str) else bytes(value).decode()


def _check_qos(qos):
    if qos not in (0, 1):
        raise ValueError("Only qos 0 and 1 are supported.")


async def _result(promise):
    return await promise


class MQTTClient:
    DEBUG = False
    REPUB_COUNT = 0

    def __init__(self, config):
        if config["server"] is None:
            raise ValueError("no server specified.")
        if config["keepalive"] >= 65536:
            raise ValueError("invalid keepalive time")
        self.server = config["server"]
        self.port = config["port"] or (8883 if config["ssl"] else 1883)
        self._config = config
        self._settings = self._create_settings(config)
        self._events = config["queue_len"] > 0
        if self._events:
            self.up = asyncio.Event()
            self.down = asyncio.Event()
            self.queue = MsgQueue(config["queue_len"])
        self._wlan = network.WLAN(network.STA_IF)
        self._wlan.active(True)
        self._isconnected = False
        self._has_connected = False
        self._receiver = None

    def _create_settings(self, config):
        settings = {
            "server": self.server,
            "port": self.port,
            "client_id": _text(config["client_id"]),
            "user": _text(config["user"]),
            "password": _text(config["password"]),
            "ssl": bool(config["ssl"]),
            "keepalive": config["keepalive"],
        }
        if config["will"] is not None:
            topic, msg, retain, qos = config["will"]
            _check_qos(qos)
            settings["will"] = {"topic": _text(topic), "text": _text(msg), "qos": qos}
        return json.dumps(settings)

    def dprint(self, msg, *args):
        if self.DEBUG:
            print(msg % args)

    async def wifi_connect(self, quick=False):
        """Joins the Wi-Fi, and waits until it is stable."""
        self._wlan.active(True)
        self._wlan.connect(self._config["ssid"], self._config["wifi_pw"])
        for _ in range(60):
            if self._wlan.isconnected():
                break
            await asyncio.sleep(1)
        else:
            raise OSError("Wi-Fi connect timed out")
        for _ in range(0 if quick else 5):
            if not self._wlan.isconnected():
                raise OSError("Connection Unstable")
            await asyncio.sleep(1)

    def _check_certificate(self):
        """Checks what a board needs to verify the certificate of the broker."""
        params = self._config["ssl_params"]
        if not self._config["ssl"] or params.get("cert_reqs") != CERT_REQUIRED:
            return
        if not params.get("cadata"):
            raise ValueError("no certificate to verify the server with")
        if not params.get("server_hostname"):
            raise ValueError("CERT_REQUIRED requires server_hostname")
        if time.time() < _FIRST_TIME:
            raise ValueError("The certificate validity starts in the future")

    async def _response(self, promise):
        """Returns the result of a promise. Raises OSError if it takes too long, or is the loss of the connection."""
        try:
            code = await asyncio.wait_for(_result(promise), self._config["response_time"])
        except asyncio.TimeoutError:
            raise OSError(-1, "Timeout on socket read")
        if code < 0:
            raise OSError(-code)
        return code

    async def connect(self, *, quick=False):
        if not self._has_connected:
            # The caller handles an error of the first connection. Later ones repeat.
            await self.wifi_connect(quick)
        self._check_certificate()
        code = await self._response(_board.connect(self._settings))
        if code > 0:
            raise OSError(-1, "CONNACK reason code 0x%x" % code)
        self._isconnected = True
        self._receiver = asyncio.create_task(self._receive())
        if not self._has_connected:
            self._has_connected = True
            asyncio.create_task(self._keep_connected())
        if self._events:
            self.up.set()
        else:
            asyncio.create_task(self._config["wifi_coro"](True))
            asyncio.create_task(self._config["connect_coro"](self))

    async def _receive(self):
        put = self.queue.put if self._events else self._config["subs_cb"]
        while True:
            message = await _board.nextMessage()
            if not message:
                break
            topic, text, retained = json.loads(message)
            put(topic.encode(), text.encode(), bool(retained))
        self._receiver = None
        self._reconnect()

    async def _keep_connected(self):
        while self._has_connected:
            if self.isconnected():
                await asyncio.sleep(1)
                continue
            self._wlan.disconnect()
            await asyncio.sleep(1)
            try:
                await self.wifi_connect()
                if self._has_connected:
                    await self.connect()
            except OSError as error:
                self.dprint("Error in reconnect. %s", error)

    def isconnected(self):
        if self._isconnected and not self._wlan.isconnected():
            self._reconnect()
        return self._isconnected

    def _stop_receiver(self):
        self._isconnected = False
        if self._receiver:
            self._receiver.cancel()

    def _reconnect(self):
        if not self._isconnected:
            return
        self._stop_receiver()
        if self._events:
            self.down.set()
        else:
            asyncio.create_task(self._config["wifi_coro"](False))

    async def _until_done(self, exchange):
        """Repeats an exchange with the broker until a connection lasts long enough for it."""
        while True:
            while not self._isconnected:
                await asyncio.sleep(1)
            try:
                return await exchange()
            except OSError:
                self._reconnect()

    async def subscribe(self, topic, qos=0, properties=None):
        _check_qos(qos)

        async def exchange():
            if await self._response(_board.subscribe(_text(topic), qos)) >= 128:
                raise OSError(-1, "SUBACK reason code 0x80")

        await self._until_done(exchange)

    async def publish(self, topic, msg, retain=False, qos=0, properties=None):
        _check_qos(qos)
        topic, text = _text(topic), _text(msg)

        async def exchange():
            for repetition in range(self._config["max_repubs"] + 1):
                try:
                    return await self._response(_board.publish(topic, text, qos, bool(retain)))
                except OSError as error:
                    # Without an acknowledgment, it publishes again.
                    if error.args[0] != -1 or repetition == self._config["max_repubs"]:
                        raise
                self.REPUB_COUNT += 1

        await self._until_done(exchange)

    async def broker_up(self):
        return self.isconnected()

    async def disconnect(self):
        self._has_connected = False
        if self._isconnected:
            self._stop_receiver()
            _board.disconnect()

    def close(self):
        self._has_connected = False
        self._isconnected = False
        if self._wlan.active():
            self._wlan.disconnect()
            self._wlan.active(False)
