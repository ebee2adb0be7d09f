# Receives the new temperatures of all nodes every 5 seconds, and switches a fan with commands. Stop with Ctrl-C.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
INTERVAL_SEC = 5
LONGEST_PAUSE_SEC = 300
OVERLAP_SEC = 60  # Finds points that arrive up to a minute late. Increase it for devices that buffer.
COMMAND_SEC = 60
LIMIT = 10000  # Points in a response, at most.
FINAL = ("success", "failure", "invalidated")


class TemporaryError(Exception):
    """No response, or one that says that another attempt may succeed."""


# region call
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
        with urllib.request.urlopen(request, timeout=30) as response:
            result = json.load(response)
    except urllib.error.HTTPError as error:
        text = f"{path}: HTTP {error.code}: {error.read().decode()}"
        if error.code == 429 or error.code >= 500:
            raise TemporaryError(text) from error
        sys.exit(text)
    except (OSError, ValueError) as error:
        raise TemporaryError(f"{path}: {error}") from error
    # Some failures return HTTP 200.
    if not result["success"]:
        sys.exit(f"{path}: {result.get('reasonCode')} {result['error']}")
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
    data = call("/data/getData", {**body, "limit": LIMIT, "order": "asc"})["data"]
    is_full = sum(map(len, data.values())) >= LIMIT
    half = len(nodes) // 2
    if is_full and half:
        for part in (nodes[:half], nodes[half:]):
            yield from read(part, since_sec, now_sec)
        return
    yield from data.items()
    if is_full:
        last_sec = data[nodes[0]][-1]["timestamp"]
        if last_sec > since_sec:
            yield from read(nodes, last_sec, now_sec)


seen = set()


def receive(since_sec, now_sec):
    """Yields the points of all nodes that were not seen before: node id, Unix seconds, value."""
    since_sec -= OVERLAP_SEC
    nodes = list_nodes()
    for start in range(0, len(nodes), 100):
        for node, points in read(nodes[start : start + 100], since_sec, now_sec):
            for point in points:
                one = (node, point["timestamp"], point["value"])
                if one not in seen:
                    seen.add(one)
                    yield one
    seen.difference_update([one for one in seen if one[1] < since_sec])
# endregion


# region control
fans = {}
sent = {}


def control(node, value):
    """Replace with your rule. Here: the fan is on above 30, and off below 28."""
    wanted = "on" if value > 30 else "off" if value < 28 else None
    if wanted is None or fans.get(node, "off") == wanted:
        return
    expiry_ms = (int(time.time()) + COMMAND_SEC) * 1000
    body = {"nodeid": node, "command": "set-fan", "data": wanted, "type": "string"}
    command_id = call("/commands/send", {**body, "expiry": expiry_ms})["commandId"]
    fans[node] = wanted
    sent[command_id] = node
    print(f"{node}: sent set-fan {wanted}", flush=True)


def check_commands():
    """Prints the results of commands. After a failure, the next value sends the command again."""
    for command_id, node in list(sent.items()):
        details = call("/commands/getDetails", {"commandId": command_id})
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
    try:
        now_sec = int(time.time())
        for node, timestamp, value in receive(since_sec, now_sec):
            print(f"{node}: {value} at {timestamp}", flush=True)
            control(node, value)
        check_commands()
        since_sec, pause_sec = now_sec, INTERVAL_SEC
    except TemporaryError as error:
        pause_sec = min(pause_sec * 2, LONGEST_PAUSE_SEC)
        print(f"{error}: again in {pause_sec} s", file=sys.stderr, flush=True)
    time.sleep(pause_sec)
