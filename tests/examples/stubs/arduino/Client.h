// Base of network clients.
#pragma once
struct Client {};
struct WiFiClient : Client {};
