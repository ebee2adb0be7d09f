# Prints the values of a node as they arrive, over a live stream, and reconnects. Stop it with Ctrl-C.
# Install: Python 3.9 or later, then in a virtual environment: python3 -m pip install "websockets>=15" cbor2
# Set: ANEDYA_API_URL, ANEDYA_API_KEY and ANEDYA_NODE_ID with the setup block.
import hashlib
import http.client
import json
import os
import random
import struct
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone

import cbor2
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
NODE_ID = required("ANEDYA_NODE_ID")

LIFETIME_SEC = 900  # of a stream and of its access token
LONGEST_PAUSE_SEC = 60
EXPIRED = 1008  # close code: the token or the stream has expired


def post(path, body):
    request = urllib.request.Request(
        BASE_URL + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": f"Bearer {API_KEY}",
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        result = json.load(response)
    if not result["success"]:
        raise OSError(f"{path}: {result['error']}")
    return result


# region access
def create_access():
    """Creates a stream and an access token that may only connect to it."""
    stream = post("/streams/create", {
        "sources": {"nodes": [NODE_ID]},
        "events": ["valuestore::updates"],
        "variables": ["temperature"],
        "expiry": LIFETIME_SEC,
    })
    stream_id = stream["streamId"]
    token = post("/access/tokens/create", {
        "ttlSec": LIFETIME_SEC,
        "policy": {
            "resources": {"nodes": [NODE_ID], "streams": [stream_id]},
            "allow": ["streams::connect"],
        },
    })
    return stream["streamURL"], stream_id, token["tokenId"], token["token"]
# endregion


# region sign
def sign(timestamp, secret):
    """Signature of an empty body in lower-case hex. timestamp: Unix seconds."""
    parts = [
        hashlib.sha256(b"").digest(),
        struct.pack(">Q", timestamp),
        b"v1",
        secret.encode(),
    ]
    return hashlib.sha256(b"".join(parts)).hexdigest()
# endregion


# region frame
def show(frame):
    """Prints a frame: a value of a variable, or a change in the value store."""
    if frame[:2] == b"\x00\x01":
        point = cbor2.loads(frame[3:])
        node = point["n"] if isinstance(point["n"], str) else point["n"].hex()
        at = datetime.fromtimestamp(point["ts"] / 1000, timezone.utc)
        print(f"{node} {point['v']}: {point['d']} at {at.isoformat()}", flush=True)
    elif frame[:2] == b"\x00\x02":
        change = cbor2.loads(frame[2:])
        print(f"{change['ns']['id']} {change['key']} = {change['val']}", flush=True)
# endregion


# region connect
def receive(url, stream_id, token_id, secret):
    """Receives until the connection closes. Returns the close code."""
    timestamp = int(time.time())
    headers = {
        "Authorization": "ANEDYASIGV1",
        "x-anedya-streamid": stream_id,
        "x-anedya-tokenid": token_id,
        "x-anedya-timestamp": str(timestamp),
        "x-anedya-signatureversion": "v1",
        "x-anedya-signature": sign(timestamp, secret),
    }
    with connect(url, additional_headers=headers) as socket:
        print("connected", flush=True)
        try:
            while True:
                show(socket.recv())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
# endregion


def retry_sec(headers):
    """Seconds of Retry-After, or 0 without it. It can also be a date, which is not used."""
    wait = headers.get("Retry-After", "")
    return int(wait) if wait.isdigit() else 0


def main():
    access = None
    pause = 1
    while True:
        started = time.monotonic()
        wait = 0
        try:
            access = access or create_access()
            code = receive(*access)
            print(f"closed with {code}", file=sys.stderr, flush=True)
            if code == EXPIRED:
                access = None
        except InvalidStatus as error:
            print(error, file=sys.stderr, flush=True)
            wait = retry_sec(error.response.headers)
            # A rejected token needs a new one. A server that is busy does not.
            if error.response.status_code in (400, 401, 403, 404):
                access = None
        except urllib.error.HTTPError as error:
            print(error, file=sys.stderr, flush=True)
            wait = retry_sec(error.headers)
        except (OSError, ValueError, http.client.HTTPException, InvalidHandshake) as error:
            print(error, file=sys.stderr, flush=True)
        if time.monotonic() - started > LONGEST_PAUSE_SEC:
            pause = 1
        time.sleep(max(wait, pause * (1 + random.random())))
        pause = min(2 * pause, LONGEST_PAUSE_SEC)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
