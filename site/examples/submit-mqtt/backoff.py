# Keeps a device connected over MQTT 5. Waits longer after each failed connection, such as error 159. Stop with Ctrl-C.
# Install, in a virtual environment: python3 -m pip install "paho-mqtt>=2,<3"
# Set with the setup block: ANEDYA_MQTT_HOST, _MQTT_PORT, _CA_FILE, _DEVICE_ID, _CONNECTION_KEY.
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
FIRST_PAUSE_SEC = 1
LONGEST_PAUSE_SEC = 60
STABLE_SEC = 60
WRONG_KEY = (134, 135)


def on_connect(client, userdata, flags, reason_code, properties):
    userdata["code"] = reason_code
    if not reason_code.is_failure:
        print("connected", flush=True)
        client.subscribe([(f"$anedya/device/{DEVICE_ID}/{name}", 1) for name in ("response", "errors", "commands")])


# region session
def session():
    """Connects once, and returns the reason code or the error when the connection has ended."""
    result = {"code": "no response"}
    client = mqtt.Client(
        mqtt.CallbackAPIVersion.VERSION2, client_id=DEVICE_ID, protocol=mqtt.MQTTv5, userdata=result
    )
    client.username_pw_set(DEVICE_ID, required("ANEDYA_CONNECTION_KEY"))
    client.tls_set(ca_certs=required("ANEDYA_CA_FILE"))
    client.on_connect = on_connect
    try:
        client.connect(HOST, PORT, keepalive=60)
        while client.loop() == mqtt.MQTT_ERR_SUCCESS:
            pass
    except OSError as error:
        return f"no MQTT over TLS at {HOST}:{PORT}: {error}"
    return result["code"]
# endregion


# region backoff
pause_sec = FIRST_PAUSE_SEC
while True:
    started = time.monotonic()
    code = session()
    if getattr(code, "value", None) in WRONG_KEY:
        # The same key fails again: each attempt counts against the connection rate.
        pause_sec = LONGEST_PAUSE_SEC
    elif time.monotonic() - started >= STABLE_SEC:
        pause_sec = FIRST_PAUSE_SEC
    # The random part spreads the devices of a fleet.
    wait_sec = pause_sec + random.uniform(0, pause_sec)
    print(f"{getattr(code, 'value', '')} {code}: again in {wait_sec:.1f} s", file=sys.stderr, flush=True)
    time.sleep(wait_sec)
    pause_sec = min(pause_sec * 2, LONGEST_PAUSE_SEC)
# endregion
