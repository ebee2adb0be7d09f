# Signs a platform request with an access token (Anedya Signature v1) and reads the latest value of a variable.
# Install: Python 3.9 or later, no packages.
# Set: ANEDYA_API_URL and ANEDYA_NODE_ID with the setup block; ANEDYA_TOKEN_ID, ANEDYA_TOKEN_SECRET.
import hashlib
import http.client
import json
import os
import struct
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


# region sign
def sign(body, timestamp, secret):
    """Signature in lower-case hex. body: the bytes sent; timestamp: Unix seconds."""
    parts = [
        hashlib.sha256(body).digest(),
        struct.pack(">Q", timestamp),
        b"v1",
        secret.encode(),
    ]
    return hashlib.sha256(b"".join(parts)).hexdigest()
# endregion


# region call
def call(url, payload, token_id, secret):
    """Posts a signed JSON body to the platform API and returns the response."""
    body = json.dumps(payload).encode()
    timestamp = int(time.time())
    request = urllib.request.Request(
        url,
        data=body,
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Authorization": "ANEDYASIGV1",
            "x-anedya-TokenId": token_id,
            "x-anedya-timestamp": str(timestamp),
            "x-anedya-SignatureVersion": "v1",
            "x-anedya-Signature": sign(body, timestamp, secret),
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)
# endregion


def main():
    url = required("ANEDYA_API_URL") + "/data/latest"
    payload = {"nodes": [required("ANEDYA_NODE_ID")], "variable": "temperature"}
    token_id, secret = required("ANEDYA_TOKEN_ID"), required("ANEDYA_TOKEN_SECRET")
    try:
        result = call(url, payload, token_id, secret)
    except urllib.error.HTTPError as error:
        wait = error.headers.get("Retry-After")
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"HTTP {error.code}: {error.read().decode()}{hint}")
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.exit(f"{url}: {error}")
    print(json.dumps(result))
    if not result["success"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
