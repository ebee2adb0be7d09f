/** The simulated device of this tab and the back end that uses it. */
import {
  deviceVariables,
  intervalKey,
  SimulatedDevice,
  type DeviceOperation,
  type DeviceState,
  type DeviceVariable,
  type Fields,
} from '@anedya-docs/simulated-device';
import {
  sandboxFetch,
  openSandboxProject,
  demoNode,
  type SandboxNode,
  type SandboxProject,
} from '@site/src/features/sandbox-project';
import {
  type ConnectDevice,
  brokerName,
  hasInvalidCredentials,
  otherProject,
  problemOf,
} from '@site/src/features/mqtt-console';
import { configFor, lazyBoard, loadBoard, type ProgramBoard } from '@site/src/features/firmware';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import {
  createVariables,
  fieldsIn,
  isCurrent,
  Platform,
  PlatformError,
  textIn as text,
} from './platform';
import { linkOf, topicsOf } from './link';
import { brokerHost, hostOf, ProgramDevice } from './program-device';
import { rollOut, readRollout } from './rollout';
import {
  type GreenhouseState,
  initial,
  noticeOf,
  onlineFor,
  problemFor,
  submittedValues,
  valueText,
} from './state';
import { withWireEntry, type WireEntry } from './wire';

const seconds = 1000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What one start of the device uses. */
interface Run {
  readonly project: SandboxProject;
  readonly node: SandboxNode;
  readonly platform: Platform;
  readonly device: SimulatedDevice;
  readonly board: ProgramDevice;
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

  /** The board that runs the reader's program. Its code loads with the first run. */
  readonly program: ProgramBoard = lazyBoard(async () => {
    const createBoard = await loadBoard();
    const board = createBoard({
      ...hostOf(() => this.run?.board),
      start: () => this.startProgram(),
    });
    board.subscribe(() => this.run?.board.follow(board.getState().phase));
    return board;
  });

  /** Starts the device with the built-in firmware. */
  async start(): Promise<void> {
    if (this.state.isStarting) return;
    this.program.powerOff();
    try {
      await this.prepare(false, ({ device }) => device.start());
    } catch {
      // The page shows the problem.
    }
  }

  /** Starts the device with the reader's program. @returns files of the board, and its network */
  private async startProgram(): Promise<ReturnType<typeof configFor>> {
    const { project, node } = await this.prepare(true, ({ device, board }) => {
      device.stop();
      board.plug(true);
    });
    return configFor({
      server: brokerHost(project),
      deviceId: node.deviceId,
      connectionKey: node.connectionKey,
      certificate: project.broker.ca,
    });
  }

  /**
   * Opens a sandbox project if the tab has none, creates the missing variables, and starts the device.
   * @throws SandboxError, PlatformError
   */
  private async prepare(runsProgram: boolean, start: (run: Run) => void): Promise<Run> {
    const { departures } = this;
    const { health, log, latest } = initial;
    const cleared = { problem: undefined, notice: '', health, log, latest };
    this.set({ ...cleared, runsProgram, isStarting: true });
    try {
      const run = this.runFor(await openSandboxProject());
      await createVariables(run.platform);
      if (departures === this.departures) start(run);
      this.showDevice();
      return run;
    } catch (error) {
      this.set({ problem: problemFor(error) });
      throw error;
    } finally {
      this.set({ isStarting: false });
      this.followProject();
    }
  }

  /** Stops the device when the tab has another project, or the demo node has other credentials. */
  readonly followProject = (): void => {
    const { run } = this;
    if (!run || this.state.isStarting || isCurrent(run.project)) return;
    clearTimeout(this.healthTimer);
    this.run = undefined;
    run.device.stop();
    this.program.powerOff();
    this.set({
      ...initial,
      problem: {
        ...otherProject,
        hint: 'Start the device again. It uses the project of this tab, or creates one.',
      },
    });
  };

  /** Changes what a sensor measures. */
  turn<K extends 'temperature' | 'humidity' | 'door_state'>(
    sensor: K,
    value: DeviceState['readings'][K],
  ): void {
    this.run?.device.turn(sensor, value);
    this.run?.board.turn(sensor, value);
  }

  /** Brings the network of the program back. */
  plugIn(): void {
    this.run?.board.plug(true);
  }

