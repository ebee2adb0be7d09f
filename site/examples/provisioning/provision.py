# Creates a node for each serial number on standard input, and prints the device values as CSV.
# Install: Python 3.9 or later, no packages. Replace NAMESPACE with your UUID.
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY.
import csv
import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
NAMESPACE = uuid.UUID("71dbc335-b93a-40f7-9c52-5ae550abc272")


def call(path, body):
    """Posts a JSON body to the platform API and returns the response. Fails on an error."""
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
        raise ValueError(f"{path}: HTTP {error.code}: {error.read().decode()}") from error
    if not result["success"]:
        raise ValueError(f"{path}: {result.get('reasonCode')} {result['error']}")
    return result


# region provision
def provision(serial):
    """Returns device UUID, node id and connection key. A serial number that already has a node is rejected."""
    device = str(uuid.uuid5(NAMESPACE, serial))
    node = call("/node/create", {"node_name": serial, "preauth_id": device})["nodeId"]
    key = call("/node/getConnectionKey", {"nodeid": node})["connectionKey"]
    return device, node, key
# endregion


table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["serial", "device_id", "node_id", "connection_key"])
has_failed = False
for line in sys.stdin:
    serial = line.strip()
    if not serial:
        continue
    try:
        table.writerow([serial, *provision(serial)])
    except (OSError, ValueError) as error:
        print(f"{serial}: {error}", file=sys.stderr)
        has_failed = True
sys.exit(1 if has_failed else 0)
