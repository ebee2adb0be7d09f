// Submits a temperature over HTTPS every minute. Board: ESP8266, such as NodeMCU.
// Install: Arduino core for ESP8266 3, library ArduinoJson 7.
// Fill in the constants. The HTTPS host has a publicly trusted certificate: paste the root of its chain.
#include <ArduinoJson.h>
#include <ESP8266HTTPClient.h>
#include <ESP8266WiFi.h>
#include <WiFiClientSecure.h>
#include <sys/time.h>
#include <time.h>

const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char BASE_URL[] = "https://device.ap-in-1.anedya.io/v1";
const char ROOT_CA[] = R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF";

BearSSL::X509List roots(ROOT_CA);
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
  WiFi.mode(WIFI_STA);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(100);
  // Certificate verification needs the correct time.
  configTime(0, 0, "time.anedya.io");
  while (time(nullptr) < 1700000000) delay(100);
  secure.setTrustAnchors(&roots);
}

void loop() {
  const float value = readTemperature();
  // JSON has neither NaN nor infinity, which a sensor driver returns for an unplugged sensor.
  if (!std::isfinite(value)) {
    Serial.println("no reading");
  } else if (!submit("temperature", value)) {
    Serial.println("not stored");
  }
  delay(60000);
}
