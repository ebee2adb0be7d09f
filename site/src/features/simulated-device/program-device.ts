/** The greenhouse as the board that runs the reader's program: its pins, its network and its connection. */
import {
  deviceOperations,
  type DeviceOperation,
  type DeviceState,
  type Fields,
} from '@anedya-docs/simulated-device';
import type { BoardHost, BoardInputs, ProgramState } from '@site/src/features/firmware';
import { type ConnectDevice, ownTopic, type End } from '@site/src/features/mqtt-console';
import type { SandboxNode, SandboxProject } from '@site/src/features/sandbox-project';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { fieldsIn } from './platform';
import { PacketReader, type WireEntry } from './wire';

/** Pins of the greenhouse, as on an ESP32 or a Pico W. */
const pins = { lamp: 2, pump: 4, door: 5, climate: 15 } as const;

interface ProgramDeviceDeps {
  readonly facts: MqttFacts;
  readonly project: SandboxProject;
  readonly node: SandboxNode;
  readonly connect: ConnectDevice;
  readonly topicOf: (operation: DeviceOperation) => string;
  readonly record: (entry: Omit<WireEntry, 'id' | 'at'>) => void;
  /** Called after the platform accepted a request of the program. */
  readonly onAccepted: (operation: DeviceOperation, body: Fields) => void;
  /** Called when the broker or the network ended a connection. */
  readonly onEnd: (end: End) => void;
}

/** Requests without a response that are kept. A program need not ask for one. */
const maxRequests = 50;

/** Host name of the broker for programs: that of the sandbox in the browser is in no network. */
export const brokerHost = ({ broker }: SandboxProject): string => broker.host || 'sandbox.local';

const isOn = (duty: number | undefined) => (duty === undefined || duty === 0 ? 'off' : 'on');

/** Fields of a message, which a program can give any content. */
function fieldsOf(text: string): Fields {
  try {
    return fieldsIn(JSON.parse(text) as Parameters<typeof fieldsIn>[0]);
  } catch {
    return {};
  }
}

export class ProgramDevice {
  private state: DeviceState;
  private readonly listeners = new Set<() => void>();
  private readonly inputListeners = new Set<() => void>();
  private hasNetwork = true;
  private isConnected = false;
  private phase: ProgramState['phase'] = 'off';
  /** Requests by the id that their response has. */
  private readonly requests = new Map<string, readonly [DeviceOperation, Fields]>();

  constructor(
    private readonly deps: ProgramDeviceDeps,
    state: DeviceState,
  ) {
    const readings = { ...state.readings, lamp: 'off', pump: 'off' } as const;
    this.state = { ...state, readings, power: 'off', heartbeatAt: undefined, command: undefined };
  }

  readonly getState = (): DeviceState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Changes what a sensor measures. */
  turn<K extends 'temperature' | 'humidity' | 'door_state'>(
    sensor: K,
    value: DeviceState['readings'][K],
  ): void {
    this.set({ readings: { ...this.state.readings, [sensor]: value } });
    this.postInputs();
  }

  /** Cuts the network, or brings it back. The program goes on. */
  plug(hasNetwork: boolean): void {
    this.hasNetwork = hasNetwork;
    this.postInputs();
    this.showPower();
  }

  /** Follows the program. */
  follow(phase: ProgramState['phase']): void {
    if (phase === this.phase) return;
    this.phase = phase;
    if (phase === 'off' || phase === 'loading') this.setOutputs({ [pins.lamp]: 0, [pins.pump]: 0 });
    this.showPower();
  }

