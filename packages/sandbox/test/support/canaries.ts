import type { JsonObject } from '../../src/core/context.ts';
import { bearer, type HttpSandbox, type Project, type Reply } from './http-sandbox.ts';

/** A text and a number that identify one project. */
export interface Canary {
  readonly text: string;
  readonly number: number;
}

type Requests = readonly (readonly [path: string, body: JsonObject])[];

function platformRequests(
  { nodes: [{ nodeId }], assetId }: Project,
  { text }: Canary,
  seconds: number,
): Requests {
  const changes: JsonObject[] = [
    { type: 'node_name', value: text },
    { type: 'node_desc', value: text },
    { type: 'tag', tag: { key: text, value: text } },
  ];
  const own = { scope: 'node', id: nodeId };
  const shared = { scope: 'global', id: 'MODEL_X_v2' };
  const value = { value: text, type: 'string' };
  const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 };
  return [
    ['/node/update', { nodeid: nodeId, updates: changes }],
    ['/node/create', { node_name: text }],
    ['/variables/create', { name: text, variable: text, type: 'status', desc: text }],
    ['/commands/send', { nodeid: nodeId, command: text, data: text, type: 'string' }],
    ['/valuestore/setValue', { namespace: own, key: text, ...value }],
    ['/valuestore/setValue', { namespace: own, key: 'push-interval', ...value }],
    ['/valuestore/setValue', { namespace: shared, key: 'push-interval', ...value }],
    ['/valuestore/setValue', { namespace: { scope: 'global', id: text }, key: text, ...value }],
    [
      '/assets/create',
      { assetIdentifier: text, assetVersion: text, assetDesc: text, assetSigned: false },
    ],
    [
      '/deployments/create',
      {
        deploymentName: text,
        deploymentComment: text,
        deploymentStart: seconds,
        assetId,
        deployementFilter: { [text]: text },
        deploymentConfig: [stage],
      },
    ],
  ];
}

function deviceRequests({ text, number }: Canary): Requests {
  const points = [
    { variable: text, value: text, timestamp: 0 },
    { variable: 'temperature', value: number, timestamp: 0 },
    { variable: 'door_state', value: text, timestamp: 0 },
  ];
  return [
    ['/submitData', { data: points }],
    ['/logs/submitLogs', { data: [{ timestamp: 0, log: text }] }],
  ];
}

function requireGood(path: string, { body }: Reply): void {
  if (body.success !== true) throw new Error(`${path}: ${JSON.stringify(body.error)}`);
}

function current(http: HttpSandbox, apiKey: string): Promise<Reply> {
  return http.send('/projects/current', { method: 'GET', headers: bearer(apiKey) });
}

/**
 * Makes a project whose every thing that an example can name tells of the project.
 * @returns it, and values that no response to another project may contain
 */
export async function projectWithCanary(
  http: HttpSandbox,
  canary: Canary,
): Promise<{ readonly project: Project; readonly secrets: readonly string[] }> {
  const made = await http.createProject();
  const { apiKey, nodes } = made;
  const [{ connectionKey }] = nodes;
  for (const [path, body] of platformRequests(made, canary, Math.floor(http.now / 1000))) {
    requireGood(path, await http.platform(path, apiKey, body));
  }
  for (const [path, body] of deviceRequests(canary)) {
    requireGood(path, await http.device(path, connectionKey, body));
  }
  const project = { ...made, ...(await current(http, apiKey)).body };
  const keys = nodes.flatMap((node) => [node.connectionKey, node.bindingSecret]);
  return { project, secrets: [canary.text, String(canary.number), apiKey, ...keys] };
}

/** Everything that operations return of a project at one time. */
export async function pictureOf(http: HttpSandbox, { apiKey, nodes }: Project): Promise<unknown> {
  const [{ nodeId, connectionKey }] = nodes;
  const namespace = { scope: 'node', id: nodeId };
  const reads: Requests = [
    ['/node/details', { nodes: nodes.map((node) => node.nodeId) }],
    ['/node/list', { limit: 1000 }],
    ['/variables/list', {}],
    ['/data/latest', { nodes: [nodeId], variable: 'temperature' }],
    ['/commands/list', {}],
    ['/valuestore/scan', { filter: { namespace }, orderby: 'key' }],
    ['/logs/getLogs', { nodeid: nodeId, from: 0 }],
    ['/assets/list', {}],
    ['/deployments/list', {}],
  ];
  const responses: unknown[] = [];
  for (const [path, body] of reads) responses.push((await http.platform(path, apiKey, body)).body);
  const { body } = await current(http, apiKey);
  const next = await http.device('/commands/next', connectionKey, {});
  return [...responses, body.nodes, body.usage, next.body];
}
