// Connection by the settings of menuconfig.
#pragma once
#include "esp_err.h"
esp_err_t example_connect(void);
