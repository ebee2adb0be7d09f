// Measures every 5 minutes and sleeps in between. Every hour it submits the values over HTTPS and runs queued commands. Board: ESP32.
// Install: Arduino core for ESP32, library ArduinoJson 7.
// Fill in the constants. The HTTPS host has a publicly trusted certificate: paste the root of its chain.
#include <ArduinoJson.h>
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <driver/gpio.h>
#include <esp_sleep.h>
#include <esp_sntp.h>
#include <sys/time.h>

const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char BASE_URL[] = "https://device.ap-in-1.anedya.io/v1";
const char ROOT_CA[] = R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF";
const uint64_t SLEEP_US = 5ULL * 60 * 1000000;
const uint32_t WAKES_PER_UPLOAD = 12;
const uint32_t LONGEST_RETRY = 36;  // Wakes: 3 hours.
const gpio_num_t LED_PIN = GPIO_NUM_2;

// Result of a request. UNAVAILABLE: no response, or one that says that another attempt may succeed. The Arduino IDE declares all
// functions before the first one, so the type is above it.
enum Outcome { ACCEPTED, REJECTED, UNAVAILABLE };

// region memory
struct Point {
  int64_t timeMs;
  float value;
};

// RTC memory keeps its content in deep sleep, and loses it when the battery is removed.
const uint32_t CAPACITY = 288;  // One day.
const uint32_t BATCH = 20;
RTC_DATA_ATTR Point points[CAPACITY];
RTC_DATA_ATTR uint32_t removed = 0;
RTC_DATA_ATTR uint32_t kept = 0;
RTC_DATA_ATTR uint32_t batchSize = BATCH;
RTC_DATA_ATTR uint32_t wakesToUpload = 0;
RTC_DATA_ATTR uint32_t retry = 1;
RTC_DATA_ATTR char resultId[40] = "";  // The last command, with its result.
RTC_DATA_ATTR bool isReported = true;
RTC_DATA_ATTR bool isSuccess = false;
RTC_DATA_ATTR char resultAck[32] = "";
RTC_DATA_ATTR bool isLedOn = false;

Point &pointAt(uint32_t index) {
  return points[(removed + index) % CAPACITY];
}

// Adds a point. If the memory is full, the oldest point is lost.
void keep(const Point &point) {
  if (kept == CAPACITY) {
    removed++;
    kept--;
  }
  pointAt(kept) = point;
  kept++;
}

void forget(uint32_t count) {
  removed += count;
  kept -= count;
}
// endregion

WiFiClientSecure secure;
WiFiClient plain;
// A sandbox on your network has no HTTPS.
WiFiClient &network = String(BASE_URL).startsWith("https:") ? secure : plain;

// Replace with code for your sensor.
float readTemperature() {
  return 24.5;
}

int64_t nowMs() {
  struct timeval now;
  gettimeofday(&now, nullptr);
  return now.tv_sec * 1000LL + now.tv_usec / 1000;
}

// The clock goes on in deep sleep. It starts in 1970 when the battery is inserted.
bool isClockSet() {
  return nowMs() > 1700000000000LL;
}

// region post
// Posts a body and parses the response.
Outcome post(const char *path, const JsonDocument &body, JsonDocument &response) {
  HTTPClient http;
  http.setTimeout(30000);
  if (!http.begin(network, String(BASE_URL) + path)) return UNAVAILABLE;
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Accept", "application/json");
  http.addHeader("Auth-mode", "key");
  http.addHeader("Authorization", CONNECTION_KEY);
  String text;
  serializeJson(body, text);
  const int status = http.POST(text);
  const String responseBody = http.getString();
  http.end();
  Serial.printf("%s %d %s\n", path, status, responseBody.c_str());
  if (status <= 0 || status == 401 || status == 403 || status == 429 || status >= 500) return UNAVAILABLE;
  if (deserializeJson(response, responseBody)) return UNAVAILABLE;
  return response["success"].as<bool>() ? ACCEPTED : REJECTED;
}
// endregion

