import path from 'node:path';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../../src/core/context.ts';
import { bearer, deviceKey, type Project } from './http-sandbox.ts';
import { Child } from './processes/child.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const main = path.join(root, 'packages/sandbox/src/standalone/main.ts');

/** Settings beside the ports. */
export interface Environment {
  readonly SANDBOX_DATA_DIR: string;
  readonly DATABASE_URL?: string;
  readonly REDIS_URL?: string;
}

export interface Response {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: JsonObject;
}

const host = '127.0.0.1';

/** Any port that is free, for each. */
const ports = {
  SANDBOX_PORT: '0',
  SANDBOX_PLATFORM_PORT: '0',
  SANDBOX_DEVICE_PORT: '0',
  SANDBOX_MQTT_PORT: '0',
  SANDBOX_MQTTS_PORT: '0',
  SANDBOX_WS_PORT: '0',
};

/** The sandbox as a separate process on free ports. */
export class Standalone {
  private constructor(
    readonly process: Child,
    /** `http://127.0.0.1:40000/sandbox` */
    readonly url: string,
    /** `mqtt://127.0.0.1:40001` */
    readonly mqttUrl: string,
  ) {}

  /** @throws Error with what was printed when it does not start */
  static async start(environment: Environment): Promise<Standalone> {
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env;
    const env = { ...inherited, HOST: host, ...ports, ...environment };
    const child = new Child(process.execPath, ['--import', 'tsx', main], { cwd: root, env });
    const [, url = ''] = await child.line(/^HTTP (\S+)$/);
    const [, mqttUrl = ''] = await child.line(/^MQTT (\S+)$/);
    return new Standalone(child, url, mqttUrl);
  }

  async send(
    method: string,
    below: string,
    headers: Readonly<Record<string, string>> = {},
    body?: JsonValue,
  ): Promise<Response> {
    const response = await fetch(`${this.url}${below}`, {
      method,
      headers: { ...headers, ...(body !== undefined && json) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    const retryAfter = response.headers.get('retry-after');
    return { status, retryAfter, body: (await response.json()) as JsonObject };
  }

  async createProject(): Promise<Project> {
    const { status, body } = await this.send('POST', '/projects');
    if (status !== 201) throw new Error(`no project: ${JSON.stringify(body)}`);
    return body as unknown as Project;
  }

  /** A request to the Platform API with an API key. */
  platform(below: string, apiKey: string, body: JsonValue): Promise<Response> {
    return this.send('POST', `/platform/v1${below}`, bearer(apiKey), body);
  }

  /** A request to the Device API with a connection key. */
  device(below: string, connectionKey: string, body: JsonValue): Promise<Response> {
    return this.send('POST', `/device/v1${below}`, deviceKey(connectionKey), body);
  }
}

const json = { 'content-type': 'application/json' };
