// HTTP client of the ESP8266 core.
#pragma once
#include <HTTPClient.h>
