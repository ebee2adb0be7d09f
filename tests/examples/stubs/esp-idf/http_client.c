// HTTP/1.1 with the buffers of esp_http_client, and OTA downloads into a partition.
#include "esp_http_client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "board.h"
#include "esp_crt_bundle.h"
#include "esp_https_ota.h"
#include "esp_ota_ops.h"
#include "mbedtls/sha256.h"
#include "system.h"

enum { DEFAULT_BUFFER = 512, HEADERS = 16, PARTITION = 1 << 20 };
#define ESP_ERR_HTTP_CONNECT 0x7002
#define ESP_ERR_HTTP_WRITE_DATA 0x7003
#define ESP_ERR_HTTP_FETCH_HEADER 0x7004

struct esp_http_client {
    const esp_http_client_config_t *config;
    char host[128], path[4096], headers[HEADERS][512];
    int port, count, connection, status;
    bool is_secure;
    long left;
};

esp_err_t esp_crt_bundle_attach(void *conf) { return conf == NULL ? ESP_FAIL : ESP_OK; }

esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config)
{
    esp_http_client_handle_t client = calloc(1, sizeof *client);
    client->config = config;
    client->connection = -1;
    client->is_secure = strncmp(config->url, "https:", 6) == 0;
    // A client with TLS must verify the certificate.
    if (client->is_secure && config->crt_bundle_attach == NULL && config->cert_pem == NULL) {
        free(client);
        return NULL;
    }
    const char *address = strstr(config->url, "//") + 2;
    const char *slash = strchr(address, '/');
    client->port = client->is_secure ? 443 : 80;
    sscanf(address, "%127[^:/]:%d", client->host, &client->port);
    snprintf(client->path, sizeof client->path, "%s", slash);
    return client;
}

esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char *key, const char *value)
{
    snprintf(client->headers[client->count++], sizeof client->headers[0], "%s: %s\r\n", key, value);
    return ESP_OK;
}

esp_err_t esp_http_client_open(esp_http_client_handle_t client, int length)
{
    const size_t size = client->config->buffer_size_tx > 0 ? client->config->buffer_size_tx : DEFAULT_BUFFER;
    char line[5000];
    require_stack(client->is_secure);
    const bool is_post = client->config->method == HTTP_METHOD_POST;
    size_t used = snprintf(line, sizeof line, "%s %s HTTP/1.1\r\n", is_post ? "POST" : "GET", client->path);
    client->connection = wifi_open(client->host, client->port, client->is_secure);
    if (client->connection < 0) {
        return ESP_ERR_HTTP_CONNECT;
    }
    // The request line, or a header, does not fit in the buffer.
    bool fits = used < size;
    for (int i = 0; i < client->count; i++) {
        fits = fits && strlen(client->headers[i]) < size;
    }
    if (!fits) {
        printf("HTTP_CLIENT: Out of buffer\n");
        return ESP_ERR_HTTP_WRITE_DATA;
    }
    board_send(client->connection, line, used);
    for (int i = 0; i < client->count; i++) {
        board_send(client->connection, client->headers[i], strlen(client->headers[i]));
    }
    used = snprintf(line, sizeof line, "Host: %s\r\nContent-Length: %d\r\n\r\n", client->host, length);
    board_send(client->connection, line, used);
    return ESP_OK;
}

int esp_http_client_write(esp_http_client_handle_t client, const char *buffer, int length)
{
    board_send(client->connection, buffer, length);
    return board_is_open(client->connection) ? length : -1;
}

static bool read_byte(esp_http_client_handle_t client, char *byte)
{
    return board_await(client->connection, client->config->timeout_ms) && board_read(client->connection, byte, 1) == 1;
}

int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client)
{
    const int size = client->config->buffer_size > 0 ? client->config->buffer_size : DEFAULT_BUFFER;
    char line[4096];
    for (int lines = 0, used = 0;;) {
        if (!read_byte(client, &line[used])) {
            return ESP_FAIL;
        }
        if (line[used] != '\n') {
            if (++used >= size) {
                return ESP_FAIL;
            }
            continue;
        }
        line[used] = '\0';
        if (lines++ == 0) {
            sscanf(line, "HTTP/1.1 %d", &client->status);
        }
        sscanf(line, "content-length: %ld", &client->left);
        if (used == 1) {
            return client->left;
        }
        used = 0;
    }
}

int esp_http_client_read_response(esp_http_client_handle_t client, char *buffer, int length)
{
    int used = 0;
    while (used < length && client->left > 0 && board_await(client->connection, client->config->timeout_ms)) {
        const int wanted = client->left < length - used ? client->left : length - used;
        const int read = board_read(client->connection, buffer + used, wanted);
        used += read;
        client->left -= read;
    }
    return used;
}

int esp_http_client_get_status_code(esp_http_client_handle_t client) { return client->status; }

esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client)
{
    board_close(client->connection);
    free(client);
    return ESP_OK;
}

