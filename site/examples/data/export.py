# Exports the values of a variable of a node to CSV: python3 export.py temperature 2026-01-01 2026-02-01 >january.csv
# Install: Python 3.9 or later, no packages.
# Set: ANEDYA_API_URL, ANEDYA_API_KEY and ANEDYA_NODE_ID with the setup block.
import csv
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


URL = required("ANEDYA_API_URL") + "/data/getData"
API_KEY = required("ANEDYA_API_KEY")
NODE_ID = required("ANEDYA_NODE_ID")

MOST_POINTS = 10_000  # in one response


def post(body):
    """Sends a request. Waits and sends it again when there were too many."""
    request = urllib.request.Request(
        URL,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": f"Bearer {API_KEY}",
        },
        method="POST",
    )
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                result = json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                sys.exit(f"HTTP {error.code}: {error.read().decode()}")
            wait = error.headers.get("Retry-After", "")
            time.sleep(int(wait) if wait.isdigit() else 5)
            continue
        except (OSError, ValueError, http.client.HTTPException) as error:
            sys.exit(str(error))
        return result if result["success"] else sys.exit(result["error"])


def read(variable, start, end):
    """Yields the points from start to end, both included, in Unix seconds, the oldest first."""
    result = post({
        "variable": variable,
        "nodes": [NODE_ID],
        "from": start,
        "to": end,
        "limit": MOST_POINTS,
        "order": "asc",
    })
    if result["count"] < MOST_POINTS:
        yield from result["data"].get(NODE_ID, [])
    elif start == end:
        sys.exit(f"more than {MOST_POINTS} points in the second {start}")
    else:
        # There may be more points. The halves have no second in common, so each point is read once.
        middle = (start + end) // 2
        yield from read(variable, start, middle)
        yield from read(variable, middle + 1, end)


def seconds(day):
    return int(datetime.fromisoformat(day).replace(tzinfo=timezone.utc).timestamp())


def main():
    variable, first, after = sys.argv[1:4]
    writer = csv.writer(sys.stdout)
    writer.writerow(["time", "value"])
    for point in read(variable, seconds(first), seconds(after) - 1):
        at = datetime.fromtimestamp(point["timestamp"], timezone.utc)
        value = point["value"]
        if isinstance(value, dict):
            value = f"{value['lat']} {value['long']}"
        writer.writerow([at.isoformat(), value])


if __name__ == "__main__":
    main()
