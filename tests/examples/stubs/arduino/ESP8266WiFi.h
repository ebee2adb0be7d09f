// Wi-Fi of the ESP8266 core.
#pragma once
#include <WiFi.h>
