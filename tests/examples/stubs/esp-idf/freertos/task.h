// Tasks.
#pragma once
#include "freertos/FreeRTOS.h"
void vTaskDelay(TickType_t ticks);
