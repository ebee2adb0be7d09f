# Runs commands in real time over MQTT, and queued commands after each connect. Stop with Ctrl-C.
# Install, in a virtual environment: python3 -m pip install "paho-mqtt>=2,<3"
# Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
import base64
import json
import os
import random
import sys
import time

import paho.mqtt.client as mqtt


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


HOST = required("ANEDYA_MQTT_HOST")
PORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 8883)
DEVICE_ID = required("ANEDYA_DEVICE_ID")
PREFIX = f"$anedya/device/{DEVICE_ID}"
LONGEST_PAUSE_SEC = 60
INTERVAL_SEC = 300
results = {}  # The last report of each command, by command id.


def publish(client, suffix, body):
    # The library keeps the message until the broker has it, also while it is not connected.
    client.publish(f"{PREFIX}/{suffix}/json", json.dumps(body), qos=1)


# region handle
def run(command, data):
    """Executes a command. Returns the text for ackdata, or raises an exception."""
    if command != "set-led":
        raise ValueError(f"unknown command {command}")
    if data not in (b"on", b"off"):
        raise ValueError("expected on or off")
    return f"led is {data.decode()}"


def handle(client, command):
    """Runs a command once and reports received, processing, then success or failure."""

    def report(status, **ack):
        body = {"reqId": status, "commandId": command["commandId"], "status": status, **ack}
        publish(client, "commands/updateStatus", body)
        results[command["commandId"]] = body

    print(f"command {command['command']}: {command['data']}", flush=True)
    report("received")
    report("processing")
    try:
        data = command["data"].encode()
        if command["datatype"] == "binary":
            data = base64.b64decode(data, validate=True)
        status, text = "success", run(command["command"], data)
    except Exception as error:
        # Whatever it is, the command must not stay open.
        status, text = "failure", str(error)
    report(status, ackdata=text, ackdatatype="string")
# endregion


def on_connect(client, userdata, flags, reason_code, properties):
    if not reason_code.is_failure:
        client.subscribe([(f"{PREFIX}/{name}", 1) for name in ("response", "errors", "commands")])
    else:
        print(f"rejected: {reason_code}", file=sys.stderr, flush=True)


def on_subscribe(client, userdata, mid, reason_codes, properties):
    print("connected, waiting for commands", flush=True)
    publish(client, "commands/next", {"reqId": "next"})


def on_message(client, userdata, message):
    body = json.loads(message.payload)
    is_queued = body.get("reqId") == "next" and body.get("available") is True
    if message.topic == f"{PREFIX}/commands" or is_queued:
        # The same command can arrive in real time and from the queue. It runs once, but its result is reported again.
        if body["commandId"] not in results:
            handle(client, body)
        else:
            publish(client, "commands/updateStatus", results[body["commandId"]])
        if body.get("nextavailable"):
            publish(client, "commands/next", {"reqId": "next"})
    elif not body["success"]:
        print(f"rejected: {body}", file=sys.stderr)
    elif body.get("reqId") != "next":
        print(f"reported {body.get('reqId')}", flush=True)


# region connect
def session(client):
    """Connects once, and returns when the connection has ended."""
    asked = time.monotonic()
    try:
        client.connect(HOST, PORT, keepalive=60)
        while client.loop() == mqtt.MQTT_ERR_SUCCESS:
            # A request may have been rejected, such as by a rate limit.
            if client.is_connected() and time.monotonic() - asked >= INTERVAL_SEC:
                asked = time.monotonic()
                publish(client, "commands/next", {"reqId": "next"})
        print(f"{HOST}:{PORT} has closed the connection", file=sys.stderr, flush=True)
    except OSError as error:
        print(f"no MQTT over TLS at {HOST}:{PORT}: {error}", file=sys.stderr, flush=True)


def main():
    client = mqtt.Client(
        mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE_ID, protocol=mqtt.MQTTv311
    )
    client.username_pw_set(DEVICE_ID, required("ANEDYA_CONNECTION_KEY"))
    client.tls_set(ca_certs=required("ANEDYA_CA_FILE"))
    client.on_connect = on_connect
    client.on_subscribe = on_subscribe
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
# endregion


main()
