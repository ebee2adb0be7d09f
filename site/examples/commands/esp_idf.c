// Runs commands in real time over MQTT, and queued commands after each connect: main.c of an ESP-IDF 5 project.
// Install: component protocol_examples_common (Wi-Fi from menuconfig); sdkconfig.defaults and the credentials in NVS of the guide.
// Add EMBED_TXTFILES root-ca.pem to idf_component_register. The result of a command is kept over a restart.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cJSON.h"
#include "esp_event.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_random.h"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "mqtt_client.h"
#include "nvs.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#define MQTT_URI "mqtts://mqtt.ap-in-1.anedya.io:8883"
#define REPLY_MS 30000
#define INTERVAL_MS (5 * 60 * 1000)
/* A payload of 1 kB has up to 6 kB as JSON, if it consists of control characters. The default is 1024 bytes. */
#define BUFFER_BYTES 8192

extern const char root_ca[] asm("_binary_root_ca_pem_start");

static const char *TAG = "anedya";
static esp_mqtt_client_handle_t client;
static QueueHandle_t messages;
static nvs_handle_t store;
static volatile bool is_connected;
static TickType_t requested;
static char device_id[64];
static char connection_key[129];

/* A message for the main task. Without a body: the client has connected. */
typedef struct {
    bool is_command;
    char *body;
} message_t;

// region credentials
/* Reads the credentials that were written at the factory. One image is for all devices, so it contains none. */
static void read_credentials(void)
{
    nvs_handle_t factory;
    size_t id_length = sizeof device_id;
    size_t key_length = sizeof connection_key;
    ESP_ERROR_CHECK(nvs_open("anedya", NVS_READONLY, &factory));
    ESP_ERROR_CHECK(nvs_get_str(factory, "device_id", device_id, &id_length));
    ESP_ERROR_CHECK(nvs_get_str(factory, "key", connection_key, &key_length));
    nvs_close(factory);
}
// endregion

static void topic_of(char *topic, size_t size, const char *suffix)
{
    snprintf(topic, size, "$anedya/device/%s/%s", device_id, suffix);
}

static void publish(const char *suffix, cJSON *body)
{
    char topic[160];
    topic_of(topic, sizeof topic, suffix);
    char *text = cJSON_PrintUnformatted(body);
    if (esp_mqtt_client_publish(client, topic, text, 0, 1, 0) < 0) {
        ESP_LOGE(TAG, "not published");
    }
    cJSON_free(text);
    cJSON_Delete(body);
}

static void ask_for_next(void)
{
    requested = xTaskGetTickCount();
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "reqId", "next");
    publish("commands/next/json", body);
}

// region result
/* The last command, in flash. The next one runs when the platform has responded to its report. */
static struct {
    char id[40];
    char status[12];
    char ack[64];
    bool is_reported;
} last = { .is_reported = true };
static int rejections;

static void keep_last(void)
{
    ESP_ERROR_CHECK(nvs_set_blob(store, "last", &last, sizeof last));
    ESP_ERROR_CHECK(nvs_commit(store));
}

/* After a restart during a command, nobody knows whether it has run. */
static void restore_last(void)
{
    size_t length = sizeof last;
    if (nvs_get_blob(store, "last", &last, &length) == ESP_OK && strcmp(last.status, "processing") == 0) {
        snprintf(last.status, sizeof last.status, "failure");
        snprintf(last.ack, sizeof last.ack, "restarted while it ran");
        keep_last();
    }
}

static void report(const char *request, const char *status, const char *ack)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "reqId", request);
    cJSON_AddStringToObject(body, "commandId", last.id);
    cJSON_AddStringToObject(body, "status", status);
    if (ack != NULL) {
        cJSON_AddStringToObject(body, "ackdata", ack);
        cJSON_AddStringToObject(body, "ackdatatype", "string");
    }
    publish("commands/updateStatus/json", body);
}

/* The response has the same reqId, here the command id. */
static void report_last(void)
{
    report(last.id, last.status, last.ack);
}

/* Handles the response to a report. A report that arrived before is rejected, and one of a command that is no longer open. */
static void confirm(const char *request, bool is_accepted)
{
    if (last.is_reported || strcmp(request, last.id) != 0 || (!is_accepted && ++rejections < 3)) {
        return;
    }
    last.is_reported = true;
    keep_last();
    ESP_LOGI(TAG, "reported %s", last.status);
    ask_for_next();
}
// endregion

// region handle
/* Replace with your commands. Returns whether it succeeded, and the text for ackdata. */
static bool run(const char *command, const char *data, const char **ack)
{
    if (strcmp(command, "set-led") != 0) {
        *ack = "unknown command";
        return false;
    }
    const bool is_on = strcmp(data, "on") == 0;
    if (!is_on && strcmp(data, "off") != 0) {
        *ack = "expected on or off";
        return false;
    }
    *ack = is_on ? "led is on" : "led is off";
    return true;
}

