# Submits a temperature over MQTT every minute. Board: Raspberry Pi Pico W, MicroPython 1.23 or later.
# Install: mpremote mip install umqtt.simple
# Copy to the board: root-ca.der; config.py with WIFI_SSID, WIFI_PASSWORD, DEVICE_ID, CONNECTION_KEY.
import json
import select
import ssl
import time

import network
import ntptime
from umqtt.simple import MQTTClient, MQTTException

import config

HOST = "mqtt.ap-in-1.anedya.io"
PORT = 8883
TIMEOUT_SEC = 30
PREFIX = "$anedya/device/" + config.DEVICE_ID


def connect_wifi():
    wlan = network.WLAN(network.STA_IF)
    wlan.active(True)
    wlan.connect(config.WIFI_SSID, config.WIFI_PASSWORD)
    while not wlan.isconnected():
        time.sleep_ms(100)


def on_message(topic, payload):
    print(topic.decode(), payload.decode())


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


def submit(client):
    point = {
        "variable": "temperature",
        "value": read_temperature(),
        "timestamp": int(time.time()) * 1000,
    }
    body = {"reqId": "submit-1", "data": [point]}
    client.publish(PREFIX + "/submitdata/json", json.dumps(body))
    client.wait_msg()


connect_wifi()
ntptime.host = "time.anedya.io"
client = create_client()
is_connected = False
while True:
    try:
        if not is_connected:
            # Certificate verification needs the correct time.
            ntptime.settime()
            connect_mqtt(client)
            is_connected = True
        submit(client)
    except (OSError, ValueError, IndexError, MQTTException) as error:
        print("not stored:", error)
        is_connected = False
    time.sleep(60)
