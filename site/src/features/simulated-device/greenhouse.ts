/** The simulated device of this tab and the back end that uses it. */
import {
  deviceVariables,
  intervalKey,
  SimulatedDevice,
  type DeviceOperation,
  type DeviceState,
  type DeviceVariable,
  type Fields,
  type OpenLink,
} from '@anedya-docs/simulated-device';
import {
  sandboxFetch,
  SandboxError,
  openSandboxProject,
  demoNode,
  type SandboxProject,
} from '@site/src/features/sandbox-project';
import {
  type ConnectDevice,
  ownTopic,
  brokerName,
  hasInvalidCredentials,
  otherProject,
  problemOf,
  type Problem,
} from '@site/src/features/mqtt-console';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { fieldsIn, isCurrent, Platform, PlatformError, textIn as text } from './platform';
import { rollOut, readRollout, type Rollout } from './rollout';
import { PacketReader, withWireEntry, type WireEntry } from './wire';

/** A command that this page sent, with the statuses that the platform reported, oldest first. */
export interface SentCommand {
  readonly commandId: string;
  readonly text: string;
  readonly statuses: readonly string[];
}

export interface GreenhouseState {
  /** Undefined before the first start. */
  readonly device: DeviceState | undefined;
  readonly isStarting: boolean;
  /** Why the device does not run. */
  readonly problem: Problem | undefined;
  readonly wire: readonly WireEntry[];
  /** Newest values that the platform has, as text. */
  readonly latest: Readonly<Partial<Record<DeviceVariable, string>>>;
  /** Health of the node on the platform. */
  readonly health: { readonly isOnline: boolean; readonly seconds: number } | undefined;
  /** Newest log entry on the platform. */
  readonly log: string;
  readonly command: SentCommand | undefined;
  readonly rollout: Rollout | undefined;
  /** What the back end does, or why it could not; read to screen readers. */
  readonly notice: string;
}

const seconds = 1000;

/** A node is online if its last heartbeat is at most this old, in seconds. The device sends one every 5 seconds. */
export const onlineFor = 10;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const initial: GreenhouseState = {
  device: undefined,
  isStarting: false,
  problem: undefined,
  wire: [],
  latest: {},
  health: undefined,
  log: '',
  command: undefined,
  rollout: undefined,
  notice: '',
};

/** What one start of the device uses. */
interface Run {
  readonly project: SandboxProject;
  readonly nodeId: string;
  readonly platform: Platform;
  readonly device: SimulatedDevice;
}

/** Connects the device to the sandbox, and sends the requests of the back end. */
export class Greenhouse {
  private state = initial;
  private readonly listeners = new Set<() => void>();
  private run: Run | undefined;
  private healthTimer: ReturnType<typeof setTimeout> | undefined;
  /** How often the reader has left the page. */
  private departures = 0;

  /** @param operations URL path of the data of the platform's operations, with a trailing slash */
  constructor(
    private readonly facts: MqttFacts,
    private readonly operations: string,
    private readonly connect: ConnectDevice,
  ) {}

  readonly getState = (): GreenhouseState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get device(): SimulatedDevice | undefined {
    return this.run?.device;
  }

  /** Opens a sandbox project if the tab has none, creates the missing variables, and starts the device. */
  async start(): Promise<void> {
    if (this.state.isStarting) return;
    const { departures } = this;
    const { health, log, latest } = initial;
    this.set({ isStarting: true, problem: undefined, notice: '', health, log, latest });
    try {
      const project = await openSandboxProject();
      const run = this.runFor(project);
      await this.createVariables(run);
      if (departures === this.departures) run.device.start();
    } catch (error) {
      this.set({ problem: problemFor(error) });
    }
    this.set({ isStarting: false });
    this.followProject();
  }

  /** Stops the device when the tab has another project, or the demo node has other credentials. */
  readonly followProject = (): void => {
    const { run } = this;
    if (!run || this.state.isStarting || isCurrent(run.project)) return;
    clearTimeout(this.healthTimer);
    this.run = undefined;
    run.device.stop();
    this.set({
      ...initial,
      problem: {
        ...otherProject,
        hint: 'Start the device again. It uses the project of this tab, or creates one.',
      },
    });
  };

  /** Ends the connection, with or without DISCONNECT, and reads the health of the node until it is offline. */
  end(how: 'stop' | 'unplug'): void {
    this.device?.[how]();
    if (how === 'unplug') this.perform('', (run) => this.readLog(run));
    void this.watchHealth();
  }

