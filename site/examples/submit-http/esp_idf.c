// Submits a temperature over HTTPS every minute: main.c of an ESP-IDF 5 project.
// Install: component protocol_examples_common (Wi-Fi from menuconfig); sdkconfig.defaults of the guide.
// Fill in CONNECTION_KEY. The HTTPS host has a publicly trusted certificate, which the bundle verifies.
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/time.h>
#include "cJSON.h"
#include "esp_crt_bundle.h"
#include "esp_event.h"
#include "esp_http_client.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#define CONNECTION_KEY "YOUR-CONNECTION-KEY"
#define BASE_URL "https://device.ap-in-1.anedya.io/v1"

static const char *TAG = "anedya";

/* Unix time in milliseconds. */
static int64_t now_ms(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
}

/* Replace with code for your sensor. */
static float read_temperature(void)
{
    return 24.5f;
}

// region submit
static esp_err_t submit(const char *variable, float value)
{
    char body[160];
    const int length = snprintf(body, sizeof body,
        "{\"data\":[{\"variable\":\"%s\",\"value\":%.2f,\"timestamp\":%" PRId64 "}]}",
        variable, value, now_ms());
    const esp_http_client_config_t config = {
        .url = BASE_URL "/submitData",
        .method = HTTP_METHOD_POST,
        .crt_bundle_attach = esp_crt_bundle_attach,
        .timeout_ms = 30000,
    };
    esp_http_client_handle_t client = esp_http_client_init(&config);
    if (client == NULL) {
        return ESP_FAIL;
    }
    esp_http_client_set_header(client, "Content-Type", "application/json");
    esp_http_client_set_header(client, "Accept", "application/json");
    esp_http_client_set_header(client, "Auth-mode", "key");
    esp_http_client_set_header(client, "Authorization", CONNECTION_KEY);
    esp_err_t result = esp_http_client_open(client, length);
    if (result == ESP_OK && esp_http_client_write(client, body, length) != length) {
        result = ESP_FAIL;
    }
    if (result == ESP_OK && esp_http_client_fetch_headers(client) < 0) {
        result = ESP_FAIL;
    }
    if (result == ESP_OK) {
        char response[1024];
        const int size = esp_http_client_read_response(client, response, sizeof response - 1);
        response[size > 0 ? size : 0] = '\0';
        ESP_LOGI(TAG, "%d %s", esp_http_client_get_status_code(client), response);
        cJSON *json = cJSON_Parse(response);
        result = cJSON_IsTrue(cJSON_GetObjectItem(json, "success")) ? ESP_OK : ESP_FAIL;
        cJSON_Delete(json);
    }
    esp_http_client_cleanup(client);
    return result;
}
// endregion

void app_main(void)
{
    ESP_ERROR_CHECK(nvs_flash_init());
    ESP_ERROR_CHECK(esp_netif_init());
    ESP_ERROR_CHECK(esp_event_loop_create_default());
    ESP_ERROR_CHECK(example_connect());
    const esp_sntp_config_t sntp = ESP_NETIF_SNTP_DEFAULT_CONFIG("time.anedya.io");
    ESP_ERROR_CHECK(esp_netif_sntp_init(&sntp));
    while (esp_netif_sntp_sync_wait(pdMS_TO_TICKS(30000)) != ESP_OK) {
        ESP_LOGE(TAG, "no time yet");
    }
    while (true) {
        const float value = read_temperature();
        // JSON has neither NaN nor infinity, which a sensor driver returns for an unplugged sensor.
        if (!isfinite(value)) {
            ESP_LOGE(TAG, "no reading");
        } else if (submit("temperature", value) != ESP_OK) {
            ESP_LOGE(TAG, "not stored");
        }
        vTaskDelay(pdMS_TO_TICKS(60000));
    }
}
