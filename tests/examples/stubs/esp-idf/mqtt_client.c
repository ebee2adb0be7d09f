// esp-mqtt: MQTT 3.1.1 with QoS 1, one buffer of 1024 bytes unless it is set, another attempt 10 s after a lost connection,
// and messages that are sent again until they are 30 s old.
#include "mqtt_client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "board.h"
#include "system.h"

enum { RECONNECT_MS = 10000, CONNACK_MS = 10000, EXPIRY_MS = 30000, OUTBOX = 32 };

typedef struct {
    int id;
    int64_t created;
    char *topic, *data;
} message_t;

static struct esp_mqtt_client {
    esp_mqtt_client_config_t config;
    esp_event_handler_t handler;
    char host[128], *buffer;
    int port, connection, buffer_size, number;
    bool is_started, is_connected;
    int64_t next_attempt, last_out;
    message_t outbox[OUTBOX];
} client;

static void emit(esp_mqtt_event_id_t id, char *topic, int topic_length, char *data, int length, int total)
{
    __typeof__(*(esp_mqtt_event_handle_t)0) event = {
        .client = &client, .topic = topic, .topic_len = topic_length, .data = data, .data_len = length, .total_data_len = total,
    };
    client.handler(NULL, NULL, id, &event);
}

static void send(unsigned char type, const char *body, size_t length)
{
    char packet[16384];
    size_t used = 0, rest = length;
    packet[used++] = type;
    do {
        packet[used++] = (rest & 127) | (rest > 127 ? 128 : 0);
        rest >>= 7;
    } while (rest > 0);
    memcpy(packet + used, body, length);
    client.last_out = board_millis();
    board_send(client.connection, packet, used + length);
}

static size_t add_text(char *out, const char *text)
{
    const size_t length = strlen(text);
    out[0] = length >> 8;
    out[1] = length;
    memcpy(out + 2, text, length);
    return length + 2;
}

static int reconnect_ms(void)
{
    const int set = client.config.network.reconnect_timeout_ms;
    return set > 0 ? set : RECONNECT_MS;
}

static void lose(void)
{
    board_close(client.connection);
    client.connection = -1;
    client.is_connected = false;
    client.next_attempt = board_millis() + reconnect_ms();
    emit(MQTT_EVENT_DISCONNECTED, NULL, 0, NULL, 0, 0);
}

static void connect_now(void)
{
    const char head[] = { 0, 4, 'M', 'Q', 'T', 'T', 4, (char)0xc2, client.config.session.keepalive >> 8, client.config.session.keepalive };
    char body[512];
    size_t used = sizeof head;
    client.connection = wifi_open(client.host, client.port, true);
    if (client.connection < 0) {
        emit(MQTT_EVENT_ERROR, NULL, 0, NULL, 0, 0);
        lose();
        return;
    }
    memcpy(body, head, used);
    used += add_text(body + used, client.config.credentials.client_id);
    used += add_text(body + used, client.config.credentials.username);
    used += add_text(body + used, client.config.credentials.authentication.password);
    send(0x10, body, used);
}

static void transmit(const message_t *message)
{
    char body[16000];
    size_t used = add_text(body, message->topic);
    body[used++] = message->id >> 8;
    body[used++] = message->id;
    const size_t length = strlen(message->data);
    memcpy(body + used, message->data, length);
    send(0x32, body, used + length);
}

static void forget(message_t *message)
{
    free(message->topic);
    free(message->data);
    *message = (message_t){ 0 };
}

static bool read_byte(unsigned char *byte) { return board_await(client.connection, 10000) && board_read(client.connection, byte, 1) == 1; }

/* A message longer than the buffer arrives in several events, of which only the first has the topic. */
static void deliver(char *body, int length, bool is_confirmed)
{
    int topic_length = (unsigned char)body[0] << 8 | (unsigned char)body[1];
    int start = 2 + topic_length + (is_confirmed ? 2 : 0);
    if (is_confirmed) {
        send(0x40, body + 2 + topic_length, 2);
    }
    const int total = length - start;
    int part = total < client.buffer_size - start ? total : client.buffer_size - start;
    for (int at = 0; at < total; at += part) {
        const int size = total - at < part ? total - at : part;
        emit(MQTT_EVENT_DATA, at == 0 ? body + 2 : NULL, at == 0 ? topic_length : 0, body + start + at, size, total);
    }
}