  sendCommand(command: string, data: string): void {
    this.perform('Sending the command…', async ({ platform, nodeId }) => {
      const expiry = Date.now() + 3600 * seconds;
      const body = { nodeid: nodeId, command, data, type: 'string', expiry };
      const commandId = text(await platform.send('commands-send', body), 'commandId');
      const sent = { commandId, text: `${command} ${data}`, statuses: ['pending'] };
      this.set({ command: sent });
      const isOn = this.state.device?.power === 'on';
      return isOn
        ? 'The command is pending.'
        : 'The command is pending: the device gets it when it connects.';
    });
  }

  /** Writes the setting to the value store of the node. @param value seconds */
  setInterval(value: number): void {
    this.perform('Writing the setting…', async ({ platform, nodeId }) => {
      const namespace = { scope: 'node', id: nodeId };
      const body = { namespace, key: intervalKey, value, type: 'float' };
      await platform.send('valuestore-create-value', body);
      return `${intervalKey} is ${value} s in the value store.`;
    });
  }

  /** Uploads the next firmware and creates a deployment with two stages. */
  rollOut(): void {
    this.perform('Uploading the firmware…', async ({ platform }) => {
      const installed = this.state.device?.firmware ?? '1.0.0';
      const rollout = await rollOut(platform, installed, this.state.rollout?.version);
      this.set({ rollout });
      return `Firmware ${rollout.version} is deployed. The device asks for updates every 30 seconds.`;
    });
  }

  /** Stops the device and all reads. */
  dispose(): void {
    this.departures += 1;
    clearTimeout(this.healthTimer);
    this.device?.stop();
  }

  private runFor(project: SandboxProject): Run {
    const { run } = this;
    const node = demoNode(project);
    if (!node || node.deviceId === '') {
      throw new PlatformError('The project has no bound device. Bind one, or reset the project.');
    }
    const { deviceId, connectionKey, nodeId } = node;
    if (run && isCurrent(run.project)) return run;
    const platform = new Platform(this.operations, project, (entry) => this.record(entry));
    const topics = [...this.facts.operations, ...this.facts.guideOperations];
    const topicOf = (operation: DeviceOperation) =>
      ownTopic(topics.find(({ id }) => id === operation)?.topic ?? '', deviceId);
    const open: OpenLink = (will, events) => {
      const reader = new PacketReader(this.facts, ownTopic(this.facts.topicPrefix, deviceId));
      const connection = this.connect(
        {
          url: project.broker.webSocket,
          deviceId,
          connectionKey,
          version: 5,
          topics: this.facts.subscribe.map(({ topic }) => ownTopic(topic, deviceId)),
          will,
        },
        {
          onReady: events.onReady,
          onMessage: events.onMessage,
          onEnd: (end) => {
            this.set({ problem: problemOf(end, 5, brokerName(project)) });
            events.onEnd();
            // The project may have been deleted: a request with its key would create another one.
            if (hasInvalidCredentials(end)) this.set({ health: undefined });
            else void this.watchHealth();
          },
          onPacket: (way, packet) => this.record(reader.read(way, packet)),
        },
      );
      return {
        publish: (topic, body) => connection.publish(topic, body, 1, () => undefined),
        close: () => connection.end(),
        drop: () => connection.drop(),
      };
    };
    const device = new SimulatedDevice({
      open,
      topicOf,
      timers: {
        now: Date.now,
        set: (action, milliseconds) => {
          const timer = setTimeout(action, milliseconds);
          return () => clearTimeout(timer);
        },
      },
      download: async (url) => {
        const response = await sandboxFetch(url, {});
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
      },
      onAccepted: (operation, body) => this.follow(operation, body),
    });
    device.subscribe(() => this.set({ device: device.getState() }));
    run?.device.stop();
    this.set({ ...initial, isStarting: true, device: device.getState() });
    return (this.run = { project, nodeId, platform, device });
  }

  private async createVariables({ platform }: Run): Promise<void> {
    const { nodeParams } = await platform.send('variables-list', { limit: 100, offset: 0 });
    const known = new Set(
      (Array.isArray(nodeParams) ? nodeParams : []).map((entry) =>
        text(fieldsIn(entry), 'variable'),
      ),
    );
    for (const { variable, type, name } of deviceVariables) {
      if (known.has(variable)) continue;
      await platform.send('variable-create', { name, variable, type, desc: '', ttl: 0 });
    }
  }

