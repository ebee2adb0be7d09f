// The protocol of the simulated world: a line for each request with the time in milliseconds, a line for each response with
// the time, the time of the next event or -1, a number, and the number of lines that follow: data or ends of connections.
#include "board.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 4096, PINS = 40, WORLD = 3 };

typedef struct {
    unsigned char *data;
    size_t length, read;
    bool is_open;
} connection_t;

static connection_t connections[CONNECTIONS];
static int64_t now, boot, until = -1, clock_offset;
static bool is_ready;
static FILE *world;
static int levels[PINS];
static bool is_held[PINS];

extern char __start_rtc_data[] __attribute__((weak));
extern char __stop_rtc_data[] __attribute__((weak));

static int64_t number_of(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? 0 : strtoll(text, NULL, 10);
}

static void prepare(void)
{
    if (is_ready) {
        return;
    }
    is_ready = true;
    world = fdopen(dup(WORLD), "r");
    now = boot = number_of("BOARD_NOW");
    clock_offset = number_of("BOARD_CLOCK");
}

static unsigned char nibble(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static void receive(int id, const char *hex)
{
    connection_t *one = &connections[id];
    const size_t length = strlen(hex) / 2;
    one->data = realloc(one->data, one->length + length + 1);
    for (size_t i = 0; i < length; i++) {
        one->data[one->length++] = nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]);
    }
}

static void again(void);

/* Sends a request and handles the response. */
static int64_t ask(const char *format, ...)
{
    prepare();
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) {
        exit(70);
    }
    va_end(arguments);
    dprintf(WORLD, "%" PRId64 " %s\n", now, text);
    free(text);
    char *line = NULL;
    size_t size = 0;
    int64_t result;
    int count;
    // The scenario is over.
    if (getline(&line, &size, world) < 0
        || sscanf(line, "%" SCNd64 " %" SCNd64 " %" SCNd64 " %d", &now, &until, &result, &count) != 4) {
        _exit(0);
    }
    bool is_cut = false;
    for (int i = 0; i < count; i++) {
        const ssize_t length = getline(&line, &size, world);
        if (length < 1) {
            _exit(0);
        }
        line[length - 1] = '\0';
        char *rest;
        const long id = strtol(line + 2, &rest, 10);
        if (line[0] == 'd') {
            receive(id, rest + 1);
        } else if (line[0] == 'c') {
            connections[id].is_open = false;
        } else {
            is_cut = true;
        }
    }
    free(line);
    if (is_cut) {
        again();
    }
    return result;
}

int64_t board_millis(void)
{
    prepare();
    return now - boot;
}

void board_delay(int64_t ms)
{
    prepare();
    const int64_t end = now + ms;
    while (until >= 0 && until <= end) {
        now = until > now ? until : now;
        ask("tick");
    }
    now = end > now ? end : now;
}

int64_t board_wall_ms(void)
{
    prepare();
    return now + clock_offset;
}

bool board_set_clock(void)
{
    const int64_t time = ask("clock");
    if (time > 0) {
        clock_offset = time - now;
    }
    return time > 0;
}

double board_reading(void)
{
    const int64_t millis = ask("reading");
    if (millis == INT64_MAX) {
        return __builtin_inf();
    }
    return millis == INT64_MIN ? __builtin_nan("") : millis / 1000.0;
}

bool board_has_wifi(void) { return ask("wifi") == 1; }

void board_join_wifi(void) { ask("join"); }

static void show_level(int pin, int level) { ask("level %d %d", pin, level); }

void board_level(int pin, int level)
{
    levels[pin] = level;
    if (!is_held[pin]) {
        show_level(pin, level);
    }
}

void board_hold(int pin, bool hold)
{
    is_held[pin] = hold;
    show_level(pin, levels[pin]);
}

int board_open(const char *host, int port, bool tls)
{
    const int64_t id = ask("open %s %d %d", host, port, tls);
    if (id >= 0) {
        connections[id].is_open = true;
    }
    return (int)id;
}

