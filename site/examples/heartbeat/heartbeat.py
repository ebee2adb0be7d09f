# Sends a heartbeat over MQTT every minute while the device works. Stop with Ctrl-C.
# Install, in a virtual environment: python3 -m pip install "paho-mqtt>=2,<3"
# Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import os
import random
import sys
import time

import paho.mqtt.client as mqtt

INTERVAL_SEC = 60
LONGEST_PAUSE_SEC = 60


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


HOST = required("ANEDYA_MQTT_HOST")
PORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 8883)
DEVICE_ID = required("ANEDYA_DEVICE_ID")
PREFIX = f"$anedya/device/{DEVICE_ID}"


def on_connect(client, userdata, flags, reason_code, properties):
    if reason_code.is_failure:
        print(f"rejected: {reason_code}", file=sys.stderr, flush=True)
    else:
        client.subscribe([(f"{PREFIX}/response", 1), (f"{PREFIX}/errors", 1)])


def on_message(client, userdata, message):
    print(message.payload.decode(), flush=True)


# region beat
def work():
    """Replace with your work cycle. Returns whether the device works correctly."""
    return True


def beat(client):
    """Sends a heartbeat only if the device works; otherwise the platform shows it as offline."""
    if work():
        client.publish(f"{PREFIX}/heartbeat/json", "{}")


def session(client):
    """Connects once, sends heartbeats, and returns when the connection has ended."""
    due = 0
    try:
        client.connect(HOST, PORT, keepalive=60)
        while client.loop() == mqtt.MQTT_ERR_SUCCESS:
            if client.is_connected() and time.monotonic() >= due:
                due = time.monotonic() + INTERVAL_SEC
                beat(client)
        print(f"{HOST}:{PORT} has closed the connection", file=sys.stderr, flush=True)
    except OSError as error:
        print(f"no MQTT over TLS at {HOST}:{PORT}: {error}", file=sys.stderr, flush=True)
# endregion


client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE_ID, protocol=mqtt.MQTTv311
)
client.username_pw_set(DEVICE_ID, required("ANEDYA_CONNECTION_KEY"))
client.tls_set(ca_certs=required("ANEDYA_CA_FILE"))
client.on_connect = on_connect
client.on_message = on_message
pause_sec = 1
while True:
    started = time.monotonic()
    session(client)
    # Doubles until a connection has lasted a minute: another client with the same device id
    # would otherwise take the connection over again and again.
    is_stable = time.monotonic() - started > LONGEST_PAUSE_SEC
    pause_sec = 1 if is_stable else min(pause_sec * 2, LONGEST_PAUSE_SEC)
    # The random part spreads the devices of a fleet.
    time.sleep(pause_sec + random.uniform(0, pause_sec))
