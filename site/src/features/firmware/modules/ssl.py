"""Constants of TLS. The browser encrypts and checks the connections of this board; mqtt_as has the same requirements as a board."""

CERT_NONE = 0
CERT_OPTIONAL = 1
CERT_REQUIRED = 2
PROTOCOL_TLS_CLIENT = 0
