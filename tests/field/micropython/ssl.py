"""TLS of the simulated world: it needs a root certificate and a clock that is right."""

import board

PROTOCOL_TLS_CLIENT = 0
CERT_NONE = 0
CERT_REQUIRED = 2


class SSLContext:
    def __init__(self, protocol):
        self.verify_mode = CERT_NONE
        self.roots = b""

    def load_verify_locations(self, cadata):
        self.roots = cadata

    def wrap_socket(self, sock, server_hostname=None):
        assert self.verify_mode == CERT_REQUIRED and self.roots and server_hostname
        if board.wallSeconds() < 1600000000:
            raise ValueError("The certificate validity starts in the future")
        board.delay(300)
        return sock
