// OTA partitions.
#pragma once
#include "esp_partition.h"
#define ESP_ERR_NOT_SUPPORTED 0x106
#define ESP_ERR_OTA_VALIDATE_FAILED 0x1503
typedef enum { ESP_OTA_IMG_PENDING_VERIFY = 1, ESP_OTA_IMG_VALID = 2 } esp_ota_img_states_t;
const esp_partition_t *esp_ota_get_next_update_partition(const esp_partition_t *start_from);
const esp_partition_t *esp_ota_get_running_partition(void);
esp_err_t esp_ota_get_state_partition(const esp_partition_t *partition, esp_ota_img_states_t *result);
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void);
esp_err_t esp_ota_mark_app_invalid_rollback_and_reboot(void);
