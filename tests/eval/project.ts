import { randomUUID } from 'node:crypto';

export type Json = Record<string, unknown>;

/** A node of a sandbox project, with the credentials of its device. */
export interface Device {
  readonly nodeId: string;
  readonly deviceId: string;
  readonly connectionKey: string;
}

/** What the sandbox returns for a new project (`packages/sandbox/src/http/projects.ts`), as far as tasks use it. */
interface ProjectDescription {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly deviceUrl: string;
  readonly broker: { readonly host: string; readonly tcp: number };
}

async function post(url: string, headers: Record<string, string>, body: Json): Promise<Json> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Json;
}

function successful(path: string, response: Json): Json {
  if (response.success === false)
    throw new Error(`${path}: ${JSON.stringify(response).slice(0, 300)}`);
  return response;
}

/** A sandbox project as tasks prepare and check it: by separate requests, never by what an agent says. */
export class Project {
  private constructor(
    readonly apiKey: string,
    readonly platformUrl: string,
    readonly deviceUrl: string,
    readonly broker: { readonly host: string; readonly port: number },
  ) {}

  /** @param origin of the site, without a trailing slash */
  static async create(origin: string): Promise<Project> {
    const response = await fetch(`${origin}/sandbox/projects`, { method: 'POST' });
    if (!response.ok) throw new Error(`no sandbox project: HTTP ${response.status}`);
    const project = (await response.json()) as ProjectDescription;
    const { apiKey, platformUrl, deviceUrl, broker } = project;
    return new Project(apiKey, platformUrl, deviceUrl, { host: '127.0.0.1', port: broker.tcp });
  }

  /** Sends a request to the Platform API. @throws Error unless it succeeds */
  async platform(path: string, body: Json = {}): Promise<Json> {
    const headers = { authorization: `Bearer ${this.apiKey}` };
    return successful(path, await post(this.platformUrl + path, headers, body));
  }

  /** Sends a request as a device. @throws Error unless it succeeds */
  async device({ connectionKey }: Device, path: string, body: Json = {}): Promise<Json> {
    const headers = { 'auth-mode': 'key', authorization: connectionKey };
    return successful(path, await post(this.deviceUrl + path, headers, body));
  }

  async createNode(name: string, tags: Record<string, string> = {}): Promise<Device> {
    const deviceId = randomUUID();
    const { nodeId } = await this.platform('/node/create', {
      node_name: name,
      preauth_id: deviceId,
      tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    });
    const { connectionKey } = await this.platform('/node/getConnectionKey', { nodeid: nodeId });
    return { nodeId: String(nodeId), deviceId, connectionKey: String(connectionKey) };
  }

  async createVariable(variable: string, type = 'float', name = variable): Promise<string> {
    await this.platform('/variables/create', { name, variable, type, ttl: 0 });
    return variable;
  }

  /** Stores points of a device; timestamps in milliseconds. */
  async submit(device: Device, variable: string, points: readonly [number, unknown][]) {
    const data = points.map(([timestamp, value]) => ({ variable, value, timestamp }));
    await this.device(device, '/submitData', { data });
  }

  /** Points of one node, oldest first; times in seconds. */
  async points(nodeId: string, variable: string): Promise<{ timestamp: number; value: unknown }[]> {
    const to = Math.floor(Date.now() / 1000) + 60;
    const query = { variable, nodes: [nodeId], from: 0, to, limit: 0, order: 'asc' };
    const { data } = await this.platform('/data/getData', query);
    return (data as Record<string, { timestamp: number; value: unknown }[]>)[nodeId] ?? [];
  }

  async details(nodeId: string): Promise<Json> {
    const { data } = await this.platform('/node/details', { nodes: [nodeId] });
    return (data as Record<string, Json>)[nodeId] ?? {};
  }

  /** All nodes, variables and commands: what an agent must not change for a task that is impossible. */
  async snapshot(): Promise<string> {
    const nodes = await this.platform('/node/list', { limit: 1000 });
    const variables = await this.platform('/variables/list', { limit: 1000 });
    const { totalCount } = await this.platform('/commands/list', {});
    return JSON.stringify([nodes.nodes, variables.nodeParams, totalCount]);
  }
}
