// Microseconds since boot.
#pragma once
#include <board.h>
inline int64_t esp_timer_get_time() { return board_millis() * 1000; }
