"""The Wi-Fi of the board. Any password joins: whether there is a network depends on the board."""

import _board
import machine

STA_IF = 0
AP_IF = 1
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010

_is_active = False
_is_joined = False
_repeated = 0


class WLAN:
    IF_STA = STA_IF
    IF_AP = AP_IF
    PM_NONE = 0
    PM_PERFORMANCE = 1
    PM_POWERSAVE = 2

    def __init__(self, interface=STA_IF):
        if interface != STA_IF:
            raise ValueError("invalid WLAN interface identifier")

    def active(self, *is_active):
        global _is_active, _is_joined
        if not is_active:
            return _is_active
        _is_active = bool(is_active[0])
        _is_joined = _is_joined and _is_active

    def connect(self, ssid=None, key=None):
        global _is_joined, _repeated
        if not _is_active:
            raise OSError("Wifi Not Started")
        # While an ESP32 is connected, it accepts one more connect().
        _repeated = _repeated + 1 if self.isconnected() else 0
        if _repeated > 1:
            raise OSError("Wifi Internal Error")
        _is_joined = True
        _board.joinWifi(ssid or "", key or "")

    def disconnect(self):
        global _is_joined
        if not _is_active:
            raise OSError("Wifi Not Started")
        _is_joined = False

    def isconnected(self):
        return _is_joined and bool(_board.hasWifi())

    def status(self):
        if not _is_joined:
            return STAT_IDLE
        return STAT_GOT_IP if _board.hasWifi() else STAT_CONNECTING

    def ifconfig(self):
        address = "192.168.4.2" if self.isconnected() else "0.0.0.0"
        return (address, "255.255.255.0", "192.168.4.1", "192.168.4.1")

    def config(self, *names, **settings):
        """Sets what this Wi-Fi ignores, such as pm, or gets the MAC address."""
        if settings:
            return
        if names != ("mac",):
            raise ValueError("unknown config param")
        return machine.unique_id()
