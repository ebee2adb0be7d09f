# Runs a greenhouse over MQTT: values, heartbeats, commands, a setting. Board: ESP32 or Pico W, MicroPython 1.23 or later.
# Install: mpremote mip install github:peterhinch/micropython-mqtt
# Copy to the board: root-ca.der; config.py with your settings; this program, as main.py.
import asyncio
import json
import socket
import ssl
import sys
import time

import mqtt_as
import network
import ntptime
from dht import DHT22
from machine import Pin, reset

import config

PREFIX = "$anedya/device/" + config.DEVICE_ID + "/"
EPOCH = 946684800 if time.gmtime(0)[0] == 2000 else 0  # The clock of an ESP32 starts in 2000.
CAPACITY = 600  # Points to keep while the link is down: 2.5 hours at the default interval.
BATCH = 20  # Points in one request, which has about 1.5 kB.

switches = {"set-led": Pin(2, Pin.OUT, value=0), "set-pump": Pin(4, Pin.OUT, value=0)}
sensor = DHT22(Pin(15))
interval = 30  # Seconds between readings, until the value store has another number.
points = []  # Not stored yet, oldest first.
requests = []  # Without a response, oldest first: name and body.
command_ids = []  # Ids of the last commands.
response = {}  # The last one.
is_ready = asyncio.Event()  # Connected and subscribed.

with open("root-ca.der", "rb") as file:
    tls = {"cert_reqs": ssl.CERT_REQUIRED, "cadata": file.read(), "server_hostname": config.SERVER}
tls["do_handshake"] = False  # The first write does it, without blocking the other tasks.
will = json.dumps({"data": [{"timestamp": 0, "log": "connection lost"}]})
mqtt_as.config.update(ssid=config.WIFI_SSID, wifi_pw=config.WIFI_PASSWORD, queue_len=20)
mqtt_as.config.update(server=config.SERVER, ssl=True, ssl_params=tls, user=config.DEVICE_ID)
mqtt_as.config.update(client_id=config.DEVICE_ID.encode(), password=config.CONNECTION_KEY)
mqtt_as.config.update(will=(PREFIX + "logs/submitLogs/json", will, False, 0))
wlan = network.WLAN(network.STA_IF)
ntptime.host = "time.anedya.io"


class Client(mqtt_as.MQTTClient):
    async def wifi_connect(self, quick=False):
        if not wlan.isconnected():  # An ESP32 does not join twice.
            await super().wifi_connect(quick)
        if not is_clock_set():  # Certificates and timestamps need the time.
            ntptime.settime()


def is_clock_set():
    return time.gmtime()[0] >= 2025


client = Client(mqtt_as.config)


async def connect():
    while not client.isconnected():
        try:
            await client.connect(quick=True)
        except OSError as error:
            print("no connection:", error)
            await asyncio.sleep(10)
    while True:  # From here on, mqtt_as connects again by itself.
        await client.up.wait()
        client.up.clear()
        for name in ("response", "errors", "commands", "valuestore/updates/json"):
            await client.subscribe(PREFIX + name, 1)
        is_ready.set()
        ask("valuestore/getValue", namespace={"scope": "self", "id": ""}, key="push-interval")
        ask("commands/next")
        await client.down.wait()
        client.down.clear()
        is_ready.clear()


async def keep_time():
    """Sets the clock again every hour, because it drifts, and the address of the server, which can change."""
    while True:
        await asyncio.sleep(3600)
        try:
            ntptime.settime()
            client._addr = socket.getaddrinfo(client.server, client.port)[0][-1]  # mqtt_as sets it once.
        except OSError as error:
            print("clock not set again:", error)


def restart(loop, context):
    """Restarts the board when a task has failed: after a wrong certificate, mqtt_as does not connect again."""
    sys.print_exception(context["exception"])
    reset()


def ask(name, **body):
    if (name, body) not in requests:
        requests.append((name, body))


async def send():
    """Sends requests and points, one after the other. A rejected point does not hold up the others."""
    size = BATCH
    while True:
        await asyncio.sleep_ms(500)
        if requests:
            await exchange(*requests[0], tries=3)
            requests.pop(0)
        elif points:
            batch = points[:size]
            is_stored = await exchange("submitdata", {"data": batch}, 10 if size == 1 else 1)
            if is_stored or size == 1:
                points[:] = [point for point in points if point not in batch]
            size = BATCH if is_stored else 1
            await asyncio.sleep(2)


async def exchange(name, body, tries):
    """Sends a request until there is a response, and again after a rejection. Returns whether it succeeds."""
    while tries:
        await is_ready.wait()
        req_id = "{}-{}".format(name, time.ticks_us())
        text = json.dumps(dict(body, reqId=req_id))
        await client.publish(PREFIX + name + "/json", text.encode(), qos=1)
        for _ in range(300):
            if response.get("reqId") == req_id or not is_ready.is_set():
                break
            await asyncio.sleep_ms(100)
        if response.get("reqId") != req_id:
            continue
        if response["success"]:
            return True
        print("rejected:", name, response["error"])
        tries = 0 if response.get("errorcode") in (4020, 4040) else tries - 1  # Unknown variable.
        await asyncio.sleep(5 if tries else 0)
    return False


async def receive():
    global interval, response
    async for _, message, _ in client.queue:
        body = json.loads(message)
        if "commandId" in body:  # Pushed, or the response to commands/next.
            handle(body)
        value = body.get("value") if body.get("key") == "push-interval" else None
        if isinstance(value, (int, float)) and 2 <= value <= 3600:
            interval = value
        if "reqId" in body:
            response = body


def handle(command):
    """Runs a command once. It can arrive twice: in real time, and from the queue."""
    command_id, name, data = command["commandId"], command["command"], command["data"]
    if command_id in command_ids:
        return
    command_ids.append(command_id)
    del command_ids[:-20]
    print("command {}: {}".format(name, data))
    ask("commands/updateStatus", commandId=command_id, status="received")
    ask("commands/updateStatus", commandId=command_id, status="processing")
    status, text = "failure", "expected set-led or set-pump with on or off"
    if name in switches and data in ("on", "off"):
        switches[name].value(data == "on")
        status, text = "success", "{} is {}".format(name[4:], data)
    ack = {"ackdata": text, "ackdatatype": "string"}
    ask("commands/updateStatus", commandId=command_id, status=status, **ack)
    if command.get("nextavailable"):
        requests.append(("commands/next", {}))


async def measure():
    """Keeps the values of the sensor. Heartbeats say that it works."""
    seconds = 0
    while not is_clock_set():
        await asyncio.sleep(1)
    while True:
        is_working = False
        try:
            sensor.measure()
            values = {"temperature": sensor.temperature(), "humidity": sensor.humidity()}
            is_working = -40 <= values["temperature"] <= 80 and 0 <= values["humidity"] <= 100
        except Exception as error:  # OSError without a sensor, Exception for a wrong checksum.
            print("no reading:", error)
        if is_working:
            now = (time.time() + EPOCH) * 1000
            points.extend({"variable": v, "value": values[v], "timestamp": now} for v in values)
            del points[:-CAPACITY]
        waited = 0
        while waited < interval:
            if is_working and seconds % 20 == 0:
                ask("heartbeat")
            await asyncio.sleep(1)
            seconds, waited = seconds + 1, waited + 1


asyncio.get_event_loop().set_exception_handler(restart)
try:
    asyncio.run(asyncio.gather(connect(), keep_time(), send(), receive(), measure()))
except Exception as error:
    sys.print_exception(error)
    time.sleep(10)
    reset()
