# Receives the new temperatures of all nodes every 5 seconds, and switches a fan with commands. Stop with Ctrl-C.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import Counter


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
INTERVAL_SEC = 5
LONGEST_PAUSE_SEC = 300
OVERLAP_SEC = 60  # Finds points that arrive up to a minute late. Increase it for devices that buffer.
COMMAND_SEC = 60
LIMIT = 10000  # Points in a response, at most.
FINAL = ("success", "failure", "invalidated")


class TemporaryError(Exception):
    """No response, or one that says that another attempt may succeed, after retry_sec at the earliest."""

    def __init__(self, text, retry_after=None):
        super().__init__(text)
        self.retry_sec = int(retry_after) if (retry_after or "").isdigit() else 0


class Rejected(Exception):
    """The platform has rejected the request: another attempt cannot help."""


# region call
def call(path, body):
    """Posts a JSON body to the platform API and returns the response."""
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
        with urllib.request.urlopen(request, timeout=30) as response:
            result = json.load(response)
    except urllib.error.HTTPError as error:
        text = f"{path}: HTTP {error.code}: {error.read().decode()}"
        if error.code == 429 or error.code >= 500:
            raise TemporaryError(text, error.headers["Retry-After"]) from error
        if error.code in (401, 403):
            sys.exit(text)
        raise Rejected(text) from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise TemporaryError(f"{path}: {error}") from error
    # Some failures return HTTP 200.
    if not result["success"]:
        text = f"{path}: {result.get('reasonCode')} {result['error']}"
        if str(result.get("reasonCode")).startswith("auth::"):
            sys.exit(text)
        raise Rejected(text)
    return result
# endregion


# region receive
def list_nodes():
    """Returns the ids of all nodes, in pages."""
    ids = []
    while True:
        page = call("/node/list", {"limit": 1000, "offset": len(ids), "order": "asc"})
        ids += page["nodes"]
        if not page["nodes"] or len(ids) >= page["totalCount"]:
            return ids


def read(nodes, since_sec, now_sec):
    """Yields node id and points, oldest first. Divides a request whose response is full, so no points are left out."""
    body = {"variable": "temperature", "nodes": nodes, "from": since_sec, "to": now_sec}
    half = len(nodes) // 2
    try:
        data = call("/data/getData", {**body, "limit": LIMIT, "order": "asc"})["data"]
        is_full = sum(map(len, data.values())) >= LIMIT
    except Rejected as error:
        if "data::invalidnodeid" not in str(error):
            raise
        # One of the nodes has been deleted since they were listed: find it, and go on without it.
        if not half:
            return
        is_full = True
    if is_full and half:
        for part in (nodes[:half], nodes[half:]):
            yield from read(part, since_sec, now_sec)
    elif is_full:
        # The last second may be incomplete, so it is read again as a whole.
        points = data[nodes[0]]
        last_sec = points[-1]["timestamp"]
        complete = [point for point in points if point["timestamp"] < last_sec]
        yield nodes[0], complete or points
        yield from read(nodes, last_sec if complete else last_sec + 1, now_sec)
    else:
        yield from data.items()


seen = {}  # By node and second, how often each value has been received.


def receive(since_sec, now_sec):
    """Yields the points of all nodes that were not received before: node id, Unix seconds, value.

    A node can have several points in one second, also with equal values, so values are counted.
    """
    since_sec -= OVERLAP_SEC
    nodes = list_nodes()
    for start in range(0, len(nodes), 100):
        for node, points in read(nodes[start : start + 100], since_sec, now_sec):
            found = {}
            for point in points:
                value = json.dumps(point["value"])
                count = found.setdefault(point["timestamp"], Counter())
                count[value] += 1
                known = seen.setdefault((node, point["timestamp"]), Counter())
                if count[value] > known[value]:
                    known[value] += 1
                    yield node, point["timestamp"], point["value"]
    for key in [key for key in seen if key[1] < since_sec]:
        del seen[key]
# endregion


# region control
latest = {}  # The newest value of each node, until the rule has seen it.
newest = {}  # Its timestamp: a value that arrives late does not overrule a newer one.
fans = {}  # What each fan was told last; nothing when that is unknown: at the start, and after a failure.
sent = {}


def control(node, value):
    """Replace with your rule. Here: the fan is on above 30, and off below 28."""
    wanted = "on" if value > 30 else "off" if value < 28 else None
    if wanted is None or fans.get(node) == wanted:
        return
    expiry_ms = (int(time.time()) + COMMAND_SEC) * 1000
    body = {"nodeid": node, "command": "set-fan", "data": wanted, "type": "string"}
    command_id = call("/commands/send", {**body, "expiry": expiry_ms})["commandId"]
    fans[node] = wanted
    sent[command_id] = node
    print(f"{node}: sent set-fan {wanted}", flush=True)


def control_all():
    """Applies the rule. A value stays after a temporary error, so that the next cycle tries again."""
    for node, value in list(latest.items()):
        try:
            control(node, value)
        except Rejected as error:
            print(f"{node}: {error}", file=sys.stderr, flush=True)
        del latest[node]


def check_commands():
    """Prints the results of commands. After a failure, the next value sends the command again."""
    for command_id, node in list(sent.items()):
        try:
            details = call("/commands/getDetails", {"commandId": command_id})
        except Rejected as error:
            print(f"{node}: {error}", file=sys.stderr, flush=True)
            del sent[command_id]
            continue
        status = details["status"]
        if status in FINAL or details["expired"]:
            del sent[command_id]
            end = "" if status in FINAL else ", expired"
            print(f"{node}: set-fan {details['data']}: {status}{end}", flush=True)
            if status != "success":
                fans.pop(node, None)
# endregion


since_sec, pause_sec = int(time.time()), INTERVAL_SEC
print("receiving", flush=True)
while True:
    wait_sec = INTERVAL_SEC
    try:
        now_sec = int(time.time())
        for node, timestamp, value in receive(since_sec, now_sec):
            print(f"{node}: {value} at {timestamp}", flush=True)
            if timestamp >= newest.get(node, 0):
                latest[node], newest[node] = value, timestamp
        control_all()
        check_commands()
        since_sec, pause_sec = now_sec, INTERVAL_SEC
    except (TemporaryError, Rejected) as error:
        pause_sec = min(pause_sec * 2, LONGEST_PAUSE_SEC)
        wait_sec = max(pause_sec, getattr(error, "retry_sec", 0))
        print(f"{error}: again in {wait_sec} s", file=sys.stderr, flush=True)
    time.sleep(wait_sec)
