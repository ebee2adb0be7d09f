// Tasks.
#pragma once
#include "freertos/FreeRTOS.h"
typedef void (*TaskFunction_t)(void *argument);
typedef struct Task *TaskHandle_t;
void vTaskDelay(TickType_t ticks);
/* Without a handle: ends the task that calls it. */
void vTaskDelete(TaskHandle_t handle);
/* One task besides the main task. */
int xTaskCreate(TaskFunction_t run, const char *name, uint32_t stack, void *argument, uint32_t priority, TaskHandle_t *handle);
TickType_t xTaskGetTickCount(void);
