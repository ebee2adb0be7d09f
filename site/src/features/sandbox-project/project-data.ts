import type { Examples } from '@anedya-docs/openapi-model';
import type { Values } from '../../requests/own-values';

export interface SandboxNode {
  readonly nodeId: string;
  readonly name: string;
  /** UUID of its device; empty if it has none. */
  readonly deviceId: string;
  readonly bound: boolean;
  readonly connectionKey: string;
  readonly bindingSecret: string;
}

/** Host name and open ports of the broker. */
export interface SandboxBroker {
  readonly host: string;
  /** Port without encryption. */
  readonly tcp: number | undefined;
  readonly tls: number | undefined;
  /** Certificate that clients of the TLS port must trust, in PEM format. */
  readonly ca?: string;
  /** URL of MQTT over WebSocket. */
  readonly webSocket: string;
}

/** A sandbox project: the response of `POST /sandbox/projects` (`packages/sandbox/src/http/projects.ts`). */
export interface SandboxProject {
  readonly projectId: string;
  readonly apiKey: string;
  /** Absolute base URLs of the two APIs, without a trailing slash. */
  readonly platformUrl: string;
  readonly deviceUrl: string;
  /** Expiry in milliseconds since 1970. Every use of the project extends it. */
  readonly expires: number;
  /** The demo node with a bound device, a node without a device, and then the nodes that the reader has created. */
  readonly nodes: readonly SandboxNode[];
  /** An unused device id, for a device to be bound. */
  readonly newDeviceId: string;
  /** Ids of the newest command and the newest asset; empty when there is none. */
  readonly commandId: string;
  readonly assetId: string;
  /** Values of the project, which replace the examples of the documents. */
  readonly examples: Examples;
  readonly broker: SandboxBroker;
  /** When this page read the data, in milliseconds since 1970. */
  readonly readAt: number;
}

/** File name of the certificate of the sandbox broker. */
export const sandboxCaFile = 'anedya-sandbox-ca.pem';

/** The node that examples refer to. */
export function demoNode({ nodes, examples }: SandboxProject): SandboxNode | undefined {
  return nodes.find(({ nodeId }) => nodeId === examples['node id']) ?? nodes[0];
}

/** The credentials of a project, as required by requests. */
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
