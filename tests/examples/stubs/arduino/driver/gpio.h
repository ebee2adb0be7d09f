// Pins that keep their level in deep sleep.
#pragma once
#include <board.h>
enum gpio_num_t { GPIO_NUM_2 = 2 };
inline void gpio_hold_en(gpio_num_t pin) { board_hold(pin, true); }
inline void gpio_hold_dis(gpio_num_t pin) { board_hold(pin, false); }
