// Queues.
#pragma once
#include "freertos/FreeRTOS.h"
typedef struct Queue *QueueHandle_t;
QueueHandle_t xQueueCreate(uint32_t length, uint32_t size);
int xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks);
int xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);
