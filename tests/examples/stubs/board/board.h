// The simulated world of a board: time, network, storage that outlives a restart. The test process on descriptor 3 provides
// the network and decides what happens when; see `tests/field/board-world.ts`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/** Milliseconds of simulated time since power-on, without those before the last restart. */
int64_t board_millis(void);
/** Lets simulated time pass. */
void board_delay(int64_t ms);

/** Unix time of the clock of the board in milliseconds; it starts in 1970. */
int64_t board_wall_ms(void);
/** Sets the clock from the network. @return whether there is a connection */
bool board_set_clock(void);

/** Value of the sensor: NaN or infinity if it is unplugged. */
double board_reading(void);
/** Whether there is Wi-Fi. */
bool board_has_wifi(void);
/** Joins the Wi-Fi again after the access point has rejected the board. */
void board_join_wifi(void);

/** Sets the level of an output. */
void board_level(int pin, int level);
/** Whether an output keeps its level in deep sleep. */
void board_hold(int pin, bool is_held);

/** Opens a connection. @return its number; negative if it is not possible */
int board_open(const char *host, int port, bool tls);
void board_send(int connection, const void *data, size_t length);
/** Waits for data. @return whether there is any */
bool board_await(int connection, int64_t timeout_ms);
size_t board_available(int connection);
size_t board_read(int connection, void *data, size_t size);
bool board_is_open(int connection);
void board_close(int connection);

/** SHA-256 in lowercase hex. */
void board_sha256(const void *data, size_t length, char hex[65]);

/** Starts the program again, with the clock and the stored values. */
__attribute__((noreturn)) void board_restart(void);
/** Starts the program again after a time, with RTC memory. */
__attribute__((noreturn)) void board_deep_sleep(int64_t ms);
/** Restores RTC memory after deep sleep. Called by `main`. */
void board_start(void);

/** Stored values, which survive a restart. */
void board_store(const char *name, const void *data, size_t length);
/** @return length of the value; negative if there is none. At most `size` bytes are copied. */
long board_load(const char *name, void *data, size_t size);
void board_erase(const char *prefix);

#define RTC_DATA_ATTR __attribute__((section("rtc_data")))
#ifdef __cplusplus
}
#endif
