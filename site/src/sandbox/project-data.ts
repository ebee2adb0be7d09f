import type { Examples } from '@anedya-docs/openapi-model';
import type { Values } from '../values/store';

export interface SandboxNode {
  readonly nodeId: string;
  readonly name: string;
  /** UUID of its device; empty while it has none. */
  readonly deviceId: string;
  readonly bound: boolean;
  readonly connectionKey: string;
  readonly bindingSecret: string;
}

/** Where programs find the broker: its host name, and the ports that are open. */
export interface SandboxBroker {
  readonly host: string;
  /** Without encryption. */
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
  /** Certificate that clients of the TLS port have to trust, as PEM. */
  readonly ca?: string;
  /** Absolute address of MQTT over WebSocket. */
  readonly webSocket: string;
}

/** A project of the sandbox: the response of `POST /sandbox/projects` (`packages/sandbox/src/http/projects.ts`). */
export interface SandboxProject {
  readonly projectId: string;
  readonly apiKey: string;
  /** Base URLs of the two APIs, absolute, without a slash at the end. */
  readonly platformUrl: string;
  readonly deviceUrl: string;
  /** Milliseconds since 1970; it ends then unless it is used before. */
  readonly expires: number;
  /** The demo node, whose device is bound, then one that waits for its device, then those the reader has made. */
  readonly nodes: readonly SandboxNode[];
  /** A device id that no node has, for a device that is to be bound. */
  readonly newDeviceId: string;
  /** Of the newest command and the newest asset; empty when there is none. */
  readonly commandId: string;
  readonly assetId: string;
  /** Its values, which replace the documents' examples. */
  readonly examples: Examples;
  readonly broker: SandboxBroker;
  /** When this page read all this, in milliseconds since 1970. */
  readonly readAt: number;
}

/** Name of the file with the certificate of the sandbox's broker. */
export const sandboxCaFile = 'anedya-sandbox-ca.pem';

/** The node whose device acts: the one that examples name. */
export function demoNode({ nodes, examples }: SandboxProject): SandboxNode | undefined {
  return nodes.find(({ nodeId }) => nodeId === examples['node id']) ?? nodes[0];
}

/** The keys of a project, as calls need them. */
export function credentialsOf(project: SandboxProject): Values {
  const { 'token id': tokenId, 'token secret': tokenSecret } = project.examples;
  const connectionKey = demoNode(project)?.connectionKey;
  return {
    apiKey: project.apiKey,
    ...(connectionKey !== undefined && { connectionKey }),
    ...(tokenId !== undefined && { tokenId }),
    ...(tokenSecret !== undefined && { tokenSecret }),
  };
}
