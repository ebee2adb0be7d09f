import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { element, fence } from './markdown';

/** A client generator, with a program that uses the client. `tests/generators` runs it as it is on the page. */
export interface GeneratedClient {
  readonly id: string;
  readonly language: string;
  /** Name of the generator. */
  readonly tool: string;
  /** Extension of the program. */
  readonly extension: string;
  /** Shell commands that install the generator. */
  readonly install: string;
  /** Whether the tests install it too, because it is no dependency of this repository. */
  readonly isFetched?: boolean;
  /** Shell commands that generate both clients in a folder with both documents. */
  readonly generate: string;
  /** Shell commands that download the libraries of the generated client. */
  readonly fetch?: string;
  /** Shell command that compiles the program in strict mode. */
  readonly check: string;
  readonly run: string;
  /** Programs that must be on the machine. */
  readonly requires: readonly string[];
  /** Markdown: what to know. */
  readonly notes: readonly string[];
  /** The program. */
  readonly source: string;
}

/** Folder of the generators. */
export const clientsFolder = path.resolve(__dirname, '../../../specs/clients');

/** Reads the generators of `specs/clients/clients.yaml` with their programs. */
export function readClients(): readonly GeneratedClient[] {
  const text = readFileSync(path.join(clientsFolder, 'clients.yaml'), 'utf8');
  const clients = parse(text) as readonly Omit<GeneratedClient, 'source'>[];
  return clients.map((client) => ({
    ...client,
    source: readFileSync(path.join(clientsFolder, `${client.id}.${client.extension}`), 'utf8'),
  }));
}

/**
 * The part of a program that the page shows: the lines between its comments "first lines" and "the session of the tests".
 * @throws Error for a program without these comments
 */
export function firstLines({ id, source }: GeneratedClient): string {
  const found = /first lines\n([\s\S]*?)\n[^\n]*the session of the tests\n/.exec(source)?.[1];
  if (found === undefined) throw new Error(`specs/clients/${id} does not mark its first lines`);
  return found;
}

const highlighting: Readonly<Record<string, string>> = {
  go: 'go',
  java: 'java',
  py: 'python',
  rs: 'rust',
  ts: 'typescript',
};

function clientSection(client: GeneratedClient): string {
  const { language, tool, extension, install, generate, fetch = '', notes } = client;
  return [
    `### ${language}: ${tool}`,
    notes.map((note) => `- ${note}`).join('\n'),
    fence(
      'bash',
      'title="Install and generate"',
      `${install}\n${generate}\n${fetch}`.replaceAll(/\n+/g, '\n').trim(),
    ),
    fence(highlighting[extension] ?? extension, 'title="Use"', firstLines(client)),
  ].join('\n\n');
}

/** How to generate clients of both APIs, as MDX. */
export function clientsSection(): string {
  const download = (label: string, file: string) =>
    element('Download', { label, path: `/specs/${file}` }, []);
  return [
    '## Generate a client {#generate-a-client}',
    'A client generator turns the OpenAPI documents into a library with typed requests and responses. The tests of this site run each of the following generators on both documents, compile the client, check a program that uses it in strict mode, and run the program against the sandbox.',
    'First download both documents to an empty folder:',
    element('Downloads', {}, [
      download('Platform API', 'platform.openapi.yaml'),
      download('Device API', 'device.openapi.yaml'),
    ]),
    'Then export the variables of the [sandbox project](/getting-started/#without-an-account), or those of a project on the platform. Each program creates a node and prints its id.',
    ...readClients().map(clientSection),
  ].join('\n\n');
}
