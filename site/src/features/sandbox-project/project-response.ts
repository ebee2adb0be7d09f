import type { Examples } from '@anedya-docs/openapi-model';
import { sandboxAddress } from './address';
import { sandboxErrors } from './errors';
import type { SandboxBroker, SandboxNode, SandboxProject } from './project-data';

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw sandboxErrors.broken();
  return value;
}

function nodeOf(fields: unknown): SandboxNode {
  if (!isRecord(fields)) throw sandboxErrors.broken();
  return {
    nodeId: textOf(fields, 'nodeId'),
    name: textOf(fields, 'name'),
    deviceId: textOf(fields, 'deviceId'),
    bound: fields.bound === true,
    connectionKey: textOf(fields, 'connectionKey'),
    bindingSecret: textOf(fields, 'bindingSecret'),
  };
}

const portOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Replaces the host of the broker with the one that this page uses. */
function brokerOf(fields: unknown, address: string): SandboxBroker {
  const ports = isRecord(fields) ? fields : {};
  return {
    host: new URL(address).hostname,
    tcp: portOf(ports.tcp),
    tls: portOf(ports.tls),
    webSocket: `${address.replace(/^http/, 'ws')}/mqtt`,
    ...(typeof ports.ca === 'string' && { ca: ports.ca }),
  };
}

function examplesOf(fields: unknown): Examples {
  if (!isRecord(fields)) throw sandboxErrors.broken();
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}

/**
 * Parses a project from a response of the sandbox. Uses the host of this page in its addresses: a server behind another one
 * may not know them.
 * @param address URL of the sandbox that has sent it
 * @throws SandboxError when the response has an unexpected format
 */
export function readProject(
  fields: Fields,
  apiKey: string,
  address = sandboxAddress(),
): SandboxProject {
  const { nodes, expires } = fields;
  if (!Array.isArray(nodes) || typeof expires !== 'number') throw sandboxErrors.broken();
  return {
    projectId: textOf(fields, 'projectId'),
    apiKey,
    platformUrl: `${address}/platform/v1`,
    deviceUrl: `${address}/device/v1`,
    expires,
    nodes: nodes.map(nodeOf),
    newDeviceId: textOf(fields, 'newDeviceId'),
    commandId: textOf(fields, 'commandId'),
    assetId: textOf(fields, 'assetId'),
    examples: examplesOf(fields.examples),
    broker: brokerOf(fields.broker, address),
    readAt: Date.now(),
  };
}
