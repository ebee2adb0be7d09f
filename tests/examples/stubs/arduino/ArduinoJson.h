// ArduinoJson 7: the part of its interface the examples use.
#pragma once
#include <Arduino.h>
class JsonVariant {
 public:
  JsonVariant operator[](const char *) const { return {}; }
  JsonVariant operator[](int) const { return {}; }
  JsonVariant operator[](size_t) const { return {}; }
  void operator=(const char *) {}
  void operator=(const String &) {}
  void operator=(float) {}
  void operator=(int64_t number) { fake.times.push_back(number); }
  template <typename T>
  T as() const {
    return T();
  }
};
template <>
inline String JsonVariant::as<String>() const {
  return String(fake.reqId.c_str());
}
template <>
inline bool JsonVariant::as<bool>() const {
  return true;
}
class JsonDocument : public JsonVariant {};
struct DeserializationError {
  explicit operator bool() const { return false; }
};
inline DeserializationError deserializeJson(JsonDocument &, const String &) { return {}; }
inline DeserializationError deserializeJson(JsonDocument &, const uint8_t *, size_t) { return {}; }
inline size_t serializeJson(const JsonDocument &, String &) { return 0; }
