// Polls for an update every 3 hours, installs it, restarts, then reports the result: main.c of an ESP-IDF 5 project.
// Install: component protocol_examples_common (Wi-Fi from menuconfig); sdkconfig.defaults and the credentials in NVS of the guide.
// The root of the download host is unconfirmed: add public roots and the Anedya root to the bundle.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "cJSON.h"
#include "esp_crt_bundle.h"
#include "esp_event.h"
#include "esp_http_client.h"
#include "esp_https_ota.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_ota_ops.h"
#include "esp_partition.h"
#include "esp_system.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "mbedtls/sha256.h"
#include "nvs.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#define BASE_URL "https://device.ap-in-1.anedya.io/v1"
#define INTERVAL_MS (3 * 60 * 60 * 1000)
#define RETRY_MS (60 * 1000)
/* A new version that cannot report for an hour is rolled back. */
#define DEADLINE_MS (60 * 60 * 1000)
/* A download that fails at this many polls is reported as a failure. */
#define DOWNLOADS 3
/* The path, the query and the headers of a request must fit; the default is 512 bytes. A download URL has up to 1000. */
#define BUFFER_BYTES 2048

static const char *TAG = "ota";
static nvs_handle_t store;

// region credentials
static char connection_key[129];

/* Reads the key that was written at the factory. One image is for all devices, so it contains no key. */
static void read_credentials(void)
{
    nvs_handle_t factory;
    size_t length = sizeof connection_key;
    ESP_ERROR_CHECK(nvs_open("anedya", NVS_READONLY, &factory));
    ESP_ERROR_CHECK(nvs_get_str(factory, "key", connection_key, &length));
    nvs_close(factory);
}
// endregion

/* Result of a request. UNAVAILABLE: no response, or one that says that another attempt may succeed. */
typedef enum { ACCEPTED, REJECTED, UNAUTHORIZED, UNAVAILABLE } outcome_t;

// region post
/* Posts a JSON text. If response is not NULL, it gets the body, which cJSON_Delete frees. */
static outcome_t post(const char *path, const char *body, cJSON **response)
{
    static char text[12288];
    char url[sizeof BASE_URL + 32];
    snprintf(url, sizeof url, BASE_URL "%s", path);
    const esp_http_client_config_t config = {
        .url = url,
        .method = HTTP_METHOD_POST,
        .crt_bundle_attach = esp_crt_bundle_attach,
        .timeout_ms = 30000,
    };
    esp_http_client_handle_t client = esp_http_client_init(&config);
    if (client == NULL) {
        return UNAVAILABLE;
    }
    esp_http_client_set_header(client, "Content-Type", "application/json");
    esp_http_client_set_header(client, "Accept", "application/json");
    esp_http_client_set_header(client, "Auth-mode", "key");
    esp_http_client_set_header(client, "Authorization", connection_key);
    const int length = strlen(body);
    int size = -1;
    if (esp_http_client_open(client, length) == ESP_OK
        && esp_http_client_write(client, body, length) == length
        && esp_http_client_fetch_headers(client) >= 0) {
        size = esp_http_client_read_response(client, text, sizeof text - 1);
    }
    const int status = esp_http_client_get_status_code(client);
    esp_http_client_cleanup(client);
    if (size < 0 || status == 429 || status >= 500) {
        return UNAVAILABLE;
    }
    text[size] = '\0';
    cJSON *json = cJSON_Parse(text);
    outcome_t outcome = json == NULL ? UNAVAILABLE : REJECTED;
    if (status == 401 || status == 403) {
        outcome = UNAUTHORIZED;
    } else if (status == 200 && cJSON_IsTrue(cJSON_GetObjectItem(json, "success"))) {
        outcome = ACCEPTED;
    }
    if (outcome != ACCEPTED) {
        ESP_LOGE(TAG, "%s: HTTP %d: %s", path, status, text);
    }
    if (response != NULL) {
        *response = json;
    } else {
        cJSON_Delete(json);
    }
    return outcome;
}
// endregion

