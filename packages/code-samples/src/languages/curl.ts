import { heredoc, shellDefault, shellDoubleQuoted, shellWord } from '../literals/shell.ts';
import { headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

/** Environment variable with the base URL of the API that accepts a credential. The setup block of the guides sets it. */
const baseVariables: Readonly<Record<string, string>> = {
  ANEDYA_API_KEY: 'ANEDYA_API_URL',
  ANEDYA_CONNECTION_KEY: 'ANEDYA_DEVICE_URL',
};

/** The URL with a base that the environment can override, so that address and key come from the same setup. */
function urlWord({ url, path }: SampleRequest, secrets: readonly string[]): string {
  const variable = secrets.map((secret) => baseVariables[secret]).find(Boolean);
  if (variable === undefined || !url.endsWith(path)) return shellWord(url);
  const base = url.slice(0, url.length - path.length);
  return `"${shellDefault(variable, base)}${shellDoubleQuoted(path)}"`;
}

/*
 * The request comes first. Commands are written like those of the guides: without the variable of the credential, the shell
 * names it and does not start curl. The heredoc adds a line feed to the body, which is white space in JSON.
 * `--fail-with-body` (curl 7.76) exits with code 22 on an HTTP error and still prints the response.
 */
function render(request: SampleRequest): string {
  const { start, block } = heredoc(request.body);
  const headers = headerLines(
    request,
    (name, value) => `  -H "${shellDoubleQuoted(`${name}: ${value}`)}" \\`,
    ({ name, prefix, secret }) =>
      `  -H "${shellDoubleQuoted(`${name}: ${prefix}`)}\${${secret}:?is not set}" \\`,
  );
  const method = request.method === 'POST' ? '' : ` --request ${shellWord(request.method)}`;
  return `curl -sS ${urlWord(request, secretsOf(request))}${method} \\
  --fail-with-body --max-time 30 \\
${headers}
  --data-binary @- ${start}
${block}
# Some failures return HTTP 200: check "success" in the response.
`;
}

export const curl: Language = {
  id: 'curl',
  label: 'curl',
  highlight: 'bash',
  file: 'sample.sh',
  render,
};
