# Submits a temperature over MQTT every minute. Board: Raspberry Pi Pico W, MicroPython 1.23 or later.
# Install: mpremote mip install umqtt.simple
# Copy to the board: root-ca.der; config.py with WIFI_SSID, WIFI_PASSWORD, DEVICE_ID, CONNECTION_KEY.
import json
import math
import select
import ssl
import time

import network
import ntptime
from umqtt.simple import MQTTClient

import config

HOST = "mqtt.ap-in-1.anedya.io"
PORT = 8883
TIMEOUT_SEC = 30
PREFIX = "$anedya/device/" + config.DEVICE_ID


wlan = network.WLAN(network.STA_IF)


def connect_wifi():
    """Returns at once when there is a connection. Raises OSError without one."""
    if wlan.isconnected():
        return
    wlan.active(True)
    wlan.connect(config.WIFI_SSID, config.WIFI_PASSWORD)
    for _ in range(300):
        if wlan.isconnected():
            return
        time.sleep_ms(100)
    raise OSError("no Wi-Fi")


clock_set_at = None


def keep_time():
    """Sets the clock, and again every hour, because it drifts. Raises OSError if it was never set."""
    global clock_set_at
    if clock_set_at is not None and time.time() - clock_set_at < 3600:
        return
    try:
        ntptime.settime()
        clock_set_at = time.time()
    except OSError as error:
        if clock_set_at is None:
            raise
        print("clock not set again:", error)


responses = []


def on_message(topic, payload):
    print(topic.decode(), payload.decode())
    responses.append(json.loads(payload))


# region connect
class Client(MQTTClient):
    def wait_msg(self):
        """Waits for a message. umqtt.simple removes the timeout of connect() after the first one."""
        if not select.select([self.sock], [], [], TIMEOUT_SEC)[0]:
            raise OSError("no response")
        return super().wait_msg()


def create_client():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_mode = ssl.CERT_REQUIRED
    with open("root-ca.der", "rb") as file:
        context.load_verify_locations(cadata=file.read())
    client = Client(
        config.DEVICE_ID,
        HOST,
        PORT,
        user=config.DEVICE_ID,
        password=config.CONNECTION_KEY,
        keepalive=90,
        ssl=context,
    )
    client.set_callback(on_message)
    return client


def connect_mqtt(client):
    client.connect(timeout=TIMEOUT_SEC)
    client.subscribe(PREFIX + "/response")
    client.subscribe(PREFIX + "/errors")
# endregion


def read_temperature():
    """Replace with code for your sensor."""
    return 24.5


def submit(client, req_id):
    value = read_temperature()
    if not math.isfinite(value):
        print("no reading: JSON has neither NaN nor infinity")
        return
    point = {"variable": "temperature", "value": value, "timestamp": int(time.time()) * 1000}
    client.publish(PREFIX + "/submitdata/json", json.dumps({"reqId": req_id, "data": [point]}))
    responses.clear()
    while not responses or responses[-1].get("reqId") != req_id:
        client.wait_msg()
    print("stored" if responses[-1]["success"] else "not stored")


ntptime.host = "time.anedya.io"
client = create_client()
is_connected = False
number = 0
while True:
    number += 1
    try:
        connect_wifi()
        # Certificate verification needs the correct time.
        keep_time()
        if not is_connected:
            connect_mqtt(client)
            is_connected = True
        submit(client, "submit-" + str(number))
    except Exception as error:
        # Whatever it is, the next measurement may succeed.
        print("not stored:", error)
        is_connected = False
    time.sleep(60)
