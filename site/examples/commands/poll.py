# Fetches queued commands over HTTPS and runs them.
# Install: Python 3.9 or later, no packages. Stop with Ctrl-C.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import base64
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")
INTERVAL_SEC = 30


class Rejected(OSError):
    """The platform has rejected the request. Another attempt would not help."""


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
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            result = json.load(response)
    except urllib.error.HTTPError as error:
        is_temporary = error.code in (401, 429) or error.code >= 500
        problem = OSError if is_temporary else Rejected
        raise problem(f"HTTP {error.code}: {error.read().decode()}")
    if not result["success"]:
        raise Rejected(f"{path}: {result['errorcode']} {result['error']}")
    return result


def run(command, data):
    """Executes a command. Returns the text for ackdata, or raises ValueError."""
    if command != "set-led":
        raise ValueError(f"unknown command {command}")
    return f"led is {data.decode()}"


# region handle
NETWORK_ERRORS = (OSError, ValueError, http.client.HTTPException)
seen = set()
unsent = []


def send_reports():
    """Sends the reports in order. After a network error, the rest is sent before the next poll."""
    while unsent:
        try:
            call("/commands/updateStatus", unsent[0])
            print(f"reported {unsent[0]['status']}", flush=True)
        except Rejected as error:
            # For example, an earlier attempt has arrived, but its response has not.
            print(error, file=sys.stderr)
        del unsent[0]


def handle(command):
    """Runs a command once and reports received, processing, then success or failure."""

    def report(status, **ack):
        unsent.append({"commandId": command["commandId"], "status": status, **ack})
        try:
            send_reports()
        except NETWORK_ERRORS as error:
            print(error, file=sys.stderr)

    seen.add(command["commandId"])
    print(f"command {command['command']}: {command['data']}", flush=True)
    report("received")
    report("processing")
    try:
        data = command["data"].encode()
        if command["datatype"] == "binary":
            data = base64.b64decode(data, validate=True)
        report("success", ackdata=run(command["command"], data), ackdatatype="string")
    except ValueError as error:
        report("failure", ackdata=str(error), ackdatatype="string")
# endregion


print(f"asking every {INTERVAL_SEC} s", flush=True)
while True:
    is_more = False
    try:
        send_reports()
        command = call("/commands/next", {})
        if command["available"] and command["commandId"] not in seen:
            handle(command)
            is_more = command["nextavailable"]
    except NETWORK_ERRORS as error:
        print(error, file=sys.stderr)
    if not is_more:
        time.sleep(INTERVAL_SEC)
