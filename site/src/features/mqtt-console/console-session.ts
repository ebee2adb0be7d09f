import {
  demoNode,
  type SandboxNode,
  type SandboxProject,
} from '@site/src/features/sandbox-project';
import type { ConnectDevice, DeviceConnection, DeviceOptions } from './device-client';
import {
  withAck,
  withArrival,
  withEntry,
  type Ack,
  type MqttEntry,
  type NoteEntry,
} from './timeline';
import { ownTopic } from './facts';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import {
  brokerName,
  isTransient,
  otherProject,
  problemOf,
  retryDelay,
  versionNames,
  type End,
  type Problem,
  type Version,
} from './problems';

/** State of the connection. */
export type Link =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** Lost; reconnects after this many seconds. */
  | { readonly kind: 'waiting'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface ConsoleState {
  readonly link: Link;
  readonly version: Version;
  /** Entries of this page, oldest first. */
  readonly entries: readonly MqttEntry[];
  /** When the reader cleared the timeline, in milliseconds since 1970; 0 if never. */
  readonly clearedAt: number;
  /** The tab's project; the device of the connection belongs to it. */
  readonly project: SandboxProject | undefined;
}

/** Dependencies of a session. Tests pass fakes. */
interface ConsoleDeps {
  readonly connect: ConnectDevice;
  readonly openProject: () => Promise<SandboxProject>;
  /** Calls back immediately and after every change with the tab's project; undefined while the tab has none. */
  readonly watchProject: (listener: (project: SandboxProject | undefined) => void) => void;
  /** Describes a failure of `openProject`. */
  readonly projectProblem: (error: unknown) => Problem;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
}

/** After a connection of this length, in milliseconds, reconnection attempts are counted from 0 again. */
const stableAfter = 60_000;

/**
 * A connection is closed after the reader has been on other pages for this time, in milliseconds. Until then, messages are
 * recorded.
 */
export const awayFor = 10 * 60_000;

const notAcknowledged: Ack = { code: undefined, text: 'Not acknowledged', isGood: false };

/** The console's connection and timeline. They outlive the page while the reader stays in this tab. */
export class ConsoleSession {
  private state: ConsoleState = {
    link: { kind: 'idle' },
    version: 5,
    entries: [],
    clearedAt: 0,
    project: undefined,
  };
  private readonly listeners = new Set<() => void>();
  private connection: DeviceConnection | undefined;
  /** Identifies the current attempt: events of earlier attempts are ignored. */
  private attempt: object = {};
  private stopTimer: (() => void) | undefined;
  private stopAwayTimer: (() => void) | undefined;
  private retries = 0;
  private connectedAt = 0;
  private lastId = 0;

  constructor(
    private readonly facts: MqttFacts,
    private readonly deps: ConsoleDeps,
  ) {
    deps.watchProject((project) => this.follow(project));
  }

  readonly getState = (): ConsoleState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  chooseVersion(version: Version): void {
    this.set({ version });
  }

  /** Connects as the device of the demo node in the tab's project. */
  async connect(): Promise<void> {
    this.closeConnection();
    this.retries = 0;
    const current = this.attempt;
    this.set({ link: { kind: 'opening' } });
    try {
      const project = await this.deps.openProject();
      if (current !== this.attempt) return;
      this.set({ project });
      this.open();
    } catch (error) {
      if (current === this.attempt) this.fail(this.deps.projectProblem(error));
    }
  }

  disconnect(): void {
    const was = this.state.link.kind;
    this.closeConnection();
    this.set({ link: { kind: 'idle' } });
    if (was === 'connected') this.note('Disconnected.', true);
  }

  /** Publishes a request of the device. @param topic complete topic */
  publish(topic: string, text: string, qos: 0 | 1): void {
    if (!this.connection || this.state.link.kind !== 'connected') return;
    const id = this.nextId();
    const message = { id, at: this.deps.now(), topic, qos, text };
    this.add({ ...message, kind: 'out', ack: undefined, responseId: undefined });
    this.connection.publish(topic, text, qos, (ack) =>
      this.set({ entries: withAck(this.state.entries, id, ack) }),
    );
  }

  /** Clears the timeline. */
  clear(): void {
    this.set({ entries: [], clearedAt: this.deps.now() });
  }

  /** Called when the reader opens the page of the console. */
  arrive(): void {
    this.stopAwayTimer?.();
    this.stopAwayTimer = undefined;
  }

  /** Called when the reader leaves the page of the console. */
  leave(): void {
    this.arrive();
    this.stopAwayTimer = this.deps.setTimer(() => {
      if (this.state.link.kind === 'idle' || this.state.link.kind === 'failed') return;
      this.closeConnection();
      this.set({ link: { kind: 'idle' } });
      this.note(`Disconnected after ${awayFor / 60_000} minutes on other pages.`, true);
    }, awayFor);
  }

  /** Closes the connection when its credentials change. */
  private follow(project: SandboxProject | undefined): void {
    const before = this.device();
    this.set({ project });
    const after = this.device();
    const isSame =
      before?.deviceId === after?.deviceId && before?.connectionKey === after?.connectionKey;
    if (isSame || !['connecting', 'connected', 'waiting'].includes(this.state.link.kind)) return;
    this.closeConnection();
    this.fail(otherProject);
  }

  private device(): SandboxNode | undefined {
    const { project } = this.state;
    return project && demoNode(project);
  }

  private open(): void {
    const options = this.options();
    if (!options) return;
    const current = this.attempt;
    const ifCurrent =
      <T extends unknown[]>(run: (...values: T) => void) =>
      (...values: T) => {
        if (current === this.attempt) run(...values);
      };
    this.set({ link: { kind: 'connecting' } });
    this.connection = this.deps.connect(options, {
      onReady: ifCurrent((rejected: readonly string[]) => this.ready(options, rejected)),
      onMessage: ifCurrent((topic, text, qos) => {
        const arrived = { id: this.nextId(), at: this.deps.now(), kind: 'in' as const };
        const entries = withArrival(this.state.entries, { ...arrived, topic, text, qos });
        this.set({ entries });
      }),
      onEnd: ifCurrent((end: End) => this.ended(end)),
    });
  }

  private options(): DeviceOptions | undefined {
    const { project, version } = this.state;
    const node = this.device();
    if (!project || !node || node.deviceId === '') {
      this.fail({
        title: 'The project has no bound device',
        message: 'The console connects as the device of the demo node, which has no device.',
        hint: 'Bind a device to a node, or reset the project.',
      });
      return undefined;
    }
    const { deviceId, connectionKey } = node;
    const topics = this.facts.subscribe.map(({ topic }) => ownTopic(topic, deviceId));
    return { url: project.broker.webSocket, deviceId, connectionKey, version, topics };
  }

  private ready({ topics, version }: DeviceOptions, rejected: readonly string[]): void {
    this.connectedAt = this.deps.now();
    this.set({ link: { kind: 'connected' } });
    const granted = topics.length - rejected.length;
    this.note(
      `Connected with ${versionNames[version]}. Subscribed to ${granted} topics, QoS 1.`,
      true,
    );
    for (const topic of rejected)
      this.note(`The broker rejected the subscription to ${topic}.`, false);
  }

  private ended(end: End): void {
    const { version, link } = this.state;
    const wasConnected = link.kind === 'connected';
    this.closeConnection();
    if (wasConnected && this.deps.now() - this.connectedAt >= stableAfter) this.retries = 0;
    const { project } = this.state;
    const problem = problemOf(end, version, project ? brokerName(project) : '');
    const isTried = isTransient(end) || (this.retries > 0 && end.kind === 'unreachable');
    // A failed attempt to connect disconnected no other client: the sandbox may be restarting.
    const rule = end.kind === 'unreachable' ? 5 : version;
    const delay = isTried ? retryDelay(this.retries, rule) : undefined;
    if (delay === undefined) {
      this.fail(problem);
      return;
    }
    this.retries += 1;
    if (wasConnected) this.note(`${problem.title}. ${problem.message}`, false);
    this.set({ link: { kind: 'waiting', seconds: delay / 1000 } });
    this.stopTimer = this.deps.setTimer(() => this.open(), delay);
  }

  private fail(problem: Problem): void {
    this.set({ link: { kind: 'failed', problem } });
    this.note(`${problem.title}. ${problem.message}`, false);
  }

  /** Closes the connection and cancels pending requests. */
  private closeConnection(): void {
    this.attempt = {};
    this.stopTimer?.();
    this.stopTimer = undefined;
    this.connection?.end();
    this.connection = undefined;
    const isOpen = (entry: MqttEntry) => entry.kind === 'out' && !entry.ack;
    if (!this.state.entries.some(isOpen)) return;
    const entries = this.state.entries.map((entry) =>
      isOpen(entry) ? { ...entry, ack: notAcknowledged } : entry,
    );
    this.set({ entries });
  }

  private note(text: string, isGood: boolean): void {
    const note: NoteEntry = {
      kind: 'note',
      id: this.nextId(),
      at: this.deps.now(),
      text,
      isGood,
    };
    this.add(note);
  }

  private add(entry: MqttEntry): void {
    this.set({ entries: withEntry(this.state.entries, entry) });
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  private set(changes: Partial<ConsoleState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}
