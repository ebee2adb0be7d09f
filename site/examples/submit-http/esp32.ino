// Submits a temperature over HTTPS every minute. Board: ESP32.
// Install: Arduino core for ESP32, library ArduinoJson 7.
// Fill in the constants. The HTTPS host has a publicly trusted certificate: paste the root of its chain.
#include <ArduinoJson.h>
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <sys/time.h>

const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char BASE_URL[] = "https://device.ap-in-1.anedya.io/v1";
const char ROOT_CA[] = R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF";

WiFiClientSecure secure;
WiFiClient plain;
// A sandbox on your network has no HTTPS.
WiFiClient &network = String(BASE_URL).startsWith("https:") ? secure : plain;

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
bool submit(const char *variable, float value) {
  JsonDocument body;
  body["data"][0]["variable"] = variable;
  body["data"][0]["value"] = value;
  body["data"][0]["timestamp"] = nowMs();
  String text;
  serializeJson(body, text);

  HTTPClient http;
  http.setTimeout(30000);
  if (!http.begin(network, String(BASE_URL) + "/submitData")) return false;
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Accept", "application/json");
  http.addHeader("Auth-mode", "key");
  http.addHeader("Authorization", CONNECTION_KEY);
  const int status = http.POST(text);
  const String responseBody = http.getString();
  http.end();
  Serial.printf("%d %s\n", status, responseBody.c_str());

  JsonDocument result;
  return !deserializeJson(result, responseBody) && result["success"].as<bool>();
}
// endregion

void setup() {
  Serial.begin(115200);
  secure.setCACert(ROOT_CA);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  if (WiFi.waitForConnectResult(30000) != WL_CONNECTED) {
    Serial.println("no Wi-Fi");
    ESP.restart();
  }
  configTime(0, 0, "time.anedya.io");
  struct tm now;
  if (!getLocalTime(&now, 30000)) {
    Serial.println("no time");
    ESP.restart();
  }
}

void loop() {
  const float value = readTemperature();
  // JSON has neither NaN nor infinity, which a sensor driver returns for an unplugged sensor.
  if (!std::isfinite(value)) {
    Serial.println("no reading");
  } else if (!submit("temperature", value)) {
    Serial.println("not stored");
  }
  // The core joins again by itself, but not after every failure, such as a login that the access point has rejected.
  if (WiFi.status() != WL_CONNECTED) WiFi.reconnect();
  delay(60000);
}
