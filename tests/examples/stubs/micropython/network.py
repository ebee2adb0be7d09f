"""A Wi-Fi that is connected at the second look."""

STA_IF = 0


class WLAN:
    def __init__(self, interface):
        self.looks = 0

    def active(self, flag):
        pass

    def connect(self, ssid, password):
        assert ssid and password

    def isconnected(self):
        self.looks += 1
        return self.looks > 1
