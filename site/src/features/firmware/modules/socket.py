"""Addresses of servers. The connections of the board are those of mqtt_as."""

import network

AF_INET = 2
SOCK_STREAM = 1


def getaddrinfo(host, port, *_):
    """Returns an address for documentation (RFC 5737). Raises OSError when there is no network."""
    if not network.WLAN(network.STA_IF).isconnected():
        raise OSError(-2)
    return [(AF_INET, SOCK_STREAM, 0, "", ("192.0.2.1", port))]
