// Sets the clock from the platform over HTTPS every 6 hours. Usually accurate to about 200 ms. Board: ESP32.
// Install: library ArduinoJson 7.
// Fill in the constants. The HTTPS host has a publicly trusted certificate: paste the root of its chain.
#include <ArduinoJson.h>
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <esp_timer.h>
#include <sys/time.h>

const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char BASE_URL[] = "https://device.ap-in-1.anedya.io/v1";
const char ROOT_CA[] = R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF";
const unsigned long INTERVAL_MS = 6UL * 60 * 60 * 1000;
const unsigned long RETRY_MS = 60000;

WiFiClientSecure secure;
WiFiClient plain;
// A sandbox on your network has no HTTPS.
WiFiClient &network = String(BASE_URL).startsWith("https:") ? secure : plain;
bool isSet = false;
unsigned long lastAttempt = 0;
unsigned long pauseMs = 0;

// region formula
// Unix time in milliseconds at t4. t1: device clock when the request leaves, t2: server on
// receipt, t3: server on reply, t4: device clock when the response arrives. All in milliseconds.
int64_t serverTimeMs(int64_t t1, int64_t t2, int64_t t3, int64_t t4) {
  return (t2 + t3 + t4 - t1) / 2;
}
// endregion

// region bound
// Without a date, a library that checks certificates accepts none. Starts with the time of the build, less a day for the time
// zone of the computer that built it.
void setLowerBound() {
  struct tm built = {};
  strptime(__DATE__ " " __TIME__, "%b %d %Y %H:%M:%S", &built);
  const time_t bound = mktime(&built) - 24 * 60 * 60;
  if (time(nullptr) >= bound) return;
  struct timeval clock = {};
  clock.tv_sec = bound;
  settimeofday(&clock, nullptr);
}
// endregion

// Milliseconds since boot; unlike millis() it never wraps.
int64_t deviceClockMs() {
  return esp_timer_get_time() / 1000;
}

// Sends one request. Sets the clock if isFinal is true.
bool exchange(HTTPClient &http, bool isFinal) {
  JsonDocument body;
  body["deviceSendTime"] = deviceClockMs();
  String text;
  serializeJson(body, text);
  const int status = http.POST(text);
  const int64_t t4 = deviceClockMs();
  JsonDocument times;
  if (status != 200 || deserializeJson(times, http.getString())) return false;
  if (!isFinal) return true;
  const int64_t t1 = times["deviceSendTime"].as<int64_t>();
  const int64_t t2 = times["serverReceiveTime"].as<int64_t>();
  const int64_t t3 = times["serverSendTime"].as<int64_t>();
  // A missing time is 0.
  if (t1 == 0 || t2 == 0 || t3 == 0) return false;
  const int64_t now = serverTimeMs(t1, t2, t3, t4);
  struct timeval clock = {};
  clock.tv_sec = now / 1000;
  clock.tv_usec = (now % 1000) * 1000;
  settimeofday(&clock, nullptr);
  Serial.printf("clock set, accurate to %ld ms\n", static_cast<long>(t4 - t1 - (t3 - t2)) / 2);
  return true;
}

bool syncTime() {
  HTTPClient http;
  http.setTimeout(30000);
  if (!http.begin(network, String(BASE_URL) + "/time")) return false;
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Accept", "application/json");
  http.addHeader("Auth-mode", "key");
  http.addHeader("Authorization", CONNECTION_KEY);
  // DNS, TCP and TLS take longer than a request. The first request sets up the connection, which the second one uses.
  const bool isDone = exchange(http, false) && exchange(http, true);
  http.end();
  return isDone;
}

void setup() {
  Serial.begin(115200);
  setLowerBound();
  secure.setCACert(ROOT_CA);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  if (WiFi.waitForConnectResult(30000) != WL_CONNECTED) {
    Serial.println("no Wi-Fi");
    ESP.restart();
  }
}

void loop() {
  if (millis() - lastAttempt >= pauseMs) {
    lastAttempt = millis();
    const bool isDone = syncTime();
    pauseMs = isDone ? INTERVAL_MS : RETRY_MS;
    isSet = isSet || isDone;
    if (!isDone) Serial.println("no time");
    // The core joins again by itself, but not after every failure, such as a login that the access point has rejected.
    if (WiFi.status() != WL_CONNECTED) WiFi.reconnect();
  }
  if (isSet) {
    const time_t now = time(nullptr);
    Serial.print(ctime(&now));
  }
  delay(10000);
}
