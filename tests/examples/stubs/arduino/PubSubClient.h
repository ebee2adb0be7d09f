// PubSubClient 2.8: MQTT 3.1.1, QoS 0, one buffer of 256 bytes unless it is set for packets in both directions, so publishing
// in the callback overwrites its topic and payload.
#pragma once
#include <Arduino.h>
#include <Client.h>
#include <vector>
class PubSubClient {
 public:
  explicit PubSubClient(Client &client) : client_(client) {}
  PubSubClient &setServer(const char *host, uint16_t port) {
    host_ = host;
    port_ = port;
    return *this;
  }
  PubSubClient &setCallback(void (*callback)(char *, uint8_t *, unsigned int)) {
    callback_ = callback;
    return *this;
  }
  PubSubClient &setKeepAlive(uint16_t seconds) {
    keepAliveMs_ = seconds * 1000UL;
    return *this;
  }
  PubSubClient &setSocketTimeout(uint16_t seconds) {
    timeoutMs_ = seconds * 1000UL;
    return *this;
  }
  bool setBufferSize(uint16_t bytes) {
    buffer_.resize(bytes);
    return true;
  }
  bool connect(const char *id, const char *user, const char *password) {
    if (connected()) return true;
    state_ = -2;
    if (!client_.connect(host_.c_str(), port_)) return false;
    const uint8_t head[] = {0, 4, 'M', 'Q', 'T', 'T', 4, 0xc2, static_cast<uint8_t>(keepAliveMs_ / 256000),
                            static_cast<uint8_t>(keepAliveMs_ / 1000)};
    std::string body(reinterpret_cast<const char *>(head), sizeof head);
    for (const char *text : {id, user, password}) body += field(text);
    send(0x10, body);
    lastIn_ = lastOut_ = millis();
    isPingOpen_ = false;
    size_t length = 0;
    if (!client_.await(timeoutMs_) || !readPacket(length)) {
      state_ = client_.connected() ? -4 : -3;
    } else {
      state_ = buffer_[3];
    }
    if (state_ != 0) client_.stop();
    return state_ == 0;
  }
  bool subscribe(const char *topic, uint8_t qos = 0) {
    if (!connected()) return false;
    number_++;
    return send(0x82, {static_cast<char>(number_ >> 8), static_cast<char>(number_)}, field(topic) + static_cast<char>(qos));
  }
  bool publish(const char *topic, const char *payload) {
    // Header of at most 5 bytes, length of the topic.
    if (!connected() || 5 + 2 + std::strlen(topic) + std::strlen(payload) > buffer_.size()) return false;
    const std::string body = field(topic) + payload;
    std::memcpy(buffer_.data() + 5, body.data(), body.size());
    return send(0x30, body);
  }
  bool loop() {
    if (!connected()) return false;
    const unsigned long now = millis();
    if (now - lastIn_ > keepAliveMs_ || now - lastOut_ > keepAliveMs_) {
      if (isPingOpen_) {
        state_ = -4;
        client_.stop();
        return false;
      }
      isPingOpen_ = true;
      send(0xc0, "");
      lastIn_ = lastOut_ = now;
    }
    size_t length = 0;
    while (client_.available() > 0) {
      if (!readPacket(length)) return false;
      lastIn_ = now;
      if ((buffer_[0] & 0xf0) == 0xd0) isPingOpen_ = false;
      if ((buffer_[0] & 0xf0) == 0x30 && length > 0) deliver(length);
    }
    return connected();
  }
  bool connected() {
    const bool isConnected = client_.connected() || client_.available() > 0;
    if (!isConnected && state_ == 0) state_ = -3;
    return isConnected && state_ == 0;
  }
  int state() { return state_; }
  void disconnect() {
    send(0xe0, "");
    state_ = -1;
    client_.stop();
  }

 private:
  static std::string field(const std::string &text) {
    return std::string{static_cast<char>(text.size() >> 8), static_cast<char>(text.size())} + text;
  }
  bool send(uint8_t type, const std::string &head, const std::string &tail = "") {
    std::string packet(1, static_cast<char>(type));
    size_t size = head.size() + tail.size();
    do {
      packet += static_cast<char>((size & 127) | (size > 127 ? 128 : 0));
      size >>= 7;
    } while (size > 0);
    packet += head + tail;
    lastOut_ = millis();
    return client_.write(packet.data(), packet.size()) == packet.size();
  }
  bool readByte(uint8_t &value) {
    if (client_.available() == 0 && !client_.await(timeoutMs_)) return false;
    return client_.read(&value, 1) == 1;
  }
  // Reads a packet into the buffer. A packet that does not fit is dropped: its length is 0.
  bool readPacket(size_t &length) {
    uint8_t digit;
    if (!readByte(buffer_[0])) return false;
    size_t rest = 0, at = 1;
    unsigned shift = 0;
    do {
      if (!readByte(digit)) return false;
      buffer_[at++] = digit;
      rest |= static_cast<size_t>(digit & 127) << shift;
      shift += 7;
    } while (digit & 128);
    bodyAt_ = at;
    for (size_t i = 0; i < rest; i++, at++) {
      if (!readByte(digit)) return false;
      if (at < buffer_.size()) buffer_[at] = digit;
    }
    length = at > buffer_.size() ? 0 : at;
    return true;
  }
  void deliver(size_t length) {
    const size_t topicLength = static_cast<size_t>(buffer_[bodyAt_] << 8 | buffer_[bodyAt_ + 1]);
    const bool isConfirmed = (buffer_[0] & 6) == 2;
    size_t payloadAt = bodyAt_ + 2 + topicLength;
    // Ends the topic with a zero byte.
    std::memmove(&buffer_[bodyAt_ + 1], &buffer_[bodyAt_ + 2], topicLength);
    buffer_[bodyAt_ + 1 + topicLength] = 0;
    std::string id;
    if (isConfirmed) {
      id.assign(reinterpret_cast<char *>(&buffer_[payloadAt]), 2);
      payloadAt += 2;
    }
    callback_(reinterpret_cast<char *>(&buffer_[bodyAt_ + 1]), &buffer_[payloadAt], static_cast<unsigned>(length - payloadAt));
    if (isConfirmed) send(0x40, id);
  }
  Client &client_;
  std::vector<uint8_t> buffer_ = std::vector<uint8_t>(256);
  std::string host_;
  uint16_t port_ = 0;
  uint16_t number_ = 0;
  size_t bodyAt_ = 2;
  unsigned long keepAliveMs_ = 15000;
  unsigned long timeoutMs_ = 15000;
  unsigned long lastIn_ = 0;
  unsigned long lastOut_ = 0;
  bool isPingOpen_ = false;
  int state_ = -1;
  void (*callback_)(char *, uint8_t *, unsigned int) = nullptr;
};
