// The main module of the package also has a Node.js variant, which static rendering would bundle.
import { workerSandboxUrl } from '@anedya-docs/sandbox/browser/messages';
import { WorkerSocket } from '@site/src/features/sandbox-project';
import mqtt, { type Packet } from 'mqtt/dist/mqtt.esm';
import type { Ack, Qos } from './timeline';
import type { End, Version } from './problems';

/** Credentials and URL of a device connection. */
export interface DeviceOptions {
  /** `wss://docs.example.com/sandbox/mqtt` */
  readonly url: string;
  /** UUID, used as user name and, by default, as client id. */
  readonly deviceId: string;
  readonly clientId?: string;
  readonly connectionKey: string;
  readonly version: Version;
  /** Complete topics, to be subscribed to before `onReady`. */
  readonly topics: readonly string[];
  /** Message that the broker publishes when the connection breaks. */
  readonly will?: { readonly topic: string; readonly text: string; readonly qos?: Qos };
  /** Seconds; 60 by default. */
  readonly keepalive?: number;
}

/** Events of a connection. `onEnd` is called once, as the last one. */
export interface DeviceEvents {
  /** Connected and subscribed. @param rejected topics that the broker did not grant */
  readonly onReady: (rejected: readonly string[]) => void;
  readonly onMessage: (topic: string, text: string, qos: Qos, isRetained?: boolean) => void;
  readonly onEnd: (end: End) => void;
  /** Called with each packet that is sent or received. */
  readonly onPacket?: (direction: 'out' | 'in', packet: Packet) => void;
}

export interface DeviceConnection {
  publish(
    topic: string,
    text: string,
    qos: 0 | 1,
    onAck: (ack: Ack) => void,
    isRetained?: boolean,
  ): void;
  /** @param onGranted called with the granted QoS or the code of a rejection; undefined when the connection ends before */
  subscribe(topic: string, qos: 0 | 1, onGranted: (code: number | undefined) => void): void;
  /** Closes the connection without calling `onEnd`. */
  end(): void;
  /** Breaks the connection without DISCONNECT and without calling `onEnd`. */
  drop(): void;
}

/** Opens a connection of a device. Tests pass a fake. */
export type ConnectDevice = (options: DeviceOptions, events: DeviceEvents) => DeviceConnection;

const seconds = 1000;

/** Name of a reason code in the standard. */
const nameOf = (code: number) => (mqtt.ReasonCodes as Readonly<Record<number, string>>)[code] ?? '';

const reasonText = (code: number, said: unknown) =>
  typeof said === 'string' && said !== '' ? said : nameOf(code);

/** QoS 1 is acknowledged, in MQTT 3.1.1 without a code (3.4). QoS 0 is not acknowledged. */
function ackOf(qos: Qos, version: Version, code: number, said: unknown): Ack {
  if (qos === 0) return { code: undefined, text: 'Sent', isGood: true };
  if (version === 4) return { code: undefined, text: 'Acknowledged', isGood: true };
  const isGood = code < 128;
  return { code, text: code === 0 ? 'Success' : reasonText(code, said), isGood };
}

const unacknowledged: Ack = { code: undefined, text: 'Not acknowledged', isGood: false };

interface CodedPacket {
  readonly reasonCode?: number;
  readonly properties?: { readonly reasonString?: string };
}

/** Reason code of the broker in an error of the library, if there is one. */
function codeOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}

/** Host of the sandbox in this browser, which a message port connects to. */
const { host: workerHost } = new URL(workerSandboxUrl);

/** Connects a device over WebSocket with MQTT.js. It connects once and does not reconnect automatically. */
export const connectDevice: ConnectDevice = (options, events) => {
  const { url, deviceId, clientId, connectionKey, version, topics, will, keepalive = 60 } = options;
  const client = mqtt.connect(url, {
    clientId: clientId ?? deviceId,
    username: deviceId,
    password: connectionKey,
    protocolVersion: version,
    clean: true,
    keepalive,
    connectTimeout: 15 * seconds,
    reconnectPeriod: 0,
    resubscribe: false,
    // By default, timers run in a worker from a blob URL, which the content security policy forbids.
    timerVariant: 'native',
    // The listeners below see the first packet.
    manualConnect: true,
    ...(new URL(url).host === workerHost && { createWebsocket: () => new WorkerSocket() }),
    ...(will && {
      will: { topic: will.topic, payload: will.text, qos: will.qos ?? 1, retain: false },
    }),
  });
  const { onPacket } = events;
  if (onPacket) {
    client.on('packetsend', (packet) => onPacket('out', packet));
    client.on('packetreceive', (packet) => onPacket('in', packet));
  }
  let end: End = { kind: 'unreachable' };
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    client.end(true);
    events.onEnd(end);
  };
  client.on('connect', () => {
    end = { kind: 'lost' };
    if (topics.length === 0) {
      if (!isOver) events.onReady([]);
      return;
    }
    const subscriptions = Object.fromEntries(topics.map((topic) => [topic, { qos: 1 as const }]));
    client.subscribe(subscriptions, (error, _granted, packet) => {
      if (isOver || (error && !packet)) return;
      const codes = (packet?.granted ?? []) as readonly number[];
      events.onReady(topics.filter((_, index) => (codes[index] ?? 0) >= 128));
    });
  });
  client.on('message', (topic, payload, { qos, retain }) => {
    if (!isOver) events.onMessage(topic, new TextDecoder().decode(payload), qos, retain);
  });
  client.on('disconnect', ({ reasonCode = 0, properties }) => {
    const text = reasonText(reasonCode, properties?.reasonString);
    end = { kind: 'closed', code: reasonCode, text };
  });
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'connack') return;
    const code = packet.reasonCode ?? packet.returnCode ?? 0;
    const text = reasonText(code, packet.properties?.reasonString);
    if (code > 0) end = { kind: 'rejected', code, text };
  });
  client.on('error', finish);
  client.on('close', finish);
  client.connect();
  return {
    publish: (topic, text, qos, onAck, isRetained = false) => {
      if (isOver) {
        onAck(unacknowledged);
        return;
      }
      client.publish(topic, text, { qos, retain: isRetained }, (error, packet) => {
        const { reasonCode, properties } = (packet ?? {}) as CodedPacket;
        const code = reasonCode ?? codeOf(error) ?? 0;
        if (error && code === 0) onAck(unacknowledged);
        else onAck(ackOf(qos, version, code, properties?.reasonString));
      });
    },
    subscribe: (topic, qos, onGranted) => {
      if (isOver) {
        onGranted(undefined);
        return;
      }
      client.subscribe(topic, { qos }, (_error, _granted, packet) =>
        onGranted((packet?.granted as readonly number[] | undefined)?.[0]),
      );
    },
    end: () => {
      if (isOver) return;
      isOver = true;
      client.end();
    },
    drop: () => {
      if (isOver) return;
      isOver = true;
      client.end(true);
    },
  };
};
