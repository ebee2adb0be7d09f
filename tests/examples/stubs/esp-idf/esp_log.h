// Log, with the compiler's check of formats.
#pragma once
__attribute__((format(printf, 2, 3))) void esp_log(const char *tag, const char *format, ...);
#define ESP_LOGI(tag, ...) esp_log(tag, __VA_ARGS__)
#define ESP_LOGE(tag, ...) esp_log(tag, __VA_ARGS__)
