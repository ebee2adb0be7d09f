// esp-mqtt of ESP-IDF 5.
#pragma once
#include "esp_event.h"
typedef struct esp_mqtt_client *esp_mqtt_client_handle_t;
typedef enum {
    MQTT_EVENT_ERROR,
    MQTT_EVENT_CONNECTED,
    MQTT_EVENT_DISCONNECTED,
    MQTT_EVENT_SUBSCRIBED,
    MQTT_EVENT_DATA,
} esp_mqtt_event_id_t;
typedef struct {
    esp_mqtt_client_handle_t client;
    char *data;
    int data_len;
    /* Of the whole message, which can arrive in several events. */
    int total_data_len;
    char *topic;
    int topic_len;
} *esp_mqtt_event_handle_t;
typedef struct {
    struct {
        struct { const char *uri; } address;
        struct { const char *certificate; } verification;
    } broker;
    struct {
        const char *username;
        const char *client_id;
        struct { const char *password; } authentication;
    } credentials;
    struct { int keepalive; } session;
    /* 10 seconds by default. */
    struct { int reconnect_timeout_ms; } network;
    /* 1024 bytes by default. */
    struct { int size; } buffer;
} esp_mqtt_client_config_t;
esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t *config);
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t client, int32_t event, esp_event_handler_t handler, void *argument);
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t client);
int esp_mqtt_client_subscribe_single(esp_mqtt_client_handle_t client, const char *topic, int qos);
int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char *topic, const char *data, int len, int qos, int retain);
