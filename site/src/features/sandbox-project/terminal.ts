import type { Examples } from '@anedya-docs/openapi-model';
import { demoNode, sandboxCaFile, type SandboxProject } from './project-data';

/** A shell for the commands of the site. */
export type Shell = 'bash' | 'powershell';

/** Variables that hold a secret. */
const secret = /_(?:KEY|SECRET)$/;

/** Replacement for a secret in the displayed text. */
const mask = '••••••••';

/** A device id after another one, which no node has: a file with all requests uses two. */
function nextId(id: string): string {
  const last = (Number.parseInt(id.slice(-1), 16) + 1) % 16;
  return id.slice(0, -1) + last.toString(16);
}

/** The ids that only files with all requests use. */
function otherIds(examples: Examples): (readonly [string, string | undefined])[] {
  const newDeviceId = examples['new device id'];
  return [
    ['ANEDYA_SPARE_NODE_ID', examples['spare node id']],
    ['ANEDYA_NEW_DEVICE_ID', newDeviceId],
    ['ANEDYA_NEW_DEVICE_ID_2', newDeviceId && nextId(newDeviceId)],
    ['ANEDYA_NEW_VARIABLE', examples['new variable']],
    ['ANEDYA_COMMAND_ID', examples['command id']],
    ['ANEDYA_ASSET_ID', examples['asset id']],
    ['ANEDYA_NEW_ASSET_ID', examples['new asset id']],
    ['ANEDYA_FAILED_ASSET_ID', examples['failed asset id']],
    ['ANEDYA_DEPLOYMENT_ID', examples['deployment id']],
  ];
}

/**
 * Environment variables for the commands and programs of the site: URLs, keys and ids of a project, and the broker if its
 * TLS port is open.
 */
function variablesFor(
  project: SandboxProject,
  address: string,
): readonly (readonly [string, string | undefined])[] {
  const { apiKey, platformUrl, deviceUrl, examples, broker } = project;
  const node = demoNode(project);
  return [
    ['ANEDYA_SANDBOX_URL', address],
    ['ANEDYA_API_URL', platformUrl],
    ['ANEDYA_DEVICE_URL', deviceUrl],
    ['ANEDYA_API_KEY', apiKey],
    ['ANEDYA_NODE_ID', node?.nodeId],
    ['ANEDYA_DEVICE_ID', node?.deviceId],
    ['ANEDYA_CONNECTION_KEY', node?.connectionKey],
    ['ANEDYA_BINDING_SECRET', examples['binding secret']],
    ['ANEDYA_TOKEN_ID', examples['token id']],
    ['ANEDYA_TOKEN_SECRET', examples['token secret']],
    ...otherIds(examples),
    ...(broker.tls === undefined
      ? []
      : ([
          ['ANEDYA_MQTT_HOST', broker.host],
          ['ANEDYA_MQTT_PORT', String(broker.tls)],
        ] as const)),
  ];
}

/** Text that needs no quotes in a shell. */
const quoted: Readonly<Record<Shell, (text: string) => string>> = {
  bash: (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`,
  powershell: (text) => `'${text.replaceAll("'", "''")}'`,
};

const assignment: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  bash: (name, value) => `export ${name}=${value}`,
  powershell: (name, value) => `$env:${name} = ${value}`,
};

/** Fetches the certificate of the broker and lists a node: both have to succeed. A failed setup unsets everything. */
const check: Readonly<
  Record<Shell, (address: string, certificate: string | undefined) => readonly string[]>
> = {
  bash: (address, certificate) => [
    ...(certificate === undefined
      ? ['if RESPONSE=$(curl -sS --fail-with-body "$ANEDYA_API_URL/node/list" \\']
      : [
          `if curl -fsSo "$ANEDYA_CA_FILE" ${certificate} &&`,
          '  RESPONSE=$(curl -sS --fail-with-body "$ANEDYA_API_URL/node/list" \\',
        ]),
    '    -H "Content-Type: application/json" \\',
    '    -H "Authorization: Bearer $ANEDYA_API_KEY" \\',
    `    -d '{"limit":1}')`,
    'then',
    `  echo "Ready: commands and programs of the guides use "${address}`,
    'else',
    '  echo "$RESPONSE" >&2',
    "  unset $(env | grep -o '^ANEDYA_[A-Z0-9_]*')",
    '  echo "Setup failed: see the error above. Nothing is set." >&2',
    'fi',
  ],
  powershell: (address, certificate) => [
    'try {',
    ...(certificate === undefined
      ? []
      : [`  Invoke-WebRequest ${certificate} -OutFile $env:ANEDYA_CA_FILE`]),
    '  $headers = @{ Authorization = "Bearer $env:ANEDYA_API_KEY" }',
    `  $list = @{ Method = 'Post'; ContentType = 'application/json'; Headers = $headers; Body = '{"limit":1}' }`,
    '  Invoke-RestMethod "$env:ANEDYA_API_URL/node/list" @list | Out-Null',
    `  "Ready: programs of the guides use " + ${address}`,
    '} catch {',
    '  Remove-Item Env:ANEDYA_*',
    '  Write-Error "Setup failed, nothing is set: $_"',
    '}',
  ],
};

/**
 * Commands that set up a terminal for a project: variables, the certificate of the broker, and a check.
 * @param address URL of the sandbox, without a trailing slash
 * @param isMasked masks secrets, for display only
 */
export function terminalLines(
  project: SandboxProject,
  address: string,
  shell: Shell,
  isMasked = false,
): string {
  const quote = quoted[shell];
  const shown = (name: string, value: string) => (isMasked && secret.test(name) ? mask : value);
  const lines = variablesFor(project, address).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [assignment[shell](name, quote(shown(name, value)))],
  );
  const certificate = project.broker.tls === undefined ? undefined : quote(`${address}/ca.pem`);
  // A reader can change to another folder. Both shells know `$PWD`.
  if (certificate) lines.push(assignment[shell]('ANEDYA_CA_FILE', `"$PWD/${sandboxCaFile}"`));
  return `${[...lines, ...check[shell](quote(address), certificate)].join('\n')}\n`;
}