  /** What the board is connected to, except its files. */
  readonly host: Omit<BoardHost, 'start'> = {
    inputs: () => this.inputs(),
    onInputs: (listener) => {
      this.inputListeners.add(listener);
      return () => this.inputListeners.delete(listener);
    },
    setOutputs: (duties) => this.setOutputs(duties),
    openBroker: ({ server, client_id, user, password, keepalive, will }, events) => {
      const { facts, project, node, connect, record } = this.deps;
      // No other host can be reached from here.
      if (server !== brokerHost(project)) return undefined;
      const reader = new PacketReader(facts, ownTopic(facts.topicPrefix, node.deviceId));
      this.requests.clear();
      const setConnected = (isConnected: boolean) => {
        this.isConnected = isConnected;
        this.showPower();
      };
      const connection = connect(
        {
          url: project.broker.webSocket,
          deviceId: user,
          clientId: client_id,
          connectionKey: password,
          version: 4,
          topics: [],
          keepalive,
          ...(will && { will: { ...will, qos: will.qos === 1 ? 1 : 0 } }),
        },
        {
          onReady: () => {
            setConnected(true);
            events.onReady();
          },
          onMessage: (topic, text, _qos, isRetained = false) => {
            this.read(text);
            events.onMessage(topic, text, isRetained);
          },
          onEnd: (end) => {
            setConnected(false);
            this.deps.onEnd(end);
            events.onEnd(end.kind === 'rejected' ? end.code : undefined);
          },
          onPacket: (way, packet) => record(reader.read(way, packet)),
        },
      );
      return {
        publish: (topic, text, ...more) => {
          this.note(topic, text);
          connection.publish(topic, text, ...more);
        },
        subscribe: (...subscription) => connection.subscribe(...subscription),
        end: () => {
          setConnected(false);
          connection.end();
        },
        drop: () => {
          setConnected(false);
          connection.drop();
        },
      };
    },
  };

  private inputs(): BoardInputs {
    const { temperature, humidity, door_state } = this.state.readings;
    return {
      hasNetwork: this.hasNetwork,
      // A switch with a pull-up: open is 1.
      levels: { [pins.door]: door_state === 'open' ? 1 : 0 },
      climates: { [pins.climate]: `${temperature} ${humidity}` },
    };
  }

  private postInputs(): void {
    for (const listener of this.inputListeners) listener();
  }

  private setOutputs(duties: Readonly<Record<number, number>>): void {
    const { readings } = this.state;
    const of = (part: 'lamp' | 'pump') =>
      pins[part] in duties ? isOn(duties[pins[part]]) : readings[part];
    this.set({ readings: { ...readings, lamp: of('lamp'), pump: of('pump') } });
  }

  /** Notes a request of the program, for its response. */
  private note(topic: string, text: string): void {
    const operation = deviceOperations.find((id) => this.deps.topicOf(id) === topic);
    const body = fieldsOf(text);
    const id = body.reqId;
    // The first response with an id is that of the first request with it.
    if (operation === undefined || typeof id !== 'string' || this.requests.has(id)) return;
    this.requests.set(id, [operation, body]);
    const [oldest] = this.requests.keys();
    if (this.requests.size > maxRequests && oldest !== undefined) this.requests.delete(oldest);
  }

  private read(text: string): void {
    const message = fieldsOf(text);
    const id = typeof message.reqId === 'string' ? message.reqId : '';
    const request = this.requests.get(id);
    this.requests.delete(id);
    if (!request || message.success !== true) return;
    const [operation, body] = request;
    if (operation === 'heartbeat') this.set({ heartbeatAt: Date.now() });
    this.deps.onAccepted(operation, body);
  }

  private showPower(): void {
    const isRunning = this.phase === 'running';
    const connected = this.isConnected ? 'on' : 'connecting';
    const powered = this.hasNetwork ? connected : 'unplugged';
    this.set({ power: isRunning ? powered : 'off' });
  }

  private set(changes: Partial<DeviceState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

/** Returns the host of a board whose device changes with the project. @param current device of the project */
export function hostOf(current: () => ProgramDevice | undefined): Omit<BoardHost, 'start'> {
  const host = () => {
    const device = current();
    if (!device) throw new Error('the board has no project');
    return device.host;
  };
  return {
    inputs: () => host().inputs(),
    onInputs: (listener) => host().onInputs(listener),
    setOutputs: (duties) => host().setOutputs(duties),
    openBroker: (settings, events) => host().openBroker(settings, events),
  };
}
