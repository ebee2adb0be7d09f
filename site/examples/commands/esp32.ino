// Runs commands in real time over MQTT, and queued commands after each connect. Board: ESP32.
// Install: libraries ArduinoJson 7 and PubSubClient 2.8, which publishes with QoS 0 only.
// Fill in the constants; ROOT_CA is Anedya Root CA 3 in PEM format.
#include <ArduinoJson.h>
#include <PubSubClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>

#define DEVICE_ID "YOUR-DEVICE-UUID"
#define PREFIX "$anedya/device/" DEVICE_ID
const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char MQTT_HOST[] = "mqtt.ap-in-1.anedya.io";
const uint16_t MQTT_PORT = 8883;
const char ROOT_CA[] = R"EOF(PASTE THE TEXT OF anedya-root-ca-3.pem)EOF";
const uint8_t LED_PIN = 2;
const unsigned long LONGEST_PAUSE_MS = 60000;
const unsigned long REPLY_MS = 30000;
const unsigned long INTERVAL_MS = 300000;

// Result of a command, whose report is repeated until the platform accepts it or has rejected it three times.
struct Result {
  String commandId;
  String status;
  String ack;
  bool isReported = true;
  uint8_t rejections = 0;
};

WiFiClientSecure network;
PubSubClient client(network);
Result results[8];  // The latest commands; the next one replaces the oldest.
size_t next = 0;
unsigned long lastReport = 0;
unsigned long lastRequest = 0;
unsigned long lastAttempt = 0;
unsigned long pauseMs = 0;
unsigned long backoffMs = 500;

void publish(const char *topic, const JsonDocument &body) {
  String text;
  serializeJson(body, text);
  if (!client.publish(topic, text.c_str())) Serial.println("not published");
}

void askForNext() {
  lastRequest = millis();
  JsonDocument body;
  body["reqId"] = "next";
  publish(PREFIX "/commands/next/json", body);
}

// region handle
void report(const String &reqId, const String &commandId, const String &status, const String &ack = "") {
  JsonDocument body;
  body["reqId"] = reqId;
  body["commandId"] = commandId;
  body["status"] = status;
  if (ack.length() > 0) {
    body["ackdata"] = ack;
    body["ackdatatype"] = "string";
  }
  publish(PREFIX "/commands/updateStatus/json", body);
}

// Reports a result. The response has the same reqId, here the command id.
void reportResult(const Result &result) {
  lastReport = millis();
  report(result.commandId, result.commandId, result.status, result.ack);
}

// Repeats the reports without a response.
void reportAgain() {
  for (const Result &result : results) {
    if (!result.isReported) reportResult(result);
  }
}

// Runs a command. Binary data is base64 text. ack gets the result, or the reason of a failure.
bool run(const String &command, const String &data, String &ack) {
  if (command != "set-led") {
    ack = "unknown command";
    return false;
  }
  if (data != "on" && data != "off") {
    ack = "expected on or off";
    return false;
  }
  digitalWrite(LED_PIN, data == "on" ? HIGH : LOW);
  ack = "led is " + data;
  return true;
}

// Runs a command once and reports received, processing, then success or failure.
void handle(const JsonDocument &command) {
  const String id = command["commandId"].as<String>();
  for (const Result &result : results) {
    // Delivered again, in real time and from the queue, or because the reports were lost.
    if (result.commandId == id) return reportResult(result);
  }
  Result &result = results[next];
  // It stays in the queue of the platform until there is space.
  if (!result.isReported) return;
  next = (next + 1) % 8;
  Serial.println("command " + command["command"].as<String>() + ": " + command["data"].as<String>());
  report("received", id, "received");
  report("processing", id, "processing");
  result.commandId = id;
  result.ack = "";
  const bool isDone =
      run(command["command"].as<String>(), command["data"].as<String>(), result.ack);
  result.status = isDone ? "success" : "failure";
  result.isReported = false;
  result.rejections = 0;
  reportResult(result);
}

// Handles the response to a report. A report that arrived before is rejected, and one of a command that is no longer open.
void confirm(const String &reqId, bool isAccepted) {
  for (Result &result : results) {
    if (result.commandId != reqId || result.isReported) continue;
    if (!isAccepted && ++result.rejections < 3) continue;
    result.isReported = true;
    Serial.println("reported " + result.status);
    askForNext();
  }
}
// endregion

void onMessage(char *topic, byte *payload, unsigned int length) {
  // publish() reuses the buffer of topic and payload, so copy them first.
  const bool isPushed = strcmp(topic, PREFIX "/commands") == 0;
  JsonDocument body;
  if (deserializeJson(body, payload, length)) return;
  const String reqId = body["reqId"].as<String>();
  if (isPushed || (reqId == "next" && body["available"].as<bool>())) return handle(body);
  const bool isAccepted = body["success"].as<bool>();
  if (!isAccepted) Serial.println("rejected: " + body["error"].as<String>());
  confirm(reqId, isAccepted);
}

// region connect
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
  client.subscribe(PREFIX "/commands", 1);
  Serial.println("connected, waiting for commands");
  reportAgain();
  askForNext();
}
// endregion

void setup() {
  Serial.begin(115200);
  pinMode(LED_PIN, OUTPUT);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  if (WiFi.waitForConnectResult(30000) != WL_CONNECTED) {
    Serial.println("no Wi-Fi");
    ESP.restart();
  }
  network.setCACert(ROOT_CA);
  client.setServer(MQTT_HOST, MQTT_PORT);
  client.setKeepAlive(60);
  // A payload of 1 kB has up to 6 kB as JSON, if it consists of control characters.
  client.setBufferSize(8192);
  client.setCallback(onMessage);
}

void loop() {
  if (!client.loop()) tryToConnect();
  if (client.connected() && millis() - lastReport >= REPLY_MS) {
    lastReport = millis();
    reportAgain();
  }
  // A request may have been rejected, such as by a rate limit.
  if (client.connected() && millis() - lastRequest >= INTERVAL_MS) askForNext();
  delay(10);
}
