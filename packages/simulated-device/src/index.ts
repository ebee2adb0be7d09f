import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  DeviceSession,
  fieldsOf,
  type DeviceTimers,
  type Fields,
  type LinkEvents,
  type OpenLink,
} from './session.ts';

export type { DeviceLink, DeviceTimers, Fields, LinkEvents, OpenLink, Will } from './session.ts';

/** Operations that the device uses over MQTT, by their `operationId`. */
export const deviceOperations = [
  'heartbeat',
  'submitdata',
  'logs-submit-logs',
  'commands-next',
  'commands-update-status',
  'valuestore-get-value',
  'valuestore-set-value',
  'v-1-ota-next',
  'v-1-ota-status-update',
] as const;

export type DeviceOperation = (typeof deviceOperations)[number];

/** Variables that the device submits: identifiers and types. */
export const deviceVariables = [
  { variable: 'temperature', type: 'float', name: 'Room temperature' },
  { variable: 'humidity', type: 'float', name: 'Humidity' },
  { variable: 'door_state', type: 'status', name: 'Door' },
  { variable: 'lamp', type: 'status', name: 'Lamp' },
  { variable: 'pump', type: 'status', name: 'Pump' },
] as const;

export type DeviceVariable = (typeof deviceVariables)[number]['variable'];

/** Values of the sensors and switches. */
interface Readings {
  /** Degrees Celsius. */
  readonly temperature: number;
  /** Percent. */
  readonly humidity: number;
  readonly door_state: 'open' | 'closed';
  readonly lamp: 'on' | 'off';
  readonly pump: 'on' | 'off';
}

/** What the device does with an update. */
interface UpdateProgress {
  readonly deploymentId: string;
  readonly version: string;
  readonly step: 'downloading' | 'verifying' | 'installing' | 'success' | 'failure' | 'skipped';
}

/** A command, with the status that the device reported and the platform accepted. */
interface CommandProgress {
  readonly commandId: string;
  readonly command: string;
  readonly data: string;
  readonly status: 'pending' | 'received' | 'processing' | 'success' | 'failure';
}

export interface DeviceState {
  /** `lost`: the connection ended unexpectedly. */
  readonly power: 'off' | 'connecting' | 'on' | 'unplugged' | 'lost';
  readonly readings: Readings;
  readonly firmware: string;
  /** Seconds between two submissions of all values. */
  readonly interval: number;
  /** When the platform last accepted a heartbeat, in milliseconds since 1970. */
  readonly heartbeatAt: number | undefined;
  /** The last command. */
  readonly command: CommandProgress | undefined;
  readonly update: UpdateProgress | undefined;
  /** Whether the device damages the next file that it downloads, so that its checksum is wrong. */
  readonly damagesDownload: boolean;
}

interface DeviceDeps {
  readonly open: OpenLink;
  /** Topic of a request, for this device. */
  readonly topicOf: (operation: DeviceOperation) => string;
  readonly timers: DeviceTimers;
  /** Downloads the file of an update. */
  readonly download: (url: string) => Promise<Uint8Array>;
  /** Called after the platform accepted a request of the device. */
  readonly onAccepted?: (operation: DeviceOperation, body: Fields) => void;
}

const seconds = 1000;
const heartbeatInterval = 5 * seconds;
const updateInterval = 30 * seconds;
/** Duration of a step of a command or an update, so that a reader can follow it. */
const stepTime = 1.2 * seconds;
/** Key of the setting in the value store of the node. */
export const intervalKey = 'push-interval';
const defaultInterval = 30;
const intervalLimits = { min: 1, max: 3600 };

/** Switches by the name of their command. */
const switches: Readonly<Record<string, 'lamp' | 'pump'>> = {
  'set-led': 'lamp',
  'set-pump': 'pump',
};

/** Name of the file that the device installs. */
export const firmwareName = 'main-firmware';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A greenhouse that behaves like a device with the code of the guides. */
export class SimulatedDevice {
  private state: DeviceState = {
    power: 'off',
    readings: { temperature: 22, humidity: 60, door_state: 'closed', lamp: 'off', pump: 'off' },
    firmware: '1.0.0',
    interval: defaultInterval,
    heartbeatAt: undefined,
    command: undefined,
    update: undefined,
    damagesDownload: false,
  };
  private readonly listeners = new Set<() => void>();
  private session: DeviceSession | undefined;
  private stopSubmitting: () => void = () => undefined;
  /** Commands run one after the other. */
  private commands: Promise<void> = Promise.resolve();
  /** Ids of the commands that the device has run or is running, since it connected. */
  private readonly taken = new Set<string>();
  /** Commands without a result, by id. After a connect, the device continues them: the queue has only pending ones. */
  private readonly unfinished = new Map<string, CommandProgress>();
  private isUpdating = false;

