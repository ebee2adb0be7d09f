// Deep sleep: the board starts again, and only RTC memory keeps its content.
#pragma once
#include <board.h>
inline uint64_t sleepUs = 0;
inline void esp_sleep_enable_timer_wakeup(uint64_t us) { sleepUs = us; }
[[noreturn]] inline void esp_deep_sleep_start() { board_deep_sleep(static_cast<int64_t>(sleepUs / 1000)); }
