// Network clients: a TCP connection of the simulated board.
#pragma once
#include <Arduino.h>
class Client {
 public:
  virtual ~Client() = default;
  virtual bool hasTls() const { return false; }
  /** A client with TLS and without a valid clock cannot verify certificates, if the core checks their dates. */
  virtual bool canVerify() const { return true; }
  virtual int64_t handshakeMs() const { return 0; }
  int connect(const char *host, uint16_t port) {
    stop();
    connection_ = canVerify() ? board_open(host, port, hasTls()) : -1;
    // The handshake does not end.
    if (connection_ == -2) board_delay(handshakeMs());
    return connection_ >= 0;
  }
  size_t write(const void *data, size_t length) {
    board_send(connection_, data, length);
    return connected() ? length : 0;
  }
  size_t available() { return board_available(connection_); }
  size_t read(void *data, size_t size) { return board_read(connection_, data, size); }
  bool await(unsigned long ms) { return board_await(connection_, static_cast<int64_t>(ms)); }
  bool connected() { return board_is_open(connection_); }
  void stop() {
    board_close(connection_);
    connection_ = -1;
  }

 private:
  int connection_ = -1;
};
struct WiFiClient : Client {};