void board_send(int id, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    char *hex = malloc(2 * length + 1);
    for (size_t i = 0; i < length; i++) {
        sprintf(hex + 2 * i, "%02x", bytes[i]);
    }
    hex[2 * length] = '\0';
    ask("send %d %s", id, hex);
    free(hex);
}

size_t board_available(int id) { return id < 0 ? 0 : connections[id].length - connections[id].read; }

bool board_await(int id, int64_t timeout_ms)
{
    const int64_t end = now + timeout_ms;
    while (board_available(id) == 0 && connections[id].is_open && now < end) {
        ask("await %d %" PRId64, id, end - now);
    }
    return board_available(id) > 0;
}

size_t board_read(int id, void *data, size_t size)
{
    const size_t left = board_available(id);
    const size_t length = left < size ? left : size;
    memcpy(data, connections[id].data + connections[id].read, length);
    connections[id].read += length;
    return length;
}

bool board_is_open(int id) { return id >= 0 && connections[id].is_open; }

void board_close(int id)
{
    if (board_is_open(id)) {
        connections[id].is_open = false;
        ask("close %d", id);
    }
    if (id >= 0) {
        free(connections[id].data);
        connections[id] = (connection_t){ 0 };
    }
}

void board_sha256(const void *data, size_t length, char hex[65])
{
    FILE *file = fopen("sha256.bin", "wb");
    fwrite(data, 1, length, file);
    fclose(file);
    ask("sha256");
    file = fopen("sha256.txt", "r");
    const size_t read = fread(hex, 1, 64, file);
    hex[read] = '\0';
    fclose(file);
}

static void set_number(const char *name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    setenv(name, text, 1);
}

static void again(void)
{
    fflush(NULL);
    set_number("BOARD_NOW", now);
    set_number("BOARD_CLOCK", clock_offset);
    execl("/proc/self/exe", "board", (char *)NULL);
    _exit(71);
}

void board_restart(void)
{
    ask("restart");
    again();
    _exit(71);
}

void board_deep_sleep(int64_t ms)
{
    for (int pin = 0; pin < PINS; pin++) {
        if (levels[pin] != 0 && !is_held[pin]) {
            show_level(pin, 0);
        }
    }
    ask("sleep");
    board_store("rtc", __start_rtc_data, __stop_rtc_data - __start_rtc_data);
    board_delay(ms);
    again();
    _exit(71);
}

void board_start(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (__start_rtc_data != NULL) {
        board_load("rtc", __start_rtc_data, __stop_rtc_data - __start_rtc_data);
    }
}

static void file_of(const char *name, char *file, size_t size) { snprintf(file, size, "stored-%s.bin", name); }

void board_store(const char *name, const void *data, size_t length)
{
    char file[200];
    file_of(name, file, sizeof file);
    FILE *out = fopen(file, "wb");
    fwrite(data, 1, length, out);
    fclose(out);
}

long board_load(const char *name, void *data, size_t size)
{
    char file[200];
    file_of(name, file, sizeof file);
    FILE *in = fopen(file, "rb");
    if (in == NULL) {
        return -1;
    }
    fseek(in, 0, SEEK_END);
    const long length = ftell(in);
    rewind(in);
    const size_t read = fread(data, 1, size, in);
    fclose(in);
    return read == size || (long)read == length ? length : -1;
}

void board_erase(const char *prefix)
{
    char command[250];
    snprintf(command, sizeof command, "rm -f stored-%s*.bin", prefix);
    if (system(command) != 0) {
        _exit(72);
    }
}

/* The C library of the board reads its clock. */
int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    (void)zone;
    const int64_t ms = board_wall_ms();
    time->tv_sec = ms / 1000;
    time->tv_usec = ms % 1000 * 1000;
    return 0;
}

int settimeofday(const struct timeval *time, const struct timezone *zone)
{
    (void)zone;
    prepare();
    const int64_t ms = (int64_t)time->tv_sec * 1000 + time->tv_usec / 1000;
    clock_offset = ms - now;
    ask("set %" PRId64, ms);
    return 0;
}

time_t time(time_t *result)
{
    const time_t seconds = board_wall_ms() / 1000;
    if (result != NULL) {
        *result = seconds;
    }
    return seconds;
}
