"""The interface of umqtt.simple: MQTT 3.1.1, QoS 0, over a TLS context."""

import socket


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return len(data).to_bytes(2, "big") + data


class MQTTClient:
    def __init__(self, client_id, server, port, user, password, keepalive, ssl):
        self.address = (server, port)
        self.identity = text(client_id) + text(user) + text(password)
        self.keepalive = keepalive
        self.context = ssl

    def set_callback(self, callback):
        self.callback = callback

    def connect(self):
        raw = socket.create_connection(self.address)
        self.stream = self.context.wrap_socket(raw, server_hostname=self.address[0])
        # CONNECT with user name, password and a clean session (MQTT 3.1.1, 3.1).
        head = text("MQTT") + b"\x04\xc2" + self.keepalive.to_bytes(2, "big")
        self.send(0x10, head + self.identity)
        kind, body = self.receive()
        assert kind == 0x20 and body[1] == 0, body

    def subscribe(self, topic):
        self.send(0x82, b"\x00\x01" + text(topic) + b"\x00")
        kind, body = self.receive()
        assert kind == 0x90 and body[2] == 0, body

    def publish(self, topic, message):
        self.send(0x30, text(topic) + message.encode())

    def wait_msg(self):
        kind, body = self.receive()
        assert kind == 0x30, kind
        size = int.from_bytes(body[:2], "big")
        self.callback(body[2 : 2 + size], body[2 + size :])

    def send(self, kind, body):
        size = len(body)
        length = b""
        while True:
            size, part = size >> 7, size & 127
            length += bytes([part | (128 if size else 0)])
            if not size:
                break
        self.stream.write(bytes([kind]) + length + body)

    def receive(self):
        kind = self.stream.read(1)[0]
        size = shift = 0
        while True:
            part = self.stream.read(1)[0]
            size |= (part & 127) << shift
            shift += 7
            if part < 128:
                return kind, self.stream.read(size)
