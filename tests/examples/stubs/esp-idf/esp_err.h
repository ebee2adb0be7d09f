// Error codes of ESP-IDF.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL -1
/* Restarts the board. */
__attribute__((noreturn)) void esp_error(int code);
#define ESP_ERROR_CHECK(x) do { const esp_err_t error = (x); if (error != ESP_OK) { esp_error(error); } } while (0)