/* Partitions: the factory app and two for updates. The image of the free one is in memory; state survives a restart. */
enum { FACTORY };
static struct { int running, fallback, next, is_new, is_pending; } state;
static const esp_partition_t partitions[] = {
    { .address = 0x10000, .size = PARTITION }, { .address = 0x110000, .size = PARTITION }, { .address = 0x210000, .size = PARTITION },
};
static char image[PARTITION];
static int image_length;
static esp_http_client_handle_t download;

static void store_state(void) { board_store("ota-state", &state, sizeof state); }

/* After a rollback, only the factory app is left to return to. */
static void roll_back(void)
{
    state.next = state.fallback;
    state.fallback = FACTORY;
    state.is_pending = false;
}

void esp_ota_boot(void)
{
    board_load("ota-state", &state, sizeof state);
    if (state.is_pending) {
        roll_back();
    }
    state.is_pending = state.is_new;
    state.is_new = false;
    state.running = state.next;
    store_state();
}

const esp_partition_t *esp_ota_get_running_partition(void) { return &partitions[state.running]; }
const esp_partition_t *esp_ota_get_next_update_partition(const esp_partition_t *start)
{
    (void)start;
    return &partitions[state.running == 1 ? 2 : 1];
}
esp_err_t esp_ota_get_state_partition(const esp_partition_t *partition, esp_ota_img_states_t *result)
{
    if (partition == &partitions[FACTORY]) {
        return ESP_ERR_NOT_SUPPORTED;
    }
    *result = state.is_pending ? ESP_OTA_IMG_PENDING_VERIFY : ESP_OTA_IMG_VALID;
    return ESP_OK;
}
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void)
{
    if (state.is_pending) {
        printf("image marked as valid\n");
    }
    state.is_pending = false;
    store_state();
    return ESP_OK;
}
/* Also leaves a valid image. */
esp_err_t esp_ota_mark_app_invalid_rollback_and_reboot(void)
{
    if (state.running == FACTORY) {
        return ESP_FAIL;
    }
    roll_back();
    store_state();
    board_restart();
}

esp_err_t esp_https_ota_begin(const esp_https_ota_config_t *config, esp_https_ota_handle_t *handle)
{
    image_length = 0;
    *handle = download = esp_http_client_init(config->http_config);
    if (download == NULL || esp_http_client_open(download, 0) != ESP_OK || esp_http_client_fetch_headers(download) < 0
        || download->status != 200) {
        if (download != NULL) {
            esp_http_client_cleanup(download);
        }
        return ESP_FAIL;
    }
    return ESP_OK;
}
esp_err_t esp_https_ota_perform(esp_https_ota_handle_t handle)
{
    const int read = esp_http_client_read_response(handle, image + image_length, 1024);
    image_length += read;
    if (read > 0 && download->left > 0) {
        return ESP_ERR_HTTPS_OTA_IN_PROGRESS;
    }
    return download->left == 0 && image_length > 0 ? ESP_OK : ESP_FAIL;
}
bool esp_https_ota_is_complete_data_received(esp_https_ota_handle_t handle) { return ((esp_http_client_handle_t)handle)->left == 0; }
int esp_https_ota_get_image_len_read(esp_https_ota_handle_t handle) { return handle == NULL ? 0 : image_length; }
esp_err_t esp_https_ota_abort(esp_https_ota_handle_t handle) { return esp_http_client_cleanup(handle); }
esp_err_t esp_https_ota_finish(esp_https_ota_handle_t handle)
{
    const bool is_valid = strncmp(image, "firmware", 8) == 0;
    if (is_valid) {
        state.fallback = state.running;
        state.next = esp_ota_get_next_update_partition(NULL) - partitions;
        state.is_new = true;
        store_state();
    }
    esp_http_client_cleanup(handle);
    return is_valid ? ESP_OK : ESP_ERR_OTA_VALIDATE_FAILED;
}
esp_err_t esp_partition_read(const esp_partition_t *partition, size_t offset, void *target, size_t size)
{
    if (partition != esp_ota_get_next_update_partition(NULL) || offset + size > PARTITION) {
        return ESP_FAIL;
    }
    memcpy(target, image + offset, size);
    return ESP_OK;
}

/* SHA-256 of everything that was added: the test process computes it. */
static char *hashed;
static size_t hashed_length;
void mbedtls_sha256_init(mbedtls_sha256_context *context) { context->state = 0; }
void mbedtls_sha256_free(mbedtls_sha256_context *context)
{
    context->state = 0;
    free(hashed);
    hashed = NULL;
    hashed_length = 0;
}
int mbedtls_sha256_starts(mbedtls_sha256_context *context, int is224) { return context->state | is224; }
int mbedtls_sha256_update(mbedtls_sha256_context *context, const unsigned char *input, size_t length)
{
    hashed = realloc(hashed, hashed_length + length);
    memcpy(hashed + hashed_length, input, length);
    hashed_length += length;
    return context->state;
}
int mbedtls_sha256_finish(mbedtls_sha256_context *context, unsigned char *output)
{
    char hex[65];
    unsigned value;
    board_sha256(hashed, hashed_length, hex);
    for (int i = 0; i < 32; i++) {
        sscanf(hex + 2 * i, "%2x", &value);
        output[i] = value;
    }
    return context->state;
}
