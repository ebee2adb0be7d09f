"""Sets the clock of the board from a time server."""

import _board
import errno
import network

host = "pool.ntp.org"
timeout = 1


def settime():
    """Raises OSError when there is no network, or when the server does not respond."""
    if not network.WLAN(network.STA_IF).isconnected() or not _board.setClock(host):
        raise OSError(errno.ETIMEDOUT)
