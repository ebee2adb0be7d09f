// Event loop.
#pragma once
#include "esp_err.h"
typedef const char *esp_event_base_t;
typedef void (*esp_event_handler_t)(void *, esp_event_base_t, int32_t, void *);
#define ESP_EVENT_ANY_ID -1
esp_err_t esp_event_loop_create_default(void);
