# Gets the time from the platform and prints it, with the error of the local clock. Accurate to about 200 ms.
# Install: Python 3.9 or later, no packages.
# Set with the setup block: ANEDYA_DEVICE_URL, ANEDYA_CONNECTION_KEY.
import json
import os
import sys
import time
import urllib.error
import urllib.request


def required(name):
    return os.environ.get(name) or sys.exit(f"{name} is not set: run the setup block")


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
    """Returns Unix time in milliseconds."""
    request = urllib.request.Request(
        f"{BASE_URL}/time",
        data=json.dumps({"deviceSendTime": device_clock_ms()}).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Auth-mode": "key",
            "Authorization": connection_key,
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        result = json.load(response)
        t4 = device_clock_ms()
    return now_ms(
        result["deviceSendTime"], result["serverReceiveTime"], result["serverSendTime"], t4
    )
# endregion


def main():
    connection_key = required("ANEDYA_CONNECTION_KEY")
    try:
        now = measure(connection_key)
    except urllib.error.HTTPError as error:
        sys.exit(f"HTTP {error.code}: {error.read().decode()}")
    except OSError as error:
        sys.exit(str(error))
    print("time in ms:", now)
    print("local clock is ahead by (ms):", time.time_ns() // 1_000_000 - now)


if __name__ == "__main__":
    main()
