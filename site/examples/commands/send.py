# Sends a command and waits for its result. Exit code: 0 success, 1 failure or error, 2 no result in time.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY, ANEDYA_NODE_ID.
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
TIMEOUT_SEC = 60
LONGEST_PAUSE_SEC = 8


class TemporaryError(Exception):
    """No response, or one that says that another attempt may succeed, after retry_sec at the earliest."""

    def __init__(self, text, retry_after=None):
        super().__init__(text)
        self.retry_sec = int(retry_after) if (retry_after or "").isdigit() else 0


def call(path, body):
    """Posts a JSON body to the platform API and returns the response. Exits on a permanent error."""
    request = urllib.request.Request(
        BASE_URL + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Authorization": f"Bearer {API_KEY}",
        },
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            result = json.load(response)
    except urllib.error.HTTPError as error:
        text = f"{path}: HTTP {error.code}: {error.read().decode()}"
        if error.code == 429 or error.code >= 500:
            raise TemporaryError(text, error.headers["Retry-After"]) from error
        sys.exit(text)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise TemporaryError(f"{path}: {error}") from error
    if not result["success"]:
        sys.exit(f"{path}: {result.get('reasonCode')} {result['error']}")
    return result


# region wait
def send(node, command, data):
    """Sends a command that expires at the deadline, and returns its id."""
    body = {"nodeid": node, "command": command, "data": data, "type": "string"}
    expiry_ms = (int(time.time()) + TIMEOUT_SEC) * 1000
    return call("/commands/send", {**body, "expiry": expiry_ms})["commandId"]


def wait(command_id):
    """Returns the details of a command when it is final or expired, or None at the deadline."""
    end = time.monotonic() + TIMEOUT_SEC
    pause_sec, status = 1, None
    while True:
        wait_sec = pause_sec
        try:
            details = call("/commands/getDetails", {"commandId": command_id})
            if details["status"] != status:
                status = details["status"]
                print(status, flush=True)
            if status in ("success", "failure", "invalidated") or details["expired"]:
                return details
        except TemporaryError as error:
            # The command may still run: only the request for its status is repeated.
            print(error, file=sys.stderr)
            wait_sec = max(pause_sec, error.retry_sec)
        if time.monotonic() + wait_sec > end:
            return None
        time.sleep(wait_sec)
        pause_sec = min(pause_sec * 2, LONGEST_PAUSE_SEC)
# endregion


try:
    result = wait(send(required("ANEDYA_NODE_ID"), "set-led", "on"))
except TemporaryError as error:
    sys.exit(f"unknown whether the command was sent: {error}")
if result and result["status"] in ("success", "failure"):
    # A device may report a result without data.
    print("device says:", result.get("ackdata") or result["status"])
    sys.exit(0 if result["status"] == "success" else 1)
reason = f": {result['status']}" if result else f" within {TIMEOUT_SEC} s"
print(f"no result{reason}", file=sys.stderr)
sys.exit(2)
