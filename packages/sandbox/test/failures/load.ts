import { Device } from '../mqtt/support/device.ts';
import type { Project } from '../support/http-sandbox.ts';
import type { Standalone } from '../support/standalone.ts';

export const variable = 'load';

/** What a sandbox has acknowledged: each point by its number, which is its value and its second; nodes by id. */
export interface Acknowledged {
  readonly http: number[];
  readonly mqtt: number[];
  readonly nodes: string[];
}

/** Seconds since 1970 of a point. */
export function secondOf(number: number): number {
  return 1_767_225_600 + number;
}

const pointOf = (number: number) => ({
  variable,
  value: number,
  timestamp: secondOf(number) * 1000,
});

/** Begins with a project that has the variable of the load. */
export async function prepare(server: Standalone): Promise<Project> {
  const project = await server.createProject();
  const definition = { name: variable, variable, type: 'float' };
  await server.platform('/variables/create', project.apiKey, definition);
  return project;
}

/** Submits points over HTTP and MQTT and creates nodes, all at the same time, until `stop`. */
export class Load {
  readonly acknowledged: Acknowledged = { http: [], mqtt: [], nodes: [] };
  private isStopped = false;
  private readonly work: Promise<unknown>;

  /** @param first number of a point that no load before has used */
  constructor(
    private readonly server: Standalone,
    private readonly project: Project,
    private number: number,
  ) {
    this.work = Promise.all([this.http(), this.http(), this.mqtt(), this.nodes()]);
  }

  get count(): number {
    const { http, mqtt, nodes } = this.acknowledged;
    return Math.min(http.length, mqtt.length, 10 * nodes.length);
  }

  /** The number after the last point. */
  get next(): number {
    return this.number;
  }

  /** Resolves when no request is in flight. */
  async stop(): Promise<Acknowledged> {
    this.isStopped = true;
    await this.work;
    return this.acknowledged;
  }

  private take(): number {
    return (this.number += 1);
  }

  private async http(): Promise<void> {
    const { connectionKey } = this.project.nodes[0];
    while (!this.isStopped) {
      const number = this.take();
      const body = { data: [pointOf(number)] };
      const response = await this.server.device('/submitData', connectionKey, body).catch(lost);
      if (response?.status === 200) this.acknowledged.http.push(number);
    }
  }

  /** A request is acknowledged by its response; the acknowledgement of the packet comes after it. */
  private async mqtt(): Promise<void> {
    const device = await Device.connect(this.server.mqttUrl, this.project.nodes[0], 5);
    while (!this.isStopped && device.client.connected) {
      const number = this.take();
      const body = { data: [pointOf(number)] };
      const response = await Promise.race([
        device.request('submitdata/json', body).catch(lost),
        device.ended.then(() => undefined),
      ]);
      if (response?.topic === 'response') this.acknowledged.mqtt.push(number);
    }
    device.client.end(true);
  }

  private async nodes(): Promise<void> {
    const { apiKey } = this.project;
    while (!this.isStopped && this.acknowledged.nodes.length < 50) {
      const body = { node_name: 'load' };
      const response = await this.server.platform('/node/create', apiKey, body).catch(lost);
      if (response?.status === 200) this.acknowledged.nodes.push(response.body.nodeId as string);
    }
  }
}

/** The server has stopped and acknowledged nothing. */
function lost(): undefined {
  return undefined;
}

/** Which acknowledged values are missing from the responses of a server. */
export async function missing(
  server: Standalone,
  { apiKey, nodes: [node] }: Project,
  { http, mqtt, nodes }: Acknowledged,
): Promise<(number | string)[]> {
  const stored = new Set<unknown>();
  const numbers = [...http, ...mqtt];
  const { status, body } = await server.platform('/data/getData', apiKey, {
    variable,
    nodes: [node.nodeId],
    order: 'asc',
    limit: 0,
    from: secondOf(0),
    to: secondOf(Math.max(0, ...numbers)),
  });
  if (status !== 200) throw new Error(`getData: ${status} ${JSON.stringify(body)}`);
  const data = body.data as Record<string, { timestamp: number; value: number }[]>;
  for (const { timestamp, value } of data[node.nodeId] ?? []) {
    if (timestamp === secondOf(value)) stored.add(value);
  }
  const list = await server.platform('/node/list', apiKey, { limit: 100, offset: 0 });
  for (const id of list.body.nodes as string[]) stored.add(id);
  return [...numbers, ...nodes].filter((each) => !stored.has(each));
}
