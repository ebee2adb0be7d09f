// Wi-Fi of the ESP32 core.
#pragma once
#include <Arduino.h>
enum wl_status_t { WL_IDLE_STATUS = 0, WL_CONNECTED = 3 };
enum WiFiMode { WIFI_STA = 1 };
struct WiFiClass {
  void mode(WiFiMode) {}
  void begin(const char *, const char *) {}
  wl_status_t status() { return WL_CONNECTED; }
  uint8_t waitForConnectResult(unsigned long = 60000) { return WL_CONNECTED; }
};
inline WiFiClass WiFi;
