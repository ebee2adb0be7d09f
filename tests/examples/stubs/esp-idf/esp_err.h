// Error codes of ESP-IDF.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL -1
#define ESP_ERROR_CHECK(x) do { if ((x) != ESP_OK) { __builtin_trap(); } } while (0)
