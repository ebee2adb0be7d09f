# Gets the time in milliseconds from the platform over HTTPS. Board: Raspberry Pi Pico W, MicroPython 1.23 or later.
# Copy to the board: config.py with WIFI_SSID, WIFI_PASSWORD, CONNECTION_KEY, and root-ca.der.
# root-ca.der: the public root of the host's chain. A sandbox over HTTP needs none.
import json
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


# region formula
def now_ms(t1, t2, t3, t4):
    """Unix time in milliseconds at t4. Whole milliseconds; Python integers never overflow.

    t1 device clock when the request leaves, t2 server on receipt, t3 server on reply,
    t4 device clock when the response arrives.
    """
    return (t2 + t3 + t4 - t1) // 2
# endregion


def measure():
    """Returns Unix time in milliseconds, and the value of ticks_ms at that time."""
    stream = open_stream()
    ticks = time.ticks_ms()
    text = json.dumps({"deviceSendTime": ticks})
    head = (
        "POST /{}/time HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n"
        "Accept: application/json\r\nAuth-mode: key\r\nAuthorization: {}\r\n"
        "Content-Length: {}\r\n\r\n"
    ).format(PREFIX, ADDRESS, config.CONNECTION_KEY, len(text))
    try:
        stream.write((head + text).encode())
        times = read_response(stream)
        arrival = time.ticks_ms()
    finally:
        stream.close()
    # ticks_diff handles the wraparound of ticks_ms.
    t1 = times["deviceSendTime"]
    t4 = t1 + time.ticks_diff(arrival, ticks)
    return now_ms(t1, times["serverReceiveTime"], times["serverSendTime"], t4), arrival


def synchronize():
    """Returns the result of measure(). Waits until there is one."""
    ntptime.host = "time.anedya.io"
    while True:
        try:
            connect_wifi()
            # Certificate verification needs the correct time, in whole seconds.
            ntptime.settime()
            return measure()
        except Exception as error:
            print("no time:", error)
            time.sleep(60)


while True:
    base, ticks = synchronize()
    # Again after an hour. The limit is 6 days, the range of ticks_diff.
    for _ in range(360):
        print("time in ms:", base + time.ticks_diff(time.ticks_ms(), ticks))
        time.sleep(10)