  constructor(private readonly deps: DeviceDeps) {}

  readonly getState = (): DeviceState => this.state;

  /** Adds a listener for changes of the state. @returns a function that removes it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Connects. Does nothing while the device runs. */
  start(): void {
    if (this.session?.isOpen) return;
    const { timers, open, topicOf } = this.deps;
    const session = new DeviceSession(timers);
    this.session = session;
    this.commands = Promise.resolve();
    this.taken.clear();
    this.isUpdating = false;
    this.set({ power: 'connecting', command: undefined, update: undefined });
    const events: LinkEvents = {
      onReady: () => void this.boot(session),
      onMessage: (topic, text) => this.receive(session, topic, fieldsOf(text)),
      onEnd: () => this.set({ power: 'lost' }),
    };
    const text = JSON.stringify({ data: [{ timestamp: 0, log: 'connection lost' }] });
    session.open(open, { topic: topicOf('logs-submit-logs'), text }, events);
  }

  /** Disconnects. */
  stop(): void {
    this.session?.leave('close');
    this.set({ power: 'off' });
  }

  /** Cuts the power: the broker gets no DISCONNECT. */
  unplug(): void {
    this.session?.leave('drop');
    this.set({ power: 'unplugged' });
  }

  /** Changes what a sensor measures. The device submits the new value. */
  turn<K extends 'temperature' | 'humidity' | 'door_state'>(sensor: K, value: Readings[K]): void {
    if (this.state.readings[sensor] === value) return;
    this.set({ readings: { ...this.state.readings, [sensor]: value } });
    if (this.session?.isOpen && this.state.power === 'on') void this.submit(this.session, [sensor]);
  }

  damageDownload(damagesDownload: boolean): void {
    this.set({ damagesDownload });
  }

  /** Asks for an update now. */
  checkForUpdate(): void {
    if (this.session?.isOpen && this.state.power === 'on') void this.poll(this.session);
  }

  private async boot(session: DeviceSession): Promise<void> {
    this.set({ power: 'on' });
    this.beat(session);
    const namespace = { scope: 'self', id: '' };
    const setting = await this.send(session, 'valuestore-get-value', {
      namespace,
      key: intervalKey,
    });
    this.configure(session, setting);
    await this.storeVersion(session);
    await this.submit(session);
    this.commands = this.commands.then(() => this.runWaiting(session));
    this.pollRegularly(session);
  }

  /** Sends a request. @returns fields of the response */
  private async send(
    session: DeviceSession,
    operation: DeviceOperation,
    body: Fields = {},
  ): Promise<Fields> {
    const response = await session.request(this.deps.topicOf(operation), body);
    if (response.success === true) this.deps.onAccepted?.(operation, body);
    return response;
  }

  private beat(session: DeviceSession): void {
    void this.send(session, 'heartbeat').then(({ success }) => {
      if (success === true) this.set({ heartbeatAt: this.deps.timers.now() });
    });
    session.after(heartbeatInterval, () => this.beat(session));
  }

  /** Submits values, and starts the interval again if these are all of them. */
  private async submit(session: DeviceSession, only?: readonly DeviceVariable[]): Promise<void> {
    const { readings, interval } = this.state;
    const variables = only ?? deviceVariables.map(({ variable }) => variable);
    const data = variables.map((variable) => ({
      variable,
      value: readings[variable],
      timestamp: 0,
    }));
    if (!only) {
      this.stopSubmitting();
      this.stopSubmitting = session.after(interval * seconds, () => void this.submit(session));
    }
    await this.send(session, 'submitdata', { data });
  }

  private storeVersion(session: DeviceSession): Promise<Fields> {
    const value = this.state.firmware;
    return this.send(session, 'valuestore-set-value', { key: 'firmware', value, type: 'string' });
  }

  private receive(session: DeviceSession, topic: string, message: Fields): void {
    if (topic.endsWith('/commands')) {
      this.commands = this.commands.then(() => this.run(session, message));
    } else if (topic.endsWith('/valuestore/updates/json') && message.key === intervalKey) {
      if (this.configure(session, message)) void this.submit(session);
    }
  }

  /** Applies the setting. @returns whether it is valid */
  private configure(session: DeviceSession, { value }: Fields): boolean {
    const { min, max } = intervalLimits;
    if (typeof value !== 'number' || !(value >= min && value <= max) || !session.isOpen)
      return false;
    this.set({ interval: value });
    return true;
  }

