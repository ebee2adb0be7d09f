import { heredoc, shellDefault, shellDoubleQuoted, shellWord } from '../literals/shell.ts';
import { headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  return `: "\${${secret}:?is not set}"\n`;
}

/** Variable that holds the base URL of the API which takes a credential, as the setup block of the guides sets it. */
const baseVariables: Readonly<Record<string, string>> = {
  ANEDYA_API_KEY: 'ANEDYA_API_URL',
  ANEDYA_CONNECTION_KEY: 'ANEDYA_DEVICE_URL',
};

/** The URL, with a base that the environment can replace: address and key then come from the same place. */
function urlWord({ url, path }: SampleRequest, secrets: readonly string[]): string {
  const variable = secrets.map((secret) => baseVariables[secret]).find(Boolean);
  if (variable === undefined || !url.endsWith(path)) return shellWord(url);
  const base = url.slice(0, url.length - path.length);
  return `"${shellDefault(variable, base)}${shellDoubleQuoted(path)}"`;
}

/*
 * Commands look like those of the guides. The heredoc ends the body with a line feed, which is white space to JSON.
 * `--fail-with-body` (7.76) makes a failure end with exit code 22 and still shows the response.
 */
function render(request: SampleRequest): string {
  const { setup, start, block } = heredoc(request.body);
  const secrets = secretsOf(request);
  const headers = headerLines(
    request,
    (name, value) => `  -H "${shellDoubleQuoted(`${name}: ${value}`)}" \\`,
    ({ name, prefix, secret }) => `  -H "${shellDoubleQuoted(`${name}: ${prefix}`)}$${secret}" \\`,
  );
  const method = request.method === 'POST' ? '' : ` --request ${shellWord(request.method)}`;
  return `#!/usr/bin/env bash
# Some failures return HTTP 200: check "success" in the response.
${secrets.map(readSecret).join('')}
${setup}curl -sS ${urlWord(request, secrets)}${method} \\
  --fail-with-body --max-time 30 \\
${headers}
  --data-binary @- ${start}
${block}
`;
}

export const curl: Language = {
  id: 'curl',
  label: 'curl',
  highlight: 'bash',
  file: 'sample.sh',
  render,
};
