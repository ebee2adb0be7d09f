# Submits two datapoints over HTTPS. Runs on a Raspberry Pi and on any computer.
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


# region call
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
            return json.load(response)
    except urllib.error.HTTPError as error:
        wait = error.headers.get("Retry-After")
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"HTTP {error.code}: {error.read().decode()}{hint}")
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"{BASE_URL}: {error}")
# endregion


now_ms = time.time_ns() // 1_000_000
result = call(
    "/submitData",
    {
        "data": [
            {"variable": "temperature", "value": 24.5, "timestamp": now_ms},
            {
                "variable": "position",
                "value": {"lat": 22.3, "long": 73.2},
                "timestamp": now_ms,
            },
        ]
    },
)
if not result["success"]:
    sys.exit(f"not stored: {result['errorcode']} {result['error']}")
print("stored")
