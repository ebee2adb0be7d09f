import type { PastCall } from '@site/src/runner/history';
import { requestId, textField } from './requests';

export type Qos = 0 | 1 | 2;

/** What the broker said of a message. */
export interface Ack {
  /** Reason code of MQTT 5 (MQTT 5.0, 2.4); nothing where the acknowledgement carries none. */
  readonly code: number | undefined;
  /** In words: `Success`. */
  readonly text: string;
  readonly isGood: boolean;
}

interface EntryBase {
  /** Counts up, over all entries of the page. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Message extends EntryBase {
  readonly topic: string;
  readonly qos: Qos;
  /** The payload as text. */
  readonly text: string;
}

/** A request that the device published. */
export interface OutEntry extends Message {
  readonly kind: 'out';
  /** Nothing until it comes. */
  readonly ack: Ack | undefined;
  /** Id of the entry of its response. */
  readonly responseId: number | undefined;
}

/** A message that arrived. */
export interface InEntry extends Message {
  readonly kind: 'in';
  /** Id of the entry of its request. */
  readonly requestId: number | undefined;
}

/** What became of the connection. */
export interface NoteEntry extends EntryBase {
  readonly kind: 'note';
  readonly text: string;
  readonly isGood: boolean;
}

/** What the console itself has seen. */
export type MqttEntry = OutEntry | InEntry | NoteEntry;

/** A call over HTTP that a page of this tab made. */
export interface HttpEntry {
  readonly kind: 'http';
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly past: PastCall;
}

export type Entry = MqttEntry | HttpEntry;

/** Maximum number of entries; older ones are removed. */
export const timelineLength = 200;

const bounded = <T>(list: readonly T[]) => list.slice(-timelineLength);

/** The newest request without a response that has this `reqId`. */
function openRequest(list: readonly MqttEntry[], reqId: string): OutEntry | undefined {
  return list.findLast(
    (entry): entry is OutEntry =>
      entry.kind === 'out' && entry.responseId === undefined && requestId(entry.text) === reqId,
  );
}

/** The list with a request or a note at its end. */
export function withEntry(list: readonly MqttEntry[], entry: MqttEntry): readonly MqttEntry[] {
  return bounded([...list, entry]);
}

/** The list with an arrived message at its end, matched to its request by `reqId`. */
export function withArrival(
  list: readonly MqttEntry[],
  arrived: Omit<InEntry, 'requestId'>,
): readonly MqttEntry[] {
  const reqId = requestId(arrived.text);
  const request = reqId === undefined ? undefined : openRequest(list, reqId);
  const marked = list.map((entry) =>
    entry === request ? { ...request, responseId: arrived.id } : entry,
  );
  return bounded([...marked, { ...arrived, requestId: request?.id }]);
}

/** The list with the acknowledgement of a request. */
export function withAck(list: readonly MqttEntry[], id: number, ack: Ack): readonly MqttEntry[] {
  return list.map((entry) => (entry.id === id && entry.kind === 'out' ? { ...entry, ack } : entry));
}

/**
 * What the timeline shows, the newest first: the console's own entries and the HTTP calls of this tab.
 * @param clearedAt when the reader cleared it, in milliseconds since 1970: older calls stay away
 */
export function timeline(
  list: readonly MqttEntry[],
  calls: readonly PastCall[],
  clearedAt: number,
): readonly Entry[] {
  const http = calls
    // The time of sending: what the request causes can arrive before its response.
    .map((past) => ({ kind: 'http', at: past.at - (past.milliseconds ?? 0), past }) as const)
    .filter(({ at }) => at > clearedAt);
  const all: Entry[] = [...http, ...list];
  return bounded(all.sort((one, other) => one.at - other.at)).reverse();
}

/** States a device can report, in their order (reference/device-api.md, 4). */
const reports = ['received', 'processing', 'success', 'failure'] as const;
export type Report = (typeof reports)[number];

/** Those that conclude a command. */
const concluding: readonly string[] = ['success', 'failure'];

function saysSuccess(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}

/** State that the device has reported last of a command, as far as the broker took it. */
export function reportedState(
  list: readonly MqttEntry[],
  updateTopic: string,
  commandId: string,
): string | undefined {
  const taken = new Set(
    list.flatMap((entry) =>
      entry.kind === 'in' && entry.requestId !== undefined && saysSuccess(entry.text)
        ? [entry.requestId]
        : [],
    ),
  );
  const report = list.findLast(
    (entry) =>
      entry.kind === 'out' &&
      entry.topic === updateTopic &&
      taken.has(entry.id) &&
      textField(entry.text, 'commandId') === commandId,
  );
  return report?.kind === 'out' ? textField(report.text, 'status') : undefined;
}

/** What can be reported next: states go forward only. */
export function nextReports(state: string | undefined): readonly Report[] {
  if (state !== undefined && concluding.includes(state)) return [];
  return reports.slice(reports.findIndex((report) => report === state) + 1);
}
