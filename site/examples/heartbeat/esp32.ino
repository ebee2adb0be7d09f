// Sends a heartbeat over MQTT every minute while the device works, and prints the responses. Board: ESP32.
// Install: library PubSubClient 2.8.
// Fill in the constants; ROOT_CA is Anedya Root CA 3 in PEM format.
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
const unsigned long INTERVAL_MS = 60000;
const unsigned long LONGEST_PAUSE_MS = 60000;

WiFiClientSecure network;
PubSubClient client(network);
unsigned long lastBeat = 0;
unsigned long lastAttempt = 0;
unsigned long pauseMs = 0;
unsigned long backoffMs = 500;

// region beat
// Replace with your work cycle. Returns whether the device works correctly.
bool work() {
  return true;
}

// Sends a heartbeat only if the device works; otherwise the platform shows it as offline.
void beat() {
  if (!work()) return;
  if (!client.publish(PREFIX "/heartbeat/json", "{}")) Serial.println("not published");
}
// endregion

void onMessage(char *topic, byte *payload, unsigned int length) {
  Serial.printf("%s ", topic);
  Serial.write(payload, length);
  Serial.println();
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
  Serial.println("connected");
}
// endregion

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  if (WiFi.waitForConnectResult(30000) != WL_CONNECTED) {
    Serial.println("no Wi-Fi");
    ESP.restart();
  }
  network.setCACert(ROOT_CA);
  client.setServer(MQTT_HOST, MQTT_PORT);
  client.setKeepAlive(60);
  client.setBufferSize(512);
  client.setCallback(onMessage);
}

void loop() {
  if (!client.loop()) tryToConnect();
  if (client.connected() && (lastBeat == 0 || millis() - lastBeat >= INTERVAL_MS)) {
    lastBeat = millis();
    beat();
  }
  delay(10);
}
