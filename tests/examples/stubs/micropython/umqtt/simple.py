"""The interface of umqtt.simple: MQTT 3.1.1, QoS 0, over a TLS context."""

import socket


class MQTTException(Exception):
    pass


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return len(data).to_bytes(2, "big") + data


class MQTTClient:
    def __init__(self, client_id, server, port, user, password, keepalive, ssl):
        self.address = (server, port)
        self.identity = text(client_id) + text(user) + text(password)
        self.keepalive = keepalive
        self.context = ssl
        self.sock = None

    def set_callback(self, callback):
        self.callback = callback

    def connect(self, clean_session=True, timeout=None):
        if self.sock:
            self.sock.close()
        self.sock = socket.socket()
        self.sock.settimeout(timeout)
        self.sock.connect(self.address)
        self.sock = self.context.wrap_socket(self.sock, server_hostname=self.address[0])
        # CONNECT with user name, password and a clean session (MQTT 3.1.1, 3.1).
        head = text("MQTT") + b"\x04\xc2" + self.keepalive.to_bytes(2, "big")
        self.send(0x10, head + self.identity)
        kind, body = self.receive(self.sock.read(1))
        assert kind == 0x20, kind
        if body[1] != 0:
            raise MQTTException(body[1])

    def subscribe(self, topic):
        self.send(0x82, b"\x00\x01" + text(topic) + b"\x00")
        while self.wait_msg() != 0x90:
            pass

    def publish(self, topic, message):
        self.send(0x30, text(topic) + message.encode())

    def wait_msg(self):
        first = self.sock.read(1)
        # Removes the timeout, as the module does.
        self.sock.setblocking(True)
        if first == b"":
            raise OSError(-1)
        kind, body = self.receive(first)
        if kind == 0x30:
            size = int.from_bytes(body[:2], "big")
            self.callback(body[2 : 2 + size], body[2 + size :])
        return kind

    def send(self, kind, body):
        size = len(body)
        length = b""
        while True:
            size, part = size >> 7, size & 127
            length += bytes([part | (128 if size else 0)])
            if not size:
                break
        self.sock.write(bytes([kind]) + length + body)

    def receive(self, first):
        size = shift = 0
        while True:
            part = self.sock.read(1)[0]
            size |= (part & 127) << shift
            shift += 7
            if part < 128:
                return first[0], self.sock.read(size)