  /** Continues the commands that the end of a connection interrupted, then runs those that were sent since. */
  private async runWaiting(session: DeviceSession): Promise<void> {
    for (const command of [...this.unfinished.values()]) await this.run(session, { ...command });
    const fetched = new Set<unknown>();
    for (;;) {
      const next = await this.send(session, 'commands-next');
      // A command stays first if the platform did not accept that it was received.
      if (next.available !== true || fetched.has(next.commandId)) return;
      fetched.add(next.commandId);
      await this.run(session, next);
    }
  }

  /** Runs a command, or continues it, and reports each step. */
  private async run(session: DeviceSession, message: Fields): Promise<void> {
    const [commandId, command, data] = [message.commandId, message.command, message.data].map(
      textOf,
    );
    if (!commandId || command === undefined || data === undefined) return;
    // The queue and the push can deliver the same command.
    if (this.taken.has(commandId)) return;
    this.taken.add(commandId);
    const fresh: CommandProgress = { commandId, command, data, status: 'pending' };
    const progress = this.unfinished.get(commandId) ?? fresh;
    const report = async (status: CommandProgress['status'], ackdata?: string) => {
      const result = ackdata === undefined ? {} : { ackdata, ackdatatype: 'string' };
      const body = { commandId, status, ...result };
      const { success } = await this.send(session, 'commands-update-status', body);
      if (success === true) this.follow({ ...progress, status });
      // Without a response, the device reports again after the next connect.
      else if (success === false) this.unfinished.delete(commandId);
      return success === true;
    };
    this.follow(progress);
    // A status cannot go back.
    if (progress.status === 'pending') {
      if (!(await report('received'))) {
        // The platform may deliver it again.
        this.taken.delete(commandId);
        return;
      }
      await session.wait(stepTime);
    }
    if (!(await report('processing'))) return;
    await session.wait(stepTime);
    const target = switches[command];
    if (!target || (data !== 'on' && data !== 'off')) {
      await report('failure', target ? 'expected on or off' : 'unknown command');
      return;
    }
    this.set({ readings: { ...this.state.readings, [target]: data } });
    await report('success', `${target} is ${data}`);
    await this.submit(session, [target]);
  }

  /** Shows a command, and keeps it until it has a result. */
  private follow(command: CommandProgress): void {
    const { commandId, status } = command;
    this.set({ command });
    if (status === 'success' || status === 'failure') this.unfinished.delete(commandId);
    else this.unfinished.set(commandId, command);
  }

  private pollRegularly(session: DeviceSession): void {
    void this.poll(session);
    session.after(updateInterval, () => this.pollRegularly(session));
  }

  private async poll(session: DeviceSession): Promise<void> {
    if (this.isUpdating) return;
    this.isUpdating = true;
    const { deploymentAvailable, data } = await this.send(session, 'v-1-ota-next');
    if (deploymentAvailable === true) await this.update(session, asFields(data));
    this.isUpdating = false;
  }

  private async update(session: DeviceSession, offer: Fields): Promise<void> {
    const deploymentId = textOf(offer.deploymentId);
    const version = textOf(offer.assetVersion);
    const show = (step: UpdateProgress['step']) =>
      this.set({ update: { deploymentId, version, step } });
    const report = async (status: 'start' | 'success' | 'failure' | 'skipped', log: string) => {
      const body = { deploymentId, status, log };
      const { success } = await this.send(session, 'v-1-ota-status-update', body);
      if (success === true && status !== 'start') show(status);
      return success === true;
    };
    if (offer.assetIdentifier !== firmwareName || offer.assetSigned === true) {
      await report('skipped', 'not a firmware of this device');
      return;
    }
    if (!(await report('start', 'download started'))) return;
    show('downloading');
    const bytes = await this.download(textOf(offer.asseturl));
    await session.wait(stepTime);
    show('verifying');
    await session.wait(stepTime);
    if (!bytes || bytesToHex(sha256(bytes)) !== textOf(offer.assetChecksum).toLowerCase()) {
      await report('failure', bytes ? 'wrong checksum' : 'download failed');
      return;
    }
    show('installing');
    await session.wait(stepTime);
    this.set({ firmware: version });
    await this.storeVersion(session);
    await report('success', `installed ${version}`);
  }

  private async download(url: string): Promise<Uint8Array | undefined> {
    const { damagesDownload } = this.state;
    try {
      const bytes = await this.deps.download(url);
      if (damagesDownload) {
        this.set({ damagesDownload: false });
        return Uint8Array.from([...bytes, 0]);
      }
      return bytes;
    } catch {
      return undefined;
    }
  }

  private set(changes: Partial<DeviceState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
