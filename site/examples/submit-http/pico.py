# Submits a temperature over HTTPS every minute. Board: Raspberry Pi Pico W, MicroPython 1.23 or later.
# Copy to the board: config.py with WIFI_SSID, WIFI_PASSWORD, CONNECTION_KEY, and root-ca.der.
# root-ca.der: the public root of the host's chain. A sandbox over HTTP needs none.
import json
import math
import socket
import ssl
import time

import network
import ntptime

import config

BASE_URL = "https://device.ap-in-1.anedya.io/v1"
SCHEME, _, REST = BASE_URL.partition("://")
ADDRESS, _, PREFIX = REST.partition("/")


wlan = network.WLAN(network.STA_IF)


def connect_wifi():
    """Returns at once when there is a connection. Raises OSError without one."""
    if wlan.isconnected():
        return
    wlan.active(True)
    wlan.connect(config.WIFI_SSID, config.WIFI_PASSWORD)
    for _ in range(300):
        if wlan.isconnected():
            return
        time.sleep_ms(100)
    raise OSError("no Wi-Fi")


clock_set_at = None


def keep_time():
    """Sets the clock, and again every hour, because it drifts. Raises OSError if it was never set."""
    global clock_set_at
    if clock_set_at is not None and time.time() - clock_set_at < 3600:
        return
    try:
        ntptime.settime()
        clock_set_at = time.time()
    except OSError as error:
        if clock_set_at is None:
            raise
        print("clock not set again:", error)


def open_stream():
    """Opens a connection to BASE_URL. A sandbox on your network has no TLS."""
    host, _, port = ADDRESS.partition(":")
    address = socket.getaddrinfo(host, int(port or 443))[0][-1]
    raw = socket.socket()
    try:
        raw.settimeout(30)
        raw.connect(address)
        if SCHEME == "http":
            return raw
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_mode = ssl.CERT_REQUIRED
        with open("root-ca.der", "rb") as file:
            context.load_verify_locations(cadata=file.read())
        return context.wrap_socket(raw, server_hostname=host)
    except Exception:
        # A board has few sockets, and nothing else closes this one.
        raw.close()
        raise


def read_response(stream):
    """Returns the JSON of a response. Reads no further than its length: how some servers close TLS raises an error."""
    length = -1
    while (line := stream.readline().strip().lower()):
        name, _, value = line.partition(b":")
        if name == b"content-length":
            length = int(value)
    return json.loads(stream.read(length))


# region call
def call(path, body):
    """Posts a JSON body to the device API and returns the response.

    The module requests does not check certificates, so the request is written by hand.
    """
    text = json.dumps(body).encode()
    head = (
        "POST /{}{} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n"
        "Accept: application/json\r\nAuth-mode: key\r\nAuthorization: {}\r\n"
        "Content-Length: {}\r\n\r\n"
    ).format(PREFIX, path, ADDRESS, config.CONNECTION_KEY, len(text))
    stream = open_stream()
    try:
        stream.write(head.encode() + text)
        return read_response(stream)
    finally:
        stream.close()
# endregion


def read_temperature():
    """Replace with code for your sensor."""
    return 24.5


def submit():
    value = read_temperature()
    if not math.isfinite(value):
        raise ValueError("no reading: JSON has neither NaN nor infinity")
    point = {"variable": "temperature", "value": value, "timestamp": int(time.time()) * 1000}
    response = call("/submitData", {"data": [point]})
    print("stored:" if response.get("success") else "not stored:", response)


ntptime.host = "time.anedya.io"
while True:
    try:
        connect_wifi()
        # Certificate verification needs the correct time.
        keep_time()
        submit()
    except Exception as error:
        # Whatever it is, the next measurement may succeed.
        print("not stored:", error)
    time.sleep(60)