  /** Reads on the platform what a request of the device has changed. */
  private follow(operation: DeviceOperation, body: Fields): void {
    if (operation === 'submitdata') {
      const points = body.data as readonly { readonly variable: DeviceVariable }[];
      const isFirst = Object.keys(this.state.latest).length === 0;
      const [first] = points;
      if (isFirst) for (const { variable } of points) this.readLatest(variable);
      else if (points.length === 1 && first) this.readLatest(first.variable);
    }
    if (operation === 'heartbeat' && !this.state.health?.isOnline) void this.readHealth();
    if (operation === 'commands-update-status') this.readCommand(String(body.commandId));
    if (operation === 'v-1-ota-status-update') this.readRollout(String(body.deploymentId));
  }

  private readLatest(variable: DeviceVariable): void {
    this.perform('', async ({ platform, nodeId }) => {
      const { data } = await platform.send('variables-latest', { nodes: [nodeId], variable });
      const { value } = fieldsIn(fieldsIn(data)[nodeId]);
      this.set({
        latest: {
          ...this.state.latest,
          [variable]: typeof value === 'number' ? `${value}` : text({ value }, 'value'),
        },
      });
    });
  }

  private readCommand(commandId: string): void {
    this.perform('', async ({ platform }) => {
      const status = text(await platform.send('command-status', { commandId }), 'status');
      const { command } = this.state;
      if (command?.commandId !== commandId || command.statuses.at(-1) === status) return;
      this.set({ command: { ...command, statuses: [...command.statuses, status] } });
    });
  }

  private readRollout(deploymentId: string): void {
    this.perform('', async ({ platform }) => {
      const { rollout } = this.state;
      if (rollout?.deploymentId === deploymentId) {
        this.set({ rollout: await readRollout(platform, rollout) });
      }
    });
  }

  private async readHealth(): Promise<void> {
    const { run } = this;
    if (!run) return;
    try {
      const body = { nodes: [run.nodeId], lastContactThreshold: onlineFor };
      const { data } = await run.platform.send('health-status', body);
      const { online, lastHeartbeat } = fieldsIn(fieldsIn(data)[run.nodeId]);
      const age = Math.max(0, Math.round(Date.now() / seconds - Number(lastHeartbeat)));
      if (run === this.run) this.set({ health: { isOnline: online === true, seconds: age } });
    } catch (error) {
      this.set({ notice: noticeOf(error) });
    }
  }

  /** Reads the health now and until the node is offline. */
  private async watchHealth(): Promise<void> {
    clearTimeout(this.healthTimer);
    await this.readHealth();
    if (!this.state.health?.isOnline || this.state.device?.power === 'on') return;
    const missing = onlineFor + 1 - this.state.health.seconds;
    this.healthTimer = setTimeout(() => void this.watchHealth(), Math.max(1, missing) * seconds);
  }

  /** Reads the log entry of the last will, which arrives shortly after the connection broke. */
  private async readLog(run: Run): Promise<void> {
    await wait(seconds);
    const [from, to] = [Date.now() - 3600 * seconds, Date.now() + 3600 * seconds];
    const body = { nodeid: run.nodeId, from, to, order: 'desc', limit: 1 };
    const { data } = await run.platform.send('logs-getlogs', body);
    const newest = fieldsIn(Array.isArray(data) ? data[0] : undefined);
    this.set({ log: text(newest, 'log') });
  }

  /** Runs a task of the back end, and shows its result or its error. */
  private perform(doing: string, task: (run: Run) => Promise<unknown>): void {
    const { run } = this;
    if (!run) return;
    if (doing !== '') this.set({ notice: doing });
    task(run).then(
      (notice) => {
        if (typeof notice === 'string') this.set({ notice });
      },
      (error: unknown) => this.set({ notice: noticeOf(error) }),
    );
  }

  private record(entry: Omit<WireEntry, 'id' | 'at'>): void {
    this.set({ wire: withWireEntry(this.state.wire, entry, Date.now()) });
  }

  private set(changes: Partial<GreenhouseState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

const noticeOf = (error: unknown) =>
  error instanceof PlatformError ? error.message : 'The request could not be sent. Try again.';

function problemFor(error: unknown): Problem {
  if (error instanceof SandboxError) return error;
  return {
    title: 'The device did not start',
    message: error instanceof PlatformError ? error.message : 'The site did not respond.',
    hint: 'Check your network connection and try again.',
  };
}
