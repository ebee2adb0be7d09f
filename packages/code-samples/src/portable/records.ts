import { arazzo } from '../arazzo.ts';
import {
  jsonFile,
  headersOf,
  shellSetting,
  type PortableFormat,
  type RenderOptions,
} from './format.ts';
import { bodyText, mapMarks, timeValue } from './marks.ts';
import type { PortableRequest, PortableSet } from './set.ts';

const braces = (name: string) => `{{${name}}}`;

function harEntry(entry: PortableRequest, set: PortableSet, now: number): object {
  const { request, sent } = entry;
  const literal = (name: string): string => {
    const { value, time } = set.variables.find((variable) => variable.name === name) ?? {};
    return time ? String(timeValue(time, now)) : (value ?? braces(name));
  };
  const { status = 0, milliseconds = 0, at = now } = sent ?? {};
  return {
    startedDateTime: new Date(at).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: entry.server + request.path,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request, braces),
      queryString: [],
      postData: { mimeType: 'application/json', text: bodyText(request.body, literal) },
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: -1, mimeType: 'application/json', comment: 'Responses are not stored.' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: entry.title,
  };
}

/** A log in the format HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), oldest request first. */
export const har: PortableFormat = {
  id: 'har',
  label: 'HAR',
  extension: '.har',
  mediaType: 'application/json',
  about:
    'For tools that import HTTP archives. HAR has no variables, so the ids are those of the requests.',
  setting: (names) => `The file has placeholders in double braces for ${names}: replace them.`,
  render: (set, { now }) =>
    jsonFile({
      log: {
        version: '1.2',
        creator: { name: 'Anedya documentation', version: '1.0' },
        comment: set.title,
        entries: set.requests.map((entry) => harEntry(entry, set, now)),
      },
    }),
};

function arazzoCommand(set: PortableSet, file: string): string {
  const inputs = set.variables.filter(({ kind }) => kind !== 'address');
  const servers = new Map(set.requests.map(({ api, server }) => [api, server]));
  return [
    `npx @redocly/cli@1 respect ${file}`,
    ...[...servers].map(([api, server]) => `-S ${api}=${server}`),
    ...inputs.map((variable) => `-i ${shellSetting(variable)}`),
  ].join(' ');
}

const extension = '.arazzo.json';

/** Redocly respect sends no body instead of an empty one. */
const hasBody = ({ request: { body } }: PortableRequest) => bodyText(body, braces) !== '{}';

function renderArazzo(set: PortableSet, { specs }: RenderOptions): string {
  const left = set.requests.filter((request) => !hasBody(request)).map(({ title }) => title);
  const steps = set.requests.filter(hasBody).map((entry) => ({
    stepId: entry.id,
    api: entry.api,
    operation: {
      ...entry.operation,
      security: entry.request.headers.some((header) => 'secret' in header)
        ? entry.operation.security
        : [],
    },
    credentials: Object.fromEntries(
      Object.entries(entry.credentials ?? {}).map(([name, own]) => [name, `$inputs.${own}`]),
    ),
    payload: mapMarks(entry.request.body, (name, isAlone) =>
      isAlone ? `$inputs.${name}` : `{$inputs.${name}}`,
    ),
    expected: entry.expected,
  }));
  const inputs = set.variables.flatMap(({ name, kind, value, time }) => {
    if (kind === 'address') return [];
    if (!time) return [[name, { type: 'string', ...(value !== undefined && { default: value }) }]];
    const description = `Unix time in ${time.unit}: ${time.seconds} seconds from now`;
    return [[name, { type: 'integer', description }]];
  });
  return jsonFile(
    arazzo(steps, {
      workflowId: set.name,
      title: set.title,
      description: [
        ...(left.length > 0
          ? [`Without ${left.join(', ')}: Redocly CLI cannot send an empty JSON object.`]
          : []),
        `Run it with ${arazzoCommand(set, set.name + extension)}`,
      ].join(' '),
      specs,
      inputs: Object.fromEntries(inputs) as Record<string, object>,
    }),
  );
}

/** A workflow whose steps are the requests. */
export const workflow: PortableFormat = {
  id: 'arazzo',
  label: 'Arazzo workflow',
  extension,
  mediaType: 'application/json',
  about:
    'Redocly CLI sends all requests in order and checks each response. The description of the file has the command.',
  setting: (names) => `Export ${names} first.`,
  command: arazzoCommand,
  obstacle: (request) =>
    hasBody(request) ? undefined : 'Redocly CLI cannot send an empty JSON object',
  render: renderArazzo,
};
