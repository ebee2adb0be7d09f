// Flash partitions.
#pragma once
#include "esp_err.h"
typedef struct { uint32_t address; uint32_t size; } esp_partition_t;
esp_err_t esp_partition_read(const esp_partition_t *partition, size_t src_offset, void *dst, size_t size);
