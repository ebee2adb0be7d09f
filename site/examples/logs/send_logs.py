# Sends log lines over HTTPS, 10 in a request.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
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
MAX_BYTES = 1024
MAX_ENTRIES = 10


def cut(text):
    """Returns as much of a line as an entry can have, without a part of a character."""
    return text.encode()[:MAX_BYTES].decode(errors="ignore")


def post(body):
    """Posts a JSON body to the device API. Fails on an error."""
    request = urllib.request.Request(
        BASE_URL + "/logs/submitLogs",
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
        wait = error.headers.get("Retry-After")
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"HTTP {error.code}: {error.read().decode()}{hint}")
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"{BASE_URL}: {error}")
    if not result["success"]:
        sys.exit(f"rejected: {result['errorcode']} {result['error']}")


def submit(lines):
    """lines: list of Unix milliseconds and text."""
    for start in range(0, len(lines), MAX_ENTRIES):
        part = lines[start : start + MAX_ENTRIES]
        post({"data": [{"timestamp": at_ms, "log": cut(text)} for at_ms, text in part]})
        print(f"sent {len(part)} lines", flush=True)


now_ms = int(time.time() * 1000)
submit([(now_ms + index, f"INFO demo: line {index}") for index in range(25)])
