import { jsonFile, requiredNames, templateHead, type PortableFormat } from './format.ts';
import { templateText, timeName } from './marks.ts';
import type { PortableRequest, PortableSet, Variable } from './set.ts';

/** JavaScript that sets the variables for times. @param set function that sets a variable */
function timeScript(variables: readonly Variable[], set: string): string[] {
  const times = variables.flatMap(({ time }) => (time ? [time] : []));
  return times.map((time) => {
    const seconds = `Math.floor(Date.now() / 1000) + ${time.seconds}`;
    const value = time.unit === 'milliseconds' ? `(${seconds}) * 1000` : seconds;
    return `${set}('${timeName(time)}', ${value});`;
  });
}

/** Requests by folder, in order; those without a folder are undefined. */
function groups({ requests }: PortableSet): readonly [string | undefined, PortableRequest[]][] {
  const found = new Map<string | undefined, PortableRequest[]>();
  for (const request of requests) {
    const group = found.get(request.group);
    if (group) group.push(request);
    else found.set(request.group, [request]);
  }
  return [...found];
}

/** One folder for each group, or the items themselves. */
function inFolders<T>(
  set: PortableSet,
  item: (request: PortableRequest, index: number) => T,
  folder: (name: string, items: T[], index: number) => T,
): T[] {
  return groups(set).flatMap(([name, requests], index) => {
    const items = requests.map(item);
    return name === undefined ? items : [folder(name, items, index)];
  });
}

function postmanItem(entry: PortableRequest): object {
  const { url, headers } = templateHead(entry);
  const [host = '', ...path] = url.split('/');
  const request = {
    method: entry.request.method,
    ...(entry.description !== undefined && { description: entry.description }),
    url: { raw: url, host: [host], path },
    header: headers.map(({ name, value }) => ({ key: name, value })),
    body: {
      mode: 'raw',
      raw: templateText(entry.request.body),
      options: { raw: { language: 'json' } },
    },
  };
  const response = (entry.examples ?? []).map(({ summary, value }) => ({
    name: summary,
    originalRequest: request,
    status: 'OK',
    code: 200,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: JSON.stringify(value, null, 2),
  }));
  return { name: entry.title, request, response };
}

/** A request fails in Postman and newman if its status or, with status 200, its body says so. */
const succeeds = [
  "pm.test('The request succeeds', () => {",
  '  pm.response.to.have.status(200);',
  '  pm.expect(pm.response.json().success).not.to.equal(false);',
  '});',
];

const postmanEvent = (listen: 'prerequest' | 'test', exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** A collection in the format v2.1.0 (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html). */
function renderPostman(set: PortableSet): string {
  const script = timeScript(set.variables, 'pm.variables.set');
  return jsonFile({
    info: {
      name: set.title,
      ...(set.description !== undefined && { description: set.description }),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: inFolders(set, postmanItem, (name, item) => ({ name, item })),
    event: [
      ...(script.length > 0 ? [postmanEvent('prerequest', script)] : []),
      postmanEvent('test', succeeds),
    ],
    variable: set.variables
      .filter(({ time }) => !time)
      .map(({ name, value = '' }) => ({ key: name, value, type: 'string' })),
  });
}

const settings = (set: PortableSet, option: string) =>
  requiredNames(set)
    .map((name) => ` ${option} ${name}="$${name}"`)
    .join('');

export const postman: PortableFormat = {
  id: 'postman',
  label: 'Postman collection',
  extension: '.postman_collection.json',
  mediaType: 'application/json',
  about: 'In Postman, select Import. On the command line, use newman.',
  setting: (names) => `Enter ${names} under Variables.`,
  command: (set, file) => `npx newman run ${file}${settings(set, '--env-var')}`,
  render: renderPostman,
};

function brunoItem(entry: PortableRequest, index: number): object {
  const { url, headers } = templateHead(entry);
  return {
    type: 'http-request',
    name: entry.title,
    filename: `${entry.id}.bru`,
    seq: index + 1,
    request: {
      url,
      method: entry.request.method,
      headers: headers.map((header) => ({ ...header, enabled: true })),
      params: [],
      auth: { mode: 'none' },
      body: { mode: 'json', json: templateText(entry.request.body) },
    },
  };
}

/** A collection as the export of Bruno, in one file (https://docs.usebruno.com/get-started/import-export-data/overview). */
function renderBruno(set: PortableSet): string {
  const script = timeScript(set.variables, 'bru.setVar');
  return jsonFile({
    version: '1',
    name: set.title,
    items: inFolders(set, brunoItem, (name, items, index) => ({
      type: 'folder',
      name,
      seq: index + 1,
      root: { meta: { name } },
      items,
    })),
    environments: [
      {
        name: 'Anedya',
        variables: set.variables
          .filter(({ time }) => !time)
          .map(({ name, kind, value = '' }) => ({
            name,
            value,
            type: 'text',
            enabled: true,
            secret: kind === 'secret',
          })),
      },
    ],
    root: { request: { script: { req: script.join('\n') } } },
    brunoConfig: { version: '1', name: set.title, type: 'collection' },
  });
}

export const bruno: PortableFormat = {
  id: 'bruno',
  label: 'Bruno',
  extension: '.bruno.json',
  mediaType: 'application/json',
  about: 'In Bruno, select Import Collection, then the environment Anedya.',
  setting: (names) => `Enter ${names} in the environment.`,
  render: renderBruno,
};