static outcome_t report(const char *deployment, const char *status, const char *log)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "deploymentId", deployment);
    cJSON_AddStringToObject(body, "status", status);
    cJSON_AddStringToObject(body, "log", log);
    char *text = cJSON_PrintUnformatted(body);
    const outcome_t outcome = post("/ota/updateStatus", text, NULL);
    cJSON_free(text);
    cJSON_Delete(body);
    return outcome;
}

// region check
/* Replaces a second question mark in the link with an ampersand. */
static void repair(char *url)
{
    char *mark = strchr(url, '?');
    while (mark != NULL && (mark = strchr(mark + 1, '?')) != NULL) {
        *mark = '&';
    }
}

/* Whether the first bytes of a partition have this SHA-256, in hex. */
static bool has_checksum(const esp_partition_t *partition, size_t size, const char *expected)
{
    static unsigned char chunk[1024];
    unsigned char digest[32];
    char hex[65] = "";
    mbedtls_sha256_context context;
    mbedtls_sha256_init(&context);
    mbedtls_sha256_starts(&context, 0);
    for (size_t offset = 0; offset < size; offset += sizeof chunk) {
        const size_t rest = size - offset;
        const size_t length = rest < sizeof chunk ? rest : sizeof chunk;
        if (esp_partition_read(partition, offset, chunk, length) != ESP_OK) {
            mbedtls_sha256_free(&context);
            return false;
        }
        mbedtls_sha256_update(&context, chunk, length);
    }
    mbedtls_sha256_finish(&context, digest);
    mbedtls_sha256_free(&context);
    for (int index = 0; index < 32; index++) {
        snprintf(hex + 2 * index, 3, "%02x", digest[index]);
    }
    return strcasecmp(hex, expected) == 0;
}
// endregion

/* Stores the deployment and the partition of the new version across the restart. */
static void remember(const char *deployment, uint32_t address)
{
    ESP_ERROR_CHECK(nvs_set_str(store, "deployment", deployment));
    ESP_ERROR_CHECK(nvs_set_u32(store, "address", address));
    ESP_ERROR_CHECK(nvs_commit(store));
}

static void forget(void)
{
    ESP_ERROR_CHECK(nvs_erase_all(store));
    ESP_ERROR_CHECK(nvs_commit(store));
}

// region install
/* The only temporary error: the next poll tries again. */
static const char *const INTERRUPTED = "download failed";

/* Downloads into the free partition. Returns NULL on success, otherwise an error message. */
static const char *install(const char *deployment, char *url, const char *checksum)
{
    repair(url);
    const esp_http_client_config_t http = {
        .url = url,
        .crt_bundle_attach = esp_crt_bundle_attach,
        .timeout_ms = 60000,
        .keep_alive_enable = true,
        .buffer_size = BUFFER_BYTES,
        .buffer_size_tx = BUFFER_BYTES,
    };
    const esp_https_ota_config_t config = { .http_config = &http };
    const esp_partition_t *target = esp_ota_get_next_update_partition(NULL);
    esp_https_ota_handle_t ota = NULL;
    if (esp_https_ota_begin(&config, &ota) != ESP_OK) {
        return INTERRUPTED;
    }
    esp_err_t state;
    do {
        state = esp_https_ota_perform(ota);
    } while (state == ESP_ERR_HTTPS_OTA_IN_PROGRESS);
    const char *problem = NULL;
    // An interrupted connection is ESP_FAIL; other errors concern the image or the flash.
    if (state != ESP_OK && state != ESP_FAIL) {
        problem = "image rejected";
    } else if (state != ESP_OK || !esp_https_ota_is_complete_data_received(ota)) {
        problem = INTERRUPTED;
    } else if (!has_checksum(target, (size_t)esp_https_ota_get_image_len_read(ota), checksum)) {
        problem = "SHA-256 differs from assetChecksum";
    }
    if (problem != NULL) {
        esp_https_ota_abort(ota);
        return problem;
    }
    // The new version starts after a power cut, too, and must find the deployment.
    remember(deployment, target->address);
    if (esp_https_ota_finish(ota) != ESP_OK) {
        forget();
        return "image rejected";
    }
    return NULL;
}
// endregion

