// Wi-Fi of the ESP32 core.
#pragma once
#include <Arduino.h>
enum wl_status_t { WL_IDLE_STATUS = 0, WL_NO_SSID_AVAIL = 1, WL_CONNECTED = 3 };
enum WiFiMode { WIFI_STA = 1 };
struct WiFiClass {
  void mode(WiFiMode) {}
  void begin(const char *, const char *) { board_join_wifi(); }
  bool reconnect() {
    board_join_wifi();
    return true;
  }
  wl_status_t status() { return board_has_wifi() ? WL_CONNECTED : WL_NO_SSID_AVAIL; }
  /** Returns after the first scan without a result, although the core scans again. */
  uint8_t waitForConnectResult(unsigned long ms = 60000) {
    if (!board_has_wifi()) board_delay(static_cast<int64_t>(ms < 3000 ? ms : 3000));
    return status();
  }
};
inline WiFiClass WiFi;
