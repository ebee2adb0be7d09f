// Submits a temperature over MQTT every minute: main.c of an ESP-IDF 5 project.
// Install: component protocol_examples_common (Wi-Fi from menuconfig).
// Fill in the constants; add EMBED_TXTFILES root-ca.pem to idf_component_register.
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/time.h>
#include "esp_event.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "esp_random.h"
#include "freertos/FreeRTOS.h"
#include "freertos/event_groups.h"
#include "freertos/task.h"
#include "mqtt_client.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#define DEVICE_ID "YOUR-DEVICE-UUID"
#define CONNECTION_KEY "YOUR-CONNECTION-KEY"
#define PREFIX "$anedya/device/" DEVICE_ID
#define READY BIT0

extern const char root_ca[] asm("_binary_root_ca_pem_start");

static const char *TAG = "anedya";
static EventGroupHandle_t state;

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

// region events
static void on_event(void *argument, esp_event_base_t base, int32_t id, void *data)
{
    esp_mqtt_event_handle_t event = data;
    switch ((esp_mqtt_event_id_t)id) {
    case MQTT_EVENT_CONNECTED:
        esp_mqtt_client_subscribe_single(event->client, PREFIX "/errors", 1);
        esp_mqtt_client_subscribe_single(event->client, PREFIX "/response", 1);
        xEventGroupSetBits(state, READY);
        break;
    case MQTT_EVENT_DISCONNECTED:
        xEventGroupClearBits(state, READY);
        break;
    case MQTT_EVENT_DATA:
        ESP_LOGI(TAG, "%.*s %.*s", event->topic_len, event->topic, event->data_len, event->data);
        break;
    default:
        break;
    }
}
// endregion

static void submit(esp_mqtt_client_handle_t client, const char *variable, float value)
{
    char body[200];
    snprintf(body, sizeof body,
        "{\"reqId\":\"submit-1\",\"data\":"
        "[{\"variable\":\"%s\",\"value\":%.2f,\"timestamp\":%" PRId64 "}]}",
        variable, value, now_ms());
    if (esp_mqtt_client_publish(client, PREFIX "/submitdata/json", body, 0, 1, 0) < 0) {
        ESP_LOGE(TAG, "not published");
    }
}

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

    state = xEventGroupCreate();
    const esp_mqtt_client_config_t config = {
        .broker.address.uri = "mqtts://mqtt.ap-in-1.anedya.io:8883",
        .broker.verification.certificate = root_ca,
        .credentials.client_id = DEVICE_ID,
        .credentials.username = DEVICE_ID,
        .credentials.authentication.password = CONNECTION_KEY,
        .session.keepalive = 60,
        // The random part spreads the devices of a fleet.
        .network.reconnect_timeout_ms = 30000 + esp_random() % 30000,
    };
    esp_mqtt_client_handle_t client = esp_mqtt_client_init(&config);
    ESP_ERROR_CHECK(esp_mqtt_client_register_event(client, ESP_EVENT_ANY_ID, on_event, NULL));
    ESP_ERROR_CHECK(esp_mqtt_client_start(client));
    while (true) {
        xEventGroupWaitBits(state, READY, pdFALSE, pdTRUE, portMAX_DELAY);
        const float value = read_temperature();
        // JSON has neither NaN nor infinity, which a sensor driver returns for an unplugged sensor.
        if (!isfinite(value)) {
            ESP_LOGE(TAG, "no reading");
        } else {
            submit(client, "temperature", value);
        }
        vTaskDelay(pdMS_TO_TICKS(60000));
    }
}
