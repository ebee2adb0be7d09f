// Prints what a device does after it has restarted with an update, until the next poll. The arguments are how many requests get no
// response, and whether the platform rejects the others.
#include PROGRAM
#include <stdlib.h>
static esp_partition_t partition = { .address = 1 };
static cJSON object;
static int failures;
static bool is_rejected;
static bool is_pending = true;

esp_err_t nvs_flash_init(void) { return ESP_OK; }
esp_err_t esp_netif_init(void) { return ESP_OK; }
esp_err_t esp_event_loop_create_default(void) { return ESP_OK; }
esp_err_t example_connect(void) { return ESP_OK; }
esp_err_t nvs_open(const char *name, nvs_open_mode_t mode, nvs_handle_t *handle) { (void)mode; *handle = 1; return name == NULL; }
esp_err_t nvs_get_str(nvs_handle_t handle, const char *key, char *value, size_t *length)
{
    (void)key;
    snprintf(value, *length, "deployment");
    return is_pending && handle == 1 ? ESP_OK : ESP_FAIL;
}
esp_err_t nvs_get_u32(nvs_handle_t handle, const char *key, uint32_t *value) { (void)key; *value = 1; return handle != 1; }
esp_err_t nvs_erase_all(nvs_handle_t handle) { is_pending = false; return handle != 1; }
esp_err_t nvs_commit(nvs_handle_t handle) { return handle != 1; }
void nvs_close(nvs_handle_t handle) { (void)handle; }
const esp_partition_t *esp_ota_get_running_partition(void) { return &partition; }
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void) { return puts("valid") < 0; }

esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config)
{
    puts(config->url + strlen(BASE_URL));
    return (esp_http_client_handle_t)&object;
}
esp_err_t esp_crt_bundle_attach(void *conf) { return conf == NULL; }
esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char *key, const char *value)
{
    return client == NULL || key == NULL || value == NULL;
}
esp_err_t esp_http_client_open(esp_http_client_handle_t client, int length) { (void)length; return client == NULL || failures-- > 0; }
int esp_http_client_write(esp_http_client_handle_t client, const char *buffer, int length) { (void)buffer; return client ? length : -1; }
int esp_http_client_get_status_code(esp_http_client_handle_t client) { return client == NULL ? 0 : is_rejected ? 409 : 200; }
int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client) { return client == NULL ? -1 : 0; }
int esp_http_client_read_response(esp_http_client_handle_t client, char *buffer, int length) { (void)client; (void)buffer; return length * 0; }
esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client) { return client == NULL; }
void esp_log(const char *tag, const char *format, ...) { (void)tag; (void)format; }

cJSON *cJSON_CreateObject(void) { return &object; }
cJSON *cJSON_AddStringToObject(cJSON *item, const char *name, const char *value) { (void)name; (void)value; return item; }
char *cJSON_PrintUnformatted(const cJSON *item) { return item ? "{}" : NULL; }
void cJSON_free(void *text) { (void)text; }
cJSON *cJSON_Parse(const char *text) { return text ? &object : NULL; }
cJSON *cJSON_GetObjectItem(const cJSON *item, const char *name) { return item && !is_rejected && strcmp(name, "success") == 0 ? &object : NULL; }
cJSON_bool cJSON_IsTrue(const cJSON *item) { return item != NULL; }
void cJSON_Delete(cJSON *item) { (void)item; }

void vTaskDelay(TickType_t ticks)
{
    printf("wait %u s\n", ticks / 1000);
    if (ticks == INTERVAL_MS) {
        exit(0);
    }
}

int main(int count, char **arguments)
{
    failures = count > 1 ? atoi(arguments[1]) : 0;
    is_rejected = count > 2;
    app_main();
}
