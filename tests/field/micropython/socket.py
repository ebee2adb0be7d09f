"""TCP connections of the simulated world."""

import board

LONG_MS = 3600000

# A Pico W has five TCP connections (lwIP, MEMP_NUM_TCP_PCB). A socket that is neither closed nor collected keeps its own.
CONNECTIONS = 5
opened = []


class socket:
    def __init__(self):
        if len(opened) == CONNECTIONS:
            raise OSError(12)
        opened.append(self)
        self.connection = -1
        self.timeout_ms = LONG_MS

    def settimeout(self, seconds):
        self.timeout_ms = LONG_MS if seconds is None else int(seconds * 1000)

    def setblocking(self, flag):
        self.timeout_ms = LONG_MS if flag else 0

    def connect(self, address):
        self.connection = int(board.open(address[0], address[1]))
        if self.connection < 0:
            raise OSError(111)

    def write(self, data, length=None):
        if not board.isOpen(self.connection):
            raise OSError(104)
        part = bytes(data) if length is None else bytes(data)[:length]
        board.send(self.connection, "".join("{:02x}".format(byte) for byte in part))

    def read(self, size=-1):
        """Returns at most `size` bytes, or everything until the end of the connection."""
        data = b""
        while size < 0 or len(data) < size:
            if not board.await_(self.connection, self.timeout_ms):
                if board.isOpen(self.connection):
                    raise OSError(110)
                break
            text = board.read(self.connection, size - len(data) if size >= 0 else 65536)
            data += bytes(int(text[i : i + 2], 16) for i in range(0, len(text), 2))
        return data

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def close(self):
        if self in opened:
            opened.remove(self)
        board.close(self.connection)


def getaddrinfo(host, port):
    return [(0, 0, 0, "", (host, port))]
