import type { Examples } from '@anedya-docs/openapi-model';
import { sandboxAddress } from './address';
import type { Fields } from './ask';
import { sandboxErrors } from './error';
import type { SandboxBroker, SandboxNode, SandboxProject } from './project-types';

export type { SandboxBroker, SandboxNode, SandboxProject } from './project-types';

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

/** The broker under the name that this page uses, as the addresses are. */
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
 * A project out of an answer of the sandbox. Its addresses are those that this page reaches: a server behind another one
 * may not know them.
 * @throws SandboxError when the answer has another form
 */
export function readProject(fields: Fields, apiKey: string): SandboxProject {
  const { nodes, expires } = fields;
  if (!Array.isArray(nodes) || typeof expires !== 'number') throw sandboxErrors.broken();
  const address = sandboxAddress();
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
