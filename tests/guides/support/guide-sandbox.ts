import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveAlone } from '../../../packages/sandbox/src/standalone/serve.ts';
import { documents } from '../../samples/support/calls.ts';
import type { Schema } from '../../../packages/openapi-model/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

const host = '127.0.0.1';

export interface SandboxNode {
  readonly nodeId: string;
  readonly deviceId: string;
  readonly bound: boolean;
  readonly connectionKey: string;
  readonly bindingSecret: string;
}

/** What `POST /sandbox/projects` answers, as far as tests read it. */
export interface SandboxProject {
  readonly apiKey: string;
  /** Base URL of the sandbox itself; `<it>/projects/current` describes the project to the owner of its API key. */
  readonly sandboxUrl: string;
  readonly platformUrl: string;
  readonly deviceUrl: string;
  readonly broker: { readonly host: string; readonly tcp: number; readonly tls: number };
  /** The demo node, whose device is bound, then one that waits for its device. */
  readonly nodes: readonly [SandboxNode, SandboxNode];
  readonly examples: Examples;
}

export type Answer = Readonly<Record<string, JsonValue>>;

/** The project's own values for the examples of the documents. */
type Examples = Readonly<Partial<Record<NonNullable<Schema['x-value']>, string>>>;

/** A running sandbox with nothing but its own ports on this machine. */
export interface GuideSandbox {
  /** Certificate of its authority, as PEM. */
  readonly ca: string;
  createProject(): Promise<SandboxProject>;
  close(): Promise<void>;
}

/** Posts a JSON body. @returns the answer of whatever status */
export async function post(
  url: string,
  body: JsonValue,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

/** Starts a sandbox as `npm run sandbox` does, on free ports and with a store of its own. */
export async function startGuideSandbox(): Promise<GuideSandbox> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'guides-'));
  const served = await serveAlone(
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
  );
  const base = `http://${host}:${served.port}/sandbox`;
  const ca = await fetch(`${base}/ca.pem`).then((response) => response.text());
  return {
    ca,
    createProject: async () => {
      const project = await post(`${base}/projects`, {}, {});
      return { ...(project as unknown as SandboxProject), sandboxUrl: base };
    },
    close: async () => {
      await served.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
