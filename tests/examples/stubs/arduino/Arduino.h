// The parts of the Arduino core that the examples use, in the simulated world of a board.
#pragma once
#include <board.h>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/time.h>

using byte = uint8_t;
enum { LOW = 0, HIGH = 1, OUTPUT = 3 };

class String {
 public:
  String(const char *text = "") : text_(text ? text : "") {}
  explicit String(uint32_t number) : text_(std::to_string(number)) {}
  const char *c_str() const { return text_.c_str(); }
  bool startsWith(const char *start) const { return text_.rfind(start, 0) == 0; }
  unsigned int length() const { return static_cast<unsigned int>(text_.size()); }
  int indexOf(const char *part) const {
    const size_t at = text_.find(part);
    return at == std::string::npos ? -1 : static_cast<int>(at);
  }
  void concat(const char *text, unsigned int length) { text_.append(text, length); }
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
  void print(const char *text) { std::fputs(text, stdout); }
  void println(const String &text = "") { std::printf("%s\n", text.c_str()); }
  __attribute__((format(printf, 2, 3))) void printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    va_end(arguments);
  }
  size_t write(const uint8_t *text, size_t length) { return std::fwrite(text, 1, length, stdout); }
};
inline HardwareSerial Serial;

struct EspClass {
  void restart() { board_restart(); }
};
inline EspClass ESP;

inline long random(long) { return 0; }
template <typename T>
T min(T left, T right) {
  return left < right ? left : right;
}
inline unsigned long millis() { return static_cast<unsigned long>(board_millis()); }
// The time server responds later, and a board without an answer asks again.
inline int64_t syncAt = -1;
inline bool isSynced = false;
inline void syncClock() {
  if (syncAt < 0 || board_millis() < syncAt) return;
  isSynced = board_set_clock();
  syncAt = isSynced ? -1 : board_millis() + 1000;
}
inline void delay(unsigned long ms) {
  board_delay(static_cast<int64_t>(ms));
  syncClock();
}
inline void pinMode(uint8_t, uint8_t) {}
inline void digitalWrite(uint8_t pin, uint8_t level) { board_level(pin, level); }
inline void configTime(long, int, const char *, const char * = nullptr, const char * = nullptr) {
  syncAt = board_millis() + 200;
}
inline bool getLocalTime(struct tm *, uint32_t ms = 5000) {
  const int64_t end = board_millis() + ms;
  while (board_wall_ms() < 1600000000000LL) {
    if (board_millis() >= end) return false;
    delay(100);
  }
  return true;
}
