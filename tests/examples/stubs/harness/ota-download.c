// Prints the statuses that a device reports when a download ends with the error of the first argument.
#include PROGRAM
#include <stdlib.h>
static cJSON object;
static esp_partition_t partition;
static esp_err_t state;

esp_err_t esp_crt_bundle_attach(void *conf) { return conf == NULL; }
esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config) { (void)config; return NULL; }
void esp_log(const char *tag, const char *format, ...) { (void)tag; (void)format; }

const esp_partition_t *esp_ota_get_next_update_partition(const esp_partition_t *from) { (void)from; return &partition; }
esp_err_t esp_https_ota_begin(const esp_https_ota_config_t *config, esp_https_ota_handle_t *handle)
{
    *handle = &object;
    return config == NULL;
}
esp_err_t esp_https_ota_perform(esp_https_ota_handle_t handle) { (void)handle; return state; }
bool esp_https_ota_is_complete_data_received(esp_https_ota_handle_t handle) { return handle == NULL; }
esp_err_t esp_https_ota_abort(esp_https_ota_handle_t handle) { return handle == NULL; }

cJSON *cJSON_CreateObject(void) { return &object; }
cJSON *cJSON_AddStringToObject(cJSON *item, const char *name, const char *value)
{
    if (strcmp(name, "status") == 0) {
        puts(value);
    }
    return item;
}
char *cJSON_PrintUnformatted(const cJSON *item) { return item ? "{}" : NULL; }
void cJSON_free(void *text) { (void)text; }
void cJSON_Delete(cJSON *item) { (void)item; }
cJSON *cJSON_GetObjectItem(const cJSON *item, const char *name) { return item && strcmp(name, "assetSigned") ? &object : NULL; }
cJSON_bool cJSON_IsTrue(const cJSON *item) { return item != NULL; }
char *cJSON_GetStringValue(const cJSON *item) { return item ? "text" : NULL; }

int main(int count, char **arguments)
{
    state = count > 1 ? atoi(arguments[1]) : ESP_OK;
    apply(&object);
}
