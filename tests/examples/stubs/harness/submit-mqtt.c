// Prints what happens on a connection and at a submission: topics and the body.
#include PROGRAM
int esp_mqtt_client_subscribe_single(esp_mqtt_client_handle_t client, const char *topic, int qos)
{
    return client == NULL && qos == 1 ? printf("subscribe %s\n", topic) : -1;
}
EventBits_t xEventGroupSetBits(EventGroupHandle_t group, EventBits_t bits) { return group == NULL ? bits : 0; }
int esp_mqtt_client_publish(esp_mqtt_client_handle_t client, const char *topic, const char *data, int len, int qos, int retain)
{
    return client == NULL && len == 0 && qos == 1 && retain == 0 ? printf("%s\n%s\n", topic, data) : -1;
}
void esp_log(const char *tag, const char *format, ...) { (void)tag; (void)format; }

int main(void)
{
    __typeof__(*(esp_mqtt_event_handle_t)0) event = {0};
    on_event(NULL, NULL, MQTT_EVENT_CONNECTED, &event);
    submit(NULL, "temperature", 24.5f);
    return 0;
}
