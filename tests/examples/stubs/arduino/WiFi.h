// Wi-Fi of the ESP32 core.
#pragma once
#include <Arduino.h>
enum wl_status_t { WL_IDLE_STATUS = 0, WL_CONNECTED = 3, WL_DISCONNECTED = 6 };
enum WiFiMode { WIFI_STA = 1 };
struct WiFiClass {
  void mode(WiFiMode) {}
  void begin(const char *, const char *) {}
  wl_status_t status() { return board_has_wifi() ? WL_CONNECTED : WL_DISCONNECTED; }
  uint8_t waitForConnectResult(unsigned long ms = 60000) {
    if (!board_has_wifi()) board_delay(static_cast<int64_t>(ms));
    return status();
  }
};
inline WiFiClass WiFi;
