// Network interfaces.
#pragma once
#include "esp_err.h"
esp_err_t esp_netif_init(void);
