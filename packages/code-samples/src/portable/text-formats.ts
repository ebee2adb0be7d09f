import { requiredNames, shellSetting, templateHead, type PortableFormat } from './format.ts';
import { templateText } from './marks.ts';
import type { PortableRequest, PortableSet, Variable } from './set.ts';

const underscored = (id: string) => id.replaceAll('-', '_');

/** Method, URL, headers and body, which both formats write in the same way. */
function message(entry: PortableRequest): string {
  const { url, headers } = templateHead(entry);
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  const { method, body } = entry.request;
  return `${method} ${url}\n${lines.join('\n')}\n\n${templateText(body)}\n`;
}

/** A variable of the file. `$timestamp` without an offset has other units in other tools; with one, it is that of REST Client. */
function fileVariable({ name, value, time }: Variable): string[] {
  if (!time) return value === undefined ? [] : [`@${name} = ${value}`];
  const milliseconds = time.unit === 'milliseconds' ? '000' : '';
  return [`@${name} = {{$timestamp ${time.seconds} s}}${milliseconds}`];
}

function renderHttp(set: PortableSet): string {
  const needed = requiredNames(set);
  const head = [
    `# ${set.title}`,
    ...(needed.length > 0 ? [`# Define in an environment: ${needed.join(', ')}`] : []),
    ...(set.variables.some(({ time }) => time)
      ? ['# JetBrains IDEs do not compute a $timestamp with an offset: write Unix times instead.']
      : []),
    ...set.variables.flatMap(fileVariable),
  ];
  const requests = set.requests.map(
    (entry) => `### ${entry.title}\n# @name ${underscored(entry.id)}\n${message(entry)}`,
  );
  return `${head.join('\n')}\n\n${requests.join('\n')}`;
}

/** Requests for the editors' HTTP clients, one after the other. */
export const httpFile: PortableFormat = {
  id: 'http',
  label: '.http (REST Client, JetBrains)',
  extension: '.http',
  mediaType: 'text/plain',
  about: 'Open it in VS Code with the extension REST Client, or in a JetBrains IDE.',
  setting: (names) =>
    `Define ${names} in an environment: rest-client.environmentVariables in VS Code, http-client.private.env.json in a JetBrains IDE.`,
  render: renderHttp,
};

/** Options with the variables of a file; secrets do not appear in the output of Hurl. */
function hurlOptions(set: PortableSet): string {
  return set.variables
    .map((variable) => {
      const option = variable.kind === 'secret' ? '--secret' : '--variable';
      return `${option} ${shellSetting(variable)}`;
    })
    .join(' ');
}

const hurlCommand = (set: PortableSet, file: string) => `hurl ${hurlOptions(set)} ${file}`;

function hurlEntry(entry: PortableRequest): string {
  const { status, success } = entry.expected;
  const asserts = success === undefined ? '' : `[Asserts]\njsonpath "$.success" == ${success}\n`;
  return `# ${entry.title}\n${message(entry)}\nHTTP ${status}\n${asserts}`;
}

/** Requests with the expected status, for the command line (https://hurl.dev/docs/hurl-file.html). */
export const hurl: PortableFormat = {
  id: 'hurl',
  label: 'Hurl',
  extension: '.hurl',
  mediaType: 'text/plain',
  about:
    'Hurl sends all requests in order and checks each status. The file starts with the command.',
  setting: (names) => `Export ${names} first.`,
  command: hurlCommand,
  render: (set) =>
    `# ${set.title}\n# ${hurlCommand(set, `${set.name}.hurl`)}\n\n${set.requests.map(hurlEntry).join('\n')}`,
};
