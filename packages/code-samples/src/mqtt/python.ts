import { pythonBody, pythonFormatPart, pythonString } from '../literals/python.ts';
import type { MqttClient, MqttExchange } from '../types.ts';
import { timesIn } from '../reader-id.ts';
import { requestIdOf, topicWith } from './exchange.ts';

function render(exchange: MqttExchange): string {
  const topic = (name: string) => `f"${topicWith(name, '{device_id}', pythonFormatPart)}"`;
  const topics = exchange.responseTopics.map((name) => `        (${topic(name)}, 1),`).join('\n');
  const now = timesIn(exchange.body).length > 0 ? 'now = int(time.time())\n' : '';
  const { literal, json } = pythonBody(exchange.body);
  const reqId = json === 'body' ? pythonString(requestIdOf(exchange)) : 'body["reqId"]';
  return `# In a virtual environment: python3 -m pip install "paho-mqtt>=2,<3"
import json
import os
import sys
import time

import paho.mqtt.client as mqtt

device_id = os.environ.get("ANEDYA_DEVICE_ID", "").strip()
if not device_id:
    sys.exit("ANEDYA_DEVICE_ID is not set")
connection_key = os.environ.get("ANEDYA_CONNECTION_KEY", "").strip()
if not connection_key:
    sys.exit("ANEDYA_CONNECTION_KEY is not set")

host = os.environ.get("ANEDYA_MQTT_HOST") or ${pythonString(exchange.host)}
port = int(os.environ.get("ANEDYA_MQTT_PORT") or ${exchange.port})
ca_file = os.environ.get("ANEDYA_CA_FILE") or ${pythonString(exchange.caFile)}

${now}body = ${literal}
responses = []


def on_connect(client, userdata, flags, reason_code, properties):
    if reason_code.is_failure:
        sys.exit(f"connection rejected: {reason_code}")
    topics = [
${topics}
    ]
    client.subscribe(topics)


def on_subscribe(client, userdata, mid, reason_codes, properties):
    client.publish(${topic(exchange.publish)}, ${json}, qos=1)


def on_message(client, userdata, message):
    response = json.loads(message.payload)
    if response.get("reqId") == ${reqId}:
        print(message.payload.decode())
        responses.append(response)


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, device_id, protocol=mqtt.MQTTv311)
client.username_pw_set(device_id, connection_key)
client.tls_set(ca_certs=ca_file)
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.connect_timeout = 30
client.connect(host, port)
deadline = time.monotonic() + 30
while not responses and time.monotonic() < deadline:
    if client.loop() != mqtt.MQTT_ERR_SUCCESS:
        sys.exit("connection lost")
client.disconnect()
if not responses:
    sys.exit("no response within 30 s")
response = responses[0]
if response.get("success") is False or response.get("errorcode") or response.get("errcode"):
    sys.exit(1)
`;
}

export const python: MqttClient = {
  id: 'python',
  label: 'Python (paho-mqtt)',
  highlight: 'python',
  file: 'sample.py',
  render,
};
