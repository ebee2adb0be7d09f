"""The clock of this machine is right already."""

host = "pool.ntp.org"


def settime():
    assert host == "time.anedya.io"