// region submit
// Submits the points, oldest first. A rejected batch is divided; a single rejected point is lost. Returns false to try later.
bool submitPoints() {
  while (kept > 0) {
    const uint32_t count = min(kept, batchSize);
    JsonDocument body, response;
    for (uint32_t i = 0; i < count; i++) {
      body["data"][i]["variable"] = "temperature";
      body["data"][i]["value"] = pointAt(i).value;
      body["data"][i]["timestamp"] = pointAt(i).timeMs;
    }
    const Outcome outcome = post("/submitData", body, response);
    if (outcome == UNAVAILABLE) return false;
    if (outcome == REJECTED && count > 1) {
      batchSize = count / 2;
      continue;
    }
    if (outcome == REJECTED) Serial.println("point lost");
    forget(count);
    batchSize = min(batchSize * 2, BATCH);
  }
  return true;
}
// endregion

// region commands
// Reports the result of the last command. It stays in RTC memory until the platform has responded. To save energy, there is one
// report for each command: received and processing are left out.
bool reportResult() {
  if (isReported) return true;
  JsonDocument body, response;
  body["commandId"] = resultId;
  body["status"] = isSuccess ? "success" : "failure";
  body["ackdata"] = resultAck;
  body["ackdatatype"] = "string";
  // A report that has arrived before is rejected, and one of a command that is no longer open.
  isReported = post("/commands/updateStatus", body, response) != UNAVAILABLE;
  return isReported;
}

// An output keeps its level in deep sleep only if it is held.
void showLed() {
  digitalWrite(LED_PIN, isLedOn ? HIGH : LOW);
  gpio_hold_dis(LED_PIN);
  gpio_hold_en(LED_PIN);
}

// Replace with your commands. Returns whether it succeeded, and the text for ackdata.
bool run(const String &command, const String &data, const char *&ack) {
  if (command != "set-led" || (data != "on" && data != "off")) {
    ack = "unknown command";
    return false;
  }
  isLedOn = data == "on";
  showLed();
  ack = data == "on" ? "led is on" : "led is off";
  return true;
}

// Runs the queued commands one by one. Returns false to try later.
bool runCommands() {
  for (int i = 0; i < 10; i++) {
    if (!reportResult()) return false;
    JsonDocument body, command;
    body.to<JsonObject>();
    if (post("/commands/next", body, command) != ACCEPTED) return false;
    if (!command["available"].as<bool>()) return true;
    const String id = command["commandId"].as<String>();
    isReported = false;
    // The queue returns a command until a report has arrived. It must not run again.
    if (id == resultId) continue;
    const char *ack = "";
    isSuccess = run(command["command"].as<String>(), command["data"].as<String>(), ack);
    snprintf(resultAck, sizeof resultAck, "%s", ack);
    snprintf(resultId, sizeof resultId, "%s", id.c_str());
  }
  return reportResult();
}
// endregion

// region upload
// Corrects the clock: it deviates by minutes a day in deep sleep. After the first upload, it has a time, so getLocalTime()
// would not wait. Returns whether it has one, also if the time server has not responded now.
bool setClock() {
  configTime(0, 0, "time.anedya.io");
  for (int i = 0; i < 200; i++) {
    if (sntp_get_sync_status() == SNTP_SYNC_STATUS_COMPLETED) break;
    delay(100);
  }
  return isClockSet();
}

bool upload() {
  secure.setCACert(ROOT_CA);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  // waitForConnectResult() would return after the first scan without a result. The core scans again.
  for (int i = 0; i < 200 && WiFi.status() != WL_CONNECTED; i++) delay(100);
  if (WiFi.status() != WL_CONNECTED) return false;
  return setClock() && submitPoints() && runCommands();
}

// One wake: everything is in setup(), because the board starts again after deep sleep.
void setup() {
  Serial.begin(115200);
  pinMode(LED_PIN, OUTPUT);
  showLed();
  const float value = readTemperature();
  // Before the first upload there is no time, so there are no points.
  if (isClockSet() && std::isfinite(value)) keep({nowMs(), value});
  if (wakesToUpload > 0) {
    wakesToUpload--;
  } else if (upload()) {
    wakesToUpload = WAKES_PER_UPLOAD - 1;
    retry = 1;
  } else {
    // The pause doubles after each failure: an upload uses far more energy than a measurement.
    wakesToUpload = retry - 1;
    retry = min(retry * 2, LONGEST_RETRY);
  }
  esp_sleep_enable_timer_wakeup(SLEEP_US);
  esp_deep_sleep_start();
}

void loop() {}
// endregion
