"""The configuration a reader copies to the board."""

import os

WIFI_SSID = "wifi"
WIFI_PASSWORD = "wifi-password"
DEVICE_ID = os.environ.get("ANEDYA_DEVICE_ID")
CONNECTION_KEY = os.environ["ANEDYA_CONNECTION_KEY"]
