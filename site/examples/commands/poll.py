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
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")
INTERVAL_SEC = 30


class Rejected(Exception):
    """The platform has rejected the request. Another attempt would not help."""


class TemporaryError(OSError):
    """Another attempt may succeed, after retry_sec at the earliest. A key may work again later."""

    def __init__(self, text, retry_after=None):
        super().__init__(text)
        self.retry_sec = int(retry_after) if (retry_after or "").isdigit() else 0


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
        text = f"HTTP {error.code}: {error.read().decode()}"
        if error.code in (401, 403, 429) or error.code >= 500:
            raise TemporaryError(text, error.headers["Retry-After"]) from error
        raise Rejected(text) from error
    if not result["success"]:
        raise Rejected(f"{path}: {result['errorcode']} {result['error']}")
    return result


def run(command, data):
    """Executes a command. Returns the text for ackdata, or raises an exception."""
    if command != "set-led":
        raise ValueError(f"unknown command {command}")
    if data not in (b"on", b"off"):
        raise ValueError("expected on or off")
    return f"led is {data.decode()}"


# region handle
NETWORK_ERRORS = (OSError, ValueError, http.client.HTTPException)
seen = {}  # The last report of each command, by command id.
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
        seen[command["commandId"]] = {"commandId": command["commandId"], "status": status, **ack}
        unsent.append(seen[command["commandId"]])
        try:
            send_reports()
        except NETWORK_ERRORS as error:
            print(error, file=sys.stderr)

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


print(f"asking every {INTERVAL_SEC} s", flush=True)
while True:
    is_more, wait_sec = False, INTERVAL_SEC
    try:
        send_reports()
        command = call("/commands/next", {})
        if command["available"]:
            if command["commandId"] not in seen:
                handle(command)
                is_more = command.get("nextavailable", False)
            else:
                # The command runs once, but its result is reported again.
                unsent.append(seen[command["commandId"]])
                send_reports()
    except (*NETWORK_ERRORS, Rejected) as error:
        print(error, file=sys.stderr)
        wait_sec = max(INTERVAL_SEC, getattr(error, "retry_sec", 0))
    if not is_more:
        time.sleep(wait_sec)
