import type { SandboxBroker, SandboxNode } from '../sandbox/read-project';
import { ownTopic } from './facts';
import type { Version } from './problems';

/** What stands between single quotes in a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same connection with Mosquitto's client, which prints every message of the device; nothing without an open port. */
export function terminalCommand(
  { deviceId, connectionKey }: Pick<SandboxNode, 'deviceId' | 'connectionKey'>,
  topicPrefix: string,
  version: Version,
  { host, tcp }: Pick<SandboxBroker, 'host' | 'tcp'>,
): string | undefined {
  if (tcp === undefined) return undefined;
  return [
    `mosquitto_sub -h ${host} -p ${tcp} -V ${version === 5 ? '5' : 'mqttv311'} -v \\`,
    `  -i ${deviceId} \\`,
    `  -u ${deviceId} \\`,
    `  -P ${quoted(connectionKey)} \\`,
    `  -t ${quoted(`${ownTopic(topicPrefix, deviceId)}#`)}`,
  ].join('\n');
}
