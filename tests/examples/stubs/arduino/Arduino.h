// Declarations of the Arduino core that the examples use; bodies do nothing.
#pragma once
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/time.h>
#include <vector>

using byte = uint8_t;
enum { LOW = 0, HIGH = 1, OUTPUT = 3 };

class String {
 public:
  String(const char *text = "") : text_(text) {}
  explicit String(uint32_t number) : text_(std::to_string(number)) {}
  const char *c_str() const { return text_.c_str(); }
  bool startsWith(const char *start) const { return text_.rfind(start, 0) == 0; }
  unsigned int length() const { return static_cast<unsigned int>(text_.size()); }
  bool operator==(const char *other) const { return text_ == other; }
  bool operator!=(const String &other) const { return text_ != other.text_; }
  bool operator!=(const char *other) const { return text_ != other; }
  bool operator==(const String &other) const { return text_ == other.text_; }
  String operator+(const String &other) const { return String((text_ + other.text_).c_str()); }
  friend String operator+(const char *left, const String &right) { return String(left) + right; }

 private:
  std::string text_;
};

struct HardwareSerial {
  void begin(unsigned long) {}
  void print(const char *) {}
  void println(const String & = "") {}
  __attribute__((format(printf, 2, 3))) void printf(const char *, ...) {}
  size_t write(const uint8_t *, size_t length) { return length; }
};
inline HardwareSerial Serial;

struct EspClass {
  void restart() {}
};
inline EspClass ESP;

/** The simulated world of a sketch. */
struct Fake {
  unsigned long now = 0;
  bool isOnline = false;
  bool isConnected = false;
  /** Times of attempts to connect, and the number of published messages. */
  std::vector<unsigned long> attempts;
  size_t published = 0;
  /** Integers assigned to the next message, and the response to it. */
  std::vector<int64_t> times;
  std::string reqId;
};
inline Fake fake;

inline long random(long) { return 0; }
template <typename T>
T min(T left, T right) {
  return left < right ? left : right;
}
inline unsigned long millis() { return fake.now; }
inline void delay(unsigned long ms) { fake.now += ms; }
inline void pinMode(uint8_t, uint8_t) {}
inline void digitalWrite(uint8_t, uint8_t) {}
inline void configTime(long, int, const char *, const char * = nullptr, const char * = nullptr) {}
inline bool getLocalTime(struct tm *, uint32_t = 5000) { return true; }
