import { escapeUnsafe, isPlainBlock, unicode4 } from '../literals/escape.ts';
import { jsonText } from '../literals/json.ts';
import { topicWith } from './exchange.ts';
import { computedIn, expressionOf, isReaderId, timesIn } from '../reader-id.ts';
import type { MqttClient, MqttExchange } from '../types.ts';

export function cppString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** A multiline raw string literal (C++11), or an escaped one when `text` needs escapes. */
export function cppBlock(text: string, word = 'JSON'): string {
  if (!isPlainBlock(text)) return cppString(text);
  let delimiter = word;
  while (text.includes(`)${delimiter}"`)) delimiter += '_';
  return `R"${delimiter}(${text})${delimiter}"`;
}

/** Buffer size for the response in bytes, if it is longer than the request. */
const RESPONSE_BYTES = 2048;

/** PubSubClient drops packets that do not fit its buffer; 256 bytes are for topic and header. */
function bufferSize(text: string): number {
  const bytes = new TextEncoder().encode(text).length + 256;
  return Math.max(RESPONSE_BYTES, Math.ceil(bytes / 1024) * 1024);
}

function render(exchange: MqttExchange): string {
  const computed = computedIn(exchange.body);
  const format = jsonText(
    exchange.body,
    (value) => (isReaderId(value) ? '"%s"' : '%lld'),
    (part) => part.replaceAll('%', '%%'),
  );
  // Milliseconds since 1970 have 13 digits until 2286, a UUID has 36, and a placeholder has 2 or 4; one byte for the terminator.
  const longer = computed.reduce((sum, value) => sum + (isReaderId(value) ? 34 : 9), 0);
  const size = new TextEncoder().encode(format).length + longer + 1;
  // The macro DEVICE_ID.
  const name = (variable: string) => (variable === 'NOW' ? 'now' : variable.replace('ANEDYA_', ''));
  const values = computed.map((value) => expressionOf(value, name));
  const clock =
    timesIn(exchange.body).length === 0
      ? ''
      : `  configTime(0, 0, "pool.ntp.org");
  struct tm utc;
  if (!getLocalTime(&utc, TIMEOUT_MS)) {
    Serial.println("no time from NTP");
    return;
  }
  const long long now = time(nullptr);
`;
  const [constant, synchronize, sent] =
    computed.length === 0
      ? [`const char BODY[] = ${cppBlock(format)};\n`, '', 'BODY']
      : [
          `const char BODY_FORMAT[] = ${cppBlock(format)};\n`,
          `${clock}  static char body[${size}];
  snprintf(body, sizeof body, ${['BODY_FORMAT', ...values].join(', ')});
`,
          'body',
        ];
  const topic = (name: string) => {
    const parts = topicWith(name, '\0', (constant) => constant).split('\0');
    return parts.flatMap((part) => (part === '' ? [] : [cppString(part)])).join(' DEVICE_ID ');
  };
  const subscribe = exchange.responseTopics.map(
    (name) => `  client.subscribe(${topic(name)}, 1);\n`,
  );
  return `// Board: ESP32. Library: PubSubClient, which publishes with QoS 0 only.
#include <PubSubClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>

#define DEVICE_ID "YOUR-DEVICE-UUID"
const char WIFI_SSID[] = "YOUR-WIFI";
const char WIFI_PASSWORD[] = "YOUR-WIFI-PASSWORD";
const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";
const char ROOT_CA[] = R"EOF(PASTE THE TEXT OF ${exchange.caFile.replace(/[\p{Cc})]/gu, '')})EOF";

${constant}const unsigned long TIMEOUT_MS = 30000;

WiFiClientSecure network;
PubSubClient client(network);
bool responded = false;

void onMessage(char *topic, byte *payload, unsigned int length) {
  String response;
  response.concat(reinterpret_cast<const char *>(payload), length);
  if (response.indexOf(${cppString(JSON.stringify(exchange.body.reqId))}) < 0) return;
  Serial.println(response);
  responded = true;
}

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_SSID, WIFI_PASSWORD);
  if (WiFi.waitForConnectResult(TIMEOUT_MS) != WL_CONNECTED) {
    Serial.println("no Wi-Fi");
    return;
  }
${synchronize}  network.setCACert(ROOT_CA);
  client.setBufferSize(${bufferSize(format)});
  client.setSocketTimeout(TIMEOUT_MS / 1000);
  client.setServer(${cppString(exchange.host)}, ${exchange.port});
  client.setCallback(onMessage);
  if (!client.connect(DEVICE_ID, DEVICE_ID, CONNECTION_KEY)) {
    Serial.printf("no connection: MQTT state %d\\n", client.state());
    return;
  }
${subscribe.join('')}  client.publish(${topic(exchange.publish)}, ${sent});
  const unsigned long start = millis();
  while (!responded && client.loop() && millis() - start < TIMEOUT_MS) delay(10);
  if (!responded) Serial.println("no response within 30 s");
  client.disconnect();
}

void loop() {}
`;
}

export const arduino: MqttClient = {
  id: 'arduino',
  label: 'Arduino (ESP32)',
  highlight: 'cpp',
  file: 'sample.ino',
  render,
};
