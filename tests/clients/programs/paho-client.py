"""Connects with paho-mqtt, subscribes, sends a request, and prints what arrives until a command came."""

import json
import sys

import paho.mqtt.client as mqtt

transport, host, port, path, ca, device, key, level = sys.argv[1:]
topic = f"$anedya/device/{device}/"
client = mqtt.Client(
    mqtt.CallbackAPIVersion.VERSION2,
    device,
    protocol=int(level),
    transport="tcp" if transport in ("tcp", "tls") else "websockets",
)
client.username_pw_set(device, key)
if transport in ("tls", "wss"):
    client.tls_set(ca)
if transport in ("ws", "wss"):
    client.ws_set_options(path=path)


def say(kind, value):
    print(json.dumps({"kind": kind, "value": value}), flush=True)


def on_connect(client, userdata, flags, reason, properties):
    say("connected", reason.value)
    if reason.is_failure:
        client.disconnect()
    else:
        client.subscribe([(topic + "response", 1), (topic + "errors", 0), (topic + "commands", 1)])


def on_subscribe(client, userdata, mid, reasons, properties):
    say("granted", [reason.value for reason in reasons])
    data = [{"variable": "temperature", "value": 24.5, "timestamp": 0}]
    client.publish(topic + "submitdata/json", json.dumps({"reqId": "py-1", "data": data}), qos=1)


def on_message(client, userdata, message):
    say(message.topic[len(topic) :], json.loads(message.payload))
    if message.topic == topic + "commands":
        client.disconnect()


client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.connect(host, int(port))
client.loop_forever(retry_first_connection=False)
