import { bodyViolation, type JsonValue, type Operation } from '@anedya-docs/openapi-model';
import type { AddressedPush, JsonObject } from '../../../src/core/context.ts';
import type { RequestOutcome, DeviceApi, DeviceSession } from '../../../src/mqtt/device-api.ts';

interface Command {
  readonly commandId: string;
  readonly command: string;
  readonly data: string;
  readonly issuedAt: number;
  status: string;
}

/** A node and its data. */
export interface TestNode {
  readonly projectId: string;
  readonly nodeId: string;
  readonly connectionKey: string;
  bindingSecret: string;
  deviceId: string | undefined;
  readonly points: JsonObject[];
  readonly logs: JsonObject[];
  readonly values: Map<string, JsonObject>;
  readonly commands: Command[];
  readonly deployments: string[];
  heartbeats: number;
  readonly events: JsonObject[];
}

const now = Date.UTC(2026, 0, 1);
const variables = new Set(['temperature', 'position']);
const self = { scope: 'self', id: '' };
const steps = ['pending', 'received', 'processing', 'success', 'failure'];

class Rejected extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

type Behavior = (node: TestNode, body: JsonObject) => JsonObject;

/** A field that its schema makes a string. */
const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
const commandOf = (node: TestNode, id: unknown) => {
  const command = node.commands.find(({ commandId }) => commandId === id);
  if (!command) throw new Rejected(1, 'There is no such command.');
  return command;
};
const summary = ({ commandId, command, status, issuedAt }: Command) => ({
  commandId,
  command,
  status,
  issuedAt,
  updated: issuedAt,
});
const waiting = ({ commands }: TestNode) => commands.filter(({ status }) => status === 'pending');

/** The operations of a device, over the state of its node. */
const behaviors: Readonly<Record<string, Behavior>> = {
  binddevice: (node, { deviceid, bindingsecret }) => {
    if (bindingsecret !== node.bindingSecret) throw new Rejected(1, 'The secret does not fit.');
    node.deviceId = text(deviceid);
    node.bindingSecret += '!';
    return {};
  },
  'events-submit': (node, event) => {
    node.events.push(event);
    return {};
  },
  heartbeat: (node) => {
    node.heartbeats += 1;
    return {};
  },
  'http-time-sync': (_, { deviceSendTime = 0 }) => ({
    deviceSendTime,
    serverReceiveTime: now,
    serverSendTime: now,
  }),
  submitdata: (node, { data }) => {
    const points = data as JsonObject[];
    const unknown = points.find(({ variable }) => !variables.has(text(variable)));
    if (unknown) throw new Rejected(4040, 'There is no such variable.');
    node.points.push(...points);
    return {};
  },
  'gateway-submitdata': (node, { childAlias = null, data }) => {
    node.points.push(...(data as JsonObject[]).map((point) => ({ childAlias, ...point })));
    return {};
  },
  'logs-submit-logs': (node, { data }) => {
    node.logs.push(...(data as JsonObject[]));
    return {};
  },
  'commands-next': (node) => {
    const [first, ...others] = waiting(node);
    if (!first) return { available: false };
    const details = { data: first.data, datatype: 'string', nextavailable: others.length > 0 };
    return { available: true, ...summary(first), ...details };
  },
  'commands-list': (node) => {
    const commands = waiting(node).map(summary);
    const { length } = commands;
    return { totalcount: length, count: length, next: length, commands };
  },
  'commands-get-details': (node, { commandId }) => {
    const command = commandOf(node, commandId);
    return { ...summary(command), data: command.data, datatype: 'string' };
  },
  'commands-update-status': (node, { commandId, status }) => {
    const command = commandOf(node, commandId);
    if (steps.indexOf(text(status)) <= steps.indexOf(command.status)) {
      throw new Rejected(1, 'A status only goes forward.');
    }
    command.status = text(status);
    return {};
  },
  'valuestore-set-value': (node, { key, value = null, type = null }) => {
    node.values.set(text(key), { value, type, modified: now / 1000 });
    return {};
  },
  'valuestore-get-value': (node, { key = null }) => {
    const value = node.values.get(text(key));
    if (!value) throw new Rejected(1, 'There is no such key.');
    return { namespace: self, key, ...value };
  },
  'valuestore-scan': ({ values }) => {
    const keys = [...values].map(([key, { type = null, modified = null }]) => ({
      namespace: self,
      key,
      type,
      modified,
    }));
    return { count: keys.length, next: keys.length, keys };
  },
  'valuestore-delete': (node, { key }) => {
    if (!node.values.delete(text(key))) throw new Rejected(1, 'There is no such key.');
    return {};
  },
  'v-1-ota-next': () => ({ deploymentAvailable: false, data: null }),
  'v-1-ota-current': () => ({ count: 0, data: [] }),
  'v-1-ota-status-update': (node, { status }) => {
    node.deployments.push(text(status));
    return {};
  },
};

