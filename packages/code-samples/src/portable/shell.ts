import { shellDefault, shellDoubleQuoted, shellWord, showRetryAfter } from '../literals/shell.ts';
import { topicWith } from '../mqtt/exchange.ts';
import { timeExpression } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';
import { requiredNames, type PortableFormat } from './format.ts';
import { bodyText } from './marks.ts';
import type { PortableMessage, PortableRequest, PortableSet, Variable } from './set.ts';

const required = (name: string) => `\${${name}:?is not set}`;

/** A default that the environment overrides. The request that needs a variable without one checks it. */
function definition({ name, value, time }: Variable): string[] {
  if (time) {
    const milliseconds = time.unit === 'milliseconds' ? '000' : '';
    return [`${name}=$((${timeExpression({ ...time, unit: 'seconds' })}))${milliseconds}`];
  }
  return value === undefined ? [] : [`${name}="${shellDefault(name, value)}"`];
}

/** The body as a heredoc in which only variables are expanded. No line of JSON can end it. */
function heredoc(body: SampleValue): string {
  const literal = (text: string) => text.replaceAll(/[\\`$]/g, String.raw`\$&`);
  return `<<JSON\n${bodyText(body, required, literal)}\nJSON`;
}

function requestCase({ id, title, base, request }: PortableRequest): string {
  const { method, path, headers, body } = request;
  const options = headers.map((header) => {
    const value = 'secret' in header ? header.prefix : header.value;
    const secret = 'secret' in header ? required(header.secret) : '';
    return ` \\\n    -H "${shellDoubleQuoted(`${header.name}: ${value}`)}${secret}"`;
  });
  const other = method === 'POST' ? '' : ` -X ${shellWord(method)}`;
  return `  ${id}) # ${title}
    send "$${base}"${shellWord(path)}${other}${options.join('')} ${heredoc(body)}
    ;;
`;
}

function messageCase(message: PortableMessage): string {
  const { id, title, publish, responseTopics, device, body } = message;
  const topic = (name: string) => `"${topicWith(name, `$${device}`, shellDoubleQuoted)}"`;
  const topics = [publish, responseTopics[0] ?? publish].map(topic).join(' ');
  return `  ${id}) # ${title}, over MQTT
    publish "$${device}" ${topics} ${heredoc(body)}
    ;;
`;
}

/** See the sample for mosquitto for the option file. */
function publishFunction({ messages: [message] }: PortableSet): string {
  if (!message) return '';
  const { host, port, caFile } = message.broker;
  return `
# Publishes standard input and prints the response. Arguments: device id, topic, topic of the response.
publish() {
  local options code
  : "\${ANEDYA_CONNECTION_KEY:?is not set}"
  options=$(mktemp -d)
  printf -- '-P %s\\n' "$ANEDYA_CONNECTION_KEY" >"$options/mosquitto_rr"
  XDG_CONFIG_HOME=$options mosquitto_rr -V 311 -q 1 -W 30 \\
    -h "${shellDefault('ANEDYA_MQTT_HOST', host)}" \\
    -p "${shellDefault('ANEDYA_MQTT_PORT', String(port))}" \\
    --cafile "${shellDefault('ANEDYA_CA_FILE', caFile)}" \\
    -i "$1" -u "$1" -t "$2" -e "$3" -m "$(cat)"
  code=$?
  rm -r "$options"
  return $code
}
`;
}

const idsOf = ({ requests, messages }: PortableSet) =>
  [...requests, ...messages].map(({ id }) => id);

/** One request needs no name to be run. */
const isSingle = (set: PortableSet) => idsOf(set).length === 1;

function render(set: PortableSet): string {
  const needed = requiredNames(set);
  const hasTime = set.variables.some(({ time }) => time);
  return `#!/usr/bin/env bash
# ${set.title}
# Run all requests in order: bash ${set.name}.sh all, or some: bash ${set.name}.sh NAME …
${needed.length > 0 ? `# Export before: ${needed.join(', ')}\n` : ''}
${hasTime ? 'now=$(date +%s)\n' : ''}${set.variables.flatMap(definition).join('\n')}

# Sends standard input and prints the response. Some failures return HTTP 200: check "success".
send() {
  curl -sS --fail-with-body --max-time 30 "$@" --data-binary @- \\
    ${showRetryAfter}
  local code=$?
  printf '\\n'
  return $code
}
${publishFunction(set)}
run() {
  case $1 in
${set.requests.map(requestCase).join('')}${set.messages.map(messageCase).join('')}  *)
    echo "no request $1" >&2
    return 2
    ;;
  esac
}

names=(${idsOf(set).join(' ')})
${isSingle(set) ? '[ $# -gt 0 ] || set -- all\n' : ''}[ "\${1:-}" != all ] || set -- "\${names[@]}"
[ $# -gt 0 ] || printf 'all, or names of requests:\\n%s\\n' "\${names[*]}"
failed=0
for name in "$@"; do
  printf '# %s\\n' "$name" >&2
  run "$name" || failed=1
done
exit $failed
`;
}

const running = 'Run it with names of requests, or with all.';

/** A bash script with curl, and mosquitto for messages. */
export const shell: PortableFormat = {
  id: 'shell',
  label: 'Shell script (curl)',
  extension: '.sh',
  mediaType: 'text/x-shellscript',
  hasMessages: true,
  about: `Needs bash and curl, and mosquitto-clients for messages. ${running}`,
  aboutRequests: `Needs bash and curl. ${running}`,
  setting: (names) => `Export ${names} first.`,
  command: (set, file) => `bash ${file}${isSingle(set) ? '' : ' all'}`,
  render,
};
