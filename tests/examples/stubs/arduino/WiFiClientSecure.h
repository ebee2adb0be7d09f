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
  void setCACert(const char *) {}
  void setTrustAnchors(const BearSSL::X509List *) {}
};
