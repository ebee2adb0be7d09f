# Submits one datapoint over MQTT and prints the response.
# Install, in a virtual environment: python3 -m pip install "paho-mqtt>=2,<3"
# Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import json
import os
import sys
import time

import paho.mqtt.client as mqtt



def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


HOST = required("ANEDYA_MQTT_HOST")
PORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 8883)
DEVICE_ID = required("ANEDYA_DEVICE_ID")
PREFIX = f"$anedya/device/{DEVICE_ID}"
responses = []


def on_connect(client, userdata, flags, reason_code, properties):
    if reason_code.is_failure:
        sys.exit(f"rejected: {reason_code}")
    client.subscribe([(f"{PREFIX}/response", 1), (f"{PREFIX}/errors", 1)])


def on_subscribe(client, userdata, mid, reason_codes, properties):
    now_ms = time.time_ns() // 1_000_000
    point = {"variable": "temperature", "value": 24.5, "timestamp": now_ms}
    body = {"reqId": "submit-1", "data": [point]}
    client.publish(f"{PREFIX}/submitdata/json", json.dumps(body), qos=1)


def on_message(client, userdata, message):
    response = json.loads(message.payload)
    if response.get("reqId") == "submit-1":
        responses.append(response)


client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE_ID, protocol=mqtt.MQTTv311
)
client.username_pw_set(DEVICE_ID, required("ANEDYA_CONNECTION_KEY"))
client.tls_set(ca_certs=required("ANEDYA_CA_FILE"))
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
try:
    client.connect(HOST, PORT, keepalive=60)
except OSError as error:
    sys.exit(f"no MQTT over TLS at {HOST}:{PORT}: {error}")
deadline = time.monotonic() + 30
while not responses and time.monotonic() < deadline:
    if client.loop() != mqtt.MQTT_ERR_SUCCESS:
        sys.exit(f"{HOST}:{PORT} has closed the connection")
client.disconnect()

if not responses:
    sys.exit("no response within 30 s")
print(json.dumps(responses[0]))
if not responses[0]["success"]:
    sys.exit(1)