/** A small platform in memory, which keeps what devices send it. */
export class TestPlatform implements DeviceApi {
  readonly nodes: TestNode[] = [];
  /** Makes all requests fail with an internal error. */
  isBroken = false;
  /** Set to delay requests until it resolves. */
  gate: Promise<void> = Promise.resolve();
  requests = 0;
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[]) {
    this.operations = new Map(operations.map((operation) => [operation.id, operation]));
  }

  /** Adds a node; its device is bound unless told otherwise. */
  addNode(changes: Partial<TestNode> = {}): TestNode {
    const number = (this.nodes.length + 1).toString(16).padStart(12, '0');
    const node: TestNode = {
      projectId: 'project-1',
      nodeId: `019f0000-0000-7000-8000-${number}`,
      deviceId: `00000000-0000-4000-8000-${number}`,
      connectionKey: `key-${number}`,
      bindingSecret: `secret-${number}`,
      heartbeats: 0,
      events: [],
      points: [],
      logs: [],
      values: new Map(),
      commands: [],
      deployments: [],
      ...changes,
    };
    this.nodes.push(node);
    return node;
  }

  authenticate(deviceId: string, connectionKey: string): ReturnType<DeviceApi['authenticate']> {
    const node = this.nodes.find((each) => each.connectionKey === connectionKey);
    if (!node) return Promise.resolve('badCredentials' as const);
    if (node.deviceId !== undefined && node.deviceId !== deviceId) {
      return Promise.resolve('notAuthorized' as const);
    }
    const { projectId, nodeId } = node;
    return Promise.resolve({ projectId, nodeId, deviceId });
  }

  async request(
    { projectId, nodeId }: DeviceSession,
    id: string,
    sent: JsonObject,
  ): Promise<RequestOutcome> {
    const fields = Object.entries(sent).filter(([name]) => name.toLowerCase() !== 'reqid');
    const body = Object.fromEntries(fields);
    await this.gate;
    this.requests += 1;
    if (this.isBroken) throw new Error('the database is down');
    const node = this.nodes.find((each) => each.nodeId === nodeId && each.projectId === projectId);
    const behavior = behaviors[id];
    if (!node || !behavior) return { rejected: { code: 1, message: `No operation "${id}".` } };
    const operation = this.operations.get(id);
    const violation = operation && bodyViolation(operation.request.schema, body);
    if (violation) {
      const message = `${violation.path.join('.')} ${violation.reason}`;
      return { rejected: { code: 1, message } };
    }
    try {
      return { ok: behavior(node, body) };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { rejected: { code: error.code, message: error.message } };
    }
  }

  /** Issues a command. @returns the message for the device */
  issue(node: TestNode, command: string, data: string): AddressedPush {
    const { nodeId, deviceId = '', commands } = node;
    const commandId = `019f0000-0000-7000-8000-${String(commands.length).padStart(12, '0')}`;
    commands.push({ commandId, command, data, issuedAt: now, status: 'pending' });
    const body = { command, commandId, data, datatype: 'string', exp: now + 3_600_000 };
    return { nodeId, deviceId, topic: 'commands', body };
  }
}
