// Measures every minute, buffers values while offline, and submits them over MQTT with their timestamps. Board: ESP32.
// Install: libraries ArduinoJson 7 and PubSubClient 2.8, which publishes with QoS 0 only.
// Fill in the constants; ROOT_CA is Anedya Root CA 3 in PEM format.
#include <ArduinoJson.h>
#include <PubSubClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <sys/time.h>

#define DEVICE_ID "YOUR-DEVICE-UUID"
#define PREFIX "$anedya/device/" DEVICE_ID
const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char MQTT_HOST[] = "mqtt.ap-in-1.anedya.io";
const uint16_t MQTT_PORT = 8883;
const char ROOT_CA[] = R"EOF(PASTE THE TEXT OF anedya-root-ca-3.pem)EOF";
const unsigned long INTERVAL_MS = 60000;
const unsigned long LONGEST_PAUSE_MS = 60000;
const unsigned long REPLY_MS = 30000;

// region buffer
struct Point {
  int64_t timeMs;
  float value;
};

const size_t CAPACITY = 1440;  // One day, at one point per minute.
const size_t BATCH = 10;
Point points[CAPACITY];
uint32_t removed = 0;  // Number of points removed so far: the number of the oldest point.
size_t kept = 0;

// Returns the point at an index, from the oldest.
Point &pointAt(size_t index) {
  return points[(removed + index) % CAPACITY];
}

// Adds a point. If the buffer is full, the oldest point is lost.
void keep(const Point &point) {
  if (kept == CAPACITY) {
    removed++;
    kept--;
  }
  pointAt(kept) = point;
  kept++;
}

// Deletes the points before a number, which are stored on the platform. The buffer may have lost some of them already.
void forget(uint32_t number) {
  while (kept > 0 && removed < number) {
    removed++;
    kept--;
  }
}
// endregion

WiFiClientSecure network;
PubSubClient client(network);
unsigned long lastMeasurement = 0;
unsigned long lastAttempt = 0;
unsigned long pauseMs = 0;
unsigned long backoffMs = 500;
unsigned long sentAt = 0;
bool isWaiting = false;
uint32_t sentBefore = 0;
uint32_t batchNumber = 0;
size_t batchSize = BATCH;
uint8_t rejections = 0;

// Unix time in milliseconds.
int64_t nowMs() {
  struct timeval now;
  gettimeofday(&now, nullptr);
  return now.tv_sec * 1000LL + now.tv_usec / 1000;
}

// Replace with code for your sensor.
float readTemperature() {
  return 24.5;
}

// region submit
// Submits the oldest points. They stay in the buffer until the platform confirms them.
void submitBatch() {
  batchNumber++;
  JsonDocument body;
  body["reqId"] = "batch-" + String(batchNumber);
  const size_t count = min(kept, batchSize);
  for (size_t i = 0; i < count; i++) {
    body["data"][i]["variable"] = "temperature";
    body["data"][i]["value"] = pointAt(i).value;
    body["data"][i]["timestamp"] = pointAt(i).timeMs;
  }
  sentBefore = removed + count;
  sentAt = millis();
  isWaiting = true;
  String text;
  serializeJson(body, text);
  if (!client.publish(PREFIX "/submitdata/json", text.c_str())) Serial.println("not published");
}

// The points are sent again after REPLY_MS, in smaller batches, so that one rejected point does not hold up the others. A
// single point is lost when its variable does not exist (4040), or when ten attempts were rejected.
void reject(int errorCode) {
  const uint32_t count = sentBefore > removed ? sentBefore - removed : 0;
  if (count > 1) {
    batchSize = count / 2;
    return;
  }
  rejections++;
  if (errorCode != 4040 && rejections < 10) return;
  Serial.println("point lost");
  forget(sentBefore);
  rejections = 0;
}

void onMessage(char *, byte *payload, unsigned int length) {
  JsonDocument body;
  if (deserializeJson(body, payload, length)) return;
  if (body["reqId"].as<String>() != "batch-" + String(batchNumber)) return;
  if (!body["success"].as<bool>()) {
    Serial.println("rejected: " + body["error"].as<String>());
    reject(body["errorcode"].as<int>());
    return;
  }
  forget(sentBefore);
  isWaiting = false;
  rejections = 0;
  batchSize = min(batchSize * 2, BATCH);
  Serial.printf("stored, %u points wait\n", static_cast<unsigned>(kept));
}
// endregion

// region backoff
// One attempt, so that the device keeps working. The pause doubles until a connection has lasted two minutes: another client
// with the same device id would otherwise take the connection over again and again.
void tryToConnect() {
  const unsigned long sinceMs = millis() - lastAttempt;
  if (sinceMs < pauseMs) return;
  backoffMs = sinceMs > 2 * LONGEST_PAUSE_MS ? 1000 : min(backoffMs * 2, LONGEST_PAUSE_MS);
  pauseMs = backoffMs + random(backoffMs);
  lastAttempt = millis();
  if (WiFi.status() != WL_CONNECTED) {
    // The core joins again by itself, but not after every failure, such as a login that the access point has rejected.
    Serial.println("no Wi-Fi");
    WiFi.reconnect();
    return;
  }
  if (!client.connect(DEVICE_ID, DEVICE_ID, CONNECTION_KEY)) {
    Serial.printf("no connection: MQTT state %d, again in %lu ms\n", client.state(), pauseMs);
    return;
  }
  client.subscribe(PREFIX "/response", 1);
  client.subscribe(PREFIX "/errors", 1);
  isWaiting = false;
  Serial.println("connected");
}
// endregion

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  // The first start needs the network: without a clock, points have no timestamp.
  configTime(0, 0, "time.anedya.io");
  struct tm now;
  while (!getLocalTime(&now, 30000)) {
    Serial.println("no time yet");
    if (WiFi.status() != WL_CONNECTED) WiFi.reconnect();
  }
  network.setCACert(ROOT_CA);
  // An attempt to connect must end before the next measurement. The default for TLS is 120 seconds.
  network.setHandshakeTimeout(10);
  client.setServer(MQTT_HOST, MQTT_PORT);
  client.setKeepAlive(60);
  client.setSocketTimeout(10);
  client.setBufferSize(2048);
  client.setCallback(onMessage);
}

void loop() {
  if (lastMeasurement == 0 || millis() - lastMeasurement >= INTERVAL_MS) {
    lastMeasurement = millis();
    const float value = readTemperature();
    // JSON has neither NaN nor infinity, which a sensor driver returns for an unplugged sensor.
    if (!std::isfinite(value)) {
      Serial.println("no reading");
    } else {
      keep({nowMs(), value});
    }
  }
  if (!client.loop()) tryToConnect();
  if (millis() - sentAt >= REPLY_MS) isWaiting = false;
  if (client.connected() && kept > 0 && !isWaiting) submitBatch();
  delay(10);
}