/* Runs a command once and reports received, processing, then success or failure. */
static void handle(const cJSON *message)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(message, "commandId"));
    const char *command = cJSON_GetStringValue(cJSON_GetObjectItem(message, "command"));
    const char *data = cJSON_GetStringValue(cJSON_GetObjectItem(message, "data"));
    if (id == NULL || command == NULL || data == NULL) {
        return;
    }
    if (strcmp(id, last.id) == 0) {
        // Delivered again, in real time and from the queue, or because the report was lost.
        report_last();
        return;
    }
    if (!last.is_reported) {
        // It stays in the queue of the platform until the last one is reported.
        return;
    }
    ESP_LOGI(TAG, "command %s: %s", command, data);
    snprintf(last.id, sizeof last.id, "%s", id);
    snprintf(last.status, sizeof last.status, "processing");
    last.is_reported = false;
    rejections = 0;
    keep_last();
    report("received", "received", NULL);
    report("processing", "processing", NULL);
    const char *ack = "";
    const bool is_done = run(command, data, &ack);
    snprintf(last.status, sizeof last.status, "%s", is_done ? "success" : "failure");
    snprintf(last.ack, sizeof last.ack, "%s", ack);
    keep_last();
    report_last();
}
// endregion

static void on_message(const message_t *message)
{
    cJSON *body = cJSON_Parse(message->body);
    const char *request = cJSON_GetStringValue(cJSON_GetObjectItem(body, "reqId"));
    const bool is_next = request != NULL && strcmp(request, "next") == 0;
    if (message->is_command || (is_next && cJSON_IsTrue(cJSON_GetObjectItem(body, "available")))) {
        handle(body);
    } else if (request != NULL) {
        const bool is_accepted = cJSON_IsTrue(cJSON_GetObjectItem(body, "success"));
        if (!is_accepted) {
            ESP_LOGE(TAG, "rejected: %s", message->body);
        }
        confirm(request, is_accepted);
    }
    cJSON_Delete(body);
}

// region events
static void subscribe(const char *suffix)
{
    char topic[160];
    topic_of(topic, sizeof topic, suffix);
    esp_mqtt_client_subscribe_single(client, topic, 1);
}

/* Runs in the task of the client, which must not wait: passes messages on to the main task. */
static void on_event(void *argument, esp_event_base_t base, int32_t id, void *data)
{
    esp_mqtt_event_handle_t event = data;
    message_t message = { 0 };
    if (id == MQTT_EVENT_CONNECTED) {
        is_connected = true;
        subscribe("errors");
        subscribe("response");
        subscribe("commands");
    } else if (id == MQTT_EVENT_DATA && event->data_len == event->total_data_len) {
        char commands[160];
        topic_of(commands, sizeof commands, "commands");
        message.is_command = event->topic_len == (int)strlen(commands)
            && strncmp(event->topic, commands, event->topic_len) == 0;
        message.body = strndup(event->data, event->data_len);
    } else {
        if (id == MQTT_EVENT_DISCONNECTED) {
            is_connected = false;
        }
        return;
    }
    if (xQueueSend(messages, &message, 0) != pdTRUE) {
        free(message.body);
    }
}
// endregion

void app_main(void)
{
    ESP_ERROR_CHECK(nvs_flash_init());
    read_credentials();
    ESP_ERROR_CHECK(nvs_open("commands", NVS_READWRITE, &store));
    restore_last();
    ESP_ERROR_CHECK(esp_netif_init());
    ESP_ERROR_CHECK(esp_event_loop_create_default());
    ESP_ERROR_CHECK(example_connect());
    messages = xQueueCreate(16, sizeof(message_t));
    const esp_mqtt_client_config_t config = {
        .broker.address.uri = MQTT_URI,
        .broker.verification.certificate = root_ca,
        .credentials.client_id = device_id,
        .credentials.username = device_id,
        .credentials.authentication.password = connection_key,
        .session.keepalive = 60,
        // The random part spreads the devices of a fleet.
        .network.reconnect_timeout_ms = 30000 + esp_random() % 30000,
        .buffer.size = BUFFER_BYTES,
    };
    client = esp_mqtt_client_init(&config);
    ESP_ERROR_CHECK(esp_mqtt_client_register_event(client, ESP_EVENT_ANY_ID, on_event, NULL));
    ESP_ERROR_CHECK(esp_mqtt_client_start(client));
    while (true) {
        message_t message;
        const bool is_received = xQueueReceive(messages, &message, pdMS_TO_TICKS(REPLY_MS)) == pdTRUE;
        if (is_received && message.body != NULL) {
            on_message(&message);
            free(message.body);
            continue;
        }
        // Connected, or no response for a while.
        if (!last.is_reported) {
            report_last();
        }
        // A request may have been rejected, such as by a rate limit.
        const bool is_due = is_connected && xTaskGetTickCount() - requested >= pdMS_TO_TICKS(INTERVAL_MS);
        if (is_received || is_due) {
            ask_for_next();
        }
    }
}
