// Bundle of root certificates.
#pragma once
#include "esp_err.h"
esp_err_t esp_crt_bundle_attach(void *conf);