static bool receive(void)
{
    unsigned char type, digit;
    int length = 0, shift = 0;
    if (!read_byte(&type)) {
        return false;
    }
    do {
        if (!read_byte(&digit)) {
            return false;
        }
        length |= (digit & 127) << shift;
        shift += 7;
    } while (digit & 128);
    char *body = malloc(length + 1);
    for (int i = 0; i < length; i++) {
        if (!read_byte((unsigned char *)&body[i])) {
            free(body);
            return false;
        }
    }
    if (type == 0x20) {
        client.is_connected = body[1] == 0;
        if (!client.is_connected) {
            emit(MQTT_EVENT_ERROR, NULL, 0, NULL, 0, 0);
            free(body);
            return false;
        }
        emit(MQTT_EVENT_CONNECTED, NULL, 0, NULL, 0, 0);
        for (int i = 0; i < OUTBOX; i++) {
            if (client.outbox[i].topic != NULL) {
                transmit(&client.outbox[i]);
            }
        }
    } else if (type == 0x40) {
        for (int i = 0; i < OUTBOX; i++) {
            if (client.outbox[i].id == ((unsigned char)body[0] << 8 | (unsigned char)body[1])) {
                forget(&client.outbox[i]);
            }
        }
    } else if ((type & 0xf0) == 0x30) {
        deliver(body, length, (type & 6) == 2);
    }
    free(body);
    return true;
}

void mqtt_poll(void)
{
    if (!client.is_started) {
        return;
    }
    const int64_t now = board_millis();
    for (int i = 0; i < OUTBOX; i++) {
        if (client.outbox[i].topic != NULL && now - client.outbox[i].created > EXPIRY_MS) {
            forget(&client.outbox[i]);
        }
    }
    if (client.connection < 0) {
        if (now >= client.next_attempt) {
            connect_now();
        }
        return;
    }
    while (board_available(client.connection) > 0) {
        if (!receive()) {
            lose();
            return;
        }
    }
    // Without CONNACK for 10 s, the connection has failed.
    const bool has_failed = !client.is_connected && now - client.last_out > CONNACK_MS;
    if (!board_is_open(client.connection) || has_failed) {
        lose();
    } else if (client.is_connected && now - client.last_out > client.config.session.keepalive * 1000) {
        send(0xc0, "", 0);
    }
}

esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t *config)
{
    client.config = *config;
    client.connection = -1;
    client.buffer_size = config->buffer.size > 0 ? config->buffer.size : 1024;
    // TLS with a certificate to verify only.
    if (sscanf(config->broker.address.uri, "mqtts://%127[^:]:%d", client.host, &client.port) != 2
        || config->broker.verification.certificate == NULL) {
        return NULL;
    }
    return &client;
}
esp_err_t esp_mqtt_client_register_event(esp_mqtt_client_handle_t handle, int32_t event, esp_event_handler_t handler, void *argument)
{
    (void)argument;
    handle->handler = handler;
    return event == ESP_EVENT_ANY_ID ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_mqtt_client_start(esp_mqtt_client_handle_t handle)
{
    handle->is_started = true;
    return ESP_OK;
}
int esp_mqtt_client_subscribe_single(esp_mqtt_client_handle_t handle, const char *topic, int qos)
{
    char body[256];
    handle->number++;
    body[0] = handle->number >> 8;
    body[1] = handle->number;
    const size_t used = 2 + add_text(body + 2, topic);
    body[used] = qos;
    send(0x82, body, used + 1);
    return handle->number;
}
int esp_mqtt_client_publish(esp_mqtt_client_handle_t handle, const char *topic, const char *data, int len, int qos, int retain)
{
    for (int i = 0; i < OUTBOX && len == 0 && qos == 1 && retain == 0; i++) {
        message_t *message = &handle->outbox[i];
        if (message->topic == NULL) {
            *message = (message_t){ ++handle->number, board_millis(), strdup(topic), strdup(data) };
            if (handle->is_connected) {
                transmit(message);
            }
            return message->id;
        }
    }
    return -1;
}
