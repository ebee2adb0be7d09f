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

WiFiClientSecure network;
PubSubClient client(network);
String lastCommandId;

void publish(const char *topic, const JsonDocument &body) {
  String text;
  serializeJson(body, text);
  if (!client.publish(topic, text.c_str())) Serial.println("not published");
}

void askForNext() {
  JsonDocument body;
  body["reqId"] = "next";
  publish(PREFIX "/commands/next/json", body);
}

// region handle
void report(const String &commandId, const char *status, const String &ack = "") {
  JsonDocument body;
  body["reqId"] = status;
  body["commandId"] = commandId;
  body["status"] = status;
  if (ack.length() > 0) {
    body["ackdata"] = ack;
    body["ackdatatype"] = "string";
  }
  publish(PREFIX "/commands/updateStatus/json", body);
}

// Runs a command. Binary data is base64 text. On failure, result has the reason.
bool run(const String &command, const String &data, String &result) {
  if (command != "set-led") {
    result = "unknown command " + command;
    return false;
  }
  digitalWrite(LED_PIN, data == "on" ? HIGH : LOW);
  result = "led is " + data;
  return true;
}

// Runs a command once and reports received, processing, then success or failure.
void handle(const JsonDocument &command) {
  const String id = command["commandId"].as<String>();
  lastCommandId = id;
  Serial.println("command " + command["command"].as<String>() + ": " + command["data"].as<String>());
  report(id, "received");
  report(id, "processing");
  String result;
  const bool isDone =
      run(command["command"].as<String>(), command["data"].as<String>(), result);
  report(id, isDone ? "success" : "failure", result);
}
// endregion

void onMessage(char *topic, byte *payload, unsigned int length) {
  // publish() reuses the buffer of topic and payload, so copy them first.
  const bool isPushed = strcmp(topic, PREFIX "/commands") == 0;
  JsonDocument body;
  if (deserializeJson(body, payload, length)) return;
  const bool isQueued =
      body["reqId"].as<String>() == "next" && body["available"].as<bool>();
  if (isPushed || isQueued) {
    // The same command can arrive in real time and from the queue.
    if (body["commandId"].as<String>() == lastCommandId) return;
    handle(body);
    if (body["nextavailable"].as<bool>()) askForNext();
  } else if (!body["success"].as<bool>()) {
    Serial.println("rejected: " + body["error"].as<String>());
  } else if (body["reqId"].as<String>() != "next") {
    Serial.println("reported " + body["reqId"].as<String>());
  }
}

void connectMqtt() {
  unsigned long waitMs = 1000;
  while (!client.connect(DEVICE_ID, DEVICE_ID, CONNECTION_KEY)) {
    Serial.printf("no connection: MQTT state %d, again in %lu ms\n", client.state(), waitMs);
    delay(waitMs + random(1000));
    waitMs = min(waitMs * 2, 60000UL);
  }
  client.subscribe(PREFIX "/response", 1);
  client.subscribe(PREFIX "/errors", 1);
  client.subscribe(PREFIX "/commands", 1);
  Serial.println("connected, waiting for commands");
  askForNext();
}

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
  client.setBufferSize(2048);
  client.setCallback(onMessage);
}

void loop() {
  if (!client.loop()) connectMqtt();
  delay(10);
}
