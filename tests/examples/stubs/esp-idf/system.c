// ESP-IDF in the simulated world of a board: start, time, Wi-Fi, flash, FreeRTOS with the main task and another one.
#include "system.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include "board.h"
#include "esp_event.h"
#include "esp_log.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "esp_random.h"
#include "esp_system.h"
#include "freertos/event_groups.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "nvs.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#ifndef CONFIG_ESP_MAIN_TASK_STACK_SIZE
#define CONFIG_ESP_MAIN_TASK_STACK_SIZE 3584
#endif
#ifndef CONFIG_EXAMPLE_WIFI_CONN_MAX_RETRY
#define CONFIG_EXAMPLE_WIFI_CONN_MAX_RETRY 6
#endif

/* A TLS handshake with Mbed TLS does not fit in the stack that the main task has by default. */
enum { TLS_STACK = 6144 };

const char root_certificate[] asm("_binary_root_ca_pem_start") = "certificate";

void app_main(void);

void require_stack(bool has_tls)
{
    if (has_tls && CONFIG_ESP_MAIN_TASK_STACK_SIZE < TLS_STACK) {
        fputs("***ERROR*** A stack overflow in task main has been detected.\n", stderr);
        abort();
    }
}

int main(void)
{
    board_start();
    esp_ota_boot();
    app_main();
    return 0;
}

