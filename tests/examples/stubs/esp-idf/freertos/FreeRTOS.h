// FreeRTOS.
#pragma once
#include <stdint.h>
typedef uint32_t TickType_t;
/* With 1000 ticks a second, as the Arduino core needs. The product overflows after 71 minutes, as in FreeRTOS. */
#define configTICK_RATE_HZ 1000
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)
#define pdMS_TO_TICKS(ms) ((TickType_t)(((TickType_t)(ms) * (TickType_t)configTICK_RATE_HZ) / (TickType_t)1000U))
#define pdTRUE 1
#define pdFALSE 0
#define portMAX_DELAY 0xffffffffU
