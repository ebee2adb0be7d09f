// What the parts of this stub of ESP-IDF need from each other.
#pragma once
#include <stdbool.h>
/** Ends the program if the stack of the task is too small for TLS. */
void require_stack(bool has_tls);
/** Lets the MQTT client receive, connect again and call its handler. */
void mqtt_poll(void);
/** Selects the partition to run, and rolls back a version that was not marked as valid before a restart. */
void esp_ota_boot(void);
/** Opens a connection, unless Wi-Fi has given up. @return its number; negative if it is not possible */
int wifi_open(const char *host, int port, bool tls);