// region after-restart
/* Reports the result of the update after the restart, if any, and then keeps the version. Returns whether it is done. */
static bool report_restart(void)
{
    char deployment[64];
    size_t length = sizeof deployment;
    uint32_t address = 0;
    if (nvs_get_str(store, "deployment", deployment, &length) != ESP_OK
        || nvs_get_u32(store, "address", &address) != ESP_OK) {
        return true;
    }
    const bool is_new = esp_ota_get_running_partition()->address == address;
    outcome_t outcome = report(deployment, is_new ? "success" : "failure", is_new ? "restarted" : "rolled back");
    if (outcome == REJECTED) {
        // The report has arrived before, or the deployment was stopped. A heartbeat shows that this version can connect.
        outcome = post("/heartbeat", "{}", NULL);
    }
    if (outcome != ACCEPTED) {
        return false;
    }
    esp_ota_mark_app_valid_cancel_rollback();
    forget();
    return true;
}

/* Repeats the report until it is done. Until then, ESP-IDF rejects another update, and a restart rolls back. */
static void finish_update(void)
{
    while (!report_restart()) {
        vTaskDelay(pdMS_TO_TICKS(RETRY_MS));
    }
}

/* Rolls back a new version that is not kept in time. A task, because the main task waits for as long as there is no Wi-Fi. */
static void roll_back(void *argument)
{
    esp_ota_img_states_t state;
    vTaskDelay(pdMS_TO_TICKS(DEADLINE_MS));
    // ESP-IDF would also roll back a version that was kept.
    if (esp_ota_get_state_partition(esp_ota_get_running_partition(), &state) == ESP_OK
        && state == ESP_OTA_IMG_PENDING_VERIFY) {
        esp_ota_mark_app_invalid_rollback_and_reboot();
    }
    vTaskDelete(NULL);
}
// endregion

/* Whether the download of a deployment has failed at so many polls that another one is useless. */
static bool has_failed_too_often(const char *deployment)
{
    static char last[64];
    static int count;
    if (strcmp(last, deployment) != 0) {
        snprintf(last, sizeof last, "%s", deployment);
        count = 0;
    }
    return ++count >= DOWNLOADS;
}

static void apply(const cJSON *asset)
{
    const char *deployment = cJSON_GetStringValue(cJSON_GetObjectItem(asset, "deploymentId"));
    char *url = cJSON_GetStringValue(cJSON_GetObjectItem(asset, "asseturl"));
    const char *checksum = cJSON_GetStringValue(cJSON_GetObjectItem(asset, "assetChecksum"));
    if (deployment == NULL || url == NULL || checksum == NULL) {
        ESP_LOGE(TAG, "incomplete deployment");
        return;
    }
    const outcome_t started = report(deployment, "start", "download started");
    if (started == UNAVAILABLE || started == UNAUTHORIZED) {
        return;
    }
    const char *problem = "signed: check assetSignature as agreed with its signer";
    if (!cJSON_IsTrue(cJSON_GetObjectItem(asset, "assetSigned"))) {
        problem = install(deployment, url, checksum);
    }
    if (problem == NULL) {
        esp_restart();
    }
    ESP_LOGE(TAG, "%s", problem);
    if (problem != INTERRUPTED || has_failed_too_often(deployment)) {
        report(deployment, "failure", problem);
    }
}

static void update_once(void)
{
    cJSON *response = NULL;
    post("/ota/next", "{}", &response);
    if (cJSON_IsTrue(cJSON_GetObjectItem(response, "deploymentAvailable"))) {
        apply(cJSON_GetObjectItem(response, "data"));
    }
    cJSON_Delete(response);
}

void app_main(void)
{
    ESP_ERROR_CHECK(nvs_flash_init());
    read_credentials();
    ESP_ERROR_CHECK(nvs_open("ota", NVS_READWRITE, &store));
    xTaskCreate(roll_back, "roll_back", 4096, NULL, 1, NULL);
    ESP_ERROR_CHECK(esp_netif_init());
    ESP_ERROR_CHECK(esp_event_loop_create_default());
    ESP_ERROR_CHECK(example_connect());
    finish_update();
    while (true) {
        update_once();
        // pdMS_TO_TICKS() would overflow with 1000 ticks a second.
        vTaskDelay(INTERVAL_MS / portTICK_PERIOD_MS);
    }
}
