// SNTP.
#pragma once
#include "esp_err.h"
typedef struct { size_t num_of_servers; const char *servers[1]; } esp_sntp_config_t;
#define ESP_NETIF_SNTP_DEFAULT_CONFIG(server) { .num_of_servers = 1, .servers = { server } }
esp_err_t esp_netif_sntp_init(const esp_sntp_config_t *config);
esp_err_t esp_netif_sntp_sync_wait(uint32_t ticks);
