import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveAlone } from '../../../packages/sandbox/src/serve/service.ts';
import { documents } from '../../samples/support/operations.ts';
import type {
  SandboxNode,
  SandboxProject as SiteProject,
} from '../../../site/src/features/sandbox-project/project-data.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

const host = '127.0.0.1';

/** The response of `POST /sandbox/projects`. */
export interface SandboxProject extends Omit<SiteProject, 'nodes' | 'readAt'> {
  readonly broker: SiteProject['broker'] & { readonly tcp: number; readonly tls: number };
  /** The demo node with a bound device, then one without a device. */
  readonly nodes: readonly [SandboxNode, SandboxNode];
}

export type JsonResponse = Readonly<Record<string, JsonValue>>;

/** A sandbox on local ports, without the site. */
export interface GuideSandbox {
  /** Certificate of its authority, in PEM format. */
  readonly ca: string;
  /** Base URL of the sandbox, without a trailing slash. */
  readonly url: string;
  /** Ports of each API at `/v1`, of the sandbox, and of MQTT without TLS: over WebSocket and directly. */
  readonly ports: {
    readonly platform: number;
    readonly device: number;
    readonly main: number;
    readonly webSocket: number;
    readonly tcp: number;
  };
  createProject(): Promise<SandboxProject>;
  /** The project with an API key. */
  readProject(apiKey: string): Promise<SandboxProject>;
  /** Moves the clock of the sandbox forward. @param milliseconds at most the time after which unused projects expire */
  advance(milliseconds: number): void;
  /** Ends the server, and starts it again with the same state on other ports. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Posts a JSON body. @returns the response body, whatever its status */
export async function post(
  url: string,
  body: JsonValue,
  headers: Readonly<Record<string, string>>,
): Promise<JsonResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as JsonResponse;
}

/**
 * Starts a sandbox like `npm run sandbox`, on free ports and with a new store.
 * @param ahead offset of its clock, in milliseconds; `advance` adds to it
 * @param now clock in milliseconds since 1970; by default that of the system
 */
export async function startGuideSandbox(
  ahead = 0,
  now: () => number = Date.now,
): Promise<GuideSandbox> {
  let offset = ahead;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'guides-'));
  const serve = () =>
    serveAlone(
      {
        host,
        port: 0,
        apiPorts: { platform: 0, device: 0 },
        dataDir,
        mqttPorts: { tcp: 0, tls: 0, webSocket: 0 },
        databaseUrl: undefined,
        redisUrl: undefined,
      },
      documents,
      (message) => {
        throw new Error(message);
      },
      { now: () => now() + offset },
    );
  let served = await serve();
  const url = () => `http://${host}:${served.port}/sandbox`;
  const ca = await fetch(`${url()}/ca.pem`).then((response) => response.text());
  return {
    ca,
    get url() {
      return url();
    },
    get ports() {
      const { webSocket, tcp } = served.mqttPorts;
      if (webSocket === undefined || tcp === undefined)
        throw new Error('a port of MQTT did not open');
      return { ...served.apiPorts, main: served.port, webSocket, tcp };
    },
    createProject: async () =>
      (await post(`${url()}/projects`, {}, {})) as unknown as SandboxProject,
    readProject: async (apiKey) => {
      const headers = { Authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${url()}/projects/current`, { headers });
      return { ...((await response.json()) as SandboxProject), apiKey };
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    restart: async () => {
      await served.close();
      served = await serve();
    },
    close: async () => {
      await served.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
