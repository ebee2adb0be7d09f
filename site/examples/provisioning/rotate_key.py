# Rotates the connection key of a device: copies its node, then moves the device to the copy and deletes the old node.
# Install: Python 3.9 or later, no packages. Run: python3 rotate_key.py prepare, deliver the key, python3 rotate_key.py finish
# Set with the setup block: ANEDYA_API_URL, ANEDYA_API_KEY, ANEDYA_NODE_ID.
import csv
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_API_URL")
API_KEY = required("ANEDYA_API_KEY")
OLD_NODE = required("ANEDYA_NODE_ID")
STATE_FILE = f"rotation-{OLD_NODE}.json"
PAGE = 10000


# region call
def call(path, body, accepted=""):
    """Posts a JSON body to the platform API and returns the response. Exits on any other error: run the step again."""
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
    wait = None
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            status, text = response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
        wait = error.headers.get("Retry-After")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"{path}: {error}: run the step again")
    try:
        result = dict(json.loads(text))
    except (TypeError, ValueError):
        result = {}
    if not result.get("success") and result.get("reasonCode") != accepted:
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"{path}: HTTP {status}: {text}{hint}")
    return result


def old_details():
    """Returns the details of the old node, or None when it is deleted."""
    response = call("/node/details", {"nodes": [OLD_NODE]}, accepted="node::nodenotfound")
    return response.get("data", {}).get(OLD_NODE)
# endregion


def write(state):
    """Stores the progress. The file contains the new key: only its owner can read it. If the power fails here, it is as before."""
    new_file = STATE_FILE + ".new"
    with open(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(state, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new_file, STATE_FILE)


def read():
    with open(STATE_FILE) as file:
        return json.load(file)


# region prepare
def copy_values(new_node):
    """Copies the old node's keys of the value store."""
    offset = 0
    while True:
        scope = {"scope": "node", "id": OLD_NODE}
        page = call(
            "/valuestore/scan",
            {"filter": {"namespace": scope}, "orderby": "key", "order": "asc", "limit": 100, "offset": offset},
        )
        for entry in page["data"]:
            value = call("/valuestore/getValue", {"namespace": scope, "key": entry["key"]})
            copy = {"namespace": {"scope": "node", "id": new_node}, "key": entry["key"]}
            call("/valuestore/setValue", {**copy, "value": value["value"], "type": value["type"]})
        offset += len(page["data"])
        # A response without a total: the next page shows whether there is more.
        if not page["data"] or offset >= page.get("totalCount", offset + 1):
            return


def create():
    """Creates the new node and stores its id."""
    old = old_details()
    if not old or not old["deviceId"]:
        sys.exit("the node does not exist or has no device")
    copy = {"node_name": old["node_name"], "node_desc": old["node_desc"], "tags": old["tags"] or []}
    node = call("/node/create", copy)["nodeId"]
    write({"old_node": OLD_NODE, "new_node": node, "device": old["deviceId"]})


def prepare():
    """Creates the new node, or continues after a stop. The device still uses the old one."""
    if not os.path.exists(STATE_FILE):
        create()
    state = read()
    node = state["new_node"]
    write({**state, "key": call("/node/getConnectionKey", {"nodeid": node})["connectionKey"]})
    copy_values(node)
    print(f"node {node}: deliver the key in {STATE_FILE} to the device")
# endregion


# region finish
def export(variable):
    """Writes all points of a variable to a CSV file: Unix seconds, value."""
    start, rows = 0, []
    while True:
        body = {"variable": variable, "nodes": [OLD_NODE], "from": start, "to": int(time.time())}
        points = call("/data/getData", {**body, "limit": PAGE, "order": "asc"})["data"].get(OLD_NODE, [])
        if len(points) < PAGE:
            rows += points
            break
        # A full page can end within a second, so the next page starts with all points of that second.
        last_sec = points[-1]["timestamp"]
        if last_sec == start:
            sys.exit(f"{variable}: more than {PAGE} points in the second {last_sec}: not exported, nothing deleted")
        rows += [point for point in points if point["timestamp"] < last_sec]
        start = last_sec
    with open(f"{OLD_NODE}-{variable}.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["timestamp", "value"])
        table.writerows([point["timestamp"], json.dumps(point["value"])] for point in rows)
    print(f"exported {len(rows)} points of {variable}")


def finish():
    """Exports the data of the old node, deletes it, and authorizes the device on the new one."""
    state = read()
    # After a stop, the old node may be deleted already.
    if old_details():
        copy_values(state["new_node"])
        offset = 0
        while True:
            page = call("/variables/list", {"limit": 100, "offset": offset})
            for one in page["nodeParams"]:
                export(one["variable"])
            offset += len(page["nodeParams"])
            if not page["nodeParams"] or offset >= page["totalCount"]:
                break
        call("/node/delete", {"nodeid": OLD_NODE})
    call("/node/authorize", {"nodeid": state["new_node"], "deviceid": state["device"]})
    os.remove(STATE_FILE)
    print(f"the device is node {state['new_node']} now")
# endregion


{"prepare": prepare, "finish": finish}[sys.argv[1]]()
