# Creates a node for each serial number of a file, and writes the values of the devices to a CSV file. Continues after a stop.
# Install: Python 3.9 or later, no packages. Replace NAMESPACE and TAGS. Run: python3 provision.py serials.txt devices.csv
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import csv
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
NAMESPACE = uuid.UUID("71dbc335-b93a-40f7-9c52-5ae550abc272")
TAGS = [{"key": "model", "value": "mk1"}]
PAUSES_SEC = (1, 2, 4, 8, 16)


class Rejected(Exception):
    """The platform has rejected a request: another attempt cannot help."""


class TemporaryError(Exception):
    """No response, or one that says that another attempt may succeed, after retry_sec at the earliest."""

    def __init__(self, text, retry_after=None):
        super().__init__(text)
        self.retry_sec = int(retry_after) if (retry_after or "").isdigit() else 0


# region call
def post(path, body):
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
            return json.load(response)
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        if error.code == 429 or error.code >= 500:
            raise TemporaryError(f"HTTP {error.code}: {text}", error.headers["Retry-After"]) from error
        try:
            return {"reasonCode": f"HTTP {error.code}", **json.loads(text)}
        except ValueError:
            raise Rejected(f"{path}: HTTP {error.code}: {text}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise TemporaryError(str(error)) from error


def call(path, body, recover=lambda: None):
    """Posts a body, again after a pause if the network or the platform fails. Raises Rejected.

    `recover` returns the result of an attempt whose response was lost.
    """
    for pause_sec in (*PAUSES_SEC, None):
        try:
            result = post(path, body)
            break
        except TemporaryError as error:
            if pause_sec is None:
                sys.exit(f"{path}: {error}: run the program again to continue")
            wait_sec = max(pause_sec, error.retry_sec)
            print(f"{path}: {error}: again in {wait_sec} s", file=sys.stderr)
            time.sleep(wait_sec)
            if recovered := recover():
                return recovered
    if not result["success"]:
        raise Rejected(f"{path}: {result.get('reasonCode')} {result.get('error')}")
    return result
# endregion


# region provision
def nodes_by_name():
    """Returns the ids of all nodes by name."""
    ids, names = [], {}
    while True:
        page = call("/node/list", {"limit": 1000, "offset": len(ids), "order": "asc"})
        ids += page["nodes"]
        if not page["nodes"] or len(ids) >= page["totalCount"]:
            break
    for start in range(0, len(ids), 100):
        details = call("/node/details", {"nodes": ids[start : start + 100]})["data"]
        names.update({one["node_name"]: node for node, one in details.items()})
    return names


def create(serial):
    """Creates a node and returns its id."""

    def created():
        node = nodes_by_name().get(serial)
        return node and {"nodeId": node}

    return call("/node/create", {"node_name": serial, "tags": TAGS}, created)["nodeId"]


def provision(serial, existing):
    """Returns device UUID, node id and connection key. Uses the node that a stopped run has created."""
    device = str(uuid.uuid5(NAMESPACE, serial))
    node = existing.get(serial) or create(serial)
    try:
        call("/node/authorize", {"nodeid": node, "deviceid": device})
    except Rejected as error:
        # An earlier attempt may have authorized it already.
        if "node::devidexists" not in str(error):
            raise
        if call("/node/details", {"nodes": [node]})["data"][node]["deviceId"] != device:
            raise
    key = call("/node/getConnectionKey", {"nodeid": node})["connectionKey"]
    return device, node, key
# endregion


# region main
serials_file, devices_file = sys.argv[1:]
# Excel and PowerShell write a byte order mark, which is not part of the first serial number.
with open(serials_file, encoding="utf-8-sig") as file:
    serials = list(dict.fromkeys(line.strip() for line in file if line.strip()))
# The file contains keys: only its owner can read it.
descriptor = os.open(devices_file, os.O_RDWR | os.O_CREAT, 0o600)
with open(descriptor, "r+", encoding="utf-8", newline="") as file:
    done = {row[0] for row in csv.reader(file) if row}
    table = csv.writer(file, lineterminator="\n")
    if not done:
        table.writerow(["serial", "device_id", "node_id", "connection_key"])
    failed = 0
    missing = [serial for serial in serials if serial not in done]
    try:
        existing = nodes_by_name() if missing else {}
    except Rejected as error:
        sys.exit(str(error))
    for serial in missing:
        try:
            table.writerow([serial, *provision(serial, existing)])
            file.flush()
        except Rejected as error:
            print(f"{serial}: {error}", file=sys.stderr)
            failed += 1
print(f"{len(serials) - failed} of {len(serials)} devices are in {devices_file}")
sys.exit(1 if failed else 0)
# endregion
