// Restart.
#pragma once
__attribute__((noreturn)) void esp_restart(void);
