// TLS clients: setCACert on ESP32, setTrustAnchors on ESP8266. setInsecure is missing on purpose.
#pragma once
#include <Arduino.h>
#include <Client.h>
namespace BearSSL {
struct X509List {
  explicit X509List(const char *) {}
};
}  // namespace BearSSL
struct WiFiClientSecure : WiFiClient {
  bool hasTls() const override { return true; }
  // BearSSL on the ESP8266 checks dates; Mbed TLS on the ESP32 does not in its default configuration.
  bool canVerify() const override { return !checksDates_ || board_wall_ms() > 1600000000000LL; }
  int64_t handshakeMs() const override { return handshakeSec_ * 1000LL; }
  /** On the ESP32. @param seconds 120 by default */
  void setHandshakeTimeout(unsigned long seconds) { handshakeSec_ = seconds; }
  void setCACert(const char *) {}
  void setTrustAnchors(const BearSSL::X509List *) { checksDates_ = true; }

 private:
  bool checksDates_ = false;
  unsigned long handshakeSec_ = 120;
};
