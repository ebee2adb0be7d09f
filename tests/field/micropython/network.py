"""Wi-Fi of the simulated world."""

import board

STA_IF = 0


class WLAN:
    def __init__(self, interface):
        pass

    def active(self, flag):
        pass

    def connect(self, ssid, password):
        assert ssid and password

    def isconnected(self):
        return board.hasWifi()
