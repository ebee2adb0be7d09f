// The state of the clock's synchronization: it is read once, as on the board.
#pragma once
#include <Arduino.h>
enum sntp_sync_status_t { SNTP_SYNC_STATUS_RESET, SNTP_SYNC_STATUS_COMPLETED };
inline sntp_sync_status_t sntp_get_sync_status() {
  syncClock();
  const bool wasSynced = isSynced;
  isSynced = false;
  return wasSynced ? SNTP_SYNC_STATUS_COMPLETED : SNTP_SYNC_STATUS_RESET;
}