void esp_log(const char *tag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s: ", tag);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

void esp_restart(void) { board_restart(); }

uint32_t esp_random(void)
{
    // Numerical Recipes.
    static uint32_t state = 1;
    return state = state * 1664525 + 1013904223;
}

esp_err_t nvs_flash_init(void) { return ESP_OK; }
esp_err_t esp_netif_init(void) { return ESP_OK; }
esp_err_t esp_event_loop_create_default(void) { return ESP_OK; }

/* Wi-Fi of protocol_examples_common: waits for the first connection. After too many failures in a row, it never tries again. */
enum { ATTEMPT_MS = 2500 };
static int64_t next_attempt = INT64_MAX;
static int failures;
static bool has_given_up;

static void poll_wifi(void)
{
    if (has_given_up || board_millis() < next_attempt) {
        return;
    }
    next_attempt = board_millis() + ATTEMPT_MS;
    failures = board_has_wifi() ? 0 : failures + 1;
    has_given_up = failures > CONFIG_EXAMPLE_WIFI_CONN_MAX_RETRY;
}

esp_err_t example_connect(void)
{
    next_attempt = board_millis();
    poll_wifi();
    while (failures > 0 && !has_given_up) {
        vTaskDelay(ATTEMPT_MS);
    }
    return has_given_up ? ESP_FAIL : ESP_OK;
}

int wifi_open(const char *host, int port, bool tls) { return has_given_up ? -1 : board_open(host, port, tls); }

esp_err_t esp_netif_sntp_init(const esp_sntp_config_t *config) { return config->num_of_servers == 1 ? ESP_OK : ESP_FAIL; }
esp_err_t esp_netif_sntp_sync_wait(uint32_t ticks)
{
    if (!has_given_up && board_set_clock()) {
        return ESP_OK;
    }
    vTaskDelay(ticks);
    return ESP_FAIL;
}

void esp_error(int code)
{
    printf("ESP_ERROR_CHECK failed: 0x%x\n", code);
    board_delay(1000);
    board_restart();
}

/* Storage. Handles are the position of the name of the namespace. */
static char spaces[8][16];

esp_err_t nvs_open(const char *name, nvs_open_mode_t mode, nvs_handle_t *handle)
{
    (void)mode;
    for (uint32_t i = 0; i < 8; i++) {
        if (spaces[i][0] == '\0' || strcmp(spaces[i], name) == 0) {
            snprintf(spaces[i], sizeof spaces[i], "%s", name);
            *handle = i;
            return ESP_OK;
        }
    }
    return ESP_FAIL;
}

static void key_of(nvs_handle_t handle, const char *key, char *name, size_t size)
{
    snprintf(name, size, "nvs-%s-%s", spaces[handle], key);
}

esp_err_t nvs_set_blob(nvs_handle_t handle, const char *key, const void *value, size_t length)
{
    char name[64];
    key_of(handle, key, name, sizeof name);
    board_store(name, value, length);
    return ESP_OK;
}

esp_err_t nvs_get_blob(nvs_handle_t handle, const char *key, void *value, size_t *length)
{
    char name[64];
    key_of(handle, key, name, sizeof name);
    const long found = board_load(name, value, *length);
    if (found < 0 || (size_t)found > *length) {
        return ESP_FAIL;
    }
    *length = found;
    return ESP_OK;
}

esp_err_t nvs_set_str(nvs_handle_t handle, const char *key, const char *value) { return nvs_set_blob(handle, key, value, strlen(value) + 1); }
esp_err_t nvs_get_str(nvs_handle_t handle, const char *key, char *value, size_t *length) { return nvs_get_blob(handle, key, value, length); }
esp_err_t nvs_set_u32(nvs_handle_t handle, const char *key, uint32_t value) { return nvs_set_blob(handle, key, &value, sizeof value); }
esp_err_t nvs_get_u32(nvs_handle_t handle, const char *key, uint32_t *value)
{
    size_t length = sizeof *value;
    return nvs_get_blob(handle, key, value, &length);
}
esp_err_t nvs_erase_all(nvs_handle_t handle)
{
    char prefix[64];
    key_of(handle, "", prefix, sizeof prefix);
    board_erase(prefix);
    return ESP_OK;
}
esp_err_t nvs_commit(nvs_handle_t handle) { return handle < 8 ? ESP_OK : ESP_FAIL; }
void nvs_close(nvs_handle_t handle) { (void)handle; }

/* FreeRTOS: waiting lets the other tasks run: that of Wi-Fi, that of the MQTT client, and one of the program. */
enum { STEP_MS = 10 };

static struct {
    ucontext_t main, own;
    TaskFunction_t run;
    void *argument;
    bool is_running;
    int64_t due;
    char stack[1 << 18];
} task = { .due = INT64_MAX };

static void run_task(void) { task.run(task.argument); }

static void pause_task(int64_t due)
{
    task.due = due;
    task.is_running = false;
    swapcontext(&task.own, &task.main);
}

int xTaskCreate(TaskFunction_t run, const char *name, uint32_t stack, void *argument, uint32_t priority, TaskHandle_t *handle)
{
    (void)name, (void)stack, (void)priority, (void)handle;
    getcontext(&task.own);
    task.own.uc_stack.ss_sp = task.stack;
    task.own.uc_stack.ss_size = sizeof task.stack;
    task.run = run;
    task.argument = argument;
    task.due = board_millis();
    makecontext(&task.own, run_task, 0);
    return pdTRUE;
}

void vTaskDelete(TaskHandle_t handle)
{
    (void)handle;
    pause_task(INT64_MAX);
}

TickType_t xTaskGetTickCount(void) { return board_millis(); }

static bool wait_step(int64_t end)
{
    poll_wifi();
    mqtt_poll();
    if (board_millis() >= task.due) {
        task.is_running = true;
        swapcontext(&task.main, &task.own);
    }
    if (board_millis() >= end) {
        return false;
    }
    board_delay(STEP_MS);
    return true;
}

static int64_t end_of(TickType_t ticks) { return ticks == portMAX_DELAY ? INT64_MAX : board_millis() + ticks; }

void vTaskDelay(TickType_t ticks)
{
    const int64_t end = end_of(ticks);
    if (task.is_running) {
        pause_task(end);
        return;
    }
    while (wait_step(end)) {
    }
}

struct EventGroup { EventBits_t bits; };
EventGroupHandle_t xEventGroupCreate(void) { return calloc(1, sizeof(struct EventGroup)); }
EventBits_t xEventGroupSetBits(EventGroupHandle_t group, EventBits_t bits) { return group->bits |= bits; }
EventBits_t xEventGroupClearBits(EventGroupHandle_t group, EventBits_t bits) { return group->bits &= ~bits; }
EventBits_t xEventGroupWaitBits(EventGroupHandle_t group, EventBits_t bits, int clear, int all, TickType_t ticks)
{
    (void)clear;
    (void)all;
    const int64_t end = end_of(ticks);
    while ((group->bits & bits) == 0 && wait_step(end)) {
    }
    return group->bits;
}

struct Queue { uint32_t length, size, count; unsigned char items[]; };
QueueHandle_t xQueueCreate(uint32_t length, uint32_t size)
{
    QueueHandle_t queue = calloc(1, sizeof *queue + length * size);
    queue->length = length;
    queue->size = size;
    return queue;
}
int xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks)
{
    (void)ticks;
    if (queue->count == queue->length) {
        return pdFALSE;
    }
    memcpy(queue->items + queue->size * queue->count++, item, queue->size);
    return pdTRUE;
}
int xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    const int64_t end = end_of(ticks);
    while (queue->count == 0 && wait_step(end)) {
    }
    if (queue->count == 0) {
        return pdFALSE;
    }
    memcpy(item, queue->items, queue->size);
    memmove(queue->items, queue->items + queue->size, queue->size * --queue->count);
    return pdTRUE;
}
