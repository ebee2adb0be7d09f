// PubSubClient 2.8.
#pragma once
#include <Arduino.h>
#include <Client.h>
class PubSubClient {
 public:
  explicit PubSubClient(Client &) {}
  PubSubClient &setServer(const char *, uint16_t) { return *this; }
  PubSubClient &setCallback(void (*)(char *, uint8_t *, unsigned int)) { return *this; }
  PubSubClient &setKeepAlive(uint16_t) { return *this; }
  bool setBufferSize(uint16_t) { return true; }
  bool connect(const char *, const char *, const char *) {
    fake.attempts.push_back(fake.now);
    return fake.isConnected = fake.isOnline;
  }
  bool subscribe(const char *, uint8_t = 0) { return true; }
  bool publish(const char *, const char *) {
    fake.published++;
    return true;
  }
  bool loop() { return fake.isConnected; }
  bool connected() { return fake.isConnected; }
  int state() { return 0; }
};
