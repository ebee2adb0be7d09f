# Settings of the greenhouse. Copy this file to the board, beside the program.
WIFI_SSID = "YOUR-WIFI"
WIFI_PASSWORD = "YOUR-WIFI-PASSWORD"
SERVER = "mqtt.ap-in-1.anedya.io"
DEVICE_ID = "YOUR-DEVICE-UUID"
CONNECTION_KEY = "YOUR-CONNECTION-KEY"
