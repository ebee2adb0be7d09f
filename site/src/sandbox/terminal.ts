import { sandboxCaFile } from './ca-file';
import { demoNode } from './credentials';
import type { SandboxProject } from './read-project';

/** A shell that programs of the pages are run from. */
export type Shell = 'bash' | 'powershell';

/** Variables that hold a secret. */
const secret = /_(?:KEY|SECRET)$/;

/** What stands on the page for a secret. */
export const mask = '••••••••';

/**
 * Environment variables of the pages' commands and programs, for a project: addresses, keys, ids, and the broker where its
 * port with TLS is open.
 */
function variablesFor(project: SandboxProject): readonly (readonly [string, string | undefined])[] {
  const { apiKey, platformUrl, deviceUrl, examples, broker } = project;
  const node = demoNode(project);
  return [
    ['ANEDYA_API_URL', platformUrl],
    ['ANEDYA_DEVICE_URL', deviceUrl],
    ['ANEDYA_API_KEY', apiKey],
    ['ANEDYA_NODE_ID', node?.nodeId],
    ['ANEDYA_DEVICE_ID', node?.deviceId],
    ['ANEDYA_CONNECTION_KEY', node?.connectionKey],
    ['ANEDYA_BINDING_SECRET', examples['binding secret']],
    ['ANEDYA_TOKEN_ID', examples['token id']],
    ['ANEDYA_TOKEN_SECRET', examples['token secret']],
    ['ANEDYA_ASSET_ID', examples['asset id']],
    ...(broker.tls === undefined
      ? []
      : ([
          ['ANEDYA_MQTT_HOST', broker.host],
          ['ANEDYA_MQTT_PORT', String(broker.tls)],
          ['ANEDYA_CA_FILE', sandboxCaFile],
        ] as const)),
  ];
}

/** A text that a shell takes as it is. */
const quoted: Readonly<Record<Shell, (text: string) => string>> = {
  bash: (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`,
  powershell: (text) => `'${text.replaceAll("'", "''")}'`,
};

const assignment: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  bash: (name, value) => `export ${name}=${value}`,
  powershell: (name, value) => `$env:${name} = ${value}`,
};

const download: Readonly<Record<Shell, (address: string) => string>> = {
  bash: (address) => `curl -fsSo "$ANEDYA_CA_FILE" ${address}`,
  powershell: (address) => `Invoke-WebRequest ${address} -OutFile $env:ANEDYA_CA_FILE`,
};

/**
 * Lines that make a terminal use a project: variables, then the certificate that the broker proves itself with.
 * @param address of the sandbox, without a slash at its end
 * @param isMasked shows no secret: to look at, not to paste
 */
export function terminalLines(
  project: SandboxProject,
  address: string,
  shell: Shell,
  isMasked = false,
): string {
  const quote = quoted[shell];
  const shown = (name: string, value: string) => (isMasked && secret.test(name) ? mask : value);
  const lines = variablesFor(project).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [assignment[shell](name, quote(shown(name, value)))],
  );
  const hasBroker = project.broker.tls !== undefined;
  const all = hasBroker ? [...lines, download[shell](quote(`${address}/ca.pem`))] : lines;
  return `${all.join('\n')}\n`;
}
