# Gets the time from the platform and prints it, with the error of the local clock. Usually accurate to about 200 ms.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import http.client
import json
import os
import sys
import time
import urllib.parse


def required(name):
    return os.environ.get(name, "").strip() or sys.exit(f"{name} is not set: run the setup block")


BASE_URL = required("ANEDYA_DEVICE_URL")


# region formula
def now_ms(t1, t2, t3, t4):
    """Unix time in milliseconds at t4. Whole milliseconds:

    t1 device clock when the request leaves, t2 server on receipt, t3 server on reply,
    t4 device clock when the response arrives.
    """
    return (t2 + t3 + t4 - t1) // 2
# endregion


# region measure
def device_clock_ms():
    """Milliseconds from an arbitrary start; only differences are meaningful."""
    return time.monotonic_ns() // 1_000_000


def measure(connection_key):
    """Returns Unix time in milliseconds and the largest possible error, which is half of the round trip."""
    url = urllib.parse.urlsplit(BASE_URL)
    is_https = url.scheme == "https"
    connect = http.client.HTTPSConnection if is_https else http.client.HTTPConnection
    connection = connect(url.hostname, url.port, timeout=30)
    # DNS, TCP and TLS take longer than the request: they must be over before t1.
    connection.connect()
    connection.request(
        "POST",
        f"{url.path}/time",
        body=json.dumps({"deviceSendTime": device_clock_ms()}),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Auth-mode": "key",
            "Authorization": connection_key,
        },
    )
    response = connection.getresponse()
    t4 = device_clock_ms()
    text = response.read().decode()
    connection.close()
    if response.status != 200:
        wait = response.headers.get("Retry-After")
        hint = f"; Retry-After: {wait}" if wait else ""
        sys.exit(f"HTTP {response.status}: {text}{hint}")
    result = json.loads(text)
    t1, t2, t3 = result["deviceSendTime"], result["serverReceiveTime"], result["serverSendTime"]
    return now_ms(t1, t2, t3, t4), (t4 - t1 - (t3 - t2)) / 2
# endregion


def main():
    connection_key = required("ANEDYA_CONNECTION_KEY")
    try:
        now, error = measure(connection_key)
    except (OSError, ValueError, http.client.HTTPException) as problem:
        sys.exit(f"{BASE_URL}: {problem}")
    print("time in ms:", now)
    print("accurate to (ms):", error)
    print("local clock is ahead by (ms):", time.time_ns() // 1_000_000 - now)


if __name__ == "__main__":
    main()
