"""The time server of the simulated world."""

import board

host = "pool.ntp.org"


def settime():
    assert host == "time.anedya.io"
    if not board.setClock():
        raise OSError(110)
