import type { Packet } from 'mqtt/dist/mqtt.esm';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { requestId } from '@site/src/features/mqtt-console';

/** The page that describes an entry, and its code samples. */
interface Reference {
  readonly title: string;
  readonly page: string;
  /** Group of the code samples on the page; undefined if it has none. */
  readonly samples?: 'http' | 'mqtt';
}

/** An MQTT packet or an HTTP request, as the timeline shows it. */
export interface WireEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `Device → broker`; `HTTP` for a request of the back end. */
  readonly way: 'out' | 'in' | 'http';
  /** `PUBLISH`, `POST /commands/send`. */
  readonly name: string;
  /** One line: topic, reason, status. */
  readonly detail: string;
  readonly body: string;
  readonly isBad: boolean;
  readonly reference: Reference;
}

type NewEntry = Omit<WireEntry, 'id' | 'at'>;

/** Maximum number of entries; older ones are removed. */
export const wireLength = 100;

const brokerPage = '/device/mqtt-endpoints/';
const settings: Reference = {
  title: 'Connection settings',
  page: `${brokerPage}#connection-settings`,
};
const topics: Reference = { title: 'Topics', page: `${brokerPage}#topics` };
const pushes: Reference = { title: 'Pushed messages', page: `${brokerPage}#pushed-messages` };
const qos: Reference = { title: 'QoS and sessions', page: `${brokerPage}#qos-and-sessions` };

const textOf = (payload: unknown) =>
  typeof payload === 'string' ? payload : new TextDecoder().decode(payload as Uint8Array);

const reason = (code = 0) => `Reason code ${code}`;

/** Names the packets of one connection: finds the operation of each topic, and the request of each response. */
export class PacketReader {
  private readonly requests = new Map<string, Reference>();
  private readonly byTopic: ReadonlyMap<string, Reference>;

  /** @param prefix prefix of the topics of this device */
  constructor(
    facts: MqttFacts,
    private readonly prefix: string,
  ) {
    const own = (topic: string) => topic.slice(facts.topicPrefix.length);
    this.byTopic = new Map([
      ...facts.operations.map(
        ({ topic, title, page }) => [own(topic), { title, page, samples: 'mqtt' }] as const,
      ),
      ...facts.guideOperations.map(
        ({ topic, title, page }) => [own(topic), { title, page }] as const,
      ),
    ]);
  }

  /** Describes a packet. */
  read(way: 'out' | 'in', packet: Packet): NewEntry {
    const name = packet.cmd.toUpperCase();
    const entry = { way, name, detail: '', body: '', isBad: false, reference: qos };
    switch (packet.cmd) {
      case 'connect': {
        const will = packet.will ? `, last will on ${this.below(packet.will.topic)}` : '';
        const detail = `Keep-alive ${packet.keepalive} s${will}`;
        return { ...entry, detail, reference: settings };
      }
      case 'connack': {
        const code = packet.reasonCode ?? packet.returnCode ?? 0;
        return { ...entry, detail: reason(code), isBad: code > 0, reference: settings };
      }
      case 'subscribe': {
        const detail = packet.subscriptions.map(({ topic }) => this.below(topic)).join(', ');
        return { ...entry, detail, reference: topics };
      }
      case 'suback': {
        const granted = packet.granted.map(Number);
        const isBad = granted.some((code) => code >= 128);
        return { ...entry, detail: `Granted QoS ${granted.join(', ')}`, isBad, reference: topics };
      }
      case 'publish':
        return { ...entry, ...this.message(way, packet.topic, textOf(packet.payload)) };
      case 'puback': {
        const code = packet.reasonCode ?? 0;
        return { ...entry, detail: reason(code), isBad: code >= 128 };
      }
      case 'disconnect': {
        const code = packet.reasonCode ?? 0;
        const text = packet.properties?.reasonString ?? '';
        return { ...entry, detail: `${reason(code)} ${text}`.trim(), isBad: code > 0 };
      }
      default:
        return entry;
    }
  }

  private message(way: 'out' | 'in', topic: string, body: string): Partial<NewEntry> {
    const suffix = this.below(topic);
    const reqId = requestId(body);
    if (way === 'out') {
      const reference = this.byTopic.get(suffix) ?? topics;
      if (reqId !== undefined) this.requests.set(reqId, reference);
      return { detail: suffix, body, reference };
    }
    const request = reqId === undefined ? undefined : this.requests.get(reqId);
    if (reqId !== undefined) this.requests.delete(reqId);
    return { detail: suffix, body, isBad: suffix === 'errors', reference: request ?? pushes };
  }

  private below(topic: string): string {
    return topic.startsWith(this.prefix) ? topic.slice(this.prefix.length) : topic;
  }
}

let lastId = 0;

/** Appends an entry, and removes the oldest above the limit. */
export function withWireEntry(
  list: readonly WireEntry[],
  entry: NewEntry,
  at: number,
): readonly WireEntry[] {
  lastId += 1;
  return [...list, { ...entry, id: lastId, at }].slice(-wireLength);
}
