// Prints the request of one submission: URL, headers, body. The answer is the first argument.
#include PROGRAM
static const char *said;

esp_http_client_handle_t esp_http_client_init(const esp_http_client_config_t *config)
{
    if (config->crt_bundle_attach != esp_crt_bundle_attach || config->method != HTTP_METHOD_POST) {
        return NULL;
    }
    puts(config->url);
    return (esp_http_client_handle_t)&said;
}
esp_err_t esp_crt_bundle_attach(void *conf) { return conf == NULL; }
esp_err_t esp_http_client_set_header(esp_http_client_handle_t client, const char *key, const char *value)
{
    return printf("%s: %s\n", key, value) > 0 ? ESP_OK : client == NULL;
}
esp_err_t esp_http_client_open(esp_http_client_handle_t client, int length) { return client == NULL || length == 0; }
int esp_http_client_write(esp_http_client_handle_t client, const char *buffer, int length)
{
    return client == NULL ? -1 : printf("\n%.*s\n", length, buffer) - 2;
}
int64_t esp_http_client_fetch_headers(esp_http_client_handle_t client) { return client == NULL ? -1 : 0; }
int esp_http_client_read_response(esp_http_client_handle_t client, char *buffer, int length)
{
    return client == NULL ? -1 : snprintf(buffer, length, "%s", said);
}
int esp_http_client_get_status_code(esp_http_client_handle_t client) { return client == NULL ? 0 : 200; }
esp_err_t esp_http_client_cleanup(esp_http_client_handle_t client) { return client == NULL; }
void esp_log(const char *tag, const char *format, ...) { (void)tag; (void)format; }
cJSON *cJSON_Parse(const char *value) { return (cJSON *)value; }
cJSON *cJSON_GetObjectItem(const cJSON *object, const char *name) { return *name ? (cJSON *)object : NULL; }
cJSON_bool cJSON_IsTrue(const cJSON *item) { return __builtin_strstr((const char *)item, "\"success\":true") != NULL; }
void cJSON_Delete(cJSON *item) { (void)item; }

int main(int count, char **answer)
{
    said = count > 1 ? answer[1] : "";
    return submit("temperature", 24.5f) == ESP_OK ? 0 : 1;
}
