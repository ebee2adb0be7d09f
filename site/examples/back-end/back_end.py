# Prints the latest temperature of every node, and its hourly averages of the last day, as a back end.
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
PAGE = 100


# region call
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
        sys.exit(f"{path}: HTTP {error.code}: {error.read().decode()}")
    except OSError as error:
        sys.exit(f"{path}: {error}")
    # Some failures return HTTP 200.
    if not result["success"]:
        sys.exit(f"{path}: {result.get('reasonCode')} {result['error']}")
    return result
# endregion


def list_nodes():
    """Returns the ids of all nodes, in pages."""
    ids = []
    while True:
        page = call("/node/list", {"limit": PAGE, "offset": len(ids), "order": "asc"})
        ids += page["nodes"]
        if not page["nodes"] or len(ids) >= page["totalCount"]:
            return ids


def hourly_averages(variable, node):
    """Points with timestamp (Unix seconds, start of the hour) and aggregate; hours without data are absent."""
    now = int(time.time())
    return call(
        "/aggregates/variable/byTime",
        {
            "variable": variable,
            "from": now - 86400,
            "to": now,
            "config": {
                "aggregation": {"compute": "avg", "forEachNode": True},
                "interval": {"measure": "hour", "interval": 1},
                "filter": {"nodes": [node], "type": "include"},
            },
        },
    )["data"].get(node, [])


nodes = list_nodes()
for start in range(0, len(nodes), PAGE):
    part = nodes[start : start + PAGE]
    names = call("/node/details", {"nodes": part})["data"]
    newest = call("/data/latest", {"nodes": part, "variable": "temperature"})["data"]
    for node in part:
        point = newest.get(node)
        text = "no data"
        if point:
            averages = hourly_averages("temperature", node)
            age_sec = int(time.time()) - point["timestamp"]
            text = f"{point['value']}, {age_sec} s ago, {len(averages)} hourly averages"
        print(f"{names[node]['node_name']} {node}: {text}")
