# Submits a temperature over HTTPS every minute. Board: Raspberry Pi Pico W, MicroPython 1.23 or later.
# Copy to the board: config.py with WIFI_SSID, WIFI_PASSWORD, CONNECTION_KEY, and root-ca.der.
# root-ca.der: the root that signs the host's certificate. Which one that is, is not confirmed.
import json
import socket
import ssl
import time

import network
import ntptime

import config

HOST = "device.ap-in-1.anedya.io"
PORT = 443


def connect_wifi():
    wlan = network.WLAN(network.STA_IF)
    wlan.active(True)
    wlan.connect(config.WIFI_SSID, config.WIFI_PASSWORD)
    while not wlan.isconnected():
        time.sleep_ms(100)


# region call
def call(path, body):
    """Posts a JSON body to the device API and returns the answer.

    The module requests does not check certificates, so the request is written by hand.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_mode = ssl.CERT_REQUIRED
    with open("root-ca.der", "rb") as file:
        context.load_verify_locations(cadata=file.read())
    text = json.dumps(body).encode()
    head = (
        "POST /v1{} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n"
        "Accept: application/json\r\nAuth-mode: key\r\nAuthorization: {}\r\n"
        "Content-Length: {}\r\n\r\n"
    ).format(path, HOST, config.CONNECTION_KEY, len(text))
    raw = socket.socket()
    try:
        raw.settimeout(30)
        raw.connect(socket.getaddrinfo(HOST, PORT)[0][-1])
        stream = context.wrap_socket(raw, server_hostname=HOST)
        stream.write(head.encode() + text)
        answer = stream.read()
    finally:
        raw.close()
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])
# endregion


def read_temperature():
    """Replace it with your sensor."""
    return 24.5


connect_wifi()
# Certificates have dates: the clock must be right before the first call.
ntptime.host = "time.anedya.io"
ntptime.settime()
while True:
    point = {
        "variable": "temperature",
        "value": read_temperature(),
        "timestamp": int(time.time()) * 1000,
    }
    try:
        print(call("/submitData", {"data": [point]}))
    except OSError as error:
        print("not stored:", error)
    time.sleep(60)
