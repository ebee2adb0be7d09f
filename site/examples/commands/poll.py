# Fetches queued commands over HTTPS and runs them.
# Install: Python 3.9 or later, no packages. Stop with Ctrl-C.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import base64
import json
import os
import sys
import time
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")
INTERVAL_SEC = 30


def call(path, body):
    """Posts a JSON body to the device API and returns the response."""
    request = urllib.request.Request(
        BASE_URL + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Auth-mode": "key",
            "Authorization": CONNECTION_KEY,
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        result = json.load(response)
    if not result["success"]:
        raise OSError(f"{path}: {result['errorcode']} {result['error']}")
    return result


def run(command, data):
    """Executes a command. Returns the text for ackdata, or raises ValueError."""
    if command != "set-led":
        raise ValueError(f"unknown command {command}")
    return f"led is {data.decode()}"


# region handle
outcomes = {}


def handle(command):
    """Runs a command once and reports received, processing, then success or failure."""
    command_id = command["commandId"]

    def report(status, **ack):
        body = {"commandId": command_id, "status": status}
        call("/commands/updateStatus", {**body, **ack})
        print(f"reported {status}", flush=True)

    # Already run: the last report did not arrive.
    if command_id not in outcomes:
        print(f"command {command['command']}: {command['data']}", flush=True)
        report("received")
        report("processing")
        try:
            data = command["data"].encode()
            if command["datatype"] == "binary":
                data = base64.b64decode(data, validate=True)
            outcomes[command_id] = ("success", run(command["command"], data))
        except ValueError as error:
            outcomes[command_id] = ("failure", str(error))
    status, text = outcomes[command_id]
    report(status, ackdata=text, ackdatatype="string")
# endregion


print(f"asking every {INTERVAL_SEC} s", flush=True)
while True:
    is_more = False
    try:
        command = call("/commands/next", {})
        if command["available"]:
            handle(command)
            is_more = command["nextavailable"]
    except OSError as error:
        print(error, file=sys.stderr)
    if not is_more:
        time.sleep(INTERVAL_SEC)
