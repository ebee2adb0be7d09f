# Writes a status to the value store of the node and reads a setting, over HTTPS.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import http.client
import json
import os
import sys
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")
CONNECTION_KEY = required("ANEDYA_CONNECTION_KEY")


def call(path, body):
    """Posts a JSON body to the device API and returns the response. Fails on an error."""
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
        wait = error.headers.get("Retry-After")
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"HTTP {error.code}: {error.read().decode()}{hint}")
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"{BASE_URL}: {error}")
    if not result["success"]:
        sys.exit(f"{path}: {result['errorcode']} {result['error']}")
    return result


# region store
def write(key, value, value_type):
    """value_type: float, string, boolean, or binary for base64 text."""
    call("/valuestore/setValue", {"key": key, "value": value, "type": value_type})


def read(key, scope="self", namespace=""):
    """Reads from the namespace of the node, or with scope "global" from the namespace id."""
    body = {"namespace": {"scope": scope, "id": namespace}, "key": key}
    return call("/valuestore/getValue", body)["value"]
# endregion


write("door-state", "open", "string")
print("push interval in seconds:", read("push-interval"))