  /**
   * Ends the connection, with or without DISCONNECT, and reads the health of the node until it is offline. A program loses the
   * network by it, and goes on.
   */
  end(how: 'stop' | 'unplug'): void {
    if (!this.state.runsProgram) this.device?.[how]();
    else if (how === 'stop') this.program.powerOff();
    else this.run?.board.plug(false);
    if (how === 'unplug') this.perform('', (run) => this.readLog(run));
    void this.watchHealth();
  }

  sendCommand(command: string, data: string): void {
    this.perform('Sending the command…', async ({ platform, node: { nodeId } }) => {
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
    this.perform('Writing the setting…', async ({ platform, node: { nodeId } }) => {
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
      return this.state.runsProgram
        ? `Firmware ${rollout.version} is deployed.`
        : `Firmware ${rollout.version} is deployed. The device asks for updates every 30 seconds.`;
    });
  }

  /** Stops the device and all reads. */
  dispose(): void {
    this.departures += 1;
    clearTimeout(this.healthTimer);
    this.device?.stop();
    this.program.powerOff();
  }

  private runFor(project: SandboxProject): Run {
    const { run } = this;
    const node = demoNode(project);
    if (!node || node.deviceId === '') {
      throw new PlatformError('The project has no bound device. Bind one, or reset the project.');
    }
    const { deviceId, connectionKey } = node;
    if (run && isCurrent(run.project)) return run;
    const platform = new Platform(this.operations, project, (entry) => this.record(entry));
    const topicOf = topicsOf(this.facts, deviceId);
    const open = linkOf({
      facts: this.facts,
      connect: this.connect,
      credentials: { url: project.broker.webSocket, deviceId, connectionKey },
      record: (entry) => this.record(entry),
      onEnd: (end) => {
        this.set({ problem: problemOf(end, 5, brokerName(project)) });
        // The project may have been deleted: a request with its key would create another one.
        if (hasInvalidCredentials(end)) this.set({ health: undefined });
        else void this.watchHealth();
      },
    });
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
    const board = new ProgramDevice(
      {
        facts: this.facts,
        project,
        node,
        connect: this.connect,
        topicOf,
        record: (entry) => this.record(entry),
        onAccepted: (operation, body) => this.follow(operation, body),
        onEnd: () => void this.watchHealth(),
      },
      device.getState(),
    );
    device.subscribe(this.showDevice);
    board.subscribe(this.showDevice);
    run?.device.stop();
    const { runsProgram } = this.state;
    this.run = { project, node, platform, device, board };
    this.set({ ...initial, runsProgram, isStarting: true });
    this.showDevice();
    return this.run;
  }

  private readonly showDevice = (): void => {
    const { runsProgram } = this.state;
    const device = this.run?.[runsProgram ? 'board' : 'device'].getState();
    if (device !== this.state.device) this.set({ device });
  };

  /** Reads on the platform what a request of the device has changed. */
  private follow(operation: DeviceOperation, body: Fields): void {
    if (operation === 'submitdata') {
      const last = submittedValues(body);
      for (const { variable } of deviceVariables) {
        const value = last.get(variable);
        if (value !== undefined && value !== this.state.latest[variable]) this.readLatest(variable);
      }
    }
    if (operation === 'heartbeat' && !this.state.health?.isOnline) void this.readHealth();
    if (operation === 'commands-update-status') this.readCommand(String(body.commandId));
    if (operation === 'v-1-ota-status-update') this.readRollout(String(body.deploymentId));
  }

  private readLatest(variable: DeviceVariable): void {
    this.perform('', async ({ platform, node: { nodeId } }) => {
      const { data } = await platform.send('variables-latest', { nodes: [nodeId], variable });
      const { value } = fieldsIn(fieldsIn(data)[nodeId]);
      this.set({ latest: { ...this.state.latest, [variable]: valueText(value) } });
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
      const body = { nodes: [run.node.nodeId], lastContactThreshold: onlineFor };
      const { data } = await run.platform.send('health-status', body);
      const { online, lastHeartbeat } = fieldsIn(fieldsIn(data)[run.node.nodeId]);
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
    const body = { nodeid: run.node.nodeId, from, to, order: 'desc', limit: 1 };
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
