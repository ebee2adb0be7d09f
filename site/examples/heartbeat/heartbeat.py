# Sends a heartbeat over MQTT every minute while the device works. Stop with Ctrl-C.
# Install: python3 -m pip install "paho-mqtt>=2,<3"
# Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import os
import sys
import threading
import time

import paho.mqtt.client as mqtt

INTERVAL_SEC = 60


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


HOST = required("ANEDYA_MQTT_HOST")
PORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 8883)
DEVICE_ID = required("ANEDYA_DEVICE_ID")
PREFIX = f"$anedya/device/{DEVICE_ID}"
ready = threading.Event()


def on_connect(client, userdata, flags, reason_code, properties):
    if reason_code.is_failure:
        print(f"rejected: {reason_code}", file=sys.stderr)
    else:
        client.subscribe([(f"{PREFIX}/response", 1), (f"{PREFIX}/errors", 1)])


def on_subscribe(client, userdata, mid, reason_codes, properties):
    ready.set()


def on_disconnect(client, userdata, flags, reason_code, properties):
    ready.clear()


def on_message(client, userdata, message):
    print(message.payload.decode(), flush=True)


# region beat
def work():
    """Replace with your work cycle. Returns whether the device works correctly."""
    return True


def beat(client):
    """Sends a heartbeat only if the device works; otherwise the platform shows it as offline."""
    ready.wait()
    if work():
        client.publish(f"{PREFIX}/heartbeat/json", "{}", qos=1)
# endregion


client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE_ID, protocol=mqtt.MQTTv311
)
client.username_pw_set(DEVICE_ID, required("ANEDYA_CONNECTION_KEY"))
client.tls_set(ca_certs=required("ANEDYA_CA_FILE"))
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_disconnect = on_disconnect
client.on_message = on_message
client.reconnect_delay_set(min_delay=1, max_delay=60)
client.connect(HOST, PORT, keepalive=60)
client.loop_start()
while True:
    beat(client)
    time.sleep(INTERVAL_SEC)
