import { heredoc, shellDefault, shellDoubleQuoted, shellWord } from '../literals/shell.ts';
import type { MqttClient, MqttExchange } from '../types.ts';
import { topicWith } from './exchange.ts';

/*
 * mosquitto_rr subscribes, publishes and waits on one connection. mosquitto_sub and mosquitto_pub would need two
 * connections, and the broker closes the first one when the second connects with the same client id: the client id must be
 * the device UUID.
 * The password is in the option file that the tool reads at start (version 2.0 has no `-o`), because the process list shows
 * the command line.
 * Limits: mosquitto_rr accepts the body only on the command line and subscribes to one topic, so it misses a response on
 * another topic.
 * zsh, the shell of macOS, runs the comments of pasted text as commands, fails at `#!`, and reserves the variable `options`.
 */
function render(exchange: MqttExchange): string {
  const { start, block } = heredoc(exchange.body);
  const topic = (name: string) => `"${topicWith(name, '$ANEDYA_DEVICE_ID', shellDoubleQuoted)}"`;
  const [responseTopic = ''] = exchange.responseTopics;
  return `: "\${ANEDYA_DEVICE_ID:?is not set}"
: "\${ANEDYA_CONNECTION_KEY:?is not set}"

read -r -d '' body ${start}
${block}
response=$(
  folder=$(mktemp -d)
  trap 'rm -r "$folder"' EXIT
  printf -- '-P %s\\n' "$ANEDYA_CONNECTION_KEY" >"$folder/mosquitto_rr"
  XDG_CONFIG_HOME=$folder mosquitto_rr -V 311 -q 1 -W 30 \\
    -h "${shellDefault('ANEDYA_MQTT_HOST', exchange.host)}" \\
    -p "${shellDefault('ANEDYA_MQTT_PORT', String(exchange.port))}" \\
    --cafile "${shellDefault('ANEDYA_CA_FILE', exchange.caFile)}" \\
    -i "$ANEDYA_DEVICE_ID" -u "$ANEDYA_DEVICE_ID" \\
    -e ${topic(responseTopic)} \\
    -t ${topic(exchange.publish)} \\
    -m "$body"
)
printf '%s\\n' "$response"
grep -Fq ${shellWord(JSON.stringify(exchange.body.reqId))} <<<"$response" &&
  ! grep -Eq '"success": *false|"err(or)?code": *[1-9]' <<<"$response"
`;
}

export const mosquitto: MqttClient = {
  id: 'mosquitto',
  label: 'mosquitto',
  highlight: 'bash',
  file: 'sample.sh',
  render,
};
